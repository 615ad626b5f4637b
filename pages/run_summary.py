"""One run: its figures, its agents, its latest events and errors."""

from dashboard.desk_session import read, said, selected
from dashboard.parts.agent_tree import agent_tree
from dashboard.parts.latest_events import latest_events
from dashboard.parts.run_figures import run_cards
from dashboard.parts.run_head import chosen_run, run_head
from dashboard.parts.section import section
from dashboard.selections import RunSelection
from data_access.reading.agents import agents
from data_access.reading.events import events

w = said()
selection = selected(RunSelection)
run = chosen_run(selection)
key = run.conversation_key
team = read(agents, key)

run_head(run, "run_summary")
run_cards(run)
with section(w.run.agent_tree, hint=w.run.agent_tree_hint):
    agent_tree(team.items, key)
if run.errors:
    with section(w.run.recent_errors):
        latest_events(
            read(events, key, severity="error", newest_first=True, limit=5), team.items, key, "errors"
        )
with section(w.run.latest_events):
    latest_events(read(events, key, newest_first=True, limit=10), team.items, key, "latest")

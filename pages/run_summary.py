"""One run: its figures, how it stands, its phases and agents, how it went, its latest events and errors."""

import streamlit as st

from dashboard.desk_session import read, said, selected
from dashboard.parts.agent_tree import agent_tree
from dashboard.parts.fault import faults_shown
from dashboard.parts.how_it_went import context_panel, loop_table, model_table, tool_table
from dashboard.parts.latest_events import latest_events, names_of
from dashboard.parts.needs_you import need_table, needs_of_run
from dashboard.parts.phases import phases_panel
from dashboard.parts.piece import hint
from dashboard.parts.plain_deeds import deeds, newest_deeds
from dashboard.parts.run_compare import compare_way
from dashboard.parts.run_figures import run_cards
from dashboard.parts.run_head import chosen_run, run_head
from dashboard.parts.section import is_told, section
from dashboard.parts.standing import standing, todo_lists
from dashboard.selections import RunSelection
from data_access.reading.across_runs import context_growth, latency, loops, tool_reliability
from data_access.reading.agents import agents
from data_access.reading.events import events
from data_access.reading.phases import phases
from data_access.reading.runtime_summary import runtime_summary
from data_access.reading.todos import todos

w = said()
selection = selected(RunSelection)
run = chosen_run(selection)
key = run.conversation_key
at = selection.at
team = read(agents, key, at=at)
names = names_of(team.items)

run_head(run, "run_summary")
run_cards(run)
if at is None:
    compare_way(run)
if at is None and is_told("needs"):
    with section(w.detail.needs), faults_shown(key="needs-fault"):
        need_table(needs_of_run(key), key="needs")
if at is None and is_told("deeds"):
    with section(w.detail.deeds), faults_shown(key="deeds-fault"):
        deeds(newest_deeds(run=key, limit=10), key="deeds", run=key)
with section(w.standing.title):
    standing(read(runtime_summary, key, at=at))
if run.errors:
    with section(w.run.recent_errors):
        latest_events(
            read(events, key, severity="error", newest_first=True, limit=5, at=at), team.items, key, "errors"
        )
with section(w.run.agent_tree, hint=w.run.agent_tree_hint):
    agent_tree(team.items, key)
with section(w.standing.phases, hint=w.standing.phases_hint, name="run_phases"):
    phases_panel(read(phases, key, at=at))
lists = read(todos, key, at=at)
if lists.items:
    with section(w.standing.todo, hint=w.standing.todo_hint):
        todo_lists(lists.items, names)
if at is not None:
    with section(w.run.latest_events, name="run_latest"):
        latest_events(read(events, key, newest_first=True, limit=10, at=at), team.items, key, "latest")
    hint(w.as_of.whole_run, key="whole-run")
    st.stop()
slow = read(latency, key)
repeated = read(loops, key)
if repeated.items:
    with section(w.standing.loops, name="run_loops"):
        loop_table(repeated, names, key)
if run.tool_calls:
    with section(w.standing.tools, name="run_tools"):
        tool_table(read(tool_reliability, key), slow)
if any(one.kind == "model" and one.measured for one in slow.items):
    with section(w.standing.models, name="run_models"):
        model_table(slow)
elif slow.items and not any(one.measured for one in slow.items):
    with section(w.standing.models, name="run_models"):
        hint(w.standing.unmeasured, key="unmeasured")
grown = read(context_growth, key)
if grown.total > 1:
    with section(w.standing.context, hint=w.standing.context_hint, name="run_context"):
        context_panel(grown, names)
with section(w.run.latest_events, name="run_latest"):
    latest_events(read(events, key, newest_first=True, limit=10), team.items, key, "latest")

"""One run: what it cost, by agent, model, task or phase, and how that comes about."""

from dashboard.desk_session import read, said, selected, zone
from dashboard.parts.cost_arithmetic import cost_arithmetic_table, reported_table
from dashboard.parts.cost_figures import cost_cards, cost_notes
from dashboard.parts.cost_table import cost_table, dimension_words
from dashboard.parts.filters import segments
from dashboard.parts.latest_events import names_of
from dashboard.parts.piece import note
from dashboard.parts.run_figures import token_table, with_child_runs
from dashboard.parts.run_head import chosen_run, run_head
from dashboard.parts.section import section
from dashboard.selections import RunCostSelection
from data_access.reading.agents import agents
from data_access.reading.cost import cost_arithmetic, cost_by
from data_access.reading.reported_totals import reported_totals

w = said()
selection = selected(RunCostSelection)
run = chosen_run(selection)
key = run.conversation_key
at = selection.at
report = read(cost_by, selection.by, timezone=zone(), conversation=key, at=at)
stated = read(reported_totals, key, at=at).items

run_head(run, "run_cost")
if report.total.is_nothing:
    note(w.cost.no_calls_title, key="no-calls", text=w.cost.no_calls_run)
else:
    cost_cards(report.total)
    cost_notes(report.total)
with_child_runs(run)
if not report.total.is_nothing:
    with section(w.cost.by):
        ways = {by: word for by, word in dimension_words().items() if by not in {"conversation", "project"}}
        segments(w.cost.by, "by", ways, selection.by, default="agent")
        labels = names_of(read(agents, key, at=at).items) if selection.by == "agent" else {}
        cost_table(report, selection.by, labels=labels, run=key)
    with section(w.token.title, hint=w.token.explain, boxed=True):
        token_table(report.total, key="tokens")
    with section(w.cost.arithmetic):
        cost_arithmetic_table(read(cost_arithmetic, conversation=key, at=at))
if stated:
    with section(w.cost.reported, hint=w.cost.reported_hint):
        reported_table(stated)

"""The rounds of a case, the runs they were worked on in, and the way to link them by hand."""

from dashboard.desk_session import read, said, selected, store
from dashboard.parts.case_head import case_head, chosen_case
from dashboard.parts.case_rounds import round_table
from dashboard.parts.case_spending import linked_run_table, round_name
from dashboard.parts.piece import note
from dashboard.parts.round_links import round_links
from dashboard.parts.section import section
from dashboard.selections import CaseSelection
from data_access.reading.case_cost import case_cost
from data_access.reading.case_rounds import round_works
from data_access.reading.investigations import rounds_of_task
from data_access.reading.runs import runs

w = said()
case = chosen_case(selected(CaseSelection))
rounds = rounds_of_task(store(), case.task_id)

case_head(case, "rounds")
if rounds:
    cost = read(case_cost, case.task_id)
    with section(w.case_round.title, hint=w.case_round.hint):
        round_table(rounds, read(round_works, case.task_id), cost)
    with section(w.case_next.runs):
        names = {one.round_id: round_name(one) for one in rounds}
        linked_run_table(cost.linked_runs, names, key="linked-runs")
        round_links(case.task_id, rounds, cost.linked_runs, read(runs, limit=200).items)
else:
    note(w.case_round.empty_title, key="no-rounds", text=w.case_round.empty)

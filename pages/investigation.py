"""One case as it stands now: its status, what waits for people, what is missing."""

from dashboard.desk_session import read, said, selected
from dashboard.parts.case_head import case_head, chosen_case
from dashboard.parts.case_now import case_cards, gap_table, standing, waiting_table
from dashboard.parts.section import section
from dashboard.selections import CaseSelection
from data_access.reading.case_cost import case_cost
from data_access.reading.case_people import actions_of_task, questions_of_task
from data_access.reading.case_records import gaps_of_task

w = said()
case = chosen_case(selected(CaseSelection))
task_id = case.task_id
gaps = read(gaps_of_task, task_id)

case_head(case, "investigation")
case_cards(case, read(case_cost, task_id))
with section(w.case.now):
    standing(case)
with section(w.case.waits):
    waiting_table(case, read(questions_of_task, task_id), read(actions_of_task, task_id))
if gaps:
    with section(w.report.gaps):
        gap_table(gaps)

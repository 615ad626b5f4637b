"""One case as it stands now: its status and what is next, what waits, what is missing, what it cost."""

from dashboard.desk_session import read, said, selected, store
from dashboard.parts.case_actions import case_actions
from dashboard.parts.case_head import case_head, chosen_case
from dashboard.parts.case_moves import case_moves
from dashboard.parts.case_now import (
    bundle_download,
    case_cards,
    gap_table,
    last_words,
    standing,
    waiting_table,
)
from dashboard.parts.case_spending import case_spending, linked_run_table, round_name
from dashboard.parts.fact_form import state_fact_button
from dashboard.parts.question_area import question_area
from dashboard.parts.section import section, slot
from dashboard.selections import CaseNowSelection
from data_access.reading.case_cost import case_cost
from data_access.reading.case_people import actions_of_task, questions_of_task
from data_access.reading.case_records import gaps_of_task, progress_of_task
from data_access.reading.case_reports import report_heads
from data_access.reading.investigations import rounds_of_task
from data_access.reading.task_context import finish_outlook

w = said()
selection = selected(CaseNowSelection)
case = chosen_case(selection)
task_id = case.task_id
actions = read(actions_of_task, task_id)
gaps, cost = read(gaps_of_task, task_id), read(case_cost, task_id)
rounds, questions = rounds_of_task(store(), task_id), read(questions_of_task, task_id)

case_head(case, "investigation")
case_cards(case, cost)
with section(w.case.now):
    with slot():
        standing(case, finish_outlook(store(), case))
        last_words(case, read(progress_of_task, task_id), read(report_heads, task_id))
    case_moves(case)
with section(w.case.waits):
    waiting_table(case, questions, actions)
    state_fact_button(task_id)
with slot():
    if questions:
        with section(w.report.questions):
            question_area(case, questions, place="investigation", chosen=selection.question)
with slot():
    if actions:
        with section(w.action.title, hint=w.action.hint):
            case_actions(case, actions, chosen=selection.action, place="now", page="investigation")
if gaps:
    with section(w.report.gaps):
        gap_table(gaps)
with section(w.case_next.cost):
    case_spending(task_id, cost, rounds, selection.by)
if cost.linked_runs:
    with section(w.case_next.runs):
        linked_run_table(cost.linked_runs, {one.round_id: round_name(one) for one in rounds}, key="runs")
bundle_download(task_id)

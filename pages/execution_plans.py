"""The plan of one case: its steps, who does them, and what changed from revision to revision."""

from dashboard.desk_session import read, said, selected
from dashboard.parts.case_head import case_head, chosen_case
from dashboard.parts.cited_records import cited_records
from dashboard.parts.piece import note
from dashboard.parts.plan import (
    change_table,
    plan_face,
    plan_picture,
    plan_revisions,
    step_in_full,
    step_table,
)
from dashboard.parts.section import section
from dashboard.selections import PlanSelection
from data_access.reading.case_evidence import evidence_entries
from data_access.reading.case_people import actions_of_task, questions_of_task
from data_access.reading.case_records import plans_of_task
from data_access.rules.plan_changes import plan_changes

w = said()
selection = selected(PlanSelection)
case = chosen_case(selection)
task_id = case.task_id
plans = {plan.revision: plan for plan in read(plans_of_task, task_id)}
shown = selection.revision if selection.revision in plans else max(plans, default=0)

case_head(case, "execution_plans")
if not plans:
    note(w.plan.empty_title, key="no-plan", text=w.plan.empty)
else:
    plan, older = plans[shown], plans.get(shown - 1)
    plan_face(plan)
    with section(w.plan.steps, hint=w.plan.hint):
        plan_picture(plan, selection)
    node = next((one for one in plan.nodes if one.id == selection.node), None)
    if node:
        evidence = read(evidence_entries, task_id)
        questions, actions = read(questions_of_task, task_id), read(actions_of_task, task_id)
        with section(w.case_map.chosen):
            step_in_full(node, cited_records(task_id, evidence, questions, actions))
    step_table(plan, selection)
    with section(w.plan.changes):
        change_table(plan_changes(older, plan), is_first=older is None)
    with section(w.plan.revisions):
        plan_revisions(list(plans.values()), shown, selection)

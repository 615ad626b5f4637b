"""What agents want shown beside one case: what comes from now on, and what came before as a list."""

from dashboard.desk_session import read, said, selected
from dashboard.parts.case_head import case_head, chosen_case
from dashboard.parts.presentations import first_followed, live_panel, presentation_list, presented
from dashboard.parts.section import section
from dashboard.selections import PresentationSelection
from data_access.reading.case_records import presentations_of_task

w = said()
selection = selected(PresentationSelection)
case = chosen_case(selection)
past = read(presentations_of_task, case.task_id)
since = first_followed(case.task_id, len(past))
chosen = next((one for one in past if one.presentation_id == selection.shown), None)

case_head(case, "presentations")
with section(w.presentation.live, hint=w.presentation.live_hint):
    live_panel(past[-1] if len(past) > since else None)
if chosen:
    with section(w.presentation.chosen):
        presented(chosen, key="chosen")
with section(w.presentation.past, hint=w.presentation.past_hint):
    presentation_list(past, case.task_id, selection.shown)

"""What happened in a case: what was so in the world, apart from what was done about it."""

from dashboard.desk_session import read, said, selected
from dashboard.parts.case_head import case_head, chosen_case
from dashboard.parts.section import section
from dashboard.parts.what_happened import happened_filters, work_table, world_table
from dashboard.selections import HappenedSelection
from data_access.reading.case_chronology import what_was_done, what_was_so

w = said()
selection = selected(HappenedSelection)
case = chosen_case(selection)
side = selection.shown
asked = {"kind": selection.kind, "newest": selection.newest}
page = {"limit": 25} if side == "both" else {"limit": 50, "cursor": selection.cursor}

case_head(case, "what_happened")
happened_filters(selection)
if side != "work":
    with section(w.happened.world):
        world_table(case.task_id, read(what_was_so, case.task_id, **asked, **page), selection)
if side != "world":
    with section(w.happened.work):
        work_table(case.task_id, read(what_was_done, case.task_id, **asked, **page), selection)

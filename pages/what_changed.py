"""What changed between two revisions of a case's report: in short, the text, the map, and the cost."""

from dashboard.desk_session import read, said, selected, viewer
from dashboard.parts.case_head import case_head, chosen_case
from dashboard.parts.change_files import change_files
from dashboard.parts.change_in_short import in_short
from dashboard.parts.change_of_cost import cost_between
from dashboard.parts.change_of_map import map_changes
from dashboard.parts.change_of_text import text_changes
from dashboard.parts.piece import note
from dashboard.parts.sign_off_form import sign_off_form
from dashboard.parts.sign_offs import sign_offs_told
from dashboard.parts.since_look import known_to_viewer
from dashboard.parts.what_changed import change_face, chosen_pair, pair_choice, view_choice
from dashboard.selections import WhatChangedSelection
from data_access.contracts.progress_graph import ProgressGraph
from data_access.reading.between_revisions import between_revisions
from data_access.reading.case_reports import report, report_heads
from data_access.reading.report_comparison import report_comparison
from data_access.reading.report_sign_offs import report_sign_offs

w = said()
selection = selected(WhatChangedSelection)
case = chosen_case(selection)
task_id = case.task_id
heads = read(report_heads, task_id)

case_head(case, "report")
if len(heads) < 2:
    note(w.what_changed.too_few, key="too-few", text=w.what_changed.too_few_text.format(n=len(heads)))
else:
    known = known_to_viewer(task_id, {head.revision for head in heads})
    before, after = chosen_pair(selection, heads, known)
    pair_choice(selection, heads, before, after)
    if before == after:
        note(w.what_changed.same, key="same-revision")
    else:
        told = read(report_comparison, task_id, before, after)
        change_face(told)
        signed = read(report_sign_offs, task_id, principal_id=viewer().id)
        sign_offs_told(case, signed, {before, after})
        sign_off_form(case, signed, max(before, after))
        view_choice(selection)
        match selection.view:
            case "short":
                in_short(task_id, told, read(between_revisions, task_id, before, after))
            case "text":
                text_changes(told, selection)
            case "map":
                graphs = (read(report, task_id, one).graph or ProgressGraph() for one in (before, after))
                map_changes(told, *graphs, name=case.title)
            case "cost":
                cost_between(read(between_revisions, task_id, before, after))
        change_files(case, before, after)

"""The history of a case's report: every revision with what it changed, any two of them to compare."""

from dashboard.desk_session import link, read, said, selected
from dashboard.parts.case_head import case_head, chosen_case
from dashboard.parts.piece import Crumb, note, pages_line
from dashboard.parts.revision_history import history_filter, history_strip, history_table
from dashboard.parts.section import section
from dashboard.parts.since_look import known_to_viewer, since_look
from dashboard.selections import RevisionsSelection
from data_access.reading.report_history import report_history

w = said()
selection = selected(RevisionsSelection)
case = chosen_case(selection)
whole = read(report_history, case.task_id)
revisions = {entry.revision for entry in whole.items}

case_head(case, "report")
if not revisions:
    note(w.history.empty_title, key="no-report", text=w.report.empty)
else:
    pages_line("", [Crumb(w.history.back, link("report", case=case.task_id))], key="to-report")
    since_look(case, revisions)
    with section(w.history.title):
        shown = read(report_history, case.task_id, grave=True) if selection.grave else whole
        history_filter(selection, shown)
        history_table(case, shown, known_to_viewer(case.task_id, revisions))
    with section(w.history.strip):
        history_strip(whole)

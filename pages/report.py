"""One revision of a case's report, with what it rests on, and the questions beside it."""

import streamlit as st

from dashboard.desk_session import read, said, selected
from dashboard.parts.case_head import case_head, chosen_case
from dashboard.parts.case_now import gap_table
from dashboard.parts.piece import note
from dashboard.parts.report import (
    archived_map,
    cited_records,
    findings_table,
    question_area,
    report_face,
    report_text,
    revision_list,
)
from dashboard.parts.section import section
from dashboard.selections import ReportSelection
from data_access.reading.case_people import actions_of_task, questions_of_task
from data_access.reading.case_records import evidence_of_task, human_evidence_of_task
from data_access.reading.case_reports import report, report_heads

w = said()
selection = selected(ReportSelection)
case = chosen_case(selection)
task_id = case.task_id
heads = read(report_heads, task_id)
questions = read(questions_of_task, task_id)
known = {head.revision for head in heads}
shown = selection.revision if selection.revision in known else max(known, default=0)

case_head(case, "report")
text, beside = st.columns([3, 2], gap="medium")
with text:
    if not shown:
        note(w.report.empty_title, key="no-report", text=w.report.empty)
    else:
        revision = read(report, task_id, shown)
        cited = cited_records(
            read(evidence_of_task, task_id),
            read(human_evidence_of_task, task_id),
            questions,
            read(actions_of_task, task_id),
        )
        report_face(revision, max(known), case)
        report_text(revision, cited)
        with section(w.report.findings):
            findings_table(revision)
        if revision.data_gaps:
            with section(w.report.gaps):
                gap_table(revision.data_gaps, key="report-gaps")
        with section(w.report.archived_map):
            archived_map(revision, f"{case.title}-{shown}")
with beside:
    with section(w.report.questions):
        question_area(questions)
    if heads:
        with section(w.report.all_revisions):
            revision_list(heads, selection, shown)

"""One revision of a case's report, with what it rests on, and the questions beside it."""

import streamlit as st

from dashboard.desk_session import read, said, selected, viewer
from dashboard.parts.case_actions import case_actions
from dashboard.parts.case_head import case_head, chosen_case
from dashboard.parts.case_now import gap_table
from dashboard.parts.cited_records import cited_records
from dashboard.parts.discussion import discussion_list, post_form
from dashboard.parts.fact_form import state_fact_button
from dashboard.parts.piece import note
from dashboard.parts.question_area import question_area
from dashboard.parts.report import archived_map, findings_text, report_face, report_text
from dashboard.parts.revision_list import revision_list
from dashboard.parts.section import section, slot
from dashboard.parts.sign_off_form import sign_off_form
from dashboard.parts.sign_offs import sign_offs_told
from dashboard.parts.since_look import note_opened, since_look
from dashboard.selections import ReportSelection
from data_access.reading.case_evidence import evidence_entries
from data_access.reading.case_people import actions_of_task, questions_of_task
from data_access.reading.case_reports import report, report_heads
from data_access.reading.discussion_messages import messages_of_task
from data_access.reading.report_history import report_history
from data_access.reading.report_sign_offs import report_sign_offs

w = said()
selection = selected(ReportSelection)
case = chosen_case(selection)
task_id = case.task_id
heads, actions = read(report_heads, task_id), read(actions_of_task, task_id)
questions, messages = read(questions_of_task, task_id), read(messages_of_task, task_id)
known = {head.revision for head in heads}
shown = selection.revision if selection.revision in known else max(known, default=0)
cited = cited_records(task_id, read(evidence_entries, task_id), questions, actions)

case_head(case, "report")
text, beside = st.columns([3, 2], gap="medium")
with text:
    if not shown:
        note(w.report.empty_title, key="no-report", text=w.report.empty)
    else:
        revision = read(report, task_id, shown)
        since_look(case, known)
        note_opened(case, shown, max(known))
        report_face(revision, max(known), case)
        signed = read(report_sign_offs, task_id, principal_id=viewer().id)
        sign_offs_told(case, signed, {shown})
        sign_off_form(case, signed, shown)
        report_text(revision, cited, selection)
        with section(w.report.findings):
            findings_text(revision, cited)
        if revision.data_gaps:
            with section(w.report.gaps):
                gap_table(revision.data_gaps, key="report-gaps")
        with section(w.report.archived_map):
            archived_map(revision.graph, f"{case.title}-{shown}")
with beside:
    with section(w.report.questions):
        question_area(case, questions, place="report", chosen=selection.question)
        state_fact_button(task_id)
    if heads:
        with section(w.report.all_revisions):
            revision_list(read(report_history, task_id), selection, shown)
    with slot():
        if actions:
            with section(w.action.title, hint=w.action.hint):
                case_actions(case, actions, chosen=selection.action, place="report", page="report")
    with section(w.discussion.of_revision.format(n=shown) if shown else w.discussion.before_report):
        with slot():
            discussion_list(case, messages, cited, selection, shown)
        post_form(case, messages, shown)

"""The questions of a case on one of its pages: those that wait are open for an answer, the others in a table.

Open are also the one that the address names, what this viewer began to write, and what was settled a moment
ago, so that whoever answered reads what became of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import streamlit as st

from dashboard.desk_session import draft_owner, link, said, store
from dashboard.parts.cited_records import answered
from dashboard.parts.piece import Cell, Column, Pill, Row, hint, ledger, note
from dashboard.parts.question_form import answer_form, question_form
from dashboard.wording import formats
from data_access.contracts.investigation import InvestigationTask
from data_access.contracts.people import Question
from data_access.reading.drafts import forms_begun

_MOST_OPEN = 6
"""Questions that are open at once, beside the one that was chosen."""
_JUST_NOW = timedelta(minutes=15)


def question_area(
    case: InvestigationTask, questions: Sequence[Question], *, place: str, chosen: str | None = None
) -> None:
    """Draw the questions of a case with their forms; they stand there before the first report.

    `place` is the page, `chosen` the question that its address opens.
    """
    w = said()
    if not questions:
        note(w.report.no_questions, key="no-questions")
        return
    opened = _open_ones(case, questions, chosen)
    for question in questions:  # each has its place, so that nothing moves under anybody's fingers
        with st.container():
            if question.question_id in opened:
                with st.container(border=True):
                    question_form(case, question, place=place)
    rest = [one for one in questions if one.question_id not in opened]
    unseen = sum(one.state == "pending" for one in rest)
    if unseen:
        hint(w.answer.more(unseen), key="more-questions")
    if rest:
        rows = [_row(case, one, place) for one in rest]
        columns = [Column(w.case.what), Column(w.report.answer, wide=True), Column("#")]
        ledger(w.report.questions, columns, rows, key="questions", first=20)


def _open_ones(case: InvestigationTask, questions: Sequence[Question], chosen: str | None) -> frozenset[str]:
    begun = forms_begun(store(), draft_owner(), case.task_id)
    now = formats.now()
    waiting, settled = [], []
    for one in questions:
        if one.state == "pending":
            waiting.append(one.question_id)
        elif answer_form(case, one) in begun or (one.answers and now - one.state_at < _JUST_NOW):
            settled.append(one.question_id)
    return frozenset([*waiting[:_MOST_OPEN], *settled[-_MOST_OPEN:], *([chosen] if chosen else [])])


def _row(case: InvestigationTask, question: Question, place: str) -> Row:
    pills = (Pill(said().report.required, "waiting"),) if question.is_required else ()
    asked = Cell(question.prompt, sub=question.why, pills=pills)
    here = link(place, case=case.task_id, question=question.question_id)
    return Row((asked, answered(question), Cell(question.question_id, mono=True)), href=here)

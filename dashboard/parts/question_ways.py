"""What people do with a question beside answering it: refuse, pass on, tell others, change, take back.

Every way has a draft of its own, so that its reason is kept and its write is sent once.
"""

from __future__ import annotations

from uuid import uuid4

import streamlit as st

from dashboard.desk_session import forget_readings, said, store, viewer, zone
from dashboard.parts.draft import Draft, draft, draft_line, field_key, kept_text, not_sent, send, written
from dashboard.parts.fault import show_fault
from dashboard.parts.piece import hint
from dashboard.parts.question_fields import answer_fields, answer_written
from dashboard.wording import formats
from data_access.contracts.investigation import InvestigationTask
from data_access.contracts.people import Answer, Question
from data_access.contracts.people_calls import (
    AnswerQuestionCall,
    AssignQuestionCall,
    ClaimQuestionCall,
    DeclineQuestionCall,
    WithdrawAnswerCall,
)
from data_access.errors import CaseboardError
from data_access.writing.answer_questions import answer_task_question, decline_task_question, withdraw_answer
from data_access.writing.case_write import Author
from data_access.writing.hold_questions import assign_question, claim_question

_REASON, _NAME = "reason", "name"
_CLAIM_FAULT = "claim-fault"


def claiming(case: InvestigationTask, question: Question, *, place: str) -> None:
    """Say who is answering, with the way to say that one is oneself; it holds nobody off."""
    w, key = said().answer, f"{place}/{question.question_id}/claim"
    fault = st.session_state.pop(f"{_CLAIM_FAULT}/{key}", None)
    if isinstance(fault, CaseboardError):
        show_fault(fault, key=f"{key}-fault", title=w.not_stored)
    asked: dict[str, object] = {"task_id": case.task_id, "question_id": question.question_id}
    if question.claimed_by is None:
        _claim_button(w.claim, key, asked, tip=w.claim_hint)
        return
    when = formats.clock(question.claimed_until, zone(), said())
    is_own = question.claimed_by == viewer().name
    told = w.claimed_by_you if is_own else w.claimed
    hint(told.format(who=question.claimed_by, when=when), key=f"{key}-told")
    if is_own:
        _claim_button(w.release, key, asked | {"is_released": True}, tip=None)
    else:
        _claim_button(w.take_over, key, asked | {"take_over": True}, tip=w.claim_hint)


def refusing(case: InvestigationTask, question: Question, *, place: str) -> None:
    """Offer to refuse an answer, with a reason."""
    w = said().answer
    begun = draft(f"refuse:{case.task_id}:{question.question_id}", task_id=case.task_id, place=place)
    with st.expander(w.refuse, icon=":material/block:"):
        kept_text(begun, _REASON, w.refuse_reason, help=w.refuse_hint)
        st.button(
            w.refuse, key=field_key(begun, "send"), on_click=_refuse, args=(begun, case.task_id, question)
        )
        draft_line(begun, refused_title=w.not_stored)


def passing_on(case: InvestigationTask, question: Question, *, place: str) -> None:
    """Offer to say who should answer."""
    w = said().answer
    begun = draft(f"pass:{case.task_id}:{question.question_id}", task_id=case.task_id, place=place)
    with st.expander(w.hand_over, icon=":material/person_add:"):
        kept_text(
            begun, _NAME, w.hand_over_name, is_line=True, help=w.hand_over_hint, initial=question.assignee
        )
        st.button(
            w.hand_over_keep,
            key=field_key(begun, "send"),
            on_click=_pass,
            args=(begun, case.task_id, question),
        )
        draft_line(begun, refused_title=w.not_stored)


def changing(case: InvestigationTask, question: Question, answer: Answer, *, place: str) -> None:
    """Offer to change an answer, with a reason."""
    w = said().answer
    begun = draft(f"edit:{case.task_id}:{answer.answer_id}", task_id=case.task_id, place=place)
    with st.expander(w.edit.format(id=answer.answer_id), icon=":material/edit:"):
        hint(w.edit_hint, key=field_key(begun, "hint"))
        answer_fields(begun, question, initial=answer)
        kept_text(begun, _REASON, w.edit_reason, is_line=True, max_chars=2000)
        st.button(
            w.edit_send,
            key=field_key(begun, "send"),
            on_click=_change,
            args=(begun, case.task_id, question, answer),
        )
        draft_line(begun, refused_title=w.not_stored)


def withdrawing(case: InvestigationTask, answer: Answer, *, place: str) -> None:
    """Offer to take an answer back, with a reason."""
    w = said().answer
    begun = draft(f"withdraw:{case.task_id}:{answer.answer_id}", task_id=case.task_id, place=place)
    with st.expander(w.withdraw.format(id=answer.answer_id), icon=":material/undo:"):
        hint(w.withdraw_hint, key=field_key(begun, "hint"))
        kept_text(begun, _REASON, w.withdraw_reason, is_line=True, max_chars=2000)
        st.button(
            w.withdraw_send,
            key=field_key(begun, "send"),
            on_click=_withdraw,
            args=(begun, case.task_id, answer.answer_id),
        )
        draft_line(begun, refused_title=w.not_stored)


def _claim_button(label: str, key: str, asked: dict[str, object], *, tip: str | None) -> None:
    st.button(label, key=key, type="tertiary", help=tip, on_click=_claim, args=(asked, key))


def _claim(asked: dict[str, object], key: str) -> None:
    call = ClaimQuestionCall.model_validate(asked | {"request_id": str(uuid4())})
    try:
        claim_question(store(), call, author=Author(viewer(), "page"))
    except CaseboardError as error:
        st.session_state[f"{_CLAIM_FAULT}/{key}"] = error
    forget_readings()


def _refuse(begun: Draft, task_id: str, question: Question) -> None:
    reason = written(begun, _REASON)
    if reason is None:
        not_sent(begun, [said().answer.no_reason_given])
        return

    def write(request_id: str) -> None:
        call = DeclineQuestionCall(
            request_id=request_id, task_id=task_id, question_id=question.question_id, reason=reason
        )
        decline_task_question(store(), call, author=Author(viewer(), "page"))

    send(begun, write)


def _pass(begun: Draft, task_id: str, question: Question) -> None:
    name = written(begun, _NAME)

    def write(request_id: str) -> None:
        call = AssignQuestionCall(
            request_id=request_id, task_id=task_id, question_id=question.question_id, assignee=name
        )
        assign_question(store(), call, author=Author(viewer(), "page"))

    send(begun, write)


def _change(begun: Draft, task_id: str, question: Question, answer: Answer) -> None:
    told, reason, w = answer_written(begun, question, initial=answer), written(begun, _REASON), said().answer
    missing = [*told.unreadable, *([w.no_text] if told.is_blank else [])]
    if missing or reason is None:
        not_sent(begun, [*missing, *([] if reason else [w.no_reason_given])])
        return

    def write(request_id: str) -> None:
        call = AnswerQuestionCall(
            request_id=request_id,
            task_id=task_id,
            question_id=question.question_id,
            text=told.text,
            field_values=dict(told.values),
            corrects=answer.answer_id,
            reason=reason,
        )
        answer_task_question(store(), call, author=Author(viewer(), "page"))

    send(begun, write)


def _withdraw(begun: Draft, task_id: str, answer_id: str) -> None:
    reason = written(begun, _REASON)
    if reason is None:
        not_sent(begun, [said().answer.no_reason_given])
        return

    def write(request_id: str) -> None:
        call = WithdrawAnswerCall(request_id=request_id, task_id=task_id, answer_id=answer_id, reason=reason)
        withdraw_answer(store(), call, author=Author(viewer(), "page"))

    send(begun, write)

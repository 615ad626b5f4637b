"""A question of a case where people answer it: what is asked and why, the form, what was answered so far.

The first answer holds. Whoever was slower sees it here and keeps their words: as another opinion, as a fact,
or not at all. That is read from what is stored and from the draft, so it is the same after a reload.
It is never drawn inside a fragment that refreshes itself: nothing is redrawn under anybody's fingers.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import streamlit as st

from dashboard.desk_session import draft_owner, link, read, said, store, viewer, zone
from dashboard.parts.after_answer import after_answer, standing_word
from dashboard.parts.draft import (
    Draft,
    draft,
    draft_line,
    field_key,
    kept_choice,
    kept_text,
    not_sent,
    send,
    written,
)
from dashboard.parts.permission import refusal
from dashboard.parts.piece import Block, Pill, Turn, dialogue, note
from dashboard.parts.question_fields import AnswerWritten, answer_fields, answer_written, values_told
from dashboard.parts.question_ways import changing, claiming, passing_on, refusing, withdrawing
from dashboard.wording import formats
from data_access.contracts.investigation import InvestigationTask
from data_access.contracts.people import Answer, KeepAs, KnownBy, Question
from data_access.contracts.people_calls import AnswerQuestionCall
from data_access.reading.case_people import questions_of_task
from data_access.reading.drafts import forms_begun
from data_access.writing.answer_questions import answer_task_question
from data_access.writing.case_write import Author

_KNOWN_BY, _TOLD_BY = "known_by", "told_by"
_MENDED = 3
"""Answers of a question that are offered to be changed."""


def question_form(case: InvestigationTask, question: Question, *, place: str) -> None:
    """Draw a question with everything this viewer may do about it.

    `place` tells apart where on the pages it stands; what is being written is the same everywhere. `case` and
    `question` are as the store has them when the page is drawn: an answer is stored before that.
    """
    key = f"{place}/{case.task_id}/{question.question_id}"
    is_open, refused = question.state == "pending", refusal("decide")
    note(
        question.prompt,
        key=f"{key}/asked",
        tone="waiting" if is_open else "plain",
        text=said().answer.why.format(why=question.why),
        lines=[*_meta(question), *_history(case, question)],
    )
    if refused:
        note(said().answer.refused, key=f"{key}/refused", text=refused)
    has_ended = case.status == "cancelled"
    may_write = refused is None and not has_ended
    has_begun = refused is None and not is_open and answer_form(case, question) in _begun(case)
    # The fields keep their place on the page when somebody else answers meanwhile.
    with st.container():
        if may_write and is_open:
            claiming(case, question, place=place)
    with st.container():
        if has_begun or (may_write and (is_open or _is_late(question))):
            _answering(case, question, place=place)
    with st.container():
        if may_write and is_open:
            refusing(case, question, place=place)
            passing_on(case, question, place=place)
    if question.answers:
        _given(case, question, key=f"{key}/given")
        after_answer(case, question, key=f"{key}/after")
    if may_write:
        _mending(case, question, place=place)


def answer_form(case: InvestigationTask, question: Question) -> str:
    """Return the name of the draft of an answer."""
    return f"answer:{case.task_id}:{question.question_id}"


def _begun(case: InvestigationTask) -> frozenset[str]:
    return forms_begun(store(), draft_owner(), case.task_id)


def _is_late(question: Question) -> bool:
    """Say whether the question ended without an answer that holds, so that one is kept as late."""
    return question.state != "superseded" and not any(one.is_effective for one in question.answers)


def _meta(question: Question) -> Iterator[str]:
    """Say what is known about the question itself."""
    w = said()
    state = w.report.question_states.get(question.state, question.state)
    asked = w.answer.asked.format(when=formats.clock(question.asked_at, zone(), w), n=question.generation)
    yield f"{question.question_id} · {state} · {asked}"
    needed = w.answer.required if question.is_required else w.answer.optional
    who = w.answer.for_whom.format(who=question.assignee) if question.assignee else w.answer.for_anybody
    if question.state == "pending":
        yield f"{needed} · {who}"
        if question.due_at:
            yield w.answer.due.format(when=formats.exact(question.due_at, zone(), w))
        if question.expires_at:
            yield w.answer.expires.format(when=formats.exact(question.expires_at, zone(), w))
    if question.no_response:
        yield w.report.nobody_answered


def _history(case: InvestigationTask, question: Question) -> Iterator[str]:
    """Say what it was asked in place of, why, and what became of that one."""
    w = said()
    if question.superseded_by:
        yield w.answer.replaced_by.format(id=question.superseded_by)
    if question.supersedes is None:
        return
    reason = question.supersede_reason or w.answer.no_reason
    yield w.answer.asked_anew.format(id=question.supersedes, reason=reason)
    earlier = next(
        (one for one in read(questions_of_task, case.task_id) if one.question_id == question.supersedes), None
    )
    if earlier is None:
        return
    refusals = [one for one in earlier.answers if one.is_refusal]
    for one in refusals:
        who = one.person or w.state.not_known
        yield w.answer.before_refused.format(
            who=who, id=earlier.question_id, reason=one.reason or w.answer.no_reason
        )
    if not refusals:
        state = w.report.question_states.get(earlier.state, earlier.state)
        yield w.answer.before.format(id=earlier.question_id, state=state)


def _answering(case: InvestigationTask, question: Question, *, place: str) -> None:
    """Draw the form; once the question is settled, what can become of the words that stand in it."""
    w, is_open = said().answer, question.state == "pending"
    begun = draft(answer_form(case, question), task_id=case.task_id, place=place)
    winner = next((one for one in question.answers if one.is_effective), None)
    has_ended = case.status == "cancelled"
    with st.container():
        if not is_open:
            title = w.lost if winner or has_ended else w.ended
            told = w.case_cancelled if has_ended else _lost_to(winner)
            note(title, key=field_key(begun, "lost"), text=told, tone="waiting")
    with st.container():
        answer_fields(begun, question)
    write = partial(send_answer, begun, case.task_id, question)
    with st.container():
        if is_open:
            st.button(w.answer, key=field_key(begun, "send"), type="primary", on_click=write)
        elif winner is None and not has_ended:
            st.button(w.send_late, key=field_key(begun, "late"), on_click=write)
        elif not has_ended:
            _keeping(begun, case.task_id, question)
    with st.container():
        draft_line(begun, refused_title=w.not_stored)


def _lost_to(winner: Answer | None) -> str:
    w = said()
    if winner is None:
        return w.answer.ended_text
    told = w.answer.lost_refused if winner.is_refusal else w.answer.lost_to
    when = formats.exact(winner.answered_at, zone(), w)
    return told.format(who=winner.person or w.state.not_known, when=when, id=winner.answer_id)


def _keeping(begun: Draft, task_id: str, question: Question) -> None:
    """Offer what whoever was slower can do with their words."""
    w = said().answer
    as_dissent = partial(send_answer, begun, task_id, question, keep_as="dissent")
    st.button(w.keep_dissent, key=field_key(begun, "dissent"), help=w.keep_dissent_hint, on_click=as_dissent)
    with st.expander(w.keep_fact, icon=":material/visibility:"):
        named = {"seen": w.seen, "told": w.told}
        kept_choice(
            begun,
            _KNOWN_BY,
            w.known_by,
            tuple(named),
            format_func=named.__getitem__,
            help=w.keep_fact_hint,
        )
        kept_text(begun, _TOLD_BY, w.told_by, is_line=True)
        as_fact = partial(send_answer, begun, task_id, question, keep_as="evidence")
        st.button(w.keep_fact, key=field_key(begun, "fact"), on_click=as_fact)


def send_answer(begun: Draft, task_id: str, question: Question, *, keep_as: KeepAs | None = None) -> None:
    """Send what stands in the form; called before the page is drawn."""
    told = answer_written(begun, question)
    known_by, told_by = _knowledge(begun) if keep_as == "evidence" else (None, None)
    missing = [*told.unreadable, *_missing(told, keep_as, known_by, told_by)]
    if missing:
        not_sent(begun, missing)
        return

    def write(request_id: str) -> None:
        call = AnswerQuestionCall(
            request_id=request_id,
            task_id=task_id,
            question_id=question.question_id,
            text=told.text,
            field_values={} if keep_as == "evidence" else dict(told.values),
            keep_as=keep_as,
            known_by=known_by,
            told_by=told_by,
        )
        answer_task_question(store(), call, author=Author(viewer(), "page"))

    send(begun, write)


def _knowledge(begun: Draft) -> tuple[KnownBy | None, str | None]:
    known_by = written(begun, _KNOWN_BY)
    if known_by == "told":
        return "told", written(begun, _TOLD_BY)
    return ("seen", None) if known_by == "seen" else (None, None)


def _missing(
    told: AnswerWritten, keep_as: KeepAs | None, known_by: KnownBy | None, told_by: str | None
) -> Iterator[str]:
    """Say what has to be written before it can be sent."""
    w = said().answer
    if keep_as != "evidence":
        if told.is_blank and not told.unreadable:
            yield w.no_text
        return
    if told.text is None:
        yield w.no_fact_text
    if known_by is None:
        yield w.no_known_by
    elif known_by == "told" and told_by is None:
        yield w.no_told_by


def _given(case: InvestigationTask, question: Question, *, key: str) -> None:
    """Draw every answer and refusal in full with what became of it, the newest first."""
    w = said()
    href = link("report", case=case.task_id, question=question.question_id)
    turns = [_turn(question, one, href) for one in reversed(question.answers)]
    dialogue(w.answer.given, turns, more=w.dialogue.more, key=key)


def _turn(question: Question, answer: Answer, href: str) -> Turn:
    w = said()
    values = "\n".join(values_told(question, answer))
    reason = w.answer.because.format(reason=answer.reason) if answer.reason else None
    return Turn(
        who=answer.person or w.state.not_known,
        kind="person",
        href=href,
        time=formats.clock(answer.answered_at, zone(), w),
        time_tip=formats.exact(answer.answered_at, zone(), w),
        lead=answer.answer_id,
        pills=(Pill(_became(answer), "done" if answer.is_effective else "plain"),),
        blocks=tuple(Block(text) for text in (answer.text, values, reason) if text),
        quiet=not (answer.is_effective or answer.is_late or answer.is_dissent),
    )


def _became(answer: Answer) -> str:
    w = said()
    if answer.withdrawn_at is not None:
        who = answer.withdrawn_by or w.state.not_known
        reason = answer.withdrawn_reason or w.answer.no_reason
        return w.answer.standings["withdrawn"].format(who=who, reason=reason)
    if answer.corrected_by is not None:
        return w.answer.standings["corrected"].format(id=answer.corrected_by)
    return w.answer.standings[standing_word(answer)]


def _mending(case: InvestigationTask, question: Question, *, place: str) -> None:
    """Offer to change or take back the newest answers that stand; a refusal is only taken back."""
    standing = [one for one in question.answers if not one.withdrawn_at and not one.corrected_by]
    for one in standing[-_MENDED:]:
        if not one.is_refusal:
            changing(case, question, one, place=place)
        withdrawing(case, one, place=place)

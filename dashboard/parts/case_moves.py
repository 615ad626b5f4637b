"""What a person can do about a whole case: have it looked at again, or end it.

A move is offered only where the state table has it; what became of it is told as it is stored.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from dashboard.desk_session import said, store, viewer, zone
from dashboard.parts.draft import Draft, draft, draft_line, field_key, kept_text, not_sent, send, written
from dashboard.parts.flash import flash, flashed
from dashboard.parts.permission import refusal
from dashboard.parts.piece import hint, note
from dashboard.parts.section import slot
from dashboard.wording import formats
from data_access.contracts.investigation import InvestigationTask, TaskMove
from data_access.contracts.people_calls import CancelTaskCall, ReinvestigateCall
from data_access.reading.investigations import investigation
from data_access.rules.task_states import Situation, next_state
from data_access.writing.case_write import Author
from data_access.writing.person_moves import cancel_task, request_reinvestigation

_REASON = "reason"
_AGAIN, _CANCEL = "again", "cancel"
_MOVES: dict[str, TaskMove] = {_AGAIN: "request_reinvestigation", _CANCEL: "cancel_task"}


def case_moves(case: InvestigationTask) -> None:
    """Draw the moves that this case allows a person now; whoever may not make them sees why."""
    w, refused = said().move, refusal("decide")
    with slot():
        flashed(_place(case))
    for form, label, draw in ((_AGAIN, w.again, _again), (_CANCEL, w.cancel, _cancel)):
        with slot():
            if not allows(case, _MOVES[form]):
                continue
            if refused:
                st.button(label, key=f"move-{form}", disabled=True, help=refused)
                continue
            with st.expander(label, type="compact", expanded=bool(_draft(case, form).values)):
                draw(case)
    for form, label in ((_AGAIN, w.again_why), (_CANCEL, w.cancel_why)):
        _left_over(case, form, label)


def _left_over(case: InvestigationTask, form: str, label: str) -> None:
    """Keep what somebody wrote for a move that another one has made impossible."""
    w = said().move
    begun = _draft(case, form)
    if begun.values and begun.sent_at is None and not allows(case, _MOVES[form]):
        note(w.overtaken, key=f"{begun.form}/overtaken", text=w.overtaken_text, tone="waiting")
        kept_text(begun, _REASON, label)
        draft_line(begun, refused_title=w.refused)


def allows(case: InvestigationTask, move: TaskMove) -> bool:
    """Say whether the state table has this move for a case that stands so."""
    return next_state(Situation(case.status), move) is not None


def _again(case: InvestigationTask) -> None:
    w, begun = said().move, _draft(case, _AGAIN)
    hint(w.again_hint.format(n=case.generation + 1), key="again-hint")
    if case.pending_actions:
        hint(w.again_keeps(case.pending_actions), key="again-keeps")
    kept_text(begun, _REASON, w.again_why)
    _button(case, begun, w.again_send, _look_again)


def _cancel(case: InvestigationTask) -> None:
    w, begun = said().move, _draft(case, _CANCEL)
    note(w.cancel_sure, key="cancel-sure", text=w.cancel_final, tone="failed", lines=_what_ends(case))
    kept_text(begun, _REASON, w.cancel_why, help=w.cancel_why_hint)
    _button(case, begun, w.cancel_send, _end)


def _draft(case: InvestigationTask, form: str) -> Draft:
    return draft(f"{form}:{case.task_id}", task_id=case.task_id)


def _what_ends(case: InvestigationTask) -> list[str]:
    """Return what is open in a case and ends with it."""
    w = said().move
    told = []
    if case.pending_questions:
        told.append(w.ends_questions(case.pending_questions))
    if case.pending_actions:
        told.append(w.ends_actions(case.pending_actions))
    if case.lease_expires_at:
        told.append(w.ends_lease.format(who=case.agent or said().state.not_known))
    return [w.ends, *told] if told else [w.ends_nothing]


def _button(
    case: InvestigationTask, begun: Draft, label: str, write: Callable[[dict[str, str]], None]
) -> None:
    st.button(
        label,
        key=field_key(begun, "send"),
        type="primary",
        disabled=begun.sent_at is not None,
        on_click=_move,
        args=(case, begun, write),
    )
    draft_line(begun, refused_title=said().move.refused)


def _move(case: InvestigationTask, begun: Draft, write: Callable[[dict[str, str]], None]) -> None:
    reason = written(begun, _REASON)
    if reason is None:
        not_sent(begun, [said().move.no_reason])
        return
    told = {"task_id": case.task_id, "reason": reason}
    if send(begun, lambda request_id: write(told | {"request_id": request_id})):
        flash(_place(case), _became(investigation(store(), case.task_id)))


def _look_again(given: dict[str, str]) -> None:
    call = ReinvestigateCall.model_validate(given)
    request_reinvestigation(store(), call, author=Author(viewer(), "page"))


def _end(given: dict[str, str]) -> None:
    cancel_task(store(), CancelTaskCall.model_validate(given), author=Author(viewer(), "page"))


def _became(case: InvestigationTask) -> str:
    """Tell how the case stands as it is stored: queued is not started."""
    w, looked = said().move, case.agent_looked_at
    when = formats.exact(case.status_at, zone(), said())
    if case.status != "queued":
        return (
            w.cancelled.format(when=when)
            if case.status == "cancelled"
            else formats.status(case.status, said())
        )
    if looked is not None and looked >= case.status_at:
        return w.queued_looked.format(n=case.generation, looked=formats.exact(looked, zone(), said()))
    return w.queued.format(n=case.generation, when=when)


def _place(case: InvestigationTask) -> str:
    return f"move-{case.task_id}"

"""A proposed action in full, with the decision on it and the report that it was carried out.

Nothing is carried out here. Of two people at once one decides; the other sees who did, when and why, and what
they wrote stays theirs to copy or discard.
"""

from __future__ import annotations

from typing import Literal

import streamlit as st

from dashboard.desk_session import link, said, store, viewer, zone
from dashboard.parts.action_face import action_face
from dashboard.parts.done_form import done_facts, done_form
from dashboard.parts.draft import Draft, draft, draft_line, field_key, kept_text, not_sent, send, written
from dashboard.parts.flash import flash
from dashboard.parts.permission import refusal
from dashboard.parts.piece import Crumb, hint, note
from dashboard.parts.section import slot
from dashboard.wording import formats
from data_access.contracts.investigation import InvestigationTask
from data_access.contracts.people import Decision, ProposedAction
from data_access.contracts.people_calls import DecideActionCall
from data_access.contracts.people_receipts import ActionDecidedReceipt
from data_access.writing.case_write import Author
from data_access.writing.decide_actions import decide_task_action

_WHY = "why"


def action_form(case: InvestigationTask, action: ProposedAction, *, place: str) -> None:
    """Draw what is proposed, how it stands, and what can be done about it now.

    `place` tells the page's forms apart; what was stored is said on the next run where the page calls
    `flashed(place)`. The draft belongs to the action: what was begun on one page goes on on another.
    """
    key = f"{place}/{case.task_id}/{action.action_id}"
    begun = _draft(case, action, place)
    with st.container(border=True, key=f"action-{key}"):
        with slot():
            action_face(case, action, key=key)
            if action.state != "pending":
                _settled(action, key)
        _words(case, action, begun, place, key)
        with slot():
            if action.done is not None:
                done_facts(case, action, action.done, place=place, key=key)
            elif action.state == "approved":
                done_form(case, action, place=place, key=key)


def is_written_about(case: InvestigationTask, action: ProposedAction, *, place: str) -> bool:
    """Say whether this viewer has begun to write about an action, perhaps only in the browser so far."""
    begun = _draft(case, action, place)
    return begun.sent_at is None and bool(begun.values or field_key(begun, _WHY) in st.session_state)


def _draft(case: InvestigationTask, action: ProposedAction, place: str) -> Draft:
    return draft(f"decide:{case.task_id}:{action.action_id}", task_id=case.task_id, place=f"{place}/")


def _words(case: InvestigationTask, action: ProposedAction, begun: Draft, place: str, key: str) -> None:
    """Draw the field of the reason; while another decides it stays, with all that stands in it."""
    w, refused = said().action, refusal("decide")
    is_open, is_own = action.state == "pending", is_written_about(case, action, place=place)
    with slot():
        if is_open and refused:
            note(w.may_not, key=field_key(begun, "may-not"), text=refused)
        elif is_own and not is_open:
            way = Crumb(said().discussion.title, link("report", case=case.task_id))
            note(w.overtaken, key=f"{key}/overtaken", text=w.overtaken_text, tone="waiting", links=[way])
    if is_open or is_own:
        label = w.why if is_open else w.yours
        kept_text(begun, _WHY, label, help=w.why_hint if is_open else None, disabled=bool(refused))
    with slot():
        if is_open:
            _buttons(case, begun, action.action_id, place, refused)
        if not refused and (is_open or is_own):
            draft_line(begun, refused_title=w.refused)


def _buttons(case: InvestigationTask, begun: Draft, action_id: str, place: str, refused: str | None) -> None:
    w = said().action
    hint(w.carries_out_nothing, key=field_key(begun, "carries-out-nothing"))
    buttons: tuple[tuple[Decision, str, Literal["primary", "secondary"]], ...] = (
        ("approved", w.approve, "primary"),
        ("rejected", w.reject, "secondary"),
    )
    with st.container(horizontal=True):
        for decision, label, weight in buttons:
            st.button(
                label,
                key=field_key(begun, decision),
                type=weight,
                disabled=bool(refused) or begun.sent_at is not None,
                help=refused,
                on_click=_decide,
                args=(case, begun, action_id, decision, place),
            )


def _decide(case: InvestigationTask, begun: Draft, action_id: str, decision: Decision, place: str) -> None:
    why = written(begun, _WHY)
    if why is None:
        not_sent(begun, [said().action.no_reason])
        return
    told = {"task_id": case.task_id, "action_id": action_id, "decision": decision, "reason": why}

    def write(request_id: str) -> None:
        call = DecideActionCall.model_validate(told | {"request_id": request_id})
        _say(case, decide_task_action(store(), call, author=Author(viewer(), "page")), place)

    send(begun, write)


def _say(case: InvestigationTask, kept: ActionDecidedReceipt, place: str) -> None:
    w = said().action
    is_last = kept.status == "completed" and case.status != "completed"
    told = w.stored.format(id=kept.action_id, state=w.states[kept.state])
    flash(place, told, w.completed if is_last else None)


def _settled(action: ProposedAction, key: str) -> None:
    """Say how it came to wait no more: by whom, when and why, or that nobody decided it."""
    w = said().action
    when = formats.exact(action.state_at, zone(), said())
    if action.state == "expired":
        note(w.expired.format(when=when), key=f"{key}/settled", tone="unknown")
    elif action.decided_by is None:
        note(w.cancelled.format(when=when), key=f"{key}/settled", tone="unknown")
    else:
        is_approved = action.state == "approved"
        told = w.approved_by if is_approved else w.rejected_by
        note(
            told.format(who=action.decided_by, when=when),
            key=f"{key}/settled",
            text=action.decision_reason,
            tone="done" if is_approved else "failed",
        )

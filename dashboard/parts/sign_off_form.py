"""The form in which a person signs a revision off, changes that, or takes it back.

What they write is kept while they write; what was stored is said once. A tab of yesterday changes nothing
unseen: a change names what it takes the place of.
"""

from __future__ import annotations

from typing import Literal

import streamlit as st

from dashboard.desk_session import draft_owner, link, said, store, viewer, viewer_name
from dashboard.parts.draft import Draft, draft, draft_line, field_key, kept_text, not_sent, send, written
from dashboard.parts.flash import flash, flashed
from dashboard.parts.permission import refusal
from dashboard.parts.piece import Crumb, hint, pages_line
from dashboard.parts.section import slot
from data_access.contracts.investigation import InvestigationTask
from data_access.contracts.sign_off_calls import SignOffCall, WithdrawSignOffCall
from data_access.contracts.sign_offs import SignOff, SignOffs, SignOffVerdict
from data_access.reading.drafts import forms_begun
from data_access.writing.case_write import Author
from data_access.writing.sign_off_reports import sign_off_report_revision, withdraw_sign_off

_NOTE = "note"


def sign_off_form(case: InvestigationTask, signed: SignOffs, revision: int) -> None:
    """Draw the form for a revision; whoever may not sign off sees why."""
    w, refused, place = said().sign_off, refusal("decide"), _place(case)
    with slot():
        flashed(place)
    if case.status == "cancelled":
        hint(w.closed, key="sign-off-closed")
        return
    if refused:
        hint(w.may_not.format(why=refused), key="sign-off-refused")
        return
    with slot():
        _begun_elsewhere(case, revision)
    own = next(
        (one for one in signed.items if one.sign_off_id in signed.yours and one.revision == revision), None
    )
    begun = draft(f"{_form(case)}{revision}", task_id=case.task_id)
    label = (w.change if own else w.sign).format(n=revision)
    key = f"sign-off-{revision}"  # whatever its label says, it stays open while somebody writes in it
    with st.expander(label, expanded=bool(begun.values), key=key, icon=":material/verified:"):
        _fields(case, begun, own, signed, revision)
    if own is not None:
        _undo_button(case, own)


def _begun_elsewhere(case: InvestigationTask, revision: int) -> None:
    """Lead to a note that this viewer has begun on another revision, so that a new one hides no word."""
    forms = forms_begun(store(), draft_owner(), case.task_id)
    begun = sorted(int(one.removeprefix(_form(case))) for one in forms if one.startswith(_form(case)))
    ways = [
        Crumb(said().sign_off.begun.format(n=one), link("report", case=case.task_id, revision=one))
        for one in begun
        if one != revision
    ]
    if ways:
        pages_line("", ways, key="sign-off-begun")


def _form(case: InvestigationTask) -> str:
    return f"sign-off:{case.task_id}:"


def _fields(
    case: InvestigationTask, begun: Draft, own: SignOff | None, signed: SignOffs, revision: int
) -> None:
    w, newest = said().sign_off, signed.newest_revision or revision
    hint(w.moves_nothing.format(n=revision), key="sign-off-moves-nothing")
    with slot():
        if revision < newest:
            hint(w.signs_older.format(n=revision, newest=newest), key="sign-off-older")
    kept_text(begun, _NOTE, w.note, help=w.note_hint, initial=own.note if own else None)
    hint(w.as_whom.format(name=viewer_name()), key="sign-off-as-whom")
    buttons: tuple[tuple[SignOffVerdict, str, Literal["primary", "secondary"]], ...] = (
        ("reviewed", w.as_reviewed, "primary"),
        ("needs_work", w.as_needs_work, "secondary"),
    )
    with st.container(horizontal=True):
        for verdict, label, weight in buttons:
            st.button(
                label,
                key=field_key(begun, verdict),
                type=weight,
                disabled=begun.sent_at is not None,
                on_click=_sign,
                args=(case, begun, own.sign_off_id if own else None, revision, verdict),
            )
    draft_line(begun, refused_title=w.refused)


def _sign(
    case: InvestigationTask, begun: Draft, corrects: str | None, revision: int, verdict: SignOffVerdict
) -> None:
    w, note = said().sign_off, written(begun, _NOTE)
    if verdict == "needs_work" and note is None:
        not_sent(begun, [w.no_note])
        return
    told = {"task_id": case.task_id, "report_revision": revision, "verdict": verdict, "note": note}

    def write(request_id: str) -> None:
        call = SignOffCall.model_validate(told | {"request_id": request_id, "corrects": corrects})
        kept = sign_off_report_revision(store(), call, author=Author(viewer(), "page"))
        stored = w.stored.format(id=kept.sign_off_id, n=kept.revision, verdict=w.verdicts[kept.verdict])
        is_newest = kept.revision == kept.newest_revision
        flash(_place(case), stored, None if is_newest else w.stored_older.format(newest=kept.newest_revision))

    send(begun, write)


def _undo_button(case: InvestigationTask, own: SignOff) -> None:
    """Draw the way to take back what holds; its draft is no more than the id under which it is done once."""
    w = said().sign_off
    begun = draft(f"sign-off-undo:{case.task_id}:{own.sign_off_id}", task_id=case.task_id)
    st.button(
        w.undo,
        key=field_key(begun, "undo"),
        type="tertiary",
        icon=":material/undo:",
        help=w.undo_hint,
        on_click=_undo,
        args=(case, begun, own.sign_off_id),
    )


def _undo(case: InvestigationTask, begun: Draft, sign_off_id: str) -> None:
    def write(request_id: str) -> None:
        call = WithdrawSignOffCall(request_id=request_id, task_id=case.task_id, sign_off_id=sign_off_id)
        withdraw_sign_off(store(), call, author=Author(viewer(), "page"))
        flash(_place(case), said().sign_off.undone.format(id=sign_off_id))

    send(begun, write)


def _place(case: InvestigationTask) -> str:
    return f"sign-off/{case.task_id}"

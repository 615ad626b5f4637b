"""Fields whose content is kept in the database while it is written, so that no word is lost.

    begun = draft(f"fact:{task_id}", task_id=task_id)      # one draft of each form and person
    text = kept_text(begun, "statement", w.statement)      # each field keeps itself when it is left
    known_by = kept_choice(begun, "known_by", w.known_by, ("seen", "told"), format_func=w.known.get)
    st.button(w.send, key=field_key(begun, "send"), on_click=_send, args=(begun,))
    draft_line(begun)                                      # why it was not sent; the way to discard it

    def _send(begun: Draft) -> None:
        told = {"task_id": task_id, "statement": written(begun, "statement"), ...}
        send(begun, lambda request_id: add_fact(
            store(), Call(request_id=request_id, **told), author=Author(viewer(), "page")
        ))

What is sent is sent in the callback of its button, before the page is drawn: a run of the page may be cut
off, and the click would be gone with it. `send` forgets the draft once the write is stored, and keeps it when
the write is refused; `not_sent` says on the page what is missing before anything is sent.

The `request_id` is the same after a reload, a restart and in another tab, so a double click and a second
tab write once; a refused write may be sent again under it. No `st.form` around the fields: it would hold
them back.
Each field is a fragment of its own: keeping it draws nothing else anew. When a click leaves a field, the
browser may ask for that field alone; it then lets the whole page be drawn. Text areas keep themselves every
second while somebody writes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TypeVar
from uuid import uuid4
from zoneinfo import ZoneInfo

import streamlit as st

from dashboard.desk_session import (
    draft_owner,
    forget_readings,
    may,
    owe_page,
    page_drawn,
    page_owed,
    said,
    store,
    viewer,
    widget_key,
    zone,
)
from dashboard.parts.fault import show_fault
from dashboard.parts.piece import note
from dashboard.parts.quiet import quiet_line
from dashboard.wording import formats
from data_access.contracts.drafts import DraftValue, KeepDraftCall, KeptDraft
from data_access.errors import CaseboardError
from data_access.reading.drafts import draft_of, request_sent_at
from data_access.rules.text_safety import plain_markdown
from data_access.writing.keep_draft import discard_draft, keep_draft

Option = TypeVar("Option", bound=str)

_DRAFTS = "drafts"
_LONGEST = 20_000
_LONGEST_LINE = 300
_EARLIEST, _LATEST = datetime.fromisoformat("1900-01-01T00:00"), datetime.fromisoformat("2199-12-31T23:59")
"""On the wall clock of the desk."""


@dataclass
class _Held:
    """What this tab holds of a form; a new `edition` draws its fields afresh."""

    request_id: str
    edition: int = 0
    begun_at: datetime = field(default_factory=formats.now)
    kept_at: datetime | None = None
    """Of what stands in the fields; None while nothing of it is kept."""
    is_touched: bool = False
    trouble: CaseboardError | None = None
    trouble_at: str = ""
    """The field that it keeps from being kept."""
    refused: CaseboardError | None = None
    """Why the last sending was refused."""
    missing: tuple[str, ...] = ()
    """What is missing before it can be sent, in words of the page."""


@dataclass(frozen=True)
class Draft:
    """What is being written in a form, as this tab shows it."""

    form: str
    request_id: str
    """The id of the write it becomes."""
    task_id: str | None
    place: str
    """Where on the pages it is drawn; the same form may be drawn in several places."""
    edition: int
    values: Mapping[str, DraftValue]
    """What the fields begin with."""
    sent_at: datetime | None
    """When it was sent, from another tab or before the answer came; None while it was not."""


def draft(form: str, *, task_id: str | None = None, place: str = "") -> Draft:
    """Return what this viewer is writing in `form`, begun here, earlier or in another tab."""
    page_drawn()
    held = _held(form)
    stored = draft_of(store(), draft_owner(), form)
    sent_at = _sent_at(held) if held.kept_at else None
    if stored is not None and stored.sent_at is not None:
        discard_draft(store(), form, stored.request_id, owner_id=draft_owner(), principal=viewer())
        stored = None
    is_elsewhere = (stored.kept_at if stored else None) != held.kept_at
    if is_elsewhere and not held.is_touched and sent_at is None:
        held = _begin(form, stored)
    return Draft(
        form=form,
        request_id=held.request_id,
        task_id=task_id,
        place=place,
        edition=held.edition,
        values=stored.field_values if stored else {},
        sent_at=sent_at,
    )


def finished(begun: Draft) -> None:
    """Forget a draft whose write is stored, or that was given up; the form is blank again."""
    owe_page()
    held = _held(begun.form)
    if held.edition == begun.edition:
        discard_draft(store(), begun.form, held.request_id, owner_id=draft_owner(), principal=viewer())
        _begin(begun.form)


def field_key(begun: Draft, field: str) -> str:
    """Return the key of the widget of a field."""
    return widget_key(f"{begun.place}{begun.form}/{field}", begun.edition)


def written(begun: Draft, field: str) -> str | None:
    """Return what stands in a text or a choice now, without blanks around it; None for nothing."""
    typed = st.session_state.get(field_key(begun, field))
    return typed.strip() or None if isinstance(typed, str) else None


def moment_written(begun: Draft, field: str) -> datetime | None:
    """Return the moment that stands in a field now, in UTC."""
    return _in_utc(st.session_state.get(field_key(begun, field)))


def fill(begun: Draft, field: str, value: str | datetime) -> None:
    """Put a value into a field and keep it, in the callback of what offers it; a moment is given in UTC."""
    here = value
    if isinstance(value, datetime):
        here = value.astimezone(ZoneInfo(zone())).replace(tzinfo=None)
    st.session_state[field_key(begun, field)] = here
    keep_field(begun, field, field_key(begun, field))
    owe_page()


def send(begun: Draft, write: Callable[[str], object]) -> bool:
    """Do the write of a form under its request id, once; forget its draft when it is stored.

    Return whether it is. A refusal is said by `draft_line`, and the draft stays. The second of two quick
    clicks finds the form finished, and writes nothing.
    """
    held = _held(begun.form)
    if held.edition != begun.edition:
        return False
    held.refused, held.missing = None, ()
    try:
        write(held.request_id)
    except CaseboardError as error:
        held.refused = error
        return False
    finally:
        forget_readings()
    finished(begun)
    return True


def not_sent(begun: Draft, missing: Sequence[str]) -> None:
    """Let `draft_line` say what is missing before the form can be sent."""
    owe_page()
    held = _held(begun.form)
    if held.edition == begun.edition:
        held.missing = tuple(missing)


def draft_line(begun: Draft, *, refused_title: str | None = None) -> None:
    """Say why it was not sent, or that it was from elsewhere; offer to give it up.

    `refused_title` is what a refusal is called, where the page knows a better word than its own.
    """
    w, held = said().draft, _held(begun.form)
    if held.missing:
        note(w.not_sent, key=field_key(begun, "missing"), tone="waiting", lines=held.missing)
    if held.refused is not None:
        show_fault(held.refused, key=field_key(begun, "refused"), title=refused_title or w.not_sent)
    if begun.sent_at is not None:
        told = w.sent.format(when=formats.exact(begun.sent_at, zone(), said()))
        note(told, key=field_key(begun, "sent"), text=w.sent_text, tone="waiting")
    st.button(
        w.anew if begun.sent_at else w.discard,
        key=field_key(begun, "discard"),
        type="tertiary",
        help=w.discard_hint,
        on_click=finished,
        args=(begun,),
    )


def kept_text(
    begun: Draft,
    field: str,
    label: str,
    *,
    is_line: bool = False,
    max_chars: int | None = None,
    help: str | None = None,  # noqa: A002 - the word of every field
    placeholder: str | None = None,
    initial: str | None = None,
    disabled: bool = False,
) -> str:
    """Draw a text, of one line or several; return it without blanks around it.

    `initial` stands in it while no draft does.
    """
    return _text(
        begun,
        field,
        plain_markdown(label),
        is_line=is_line,
        max_chars=max_chars or (_LONGEST_LINE if is_line else _LONGEST),
        help=help,
        placeholder=placeholder,
        initial=initial,
        disabled=disabled,
    )


def kept_choice(
    begun: Draft,
    field: str,
    label: str,
    options: Sequence[Option],
    *,
    format_func: Callable[[Option], str] | None = None,
    help: str | None = None,  # noqa: A002
    initial: Option | None = None,
    disabled: bool = False,
) -> Option | None:
    """Draw a choice; return what is chosen, None while nothing is."""
    return _choice(
        begun,
        field,
        plain_markdown(label),
        tuple(options),
        format_func=format_func or str,
        help=help,
        initial=initial,
        disabled=disabled,
    )


def kept_time(
    begun: Draft,
    field: str,
    label: str,
    *,
    help: str | None = None,  # noqa: A002
    initial: datetime | None = None,
    disabled: bool = False,
) -> datetime | None:
    """Draw a moment in the zone of the desk; return it in UTC, None while none is given."""
    here = initial.astimezone(ZoneInfo(zone())).replace(tzinfo=None) if initial else None
    return _in_utc(_time(begun, field, plain_markdown(label), help=help, initial=here, disabled=disabled))


@st.fragment
def _text(
    begun: Draft,
    field: str,
    label: str,
    *,
    is_line: bool,
    max_chars: int,
    help: str | None,  # noqa: A002
    placeholder: str | None,
    initial: str | None,
    disabled: bool,
) -> str:
    _give_way()
    key = field_key(begun, field)
    kept = begun.values.get(field)
    st.session_state.setdefault(key, kept if isinstance(kept, str) else initial or "")
    draw = st.text_input if is_line else st.text_area
    typed = draw(
        label,
        key=key,
        max_chars=max_chars,
        help=plain_markdown(help) if help else None,
        placeholder=placeholder,
        disabled=disabled,
        on_change=keep_field,
        args=(begun, field, key),
    )
    if not is_line and not disabled:
        _kept_line(begun, key)
    _trouble(begun, key)
    return (typed or "").strip()


@st.fragment
def _choice(
    begun: Draft,
    field: str,
    label: str,
    options: tuple[Option, ...],
    *,
    format_func: Callable[[Option], str],
    help: str | None,  # noqa: A002
    initial: Option | None,
    disabled: bool,
) -> Option | None:
    _give_way()
    key = field_key(begun, field)
    kept = begun.values.get(field)
    st.session_state.setdefault(key, kept if kept in options else initial)
    chosen = st.selectbox(
        label,
        options,
        index=None,
        format_func=format_func,
        key=key,
        placeholder=said().draft.choose,
        help=plain_markdown(help) if help else None,
        disabled=disabled,
        on_change=keep_field,
        args=(begun, field, key),
    )
    _trouble(begun, key)
    return chosen


@st.fragment
def _time(
    begun: Draft,
    field: str,
    label: str,
    *,
    help: str | None,  # noqa: A002
    initial: datetime | None,
    disabled: bool,
) -> datetime | None:
    _give_way()
    key = field_key(begun, field)
    st.session_state.setdefault(key, _moment(begun.values.get(field)) or initial)
    told = st.datetime_input(
        label,
        value=None,
        key=key,
        step=60,
        min_value=_EARLIEST,
        max_value=_LATEST,
        help=plain_markdown(help) if help else None,
        disabled=disabled,
        on_change=keep_field,
        args=(begun, field, key),
    )
    _trouble(begun, key)
    return told


def _give_way() -> None:
    """Let the whole page be drawn where a field alone was asked for and that is not enough."""
    if page_owed() or not may("read"):  # a click came with the field, or the sign-in has ended
        st.rerun()


def _kept_line(begun: Draft, key: str) -> None:
    """Say below a text that it is kept, and for whom."""
    held, w = _held(begun.form), said().draft
    told = w.kept.format(when=formats.clock(held.kept_at, zone(), said())) if held.kept_at else w.not_yet
    quiet_line(told, area=key, key=f"{key}/quiet", tip=w.kept_hint)


def _trouble(begun: Draft, key: str) -> None:
    """Say below the field that was changed last why it is not kept."""
    held = _held(begun.form)
    if held.trouble is not None and held.trouble_at == key:
        show_fault(held.trouble, key=f"{key}/trouble", title=said().draft.not_kept)


def keep_field(begun: Draft, field: str, key: str) -> None:
    """Keep a field as it stands now; what keeps it from being kept is said under it.

    Of a field that was left by the click that sent the form, whichever comes first: what was sent is no
    draft any more.
    """
    held, value = _held(begun.form), st.session_state[key]
    if held.edition != begun.edition:
        return
    if isinstance(value, datetime):
        value = value.isoformat()
    call = KeepDraftCall(
        form=begun.form, request_id=held.request_id, task_id=begun.task_id, field=field, value=value
    )
    held.is_touched, held.trouble = True, None
    try:
        kept = keep_draft(store(), call, owner_id=draft_owner(), principal=viewer())
    except CaseboardError as error:
        held.trouble, held.trouble_at = error, key
        return
    if kept is not None:
        held.request_id, held.begun_at = kept.request_id, kept.begun_at
    held.kept_at = kept.kept_at if kept else None


def _moment(kept: DraftValue) -> datetime | None:
    try:
        return datetime.fromisoformat(kept) if isinstance(kept, str) else None
    except ValueError:
        return None


def _in_utc(told: datetime | None) -> datetime | None:
    """Return a moment on the wall clock of the desk in UTC."""
    return told.replace(tzinfo=ZoneInfo(zone())).astimezone(UTC) if told else None


def _held(form: str) -> _Held:
    held: _Held | None = st.session_state.setdefault(_DRAFTS, {}).get(form)
    return held or _begin(form)


def _sent_at(held: _Held) -> datetime | None:
    return request_sent_at(store(), held.request_id, since=held.begun_at)


def _begin(form: str, stored: KeptDraft | None = None) -> _Held:
    """Begin a form in this tab, with what is kept of it or blank."""
    drafts: dict[str, _Held] = st.session_state.setdefault(_DRAFTS, {})
    edition = drafts[form].edition + 1 if form in drafts else 0
    drafts[form] = _Held(str(uuid4()), edition)
    if stored is not None:
        drafts[form] = _Held(stored.request_id, edition, stored.begun_at, stored.kept_at)
    return drafts[form]

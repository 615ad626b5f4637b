"""The outbox on the screen: whether notifications are sent, what waits and why, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from dashboard.desk_session import forget_readings, link, said
from dashboard.parts import cells
from dashboard.parts.fault import show_fault
from dashboard.parts.filters import segments
from dashboard.parts.pager import pager
from dashboard.parts.permission import refusal
from dashboard.parts.piece import Cell, Column, Fact, Pill, Row, facts, hint, ledger, note
from dashboard.selections import ConnectSelection
from dashboard.theme import Tone
from dashboard.wording import formats
from data_access.contracts.notices import NoticeItem, NoticeQueue, NoticeState
from data_access.contracts.principal import Face, Principal
from data_access.errors import CaseboardError
from data_access.rules.text_safety import one_line
from data_access.store.connection import Store
from data_access.writing.notices import drop_notice, retry_notice

_TONES: dict[NoticeState, Tone] = {
    "waiting": "waiting",
    "delivered": "done",
    "given_up": "failed",
    "dropped": "unknown",
}
Settling = Callable[..., NoticeItem]


def notice_desk(
    store: Store, queue: NoticeQueue, selection: ConnectSelection, *, principal: Principal
) -> None:
    """Draw whether notifications are sent, the outbox, and the ways to send or drop one."""
    w, refused = said().notice, refusal("operate")
    if refused:
        note(w.refused, key="notices-refused", text=refused)
        return
    if not queue.webhook.is_on:
        note(w.off, key="notices-off", text=w.how_on)
        return
    if queue.webhook.gone_at is not None:
        note(w.gone, key="notices-gone", text=w.gone_hint, tone="failed")
    facts(_facts(queue), key="notice-facts")
    if not queue.counts:
        hint(w.none_yet, key="no-notices")
        return
    states = {"all": w.all, **w.states}
    segments(w.state, "notices", states, selection.notices or "all", default="all")
    if queue.items:
        _table(queue.items)
        pager("connect", selection, queue, key="notices-pager")
        _settling(store, queue.items, principal)
    else:
        note(w.none_so, key="no-notice-so")


def _facts(queue: NoticeQueue) -> list[Fact]:
    w = said().notice
    counts = {one.state: one for one in queue.counts}
    waiting = counts.get("waiting")
    oldest = w.since.format(age=cells.moment(waiting.oldest_at).text) if waiting else None
    told = [Fact(w.receiver, Cell(queue.webhook.receiver or "", mono=True))]
    for state in _TONES:
        number = counts[state].notices if state in counts else 0
        shown = Cell(formats.count(number), sub=oldest if state == "waiting" else None, muted=not number)
        told.append(Fact(w.states[state], shown, tip=w.states_told.get(state)))
    return told


def _table(items: tuple[NoticeItem, ...]) -> None:
    w = said().notice
    columns = [
        Column(w.what),
        Column(w.case),
        Column(w.state, wide=True),
        Column(w.attempts, right=True, optional=True),
        Column(w.happened, right=True),
    ]
    ledger(w.title, columns, [_row(item) for item in items], key="notices", dense=True)


def _row(item: NoticeItem) -> Row:
    w = said().notice
    kind = w.kinds.get(item.kind, item.kind)
    detail = w.details.get(item.detail or "", item.detail)
    told = " · ".join(part for part in (item.subject_id, detail) if part)
    return Row(
        (
            Cell(kind, sub=told or None, tip=item.notice_id),
            Cell(one_line(item.case_title, 120), tip=item.task_id, pills=cells.origin_pills(item.origin)),
            _state(item),
            cells.number(item.attempts),
            cells.moment(item.occurred_at),
        ),
        href=link("investigation", case=item.task_id),
    )


def _state(item: NoticeItem) -> Cell:
    """Write how a notice stands; under it why the last attempt failed and when the next one is."""
    w = said().notice
    parts = [one_line(item.last_error, 80)] if item.last_error else []
    if item.state == "waiting" and item.next_try_at is not None:
        parts.append(w.next_try.format(time=cells.clock(item.next_try_at).text))
    pill = Pill(w.states[item.state], _TONES[item.state], w.states_told.get(item.state))
    return Cell("", pills=(pill,), sub=" · ".join(parts) or None, sub_tip=item.last_error)


def _settling(store: Store, items: tuple[NoticeItem, ...], principal: Principal) -> None:
    w = said().notice
    open_ones = {item.notice_id: item for item in items if item.state != "delivered"}
    if not open_ones:
        return
    with st.popover(w.settle, icon=":material/outgoing_mail:"):
        chosen = st.selectbox(
            w.which, list(open_ones), format_func=lambda one: _named(open_ones[one]), key="notice-to-settle"
        )
        hint(w.settle_hint, key="notice-settle-hint")
        with st.container(horizontal=True):
            if st.button(w.retry, key="retry-notice", type="primary"):
                _settle(retry_notice, store, chosen, principal)
            if st.button(w.drop, key="drop-notice", disabled=open_ones[chosen].state == "dropped"):
                _settle(drop_notice, store, chosen, principal)


def _named(item: NoticeItem) -> str:
    w = said().notice
    kind, state = w.kinds.get(item.kind, item.kind), w.states[item.state]
    return one_line(f"{kind} {item.subject_id or ''} · {item.case_title} · {state}", 120)


def _settle(settling: Settling, store: Store, notice_id: str, principal: Principal) -> None:
    face: Face = "page"
    try:
        settling(store, notice_id, principal=principal, face=face)
    except CaseboardError as error:
        show_fault(error, key="notice-fault", title=said().notice.not_settled)
        return
    forget_readings()
    st.rerun()

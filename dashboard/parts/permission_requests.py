"""What runtimes asked to be permitted, as a table; nothing is answered here."""

from __future__ import annotations

from dashboard.desk_session import link, said, zone
from dashboard.parts import cells
from dashboard.parts.piece import Cell, Column, Pill, Row, hint, ledger, note
from dashboard.theme import Tone
from dashboard.wording import formats
from data_access.contracts.permission_requests import PermissionRequest, PermissionRequests, PermissionState
from data_access.rules.text_safety import one_line

_LONGEST_TIP = 1_000
STATE_TONES: dict[PermissionState, Tone] = {
    "pending": "waiting",
    "granted": "done",
    "denied": "failed",
    "expired": "unknown",
    "cancelled": "plain",
    "not_known": "unknown",
}


def permission_table(requests: PermissionRequests, *, names_run: bool) -> None:
    """Draw the requests, with their run where `names_run`; a line leads to the event that tells of it."""
    w = said().permissions
    if not requests.items:
        note(w.none, key="no-permissions")
        return
    columns = [
        Column(w.asked_for),
        Column(w.agent),
        Column(w.state),
        Column(w.answer, optional=True),
        Column(w.asked, right=True),
    ]
    rows = [_row(one, names_run=names_run) for one in requests.items]
    ledger(w.title, columns, rows, key="permissions", dense=True)
    if requests.truncated:
        counts = {"shown": formats.count(len(rows)), "total": formats.count(requests.total)}
        hint(w.cut.format(**counts), key="permissions-cut")


def _row(one: PermissionRequest, *, names_run: bool) -> Row:
    return Row(
        (
            _what_for(one),
            _agent(one, names_run=names_run),
            _state(one),
            Cell(one_line(one.answer or "", 120), tip=_tip(one.answer), muted=True),
            cells.clock(one.asked_at),
        ),
        href=_to(one),
    )


def _what_for(one: PermissionRequest) -> Cell:
    w = said().permissions
    kind = said().policy.operations[one.operation] if one.operation else one_line(one.tool or "", 60)
    below = " · ".join(filter(None, (kind, w.derived if one.is_derived else None)))
    options = w.join.join(w.options[option] for option in one.options)
    lines = (
        one.target,
        w.because.format(reason=one.reason) if one.reason else None,
        w.could_be.format(options=options) if options else None,
    )
    shown = one_line(one.target, 160)
    tip = "\n".join(told for line in lines if (told := _tip(line))) or None
    return Cell(shown or w.what_not_told, sub=below or None, tip=tip, mono=bool(shown), muted=not shown)


def _agent(one: PermissionRequest, *, names_run: bool) -> Cell:
    name = one.agent_name or one.agent_id
    shown = one_line(name or said().run.no_agent, 60)
    if not names_run:
        return Cell(shown, tip=_tip(one.agent_id), muted=name is None)
    run = one_line(one.title or one.conversation_id, 60)
    return Cell(
        shown,
        sub=run,
        tip=_tip(one.agent_id),
        muted=name is None,
        pills=cells.origin_pills(one.origin),
    )


def _state(one: PermissionRequest) -> Cell:
    w = said().permissions
    told = [w.options[one.chosen] if one.chosen else None]
    told.append(w.answered_by[one.answered_by] if one.answered_by else None)
    if one.state == "pending" and one.expires_at is not None:
        told.append(w.expires.format(at=formats.clock(one.expires_at, zone(), said())))
    ended = formats.exact(one.answered_at, zone(), said()) if one.answered_at else None
    mark = Pill(w.states[one.state], STATE_TONES[one.state], tip=ended)
    return Cell("", pills=(mark,), sub=" · ".join(filter(None, told)) or None)


def _tip(text: str | None) -> str | None:
    """Return a text of the source as the pointer shows it: nothing in it that cannot be seen."""
    return one_line(text, _LONGEST_TIP) if text else None


def _to(one: PermissionRequest) -> str:
    if one.event_id:
        return link("run_timeline", run=one.conversation_key, event=one.event_id)
    return link("run_workspace", run=one.conversation_key)

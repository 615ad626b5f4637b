"""What came of what people settled: only what is stored, each step by itself, none inferred from another."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from dashboard.desk_session import link, said, zone
from dashboard.parts import cells
from dashboard.parts.piece import Cell, Column, Row, hint, ledger
from dashboard.wording import formats
from data_access.contracts.common import Listing
from data_access.contracts.inbox import SettledQuestion


def settled_list(listing: Listing[SettledQuestion], *, none: str, key: str, with_case: bool = True) -> None:
    """Draw settled questions, the newest first; `none` is said where there are none."""
    w = said()
    if not listing.items:
        hint(none, key=f"{key}-none")
        return
    columns = [
        Column(w.settled.question),
        Column(w.settled.became, wide=True),
        Column(w.settled.when, right=True),
    ]
    rows = [_row(one, with_case=with_case) for one in listing.items]
    ledger(w.settled.became, columns, rows, key=key, first=20)
    if listing.truncated:
        shown, total = formats.count(len(listing.items)), formats.count(listing.total)
        hint(w.settled.cut.format(shown=shown, total=total), key=f"{key}-cut")


def stored_facts(one: SettledQuestion) -> list[str]:
    """Say what is stored of a settled question, in the order in which such things happen."""
    w = said().settled
    told = [_settled(one)]
    if one.applied_at is not None:
        used = w.used_in.format(n=one.used_in_revision) if one.used_in_revision else w.used_on_map
        return [*told, *([_read(one)] if one.delivered_at else []), used]
    if one.delivered_at is not None:
        return [*told, _read(one)]
    if one.answer_id is None and one.state != "expired":
        return told
    return [*told, _stands(one), w.not_read]


def _settled(one: SettledQuestion) -> str:
    w = said().settled
    if one.is_late:
        return w.late
    if one.answer_id is None and one.state != "expired":
        return w.withdrawn
    return {"answered": w.answered, "declined": w.declined}.get(one.state, w.expired)


def _read(one: SettledQuestion) -> str:
    return said().settled.read.format(when=_clock(one.delivered_at))


def _stands(one: SettledQuestion) -> str:
    """Say how the case stands; of a queued one, whether an agent has looked since."""
    w, since = said().settled, _clock(one.case_status_at)
    if one.case_status != "queued":
        return w.case_stands.format(status=formats.status(one.case_status, said()), when=since)
    looked = one.agent_looked_at
    if looked is None or looked < one.case_status_at:
        return w.queued_not_looked.format(n=one.generation, when=since)
    return w.queued_looked.format(n=one.generation, when=since, looked=_clock(looked))


def _row(one: SettledQuestion, *, with_case: bool) -> Row:
    first, *others = reversed(stored_facts(one))
    revision = one.used_in_revision
    became = Cell(
        first,
        sub=" · ".join(reversed(others)) or None,
        href=link("report", case=one.task_id, revision=revision) if revision else None,
    )
    return Row(
        (
            Cell(one.prompt, sub=_answer(one, with_case=with_case), tip=one.prompt),
            became,
            replace(cells.moment(one.last_at), sub=one.person or said().settled.nobody),
        ),
        href=link("report", case=one.task_id),
    )


def _answer(one: SettledQuestion, *, with_case: bool) -> str:
    """Write the answer in short, before it the case where several are listed."""
    answer = one.text
    if answer is None and one.field_values:
        answer = ", ".join(f"{name}: {value}" for name, value in one.field_values.items())[:300]
    parts = [one.question_id, answer, one.case_title if with_case else None]
    return " · ".join(part for part in parts if part)


def _clock(at: datetime | None) -> str:
    return formats.clock(at, zone(), said())

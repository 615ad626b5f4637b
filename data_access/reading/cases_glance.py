"""All cases at a glance: how much waits for people and since when, and which reports came last."""

from __future__ import annotations

from datetime import UTC, datetime

from data_access.contracts.cases_glance import CaseHit, LatestReport, WaitingForPeople
from data_access.contracts.common import Listing
from data_access.errors import InvalidInput, Problem
from data_access.reading.conversations import clean
from data_access.rules.page_cursor import page_limit, read_cursor, write_cursor
from data_access.store.connection import Store

_ORDER = "search_cases"
_SORT = ("occurred_at", "kind", "task_id", "item_id")
_AFTER = ("after_at", "after_kind", "after_task", "after_id")


def waiting_for_people(store: Store, *, as_of: datetime | None = None) -> WaitingForPeople:
    """Count what people owe at `as_of` (absent: now), as the inbox lists it."""
    return WaitingForPeople(**store.rows("waiting_for_people", {"moment": as_of or datetime.now(UTC)})[0])


def latest_reports(store: Store, *, limit: int = 5) -> tuple[LatestReport, ...]:
    """Return the newest report of each case, the one published last first."""
    rows = store.rows("latest_reports", {"limit": limit})
    return tuple(LatestReport(**row) for row in rows)


def search_cases(
    store: Store, q: str, *, since: datetime | None = None, limit: int = 50, cursor: str | None = None
) -> Listing[CaseHit]:
    """List where cases, evidence, people's facts, reports and questions hold the text `q`, the newest first.

    Its case does not matter; a page at a time. Raises: `InvalidInput`.
    """
    if not q.strip():
        wrong = Problem("q", "it is empty", "Give a text.")
        raise InvalidInput("There is nothing to look for.", problems=(wrong,))
    after = read_cursor(cursor, _ORDER, (datetime, str, str, str)) if cursor is not None else (None,) * 4
    asked = {"text": clean(q), "since": since, "limit": page_limit(limit) + 1}
    rows = store.rows("search_cases", asked | dict(zip(_AFTER, after, strict=True)))
    page, total = rows[:limit], rows[0]["total"] if rows else 0
    last = page[-1] if len(rows) > limit else None
    return Listing[CaseHit](
        as_of=datetime.now(UTC),
        basis="published",
        items=tuple(CaseHit(**{name: row[name] for name in CaseHit.model_fields}) for row in page),
        total=total,
        truncated=last is not None,
        next_cursor=last and write_cursor(_ORDER, tuple(last[name] for name in _SORT)),
    )

"""All cases at a glance: how much waits for people and since when, and which reports came last."""

from __future__ import annotations

from datetime import UTC, datetime

from data_access.contracts.cases_glance import CaseHit, LatestReport, WaitingForPeople
from data_access.contracts.common import Listing
from data_access.errors import InvalidInput, Problem
from data_access.reading.conversations import clean
from data_access.rules.page_cursor import page_limit
from data_access.store.connection import Store


def waiting_for_people(store: Store, *, as_of: datetime | None = None) -> WaitingForPeople:
    """Count what people owe at `as_of` (absent: now), as the inbox lists it."""
    return WaitingForPeople(**store.rows("waiting_for_people", {"moment": as_of or datetime.now(UTC)})[0])


def latest_reports(store: Store, *, limit: int = 5) -> tuple[LatestReport, ...]:
    """Return the newest report of each case, the one published last first."""
    rows = store.rows("latest_reports", {"limit": limit})
    return tuple(LatestReport(**row) for row in rows)


def search_cases(store: Store, q: str, *, since: datetime | None = None, limit: int = 50) -> Listing[CaseHit]:
    """List where cases, evidence, people's facts, reports and questions hold the text `q`, the newest first.

    Its case does not matter. Of more than `limit` places the list is cut, and says so.
    Raises: `InvalidInput`.
    """
    if not q.strip():
        wrong = Problem("q", "it is empty", "Give a text.")
        raise InvalidInput("There is nothing to look for.", problems=(wrong,))
    rows = store.rows("search_cases", {"text": clean(q), "since": since, "limit": page_limit(limit)})
    total = rows[0]["total"] if rows else 0
    return Listing[CaseHit](
        as_of=datetime.now(UTC),
        basis="published",
        items=tuple(CaseHit(**{name: row[name] for name in CaseHit.model_fields}) for row in rows),
        total=total,
        truncated=len(rows) < total,
        next_cursor=None,
    )

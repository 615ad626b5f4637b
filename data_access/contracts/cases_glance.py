"""All cases at a glance: what waits for people, the newest reports, and where a text stands in cases."""

from __future__ import annotations

from typing import Literal

from data_access.contracts.common import Contract, Origin, UtcTime


class WaitingForPeople(Contract):
    """What people owe over all cases; the inbox lists it."""

    items: int
    cases: int
    """In how many cases they are."""
    oldest_at: UtcTime | None
    """Since when the oldest waits; null where none does."""


class LatestReport(Contract):
    """The newest report of a case."""

    task_id: str
    case_title: str
    origin: Origin
    revision: int
    stage: str
    outcome: str
    title: str
    published_at: UtcTime


class CaseHit(Contract):
    """A place in a case that holds a text."""

    kind: Literal["case", "evidence", "fact", "report", "question"]
    task_id: str
    case_title: str
    item_id: str
    """Of the case, the evidence or the question; of a report its revision."""
    occurred_at: UtcTime
    """When it was recorded."""
    excerpt: str
    """At most 240 characters around the first place."""
    is_cut_before: bool
    is_cut_after: bool

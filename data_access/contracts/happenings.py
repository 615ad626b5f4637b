"""What happened in cases, over all of them, and a day of it."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import Field

from data_access.contracts.common import Contract, Listing, Origin, UtcTime
from data_access.contracts.given_values import GivenTime
from data_access.contracts.inbox import Inbox
from data_access.contracts.queries import Text, ZoneQuery
from data_access.contracts.usage import UsageTotals

HappeningKind = Literal[
    "question_asked",
    "question_answered",
    "question_declined",
    "action_proposed",
    "action_decided",
    "report_published",
    "report_signed_off",
    "discussion_message",
    "task_queued",
    "task_failed",
]


class CaseHappeningsQuery(Contract):
    """Which happenings to list."""

    since: GivenTime | None = None
    """Only what happened from this moment on."""
    until: GivenTime | None = None
    """Only what happened before this moment."""
    kind: tuple[HappeningKind, ...] = ()
    """Only of these kinds; none: all."""
    limit: int = Field(default=100, ge=1, le=500)
    """At most so many, the latest, 1 to 500."""


class CaseHappening(Contract):
    """Something that happened in a case."""

    kind: HappeningKind
    task_id: str
    case_title: str
    origin: Origin
    item_id: str
    """The question, action or message, the revision of a report that was published or signed off, the number
    of a move."""
    title: str | None
    """What was asked or proposed, the title of a report, why a case failed; null where it has none."""
    detail: str | None
    """`required` or `optional`; `approved` or `rejected`; the stage of a report; `reviewed`,
    `needs_work` or `withdrawn`; who wrote a message, `person` or `agent`; what moved the case."""
    who: str | None
    """The person, or the name of the principal; null where nobody is known."""
    happened_at: UtcTime


class DigestQuery(ZoneQuery):
    """Which day to sum up."""

    date: Text | None = None
    """The day, for example 2026-05-01; absent: today in that zone."""
    language: Literal["en", "zh"] | None = None
    """Language of `markdown`; absent: that of the desk."""


class CaseDayCost(Contract):
    """What the linked runs of a case used on a day."""

    task_id: str
    case_title: str | None
    cost: UsageTotals


class DayOfCases(Contract):
    """A day of all cases."""

    date: date
    timezone: str
    """Zone in which the day is cut."""
    since_at: UtcTime
    until_at: UtcTime
    as_of: UtcTime
    """When it was read."""
    waiting: Inbox
    """What people owe as it was read, whatever the day; the oldest first."""
    happenings: Listing[CaseHappening]
    """What happened, the first first."""
    costs: tuple[CaseDayCost, ...]
    """By case, the dearest first."""
    total: UsageTotals
    """All that was used on that day, for cases and otherwise."""
    unlinked_cases: tuple[str, ...]
    """Cases with rounds of which no run is known: what those cost is in no line."""


class DailyDigest(DayOfCases):
    """A day of all cases, also as text."""

    markdown: str
    """The same as Markdown, for a mail or a chat; what others wrote is escaped."""

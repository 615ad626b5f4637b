"""What the calls do that tell what happened on the desk, whoever did it."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from dashboard.digest_text import digest_markdown
from dashboard.faces.caller import Caller
from dashboard.webhook import public_address
from dashboard.wording import words
from data_access.contracts.change_log import (
    Change,
    ChangeFilterOptions,
    ChangeLog,
    ChangeQuery,
    ChangesQuery,
)
from data_access.contracts.common import Listing
from data_access.contracts.happenings import (
    CaseHappening,
    CaseHappeningsQuery,
    DailyDigest,
    DigestQuery,
)
from data_access.contracts.notices import NoticeItem, NoticeNamed, NoticeQueue, NoticesQuery
from data_access.contracts.queries import NothingAsked
from data_access.errors import InvalidInput, Problem
from data_access.reading import case_happenings, change_log
from data_access.reading.notices import notice_queue
from data_access.rules.reporting_days import day_of, zone_named
from data_access.writing import notices


def list_changes(caller: Caller, query: ChangesQuery) -> ChangeLog:
    """List changes, as far as the caller may read them."""
    withheld = change_log.withheld_from(caller.principal)
    return change_log.changes(caller.store, withheld=withheld, **query.model_dump())


def read_change(caller: Caller, query: ChangeQuery) -> Change:
    """Read one change."""
    withheld = change_log.withheld_from(caller.principal)
    return change_log.change(caller.store, query.audit_id, withheld=withheld)


def list_change_filters(caller: Caller, query: NothingAsked) -> ChangeFilterOptions:
    """List by what the change log can be filtered."""
    withheld = change_log.withheld_from(caller.principal)
    return change_log.change_filter_options(caller.store, withheld=withheld)


def list_notices(caller: Caller, query: NoticesQuery) -> NoticeQueue:
    """List notices and how sending them goes."""
    return notice_queue(caller.store, **query.model_dump())


def retry_notice(caller: Caller, query: NoticeNamed) -> NoticeItem:
    """Have a notice tried at once."""
    return notices.retry_notice(caller.store, query.notice_id, principal=caller.principal, face=caller.face)


def drop_notice(caller: Caller, query: NoticeNamed) -> NoticeItem:
    """Drop a notice."""
    return notices.drop_notice(caller.store, query.notice_id, principal=caller.principal, face=caller.face)


def list_case_happenings(caller: Caller, query: CaseHappeningsQuery) -> Listing[CaseHappening]:
    """List what happened in cases."""
    return case_happenings.case_happenings(
        caller.store, since=query.since, until=query.until, kinds=query.kind, limit=query.limit
    )


def read_digest(caller: Caller, query: DigestQuery) -> DailyDigest:
    """Sum up a day of all cases, as records and as text."""
    settings, now = caller.desk.settings, datetime.now(UTC)
    zone = zone_named(query.timezone or settings.timezone)
    day = case_happenings.day_of_cases(caller.store, _day(query.date, now, zone), timezone=zone.key, now=now)
    text = digest_markdown(day, public_address(settings), words(query.language or settings.language))
    return DailyDigest(**{name: getattr(day, name) for name in type(day).model_fields}, markdown=text)


def _day(given: str | None, now: datetime, zone: ZoneInfo) -> date:
    if given is None:
        return day_of(now, zone)
    try:
        day = date.fromisoformat(given)
    except ValueError:
        day = date.min
    if not 1970 <= day.year < 9999:
        wrong = Problem("date", "it is no day", "Write it like 2026-05-01.")
        raise InvalidInput("There is no digest of that day.", problems=(wrong,))
    return day

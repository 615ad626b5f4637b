"""What the calls do that tell what happened on the desk, whoever did it."""

from __future__ import annotations

from dashboard.faces.caller import Caller
from data_access.contracts.change_log import (
    Change,
    ChangeFilterOptions,
    ChangeLog,
    ChangeQuery,
    ChangesQuery,
)
from data_access.contracts.notices import NoticeItem, NoticeNamed, NoticeQueue, NoticesQuery
from data_access.contracts.queries import NothingAsked
from data_access.reading import change_log
from data_access.reading.notices import notice_queue
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

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
from data_access.contracts.queries import NothingAsked
from data_access.reading import change_log


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

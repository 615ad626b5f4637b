"""Keeps which revision of a report a viewer opened last, so that the desk can tell what changed since.

It is a mark of attention and no act of a person: it is in no change log, moves no counter, wakes no page and
leaves in no bundle or export. It is written only when the revision moves, and only when nobody else writes:
a look that is lost does no harm.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from data_access.contracts.principal import Principal
from data_access.contracts.report_history import ReportLook
from data_access.rules.report_looks import KEPT_FOR, look_at
from data_access.store.connection import Store


def utc_now() -> datetime:
    """Return this moment."""
    return datetime.now(UTC)


def keep_report_look(
    store: Store,
    look: ReportLook | None,
    task_id: str,
    revision: int,
    *,
    newest: int,
    owner_id: str,
    principal: Principal,
    clock: Callable[[], datetime] = utc_now,
) -> bool:
    """Keep that `owner_id`, whose last look was `look`, opened `revision`; say whether that was written.

    Needs the scope `read`. Raises: `PermissionDenied`.
    """
    principal.require("read")
    at = clock()
    moved = look_at(look, revision, newest, at)
    if moved is None:
        return False
    with store.transaction_if_free() as transaction:
        if transaction is None:
            return False
        transaction.run("drop_old_report_looks", {"looked_before": at - KEPT_FOR})
        transaction.run("keep_report_look", {"owner_id": owner_id, "task_id": task_id, **moved.model_dump()})
    return True

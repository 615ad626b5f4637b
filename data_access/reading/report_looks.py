"""Which revision of a case's report somebody opened last. It is theirs: nobody else is answered."""

from __future__ import annotations

from data_access.contracts.report_history import ReportLook
from data_access.store.connection import Store


def report_look(store: Store, owner_id: str, task_id: str) -> ReportLook | None:
    """Return the last look of `owner_id`; None for one that never opened the report, or long ago."""
    rows = store.rows("report_look", {"owner_id": owner_id, "task_id": task_id})
    return ReportLook(**rows[0]) if rows else None

"""Notes in the change log that records were written into a folder: who took them, and when."""

from __future__ import annotations

from datetime import UTC, datetime

from data_access.contracts.principal import LOCAL_OWNER, Face, Principal
from data_access.contracts.upkeep import ExportReport
from data_access.store.connection import Store
from data_access.writing.change_log import record_change


def note_export(
    store: Store, report: ExportReport, *, principal: Principal = LOCAL_OWNER, face: Face = "command line"
) -> None:
    """Append the row. Needs the scope `operate`. Raises: `PermissionDenied`, `StoreError`."""
    principal.require("operate")
    with store.transaction() as transaction:
        record_change(
            transaction,
            principal=principal,
            face=face,
            action="export",
            subject_kind="database",
            subject_id=str(store.path) if store.path else None,
            new=report,
            at=datetime.now(UTC),
        )

"""Keeps a decision of the desk in its database, with its row in the change log."""

from __future__ import annotations

from datetime import UTC, datetime

from data_access.contracts.principal import LOCAL_OWNER, Face, Principal
from data_access.store.connection import Store
from data_access.writing.change_counters import touch
from data_access.writing.change_log import record_change


def keep_setting(
    store: Store, name: str, value: str, *, principal: Principal = LOCAL_OWNER, face: Face = "command line"
) -> None:
    """Keep `value` under `name`; the value that was there stays in the change log.

    Needs the scope `operate`. Raises: `PermissionDenied`, `StoreError`.
    """
    principal.require("operate")
    now = datetime.now(UTC)
    with store.transaction() as transaction:
        before = transaction.run("desk_setting", {"name": name})
        transaction.run("keep_setting", {"name": name, "value": value, "changed_at": now})
        record_change(
            transaction,
            principal=principal,
            face=face,
            action="keep_setting",
            subject_kind="setting",
            subject_id=name,
            old=before[0]["value"] if before else None,
            new=value,
            at=now,
        )
        touch(transaction, ["settings", "costs"], now)

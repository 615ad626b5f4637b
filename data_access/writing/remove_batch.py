"""Takes an import batch out again: exactly what only it brought, nothing that another batch also brought."""

from __future__ import annotations

from datetime import UTC, datetime

from data_access.contracts.importing import RemovalReport
from data_access.errors import NotFound
from data_access.store.bulk_load import remove_doomed_rows
from data_access.store.connection import Store, Transaction
from data_access.writing.refresh_conversations import refresh_conversations, touched_conversations

_LEDGER_STATEMENTS = (
    "drop_doomed_memberships",
    "drop_doomed_import_rejects",
    "drop_doomed_import_others",
    "drop_doomed_import_files",
    "drop_batch_files",
    "drop_import_batch",
)


def remove_batch(store: Store, batch_id: int) -> RemovalReport:
    """Remove one batch. Raises: `NotFound`, `StoreError`."""
    with store.transaction() as transaction:
        found = transaction.run("import_batch_named", {"batch_id": batch_id})
        if not found:
            raise NotFound(f"There is no import batch {batch_id}. It may have been removed already.")
        rows = _take_out(transaction, batch_id)
        return RemovalReport(batch_id=batch_id, source=found[0]["source"], rows_removed=rows)


def _take_out(transaction: Transaction, batch_id: int) -> int:
    place = {"batch_id": batch_id}
    keys = [row["conversation_key"] for row in transaction.run("conversations_of_batch", place)]
    transaction.run("begin_doomed_files", place)
    removed = remove_doomed_rows(transaction)
    for name in _LEDGER_STATEMENTS:
        transaction.run(name, place)
    transaction.run("end_doomed_files")
    with touched_conversations(transaction, keys):
        refresh_conversations(transaction, datetime.now(UTC))
    return removed

"""Takes an import batch out again: exactly what only it brought, nothing that another batch also brought."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import orjson

from data_access.contracts.importing import RemovalReport
from data_access.contracts.principal import LOCAL_OWNER, Face, Principal
from data_access.errors import NotFound
from data_access.rules.pricing import PriceBook
from data_access.store.attached_files import kept_names
from data_access.store.bulk_load import remove_doomed_rows
from data_access.store.connection import Store, Transaction
from data_access.writing.add_attachment import drop_unused_files
from data_access.writing.change_counters import touch
from data_access.writing.change_log import record_change
from data_access.writing.merge_usage import (
    merge_touched_calls,
    note_calls,
    note_calls_of_doomed_files,
    refresh_conversation_usage,
)
from data_access.writing.price_calls import load_price_book, price_new_calls
from data_access.writing.refresh_conversations import refresh_conversations, touched_conversations
from data_access.writing.restore_cases import take_out_cases
from data_access.writing.revision_changes import keep_revision_changes
from data_access.writing.session_cases import remake_session_cases, session_cases_to_remake
from data_access.writing.settle_traces import settle_traces

_LEDGER_STATEMENTS = (
    "drop_doomed_memberships",
    "drop_doomed_import_rejects",
    "drop_doomed_import_others",
    "drop_doomed_import_files",
    "drop_batch_files",
    "drop_import_batch",
)


def remove_batch(
    store: Store,
    batch_id: int,
    *,
    principal: Principal = LOCAL_OWNER,
    face: Face = "command line",
    prices: Path | str | None = None,
) -> RemovalReport:
    """Remove one batch. Needs the scope `operate`.

    Calls that count only now, because what they were copies of is gone, are priced with the file `prices`
    before the list prices.
    Raises: `PermissionDenied`, `NotFound`, `CaseWrittenSince`, `PriceFileInvalid`, `StoreError`.
    """
    principal.require("operate")
    book = load_price_book(prices)
    now = datetime.now(UTC)
    with store.transaction() as transaction:
        place = {"batch_id": batch_id}
        found = transaction.run("import_batch_named", place)
        if not found:
            raise NotFound(f"There is no import batch {batch_id}. It may have been removed already.")
        keys = [row["conversation_key"] for row in transaction.run("conversations_of_batch", place)]
        rows, cases = _take_out(transaction, batch_id, keys, book, now)
        report = RemovalReport(batch_id=batch_id, source=found[0]["source"], rows_removed=rows)
        record_change(
            transaction,
            principal=principal,
            face=face,
            action="remove_batch",
            subject_kind="import_batch",
            subject_id=str(batch_id),
            old=orjson.loads(found[0]["counts"]),
            new=report,
            at=now,
        )
        touch(
            transaction,
            ["imports", "runs", "costs", "workspaces", *(f"conversation:{key}" for key in keys)],
            now,
        )
        if cases:
            touch(transaction, ["cases", *(f"case:{task_id}" for task_id in cases)], now)
    if cases:
        drop_unused_files(store, kept_names(store.path))
        for task_id in cases:
            keep_revision_changes(store, task_id)
    return report


def _take_out(
    transaction: Transaction, batch_id: int, keys: list[str], book: PriceBook, now: datetime
) -> tuple[int, tuple[str, ...]]:
    place = {"batch_id": batch_id}
    transaction.run("begin_doomed_files", place)
    note_calls_of_doomed_files(transaction)
    told_of = session_cases_to_remake(transaction, keys)
    removed, cases = take_out_cases(transaction)
    removed += remove_doomed_rows(transaction)
    for name in _LEDGER_STATEMENTS:
        transaction.run(name, place)
    transaction.run("end_doomed_files")
    remade = remake_session_cases(transaction, told_of)
    note_calls(transaction, settle_traces(transaction, keys, lost_spans=True).call_keys)
    merged = merge_touched_calls(transaction)
    billed = merged.brought + merged.completed
    priced = price_new_calls(transaction, book, now) if billed else None
    keys = [*keys, *merged.conversation_keys, *(priced.conversation_keys if priced else ())]
    with touched_conversations(transaction, keys):
        refresh_conversations(transaction, now)
        refresh_conversation_usage(transaction)
    return removed, (*cases, *remade)

"""Keeps what a sink holds beside its rows: records that nobody could use, and those of other kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from data_access.store.bulk_load import insert_rows

if TYPE_CHECKING:
    from data_access.importers.sink import Sink
    from data_access.store.connection import Transaction


class _RejectRow(NamedTuple):
    file_id: int
    line: int
    reason: str
    raw_text: str


class _OtherRow(NamedTuple):
    file_id: int
    line: int
    record_type: str
    raw: str


def keep_unused(transaction: Transaction, sink: Sink) -> None:
    """Write the records of a sink that make no row: those nobody could use, and those of other kinds."""
    rejects = [_RejectRow(r.file_id, r.line, r.reason, r.raw_text) for r in sink.rejects]
    insert_rows(transaction, "import_reject", rejects)
    others = [_OtherRow(o.file_id, o.line, o.record_type, o.raw) for o in sink.others]
    insert_rows(transaction, "import_other", others)

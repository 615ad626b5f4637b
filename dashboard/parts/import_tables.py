"""The ledger of imports as tables."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.piece import Cell, Column, Row, ledger, note
from data_access.contracts.readings import ImportBatch


def latest_imports(items: Sequence[ImportBatch], *, chosen: int = 0, key: str = "imports") -> None:
    """Draw imports, the latest first; each line opens its files and rejects."""
    w = said()
    if not items:
        note(w.load.no_batches, key=f"{key}-none")
        return
    columns = [
        Column(w.load.source),
        Column(w.load.files, right=True, optional=True),
        Column(w.load.records, right=True),
        Column(w.load.rejected, right=True),
        Column(w.load.rows, right=True, optional=True, name="rows"),
        Column(w.load.when, right=True),
        Column(w.load.batch, right=True, name="batch"),
    ]
    ledger(w.load.batches, columns, [_row(item, chosen) for item in items], key=key, table="imports")


def _row(item: ImportBatch, chosen: int) -> Row:
    w = said()
    counts = item.counts
    source = Cell(
        short_place(item.source),
        tip=item.source,
        sub=w.formats.get(item.source_format, item.source_format),
        pills=cells.origin_pills(item.origin),
    )
    return Row(
        (
            source,
            cells.number(counts.files),
            cells.number(counts.records),
            cells.errors(counts.rejected),
            cells.number(counts.rows_written),
            cells.moment(item.finished_at),
            Cell(str(item.batch_id), mono=True),
        ),
        href=link("import_records", batch=item.batch_id),
        selected=item.batch_id == chosen,
    )


def short_place(source: str) -> str:
    """Return a place to read: whole up to 60 characters, else its last two parts."""
    if len(source) <= 60:
        return source
    return "…/" + "/".join(source.replace("\\", "/").rstrip("/").split("/")[-2:])


def batch_gone(number: int) -> None:
    """Say that the import of this address is not in the ledger."""
    w = said()
    note(w.load.gone.format(n=number), key="batch-gone", text=w.load.gone_why)

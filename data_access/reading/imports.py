"""The ledger as people read it: what was imported, from which files, and what could not be used."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any, TypeVar

from data_access.contracts.common import Contract, Listing
from data_access.contracts.importing import ImportCounts
from data_access.contracts.readings import ImportBatch, RejectedLine, SourceFileItem
from data_access.errors import NotFound, Problem
from data_access.rules.page_cursor import page_limit, read_cursor, write_cursor
from data_access.store.connection import Store

Entry = TypeVar("Entry", bound=Contract)


def import_batches(store: Store, *, limit: int = 50, cursor: str | None = None) -> Listing[ImportBatch]:
    """List the imports, the latest first. Raises: `InvalidInput`."""
    before = read_cursor(cursor, "batches", (int,))[0] if cursor else None
    rows = store.rows("import_batches", {"before": before, "limit": page_limit(limit) + 1})
    rows = [row | {"counts": _counts(row["counts"])} for row in rows]
    total = store.rows("import_batches_total")[0]["total"]
    return _listing(ImportBatch, rows, limit, total, "batches", ("batch_id",))


def import_rejects(
    store: Store, batch_id: int, *, limit: int = 100, cursor: str | None = None
) -> Listing[RejectedLine]:
    """List what could not be used of one batch, by file and line. Raises: `NotFound`, `InvalidInput`."""
    _require_batch(store, batch_id)
    order = f"rejects of {batch_id}"
    path, file_id, line, number = read_cursor(cursor, order, (str, int, int, int)) if cursor else [None] * 4
    after = {"after_path": path, "after_file": file_id, "after_line": line, "after_number": number}
    rows = store.rows("import_rejects", after | {"batch_id": batch_id, "limit": page_limit(limit) + 1})
    total = store.rows("import_rejects_total", {"batch_id": batch_id})[0]["total"]
    return _listing(RejectedLine, rows, limit, total, order, ("file", "file_id", "line", "number"))


def source_files(
    store: Store, *, batch_id: int | None = None, limit: int = 100, cursor: str | None = None
) -> Listing[SourceFileItem]:
    """List the file versions of one batch, or of the desk, by path. Raises: `NotFound`, `InvalidInput`."""
    if batch_id is not None:
        _require_batch(store, batch_id)
    order = f"files of {batch_id}"
    path, file_id = read_cursor(cursor, order, (str, int)) if cursor else (None, None)
    after = {"after_path": path, "after_file": file_id, "batch_id": batch_id}
    rows = store.rows("source_files", after | {"limit": page_limit(limit) + 1})
    total = store.rows("source_files_total", {"batch_id": batch_id})[0]["total"]
    return _listing(SourceFileItem, rows, limit, total, order, ("shown_path", "file_id"))


def _require_batch(store: Store, batch_id: int) -> None:
    if not store.rows("import_batch_named", {"batch_id": batch_id}):
        wrong = Problem(
            "batch_id", "no import has this number", "It may have been removed; the ledger lists the rest."
        )
        raise NotFound(f"There is no import {batch_id}.", problems=(wrong,))


def _counts(text: str) -> ImportCounts:
    kept = json.loads(text)
    return ImportCounts(**{name: kept[name] for name in ImportCounts.model_fields if name in kept})


def _listing(
    kind: type[Entry], rows: list[dict[str, Any]], limit: int, total: int, order: str, sort: tuple[str, ...]
) -> Listing[Entry]:
    page = rows[:limit]
    last = page[-1] if len(rows) > limit else None
    return Listing[kind](  # type: ignore[valid-type]
        as_of=datetime.now(UTC),
        basis="mixed",
        items=tuple(kind(**{name: row[name] for name in kind.model_fields}) for row in page),
        total=total,
        truncated=last is not None,
        next_cursor=last and write_cursor(order, tuple(last[name] for name in sort)),
    )

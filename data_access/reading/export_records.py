"""Exports runs, or everything, into a folder of plain files that other programs read.

All tables are read as of one moment. The folder gets its manifest last, so a folder with a manifest is whole.
Nothing is written outside the folder, and no file is named by a word from the records.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from data_access.contracts.upkeep import ExportedTable, ExportManifest, ExportReport
from data_access.errors import TargetInvalid
from data_access.reading.conversations import named_conversation
from data_access.store.connection import Store
from data_access.store.exporting import EXPORTED, begin_export, export_table
from data_access.store.migrate import this_release

MANIFEST = "manifest.json"
PARTIAL = ".partial-"
"""Begins the name of the folder in which an export is made; one that is still there was interrupted."""


def export_records(
    store: Store,
    folder: Path | str,
    *,
    conversations: Sequence[str] | None = None,
    overwrite: bool = False,
) -> ExportReport:
    """Write the runs named by id or key, or everything for None, into `folder`.

    The folder is made; one that holds something is refused unless `overwrite`, which replaces the files of
    an earlier export and leaves others alone. Raises: `NotFound`, `AmbiguousId`, `TargetInvalid`,
    `StoreError`.
    """
    keys = None
    if conversations is not None:
        keys = sorted({named_conversation(store, one).conversation_key for one in conversations})
    place = _checked(Path(folder), overwrite=overwrite)
    try:
        place.mkdir(parents=True, exist_ok=True)
        (place / MANIFEST).unlink(missing_ok=True)
        for interrupted in place.glob(f"{PARTIAL}*"):
            shutil.rmtree(interrupted)
        partial = place / f"{PARTIAL}{uuid4().hex[:8]}"
        partial.mkdir()
        try:
            manifest = _write(store, partial, keys)
            for file in sorted(partial.iterdir(), key=lambda file: file.name == MANIFEST):
                file.replace(place / file.name)
        finally:
            shutil.rmtree(partial)
    except OSError as error:
        raise TargetInvalid(
            f"The export into {place} could not be written: {error.strerror or error}. "
            "Make room or name another folder."
        ) from error
    return ExportReport(folder=str(place), manifest=manifest)


def _checked(folder: Path, *, overwrite: bool) -> Path:
    try:
        place = folder.expanduser().resolve()
        if place.exists() and not place.is_dir():
            raise TargetInvalid(f"{place} is a file. Name a folder for the export.")
        holds_something = place.is_dir() and any(place.iterdir())
    except (OSError, RuntimeError, ValueError) as error:
        raise TargetInvalid(
            f"{str(folder)!r} cannot hold an export: {error}. Name another folder."
        ) from error
    if holds_something and not overwrite:
        raise TargetInvalid(f"The folder {place} holds files. Name an empty one, or ask to overwrite it.")
    return place


def _write(store: Store, folder: Path, keys: Sequence[str] | None) -> ExportManifest:
    as_of = datetime.now(UTC)
    with store.as_of_now() as transaction:
        origins = begin_export(transaction, keys)
        rows = {table: export_table(transaction, table, folder) for table in EXPORTED}
    manifest = ExportManifest(
        schema_number=this_release().number,
        as_of=as_of,
        conversation_keys=None if keys is None else tuple(keys),
        origins=origins,
        tables=tuple(_exported(folder, table, count) for table, count in rows.items()),
    )
    (folder / MANIFEST).write_text(manifest.model_dump_json(indent=2) + "\n", encoding="utf-8")
    return manifest


def _exported(folder: Path, table: str, rows: int) -> ExportedTable:
    return ExportedTable(
        table=table,
        rows=rows,
        parquet_bytes=(folder / f"{table}.parquet").stat().st_size,
        jsonl_bytes=(folder / f"{table}.jsonl").stat().st_size,
    )

"""Gives whole cases as a bundle: every record with its ids and times, as of one moment, the same each time.

With a case goes what runtimes published of its runs, and what git said of its repositories last. Lease
tokens and their hashes, receipts and the cookies of browsers never leave; nor do runs, which have an export
of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson
from pydantic import JsonValue

from data_access.contracts.bundle_schema import BUNDLE_SCHEMA
from data_access.contracts.bundled_work import WORK_RECORDS, BundleLook
from data_access.contracts.case_bundle import (
    BUNDLE_RECORDS,
    OWN_WORDS_OF_KIND,
    BundledTask,
    BundleRecord,
    CaseBundle,
)
from data_access.errors import NotFound, Problem, TargetInvalid
from data_access.rules.workspace_record import WORKSPACE_SCHEMA
from data_access.store.case_tables import case_rows
from data_access.store.connection import Store, Transaction
from data_access.store.work_tables import work_rows


def case_bundle(store: Store, task_ids: Sequence[str]) -> CaseBundle:
    """Return the cases named, in that order, each once. Raises: `NotFound`."""
    as_of = datetime.now(UTC)
    tasks, records = [], []
    with store.as_of_now() as transaction:
        for task_id in dict.fromkeys(task_ids):
            told = _records(transaction, task_id)
            tasks.append(BundledTask(task_id=task_id, title=str(told[0]["title"])))
            records += told
    header: dict[str, JsonValue] = {
        "bundle": BUNDLE_SCHEMA,
        "tasks": [task.model_dump(mode="json") for task in tasks],
        "records": len(records),
    }
    return CaseBundle(
        schema_version=BUNDLE_SCHEMA,
        as_of=as_of,
        tasks=tuple(tasks),
        records=len(records),
        lines=(header, *records),
    )


def write_case_bundle(bundle: CaseBundle, file: Path, *, overwrite: bool = False) -> Path:
    """Write the bundle as a file, whole or not at all; return where. Raises: `TargetInvalid`."""
    place = file.expanduser().absolute()
    if place.is_dir() or (place.exists() and not overwrite):
        what = "a folder" if place.is_dir() else "there already"
        raise TargetInvalid(f"{place} is {what}. Name a new file, or ask to overwrite a file.")
    partial = place.with_name(f"{place.name}.partial")
    try:
        partial.write_text(bundle.text, encoding="utf-8", newline="\n")
        partial.replace(place)
    except OSError as error:
        raise TargetInvalid(f"{place} could not be written: {error.strerror or error}.") from error
    return place


def _records(transaction: Transaction, task_id: str) -> list[dict[str, JsonValue]]:
    told = [
        _told(kind, row) for kind in BUNDLE_RECORDS for row in case_rows(transaction, kind.table, task_id)
    ]
    if not told:
        wrong = Problem("task_ids", "no case of this desk has this id", "List the cases with `list_tasks`.")
        raise NotFound(f"There is no case {task_id[:100]}.", problems=(wrong,))
    return [*told, *_work(transaction, task_id)]


def _work(transaction: Transaction, task_id: str) -> Iterator[dict[str, JsonValue]]:
    """Yield what was done in the runs of a case, and the newest look at its repositories."""
    for kind in WORK_RECORDS:
        for row in work_rows(transaction, kind.table, task_id):
            yield _told(kind, row)
    for row in transaction.run("looks_of_case", {"task_id": task_id}):
        seen = {"workspace": WORKSPACE_SCHEMA, "machine": row["machine"]} | orjson.loads(row["told"])
        yield {"record": BundleLook.kind, "task_id": task_id, "told": seen}


def _told(kind: type[BundleRecord], row: dict[str, Any]) -> dict[str, JsonValue]:
    told: dict[str, JsonValue] = {"record": kind.kind}
    for name in kind.model_fields:
        value = row["kind" if name in OWN_WORDS_OF_KIND else name]
        if value is None:
            continue
        if isinstance(value, datetime):
            value = _spelled(value)
        told[name] = orjson.loads(value) if name in kind.json_fields or name == "extra" else value
    return told


def _spelled(moment: datetime) -> str:
    """Return a moment in UTC to the millisecond, or to the microsecond where it has some."""
    exact = "microseconds" if moment.microsecond % 1000 else "milliseconds"
    return f"{moment.astimezone(UTC).replace(tzinfo=None).isoformat(timespec=exact)}Z"

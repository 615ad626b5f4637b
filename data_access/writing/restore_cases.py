"""Restores cases out of bundles with their ids and times, and takes them out again with their import.

What runtimes published of the runs of a case comes and goes with it, but for what the desk has of its own.

A case that the desk has is never written over. One that was restored and then written to here stays when its
import is removed, unless it is of the demo.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import orjson

from data_access.contracts.bundled_work import BundledWork, BundleLook
from data_access.contracts.case_bundle import RestoredCase
from data_access.contracts.common import Origin
from data_access.contracts.principal import Face, Principal
from data_access.errors import CaseWrittenSince, Problem
from data_access.rules.case_restore import work_row
from data_access.rules.workspace_record import workspace_row
from data_access.store.bulk_load import append_rows
from data_access.store.case_tables import CASE_TABLES, add_case_rows, drop_case
from data_access.store.connection import Transaction
from data_access.store.work_tables import (
    LOOKS,
    WORK_TABLES,
    add_work_rows,
    drop_work_rows,
    note_looks,
)
from data_access.writing.change_log import record_change
from data_access.writing.packed_json import packed

IMPORT = Principal(
    kind="import", id="import", name="Import", scopes=frozenset({"read", "publish"}), is_verified=True
)
"""Whoever the change log names for what a bundle brought."""
_SHOWN = 5
_SHOWN_LEFT_OUT = 100


class Restored(NamedTuple):
    """What became of a case."""

    rows: int = 0
    """Rows that were written."""
    known: int = 0
    """Records that the desk had already."""
    refusal: str | None = None
    """Why nothing of it was written."""
    runs: frozenset[str] = frozenset()
    """Runs of which it told what was done in them."""


def restore_case(
    transaction: Transaction,
    case: RestoredCase,
    *,
    file_id: int,
    origin: Origin,
    face: Face,
    left_out: Sequence[tuple[str, str]] = (),
) -> Restored:
    """Write a case as it was, or say why it is refused. `origin` `demo` marks the case so.

    The change log names what was `left_out` of it, by id and reason.
    """
    if transaction.run("task_standing", {"task_id": case.task_id}):
        refusal = f"the desk has a case {case.task_id} already; a restore never writes over one"
        return Restored(refusal=refusal)
    rows = _rows(case, origin)
    for table in CASE_TABLES:
        if rows.get(table):
            add_case_rows(transaction, table, rows[table])
    at = datetime.now(UTC)
    [task] = rows["investigation_task"]
    counts = {table: len(told) for table, told in rows.items()} | _add_work(transaction, case, file_id)
    audit_id = record_change(
        transaction,
        principal=IMPORT,
        face=face,
        action="restore_case",
        subject_kind="investigation_task",
        subject_id=case.task_id,
        new={
            "status": task["status"],
            "origin": task["origin"],
            "records": dict(counts),
            **({"left_out": dict(left_out[:_SHOWN_LEFT_OUT])} if left_out else {}),
        },
        at=at,
    )
    place = {"task_id": case.task_id, "file_id": file_id, "audit_id": audit_id}
    transaction.run("add_restored_case", place)
    works = [line for line in case.lines if isinstance(line.record, BundledWork | BundleLook)]
    added = sum(counts.get(table, 0) for table in (*WORK_TABLES, LOOKS))
    return Restored(
        rows=sum(counts.values()),
        known=len(works) - added,
        runs=frozenset(line.row["conversation"] for line in works if "conversation" in line.row),
    )


def _add_work(transaction: Transaction, case: RestoredCase, file_id: int) -> dict[str, int]:
    """Write what was done in the runs of a case, and the looks of git; return the new rows by table."""
    works: dict[str, list[dict[str, Any]]] = {}
    for line in case.lines:
        if isinstance(line.record, BundledWork):
            works.setdefault(line.record.table, []).append(work_row(line))
    counts = {table: add_work_rows(transaction, table, case.task_id, rows) for table, rows in works.items()}
    looks = [
        workspace_row(orjson.loads(line.row["told"]), file_id=file_id, line=line.line)
        for line in case.lines
        if isinstance(line.record, BundleLook)
    ]
    if looks:
        note_looks(transaction, case.task_id, [look.observation_id for look in looks])
        counts[LOOKS] = sum(append_rows(transaction, looks).new.values())
    return counts


def _rows(case: RestoredCase, origin: Origin) -> dict[str, list[dict[str, Any]]]:
    rows: dict[str, list[dict[str, Any]]] = {}
    for line in case.lines:
        if not isinstance(line.record, BundledWork | BundleLook):
            rows.setdefault(line.record.table, []).append(line.row)
    if origin == "demo":
        rows["investigation_task"][0] |= {"origin": "demo"}
    for report in rows.get("report_revision", ()):
        if report["graph"] is None and report["graph_updates"]:
            report["graph"] = packed(case.maps[report["graph_updates"]])
    if len(case.maps) > 1 and "progress_graph" not in rows:
        rows["progress_graph"] = [_graph_row(case)]
    return rows


def _graph_row(case: RestoredCase) -> dict[str, Any]:
    """Return the map that the updates make, for a bundle that does not carry it."""
    updates = [line.row for line in case.lines if line.record.table == "progress_update"]
    said = [row["summary"] for row in sorted(updates, key=lambda row: row["ordinal"]) if row["summary"]]
    return {
        "task_id": case.task_id,
        "updates": len(updates),
        "summary": said[-1] if said else None,
        "graph": packed(case.maps[-1]),
        "updated_at": max(row["recorded_at"] for row in updates),
    }


def take_out_cases(transaction: Transaction) -> tuple[int, tuple[str, ...]]:
    """Remove the cases that the doomed files brought; return the rows and the cases.

    Raises: `CaseWrittenSince` for one that somebody wrote to since, unless it is of the demo.
    """
    cases = transaction.run("restored_cases_of_doomed_files")
    written = [row["task_id"] for row in cases if row["written_since"] and row["origin"] != "demo"]
    if written:
        named = ", ".join(written[:_SHOWN])
        fix = "Keep the import, or export the case first and cancel it."
        why = "was written to after its import"
        wrong = tuple(Problem("task_id", f"{one} {why}", fix) for one in written[:_SHOWN])
        raise CaseWrittenSince(
            f"The import stays: {len(written)} of its cases were written to here since ({named}). {fix}",
            problems=wrong,
        )
    removed = sum(drop_work_rows(transaction, row["task_id"]) for row in cases)
    removed += sum(drop_case(transaction, row["task_id"]) for row in cases)
    if cases:
        transaction.run("drop_restored_cases")
    return removed, tuple(row["task_id"] for row in cases)

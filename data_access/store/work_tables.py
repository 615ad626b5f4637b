"""Reads and writes the records of runtimes and the looks of git that belong to a case, as bundles carry them.

The tables are those below, never words from a bundle. A record that is here already is not added again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from data_access.store.case_tables import add_case_rows
from data_access.store.connection import Record, Transaction

WORK_TABLES = ("isolation_request", "isolation_result", "agent_operation", "resource_sample")
"""Tables that runtimes publish into."""
LOOKS = "workspace_observation"


def work_rows(transaction: Transaction, table: str, task_id: str) -> list[Record]:
    """Return the rows of one of `WORK_TABLES` that speak of runs of a case, or came with it, as recorded."""
    own_task = "" if table == "resource_sample" else ", w.task_id AS of_task"
    # The table is one of this module, never input.
    cursor = transaction.cursor.execute(
        f"""
        SELECT w.*{own_task}, $task_id AS task_id
        FROM {table} w
        WHERE list_contains($named::VARCHAR[], w.conversation)
            OR w.record_hash IN (
                SELECT record_hash FROM restored_record WHERE task_id = $task_id AND table_name = '{table}'
            )
        ORDER BY w.recorded_at, w.record_id
        """,  # noqa: S608
        {"task_id": task_id, "named": _names(transaction, task_id)},
    )
    names = [column[0] for column in cursor.description or ()]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def _names(transaction: Transaction, task_id: str) -> list[str]:
    return [row["name"] for row in transaction.run("run_names_of_case", {"task_id": task_id})]


def every_work_row(transaction: Transaction, table: str, *, after: int, most: int) -> list[Record]:
    """Return up to `most` rows of one of `WORK_TABLES` behind the number `after`, by their number."""
    cursor = transaction.cursor.execute(
        f"SELECT * FROM {table} WHERE record_id > $after ORDER BY record_id LIMIT $most",  # noqa: S608
        {"after": after, "most": most},
    )
    names = [column[0] for column in cursor.description or ()]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def add_work_rows(transaction: Transaction, table: str, task_id: str, rows: Sequence[dict[str, Any]]) -> int:
    """Add the rows of one of `WORK_TABLES` that are not here yet, note all as of the case; return how many
    were new."""
    if not rows:
        return 0
    known = _here_already(transaction, table, [row["record_hash"] for row in rows])
    new = {row["record_hash"]: row for row in rows if row["record_hash"] not in known}
    if new:
        add_case_rows(transaction, table, list(new.values()))
    noted = [
        {
            "task_id": task_id,
            "table_name": table,
            "record_hash": name,
            "was_here": known.get(name, False),
        }
        for name in dict.fromkeys(row["record_hash"] for row in rows)
    ]
    add_case_rows(transaction, "restored_record", noted)
    return len(new)


def note_looks(transaction: Transaction, task_id: str, observation_ids: Sequence[str]) -> None:
    """Note which looks came with a case; their rows belong to the file like those of any import."""
    told = dict.fromkeys(observation_ids)
    noted = [{"task_id": task_id, "table_name": LOOKS, "record_hash": one, "was_here": True} for one in told]
    if noted:
        add_case_rows(transaction, "restored_record", noted)


def _here_already(transaction: Transaction, table: str, hashes: Sequence[str]) -> dict[str, bool]:
    """Return which records are here, each with whether it is the desk's own: no bundle brought it."""
    found = transaction.cursor.execute(
        f"""
        SELECT w.record_hash, NOT EXISTS (
            SELECT 1 FROM restored_record r
            WHERE r.table_name = '{table}' AND r.record_hash = w.record_hash AND NOT r.was_here
        )
        FROM {table} w
        WHERE list_contains($hashes::VARCHAR[], w.record_hash)
        """,  # noqa: S608
        {"hashes": list(hashes)},
    ).fetchall()
    return dict(found)


def drop_work_rows(transaction: Transaction, task_id: str) -> int:
    """Remove the records that came with a case and with no other; return how many."""
    asked = {"task_id": task_id}
    removed = 0
    for table in WORK_TABLES:
        removed += transaction.cursor.execute(
            f"""
            DELETE FROM {table} WHERE record_hash IN (
                SELECT record_hash FROM restored_record WHERE table_name = '{table}'
                GROUP BY record_hash
                HAVING bool_and(task_id = $task_id) AND bool_and(NOT was_here)
            )
            """,  # noqa: S608
            asked,
        ).fetchall()[0][0]
    transaction.cursor.execute("DELETE FROM restored_record WHERE task_id = $task_id", asked)
    return removed

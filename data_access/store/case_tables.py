"""Reads and writes whole cases table by table, as bundles carry them.

The tables and the order of their rows are those below, never words from a bundle. Lease tokens are kept as a
hash and the browsers of people by their cookie's: neither is read here, and a restored round has no token.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from data_access.store.bulk_load import lent
from data_access.store.connection import Record, Transaction

if TYPE_CHECKING:
    import pyarrow as pa

CASE_TABLES = {
    "investigation_task": "task_id",
    "task_relation": "related_task_id",
    "task_transition": "ordinal",
    "investigation_round": "ordinal",
    "round_conversation": "linked_at, round_id, conversation",
    "evidence": "ordinal",
    "data_gap": "ordinal",
    "progress_update": "ordinal",
    "progress_graph": "task_id",
    "report_revision": "revision",
    "execution_plan": "revision",
    "presentation": "ordinal",
    "question": "ordinal",
    "answer": "question_id, ordinal, answer_id",
    "human_evidence": "ordinal",
    "attachment": "added_at, attachment_hash",
    "proposed_action": "ordinal",
    "discussion_message": "ordinal",
    "report_sign_off": "ordinal",
}
"""Every table of a case, with the order of its rows."""
_KEPT_BESIDE = ("draft", "revision_change")
"""What people began to write in a case, and what the desk worked out of it: neither is a record of it."""
_NO_TOKEN = {"investigation_round": {"lease_hash": ""}}
"""What stands in for what no bundle carries: no token has this hash."""

_COLUMNS = "SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = $table"


def case_rows(transaction: Transaction, table: str, task_id: str) -> list[Record]:
    """Return the rows that a case has in one of `CASE_TABLES`, in their order."""
    cursor = transaction.cursor.execute(
        f"SELECT * FROM {table} WHERE task_id = $task_id ORDER BY {CASE_TABLES[table]}",  # noqa: S608
        {"task_id": task_id},
    )
    names = [column[0] for column in cursor.description or ()]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def add_case_rows(transaction: Transaction, table: str, rows: Sequence[dict[str, Any]]) -> None:
    """Add rows, each with the same columns, to one of `CASE_TABLES`."""
    import pyarrow as pa

    cursor = transaction.cursor
    types = dict(cursor.execute(_COLUMNS, {"table": table}).fetchall())
    missing = _NO_TOKEN.get(table, {})
    told = [row | missing for row in rows]
    schema = pa.schema([pa.field(name, _arrow_type(types[name])) for name in told[0]])
    with lent(cursor, "incoming", pa.Table.from_pylist(told, schema=schema)):
        cursor.execute(f"INSERT INTO {table} BY NAME SELECT * FROM incoming")  # noqa: S608


def _arrow_type(engine_type: str) -> pa.DataType:
    import pyarrow as pa

    known = {
        "INTEGER": pa.int64(),
        "BIGINT": pa.int64(),
        "BOOLEAN": pa.bool_(),
        "DOUBLE": pa.float64(),
        "TIMESTAMP WITH TIME ZONE": pa.timestamp("us", tz="UTC"),
    }
    return known.get(engine_type, pa.string())


def drop_case(transaction: Transaction, task_id: str) -> int:
    """Remove every row of a case; return how many there were. What the desk keeps beside them goes too."""
    for table in _KEPT_BESIDE:
        transaction.cursor.execute(f"DELETE FROM {table} WHERE task_id = $task_id", {"task_id": task_id})  # noqa: S608
    removed = 0
    for table in CASE_TABLES:
        removed += transaction.cursor.execute(
            f"DELETE FROM {table} WHERE task_id = $task_id",  # noqa: S608
            {"task_id": task_id},
        ).fetchall()[0][0]
    return removed

"""Writes the records of the desk as plain files, one Parquet and one JSON-lines file per table.

Only tables of records leave: settings, people's accounts and request receipts stay. The file names are those
of the tables, never words from the records.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from data_access.store.connection import Transaction

_ONLY_WHOLE = "(FROM exported_scope)"
_OF_RUNS = "conversation_key IN (FROM exported_conversation)"
_OF_NAMED = (
    f"{_ONLY_WHOLE} OR conversation IN (SELECT unnest([conversation_key, conversation_id]) "  # noqa: S608
    f"FROM conversation WHERE {_OF_RUNS})"
)
_OF_CALLS = f"call_key IN (SELECT call_key FROM usage_call WHERE {_OF_RUNS})"  # noqa: S608
_OF_FILES = "file_id IN (FROM exported_file)"
_OF_BATCHES = f"batch_id IN (SELECT batch_id FROM batch_file WHERE {_OF_FILES})"  # noqa: S608
_ALWAYS = "TRUE"

EXPORTED = {
    "conversation": _OF_RUNS,
    "conversation_observation": _OF_RUNS,
    "snapshot": _OF_RUNS,
    "agent_observation": _OF_RUNS,
    "event": _OF_RUNS,
    "content_part": _OF_RUNS,
    "message": _OF_RUNS,
    "task_observation": _OF_RUNS,
    "task_result_observation": _OF_RUNS,
    "todo": _OF_RUNS,
    "tool_observation": _OF_RUNS,
    "span": _OF_RUNS,
    "verification_observation": _OF_RUNS,
    "permission_observation": _OF_RUNS,
    "reported_total": _OF_RUNS,
    "usage_observation": _OF_RUNS,
    "workspace_observation": _ONLY_WHOLE,
    "operation_observation": _OF_NAMED,
    "usage_call": _OF_RUNS,
    "usage_cost": _OF_CALLS,
    "conversation_usage": _OF_RUNS,
    "price": f"price_key IN (SELECT price_key FROM usage_cost WHERE {_OF_CALLS}) OR {_ONLY_WHOLE}",  # noqa: S608
    "price_version": _ALWAYS,
    "project": f"project IN (SELECT project FROM conversation WHERE {_OF_RUNS}) OR {_ONLY_WHOLE}",  # noqa: S608
    "import_batch": _OF_BATCHES,
    "import_file": _OF_FILES,
    "batch_file": f"{_OF_FILES} AND {_OF_BATCHES}",
    "import_reject": _OF_FILES,
    "import_other": _OF_FILES,
    "also_in": _OF_RUNS,
    "audit": _ONLY_WHOLE,
    "investigation_task": _ONLY_WHOLE,
    "restored_case": _ONLY_WHOLE,
    "restored_record": _ONLY_WHOLE,
    "task_relation": _ONLY_WHOLE,
    "task_transition": _ONLY_WHOLE,
    "investigation_round": _ONLY_WHOLE,
    "round_conversation": _ONLY_WHOLE,
    "desk_call_in_log": _OF_RUNS,
    "evidence": _ONLY_WHOLE,
    "data_gap": _ONLY_WHOLE,
    "progress_update": _ONLY_WHOLE,
    "progress_graph": _ONLY_WHOLE,
    "report_revision": _ONLY_WHOLE,
    "revision_change": _ONLY_WHOLE,
    "execution_plan": _ONLY_WHOLE,
    "presentation": _ONLY_WHOLE,
    "question": _ONLY_WHOLE,
    "answer": _ONLY_WHOLE,
    "human_evidence": _ONLY_WHOLE,
    "attachment": _ONLY_WHOLE,
    "proposed_action": _ONLY_WHOLE,
    "discussion_message": _ONLY_WHOLE,
    "report_sign_off": _ONLY_WHOLE,
    "isolation_request": _OF_NAMED,
    "isolation_result": _OF_NAMED,
    "agent_operation": _OF_NAMED,
    "resource_sample": _OF_NAMED,
    "resource_sample_observation": _OF_NAMED,
}
"""Each table that leaves, and which of its rows."""

KEPT_HERE = (
    "setting", "principal", "token", "viewer", "sign_in", "receipt", "change_counter", "schema_migration",
    "agent_look", "notice", "notice_delivery", "draft", "report_look",
    "examined_run", "examined_source", "examined_operation", "operation_addition",
)  # fmt: skip
"""Tables that are about this desk and not about the work it shows, and what its policy makes of that work."""


_NOTE_RUNS = """
    CREATE TEMP TABLE exported_conversation AS
    WITH known AS (SELECT conversation_key FROM brought_row UNION SELECT conversation_key FROM conversation)
    FROM known WHERE $keys IS NULL OR list_contains($keys::VARCHAR[], conversation_key)
"""
_NOTE_FILES = """
    CREATE TEMP TABLE exported_file AS
    SELECT file_id FROM brought_row WHERE conversation_key IN (FROM exported_conversation)
    UNION
    SELECT file_id FROM also_in WHERE conversation_key IN (FROM exported_conversation)
    UNION
    SELECT file_id FROM import_file WHERE (FROM exported_scope)
"""
_COLUMNS = """
    SELECT column_name, data_type FROM duckdb_columns()
    WHERE table_name = $table AND NOT internal AND database_name = current_database()
    ORDER BY column_index
"""
_ORIGIN = "(SELECT c.origin FROM conversation c WHERE c.conversation_key = t.conversation_key) AS origin"
_ORIGIN_OF_IMPORT = (
    "(SELECT CASE WHEN bool_or(b.origin = 'real') THEN 'real' ELSE min(b.origin) END "
    "FROM batch_file m JOIN import_batch b USING (batch_id) WHERE m.file_id = t.file_id) AS origin"
)
_OF_NO_RUN = ("workspace_observation", "operation_observation", "resource_sample_observation")


def begin_export(transaction: Transaction, keys: Sequence[str] | None) -> dict[str, int]:
    """Note which runs leave, all of them for None, and return how many of each origin."""
    cursor = transaction.cursor
    cursor.execute(
        "CREATE TEMP TABLE exported_scope AS SELECT $is_whole::BOOLEAN", {"is_whole": keys is None}
    )
    cursor.execute(_NOTE_RUNS, {"keys": None if keys is None else list(keys)})
    cursor.execute(_NOTE_FILES)
    origins = (
        "SELECT origin, count(*) FROM conversation SEMI JOIN exported_conversation USING (conversation_key)"
    )
    return dict(cursor.execute(f"{origins} GROUP BY ALL ORDER BY ALL").fetchall())


def export_table(transaction: Transaction, table: str, folder: Path) -> int:
    """Write the leaving rows of `table` to `<table>.parquet` and `<table>.jsonl` in `folder`; count them.

    Rows of a run carry its origin, those of none that of their import. In JSON, times are UTC with a `Z`,
    money is a decimal string.
    """
    # Every name and condition here is this module's or the catalog's, never input.
    rows, readable = _selections(transaction, table)
    parquet, jsonl = (_text(folder / f"{table}.{form}") for form in ("parquet", "jsonl"))
    transaction.cursor.execute(f"COPY ({rows}) TO {parquet} (FORMAT parquet, COMPRESSION zstd)")
    as_lines = "(FORMAT json, TIMESTAMPFORMAT '%Y-%m-%dT%H:%M:%S.%fZ')"
    written: int = transaction.cursor.execute(f"COPY ({readable}) TO {jsonl} {as_lines}").fetchall()[0][0]
    return written


def _selections(transaction: Transaction, table: str) -> tuple[str, str]:
    """Return the rows that leave, as they are and as JSON shows them."""
    columns = transaction.cursor.execute(_COLUMNS, {"table": table}).fetchall()
    names = {name for name, _ in columns}
    origin = ""
    if "conversation_key" in names and "origin" not in names:
        origin = f", {_ORIGIN_OF_IMPORT if table in _OF_NO_RUN else _ORIGIN}"
    rows = f'SELECT *{origin} FROM "{table}" t WHERE {EXPORTED[table]} ORDER BY ALL'  # noqa: S608
    money = ", ".join(
        f'"{name}"::VARCHAR AS "{name}"' for name, kind in columns if kind.startswith("DECIMAL")
    )
    return rows, f"SELECT * REPLACE ({money}) FROM ({rows})" if money else rows  # noqa: S608


def _text(path: Path) -> str:
    return "'" + str(path).replace("'", "''") + "'"

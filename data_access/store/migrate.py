"""Brings a database to the schema of this release: numbered scripts, each in one transaction, recorded."""

from __future__ import annotations

import duckdb

from data_access.errors import NotADatabase, StoreNewer
from data_access.store.statements import schema_scripts, views_script

_LEDGER = """
    CREATE TABLE IF NOT EXISTS schema_migration (number INTEGER PRIMARY KEY, applied_at TIMESTAMPTZ NOT NULL)
"""


def migrate(connection: duckdb.DuckDBPyConnection) -> None:
    """Apply the scripts that are missing and recreate the views.

    Raises: `StoreNewer` when the database knows a later script, `NotADatabase` when its tables are foreign.
    """
    applied = _applied(connection)
    scripts = schema_scripts()
    if applied and max(applied) > scripts[-1][0]:
        raise StoreNewer(
            f"The database has schema {max(applied)}, this release knows {scripts[-1][0]}. "
            "Upgrade Caseboard to open it."
        )
    for number, text in scripts:
        if number not in applied:
            _apply(connection, number, text)
    connection.execute(views_script())


def _applied(connection: duckdb.DuckDBPyConnection) -> set[int]:
    tables = {row[0] for row in connection.execute("SELECT table_name FROM duckdb_tables()").fetchall()}
    if tables and "schema_migration" not in tables:
        raise NotADatabase("The database holds tables of another program. Give another --database.")
    connection.execute(_LEDGER)
    return {row[0] for row in connection.execute("SELECT number FROM schema_migration").fetchall()}


def _apply(connection: duckdb.DuckDBPyConnection, number: int, text: str) -> None:
    connection.execute("BEGIN TRANSACTION")
    try:
        connection.execute(text)
        connection.execute("INSERT INTO schema_migration VALUES ($number, now())", {"number": number})
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise

"""Brings a database to the schema of this release: numbered scripts and the views, in one transaction.

A database that is up to date is only read. A crash on the way leaves the old schema as it was.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import duckdb

from data_access.errors import NotADatabase, StoreNewer
from data_access.store.statements import schema_scripts, views_script

LEDGER = "schema_migration"
_CREATE_LEDGER = """
    CREATE TABLE IF NOT EXISTS schema_migration (number INTEGER PRIMARY KEY, applied_at TIMESTAMPTZ NOT NULL)
"""
_VIEWS = "views"
"""Name of the setting that keeps the hash of the views' text."""


@dataclass(frozen=True)
class Schema:
    """What a release wants a database to look like."""

    scripts: Sequence[tuple[int, str]]
    views: str

    @property
    def number(self) -> int:
        """The newest script."""
        return self.scripts[-1][0]

    @property
    def views_hash(self) -> str:
        """Stands for the text of the views."""
        return hashlib.sha256(self.views.encode()).hexdigest()


def this_release() -> Schema:
    """Return the schema of this release."""
    return Schema(schema_scripts(), views_script())


def migrate(connection: duckdb.DuckDBPyConnection, schema: Schema | None = None) -> None:
    """Apply the scripts that are missing, and recreate the views when their text changed.

    Raises: `StoreNewer` when the database knows a later script, `NotADatabase` when its tables are foreign.
    """
    schema = schema or this_release()
    applied = applied_numbers(connection)
    if applied and max(applied) > schema.number:
        raise StoreNewer(
            f"The database has schema {max(applied)}, this release knows {schema.number}. "
            "Upgrade Caseboard to open it."
        )
    missing = [(number, text) for number, text in schema.scripts if number not in applied]
    if not missing and _kept_views(connection) == schema.views_hash:
        return
    connection.execute("BEGIN TRANSACTION")
    try:
        _apply(connection, missing, schema)
        connection.execute("COMMIT")
    except BaseException:
        roll_back(connection)
        raise


def roll_back(connection: duckdb.DuckDBPyConnection) -> None:
    """Undo the open transaction, if the engine has not done so by itself."""
    try:
        connection.execute("ROLLBACK")
    except duckdb.Error:
        return


def applied_numbers(connection: duckdb.DuckDBPyConnection) -> set[int]:
    """Return the scripts this database has seen, none for an empty one. Raises: `NotADatabase`."""
    found = (
        "SELECT table_name FROM duckdb_tables() UNION SELECT view_name FROM duckdb_views() WHERE NOT internal"
    )
    names = {row[0] for row in connection.execute(found).fetchall()}
    if LEDGER in names:
        try:
            return {row[0] for row in connection.execute("SELECT number FROM schema_migration").fetchall()}
        except duckdb.BinderException as error:
            raise _foreign(names) from error
    if names:
        raise _foreign(names)
    return set()


def _foreign(names: set[str]) -> NotADatabase:
    some = ", ".join(name[:40] for name in sorted(names)[:3])
    return NotADatabase(f"The database holds tables of another program ({some}). Give another --database.")


def _kept_views(connection: duckdb.DuckDBPyConnection) -> str | None:
    rows = connection.execute("SELECT value FROM setting WHERE name = $name", {"name": _VIEWS}).fetchall()
    return rows[0][0] if rows else None


def _apply(connection: duckdb.DuckDBPyConnection, missing: list[tuple[int, str]], schema: Schema) -> None:
    connection.execute(_CREATE_LEDGER)
    for (view,) in connection.execute("SELECT view_name FROM duckdb_views() WHERE NOT internal").fetchall():
        connection.execute(f'DROP VIEW IF EXISTS "{view}"')
    for number, text in missing:
        connection.execute(text)
        connection.execute("INSERT INTO schema_migration VALUES ($number, now())", {"number": number})
    connection.execute(schema.views)
    connection.execute(
        "INSERT OR REPLACE INTO setting VALUES ($name, $value, now())",
        {"name": _VIEWS, "value": schema.views_hash},
    )

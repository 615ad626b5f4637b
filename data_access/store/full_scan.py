"""Reads every value of every table, so that a damaged block is found now and not when somebody needs it.

The engine checks the checksum of a block when it reads the block from the file; blocks that are in memory
already are not read again, so a scan by a process that has just opened the file sees most.
"""

from __future__ import annotations

from dataclasses import dataclass

import duckdb

from data_access.errors import StoreError
from data_access.store.connection import Store

_SHAPE = """
    SELECT table_name, list(column_name ORDER BY column_index), list(data_type ORDER BY column_index)
    FROM duckdb_columns()
    WHERE NOT internal AND database_name = current_database() AND schema_name = 'main'
    GROUP BY table_name
    ORDER BY table_name
"""


@dataclass(frozen=True)
class ScannedTable:
    """One table, read to its end or as far as it could be."""

    table: str
    rows: int
    fault: str | None
    """What the engine said; None when every value was read."""


@dataclass(frozen=True)
class TableShape:
    """Columns of a table or view and their types, in order."""

    table: str
    columns: tuple[tuple[str, str], ...]


def shapes_of(store: Store) -> tuple[TableShape, ...]:
    """Return the tables and views of the database, by name."""
    with store.reading() as cursor:
        rows = cursor.execute(_SHAPE).fetchall()
    return tuple(TableShape(table, tuple(zip(names, types, strict=True))) for table, names, types in rows)


def table_names(store: Store) -> tuple[str, ...]:
    """Return the tables that hold rows, by name."""
    names = "SELECT table_name FROM duckdb_tables() WHERE NOT internal AND NOT temporary ORDER BY table_name"
    with store.reading() as cursor:
        return tuple(row[0] for row in cursor.execute(names).fetchall())


def scan_tables(store: Store) -> tuple[ScannedTable, ...]:
    """Read every column of every table; a damaged one is reported and the next one read."""
    return tuple(_scan(store, name) for name in table_names(store))


def _scan(store: Store, table: str) -> ScannedTable:
    try:
        with store.reading() as cursor:
            # The name comes from the catalog. A hash over whole rows needs every value of every column.
            read = f'SELECT count(*), bit_xor(hash(t)) FROM "{table}" t'  # noqa: S608
            return ScannedTable(table, cursor.execute(read).fetchall()[0][0], None)
    except StoreError as error:
        return ScannedTable(table, 0, error.message)


def table_sizes(store: Store) -> dict[str, tuple[int, int | None]]:
    """Return rows and bytes of each table; bytes are None for a database in memory."""
    sizes = {}
    with store.reading() as cursor:
        for table in table_names(store):
            rows = cursor.execute(f'SELECT count(*) FROM "{table}"').fetchall()[0][0]  # noqa: S608
            sizes[table] = (rows, _blocks(cursor, table) if store.path else None)
    return sizes


def _blocks(cursor: duckdb.DuckDBPyConnection, table: str) -> int:
    sql = """
        WITH used AS (
            SELECT unnest(list_append(additional_block_ids, block_id)) AS block
            FROM pragma_storage_info($table) WHERE persistent
        )
        SELECT count(DISTINCT block) * (SELECT block_size FROM pragma_database_size() LIMIT 1)
        FROM used WHERE block >= 0
    """
    size: int = cursor.execute(sql, {"table": table}).fetchall()[0][0]
    return size

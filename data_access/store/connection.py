"""Opens the one database file this process owns and hands out reads and write transactions.

A read takes its own cursor and no lock. A write takes the process-wide write lock around one transaction.
Nothing outside this package sees the engine, its connections or its exceptions.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from data_access.errors import StoreError
from data_access.store.migrate import migrate
from data_access.store.opening import connect
from data_access.store.statements import statement

if TYPE_CHECKING:
    import pandas as pd

Values = Mapping[str, Any]
Record = dict[str, Any]


class Transaction:
    """One write transaction: statements by name on one cursor, all or nothing."""

    def __init__(self, cursor: duckdb.DuckDBPyConnection) -> None:
        self.cursor = cursor

    def run(self, name: str, values: Values | None = None) -> list[Record]:
        """Execute the statement `name`; give back its rows, empty when it has none."""
        return _records(self.cursor, statement(name), values)


class Store:
    """The open database."""

    def __init__(self, path: Path | None, connection: duckdb.DuckDBPyConnection) -> None:
        self.path = path
        """The database file; None for a database in memory."""
        self._connection = connection
        self._write_lock = threading.RLock()

    @classmethod
    def open(cls, path: Path | str | None) -> Store:
        """Open or create the database at `path` (None: in memory) and bring its schema up to date.

        Raises: `StoreHeld`, `StoreNewer`, `StoreCorrupt`, `NotADatabase`, `StoreError`.
        """
        file = None if path is None else Path(path)
        connection = connect(file)
        try:
            migrate(connection)
        except BaseException:
            connection.close()
            raise
        return cls(file, connection)

    def close(self) -> None:
        """Close the database; a second call does nothing."""
        self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def rows(self, name: str, values: Values | None = None) -> list[Record]:
        """Answer the statement `name` with one mapping per row, on a cursor of its own."""
        with self.reading() as cursor:
            return _records(cursor, statement(name), values)

    def frame(self, name: str, values: Values | None = None) -> pd.DataFrame:
        """Answer the statement `name` with a frame."""
        with self.reading() as cursor:
            return cursor.execute(statement(name), _needed(statement(name), values)).df()

    @contextmanager
    def reading(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """Lend a cursor of its own; engine errors come out as `StoreError`."""
        cursor = self._connection.cursor()
        try:
            yield cursor
        except duckdb.Error as error:
            raise StoreError(f"The database could not answer: {error}") from error
        finally:
            cursor.close()

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """Hold the write lock around one transaction; any exception rolls all of it back."""
        with self._write_lock:
            cursor = self._connection.cursor()
            try:
                cursor.execute("BEGIN TRANSACTION")
                yield Transaction(cursor)
                cursor.execute("COMMIT")
            except duckdb.Error as error:
                _roll_back(cursor)
                raise StoreError(f"The database refused the write: {error}") from error
            except BaseException:
                _roll_back(cursor)
                raise
            finally:
                cursor.close()


def _roll_back(cursor: duckdb.DuckDBPyConnection) -> None:
    try:
        cursor.execute("ROLLBACK")
    except duckdb.Error:
        return  # the engine has rolled back by itself


def _needed(sql: str, values: Values | None) -> dict[str, Any]:
    """Keep the values that the text names: the engine refuses surplus ones."""
    return {key: value for key, value in (values or {}).items() if f"${key}" in sql}


def _records(cursor: duckdb.DuckDBPyConnection, sql: str, values: Values | None) -> list[Record]:
    result = cursor.execute(sql, _needed(sql, values))
    names = [column[0] for column in result.description or ()]
    return [dict(zip(names, row, strict=True)) for row in result.fetchall()]

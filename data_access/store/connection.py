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
from data_access.store.engine_errors import running_error
from data_access.store.given_up import awaited_reading
from data_access.store.migrate import migrate, roll_back
from data_access.store.opening import connect, real_path
from data_access.store.statements import parameters, parsed
from data_access.store.write_lock import write_lock_of

if TYPE_CHECKING:
    import pandas as pd

Values = Mapping[str, Any]
Record = dict[str, Any]
_PACKING = 100
"""Tasks of a checkpoint, as many as the engine has by itself."""


class Transaction:
    """One write transaction: statements by name on one cursor, all or nothing."""

    def __init__(self, cursor: duckdb.DuckDBPyConnection) -> None:
        self.cursor = cursor

    def run(self, name: str, values: Values | None = None) -> list[Record]:
        """Execute the statement `name`; give back its rows, empty when it has none."""
        return _records(self.cursor, name, values)


class Store:
    """The open database."""

    def __init__(self, path: Path | None, connection: duckdb.DuckDBPyConnection) -> None:
        self.path = path
        """The database file by its real name; None for a database in memory."""
        self._connection = connection
        self._cursors: set[duckdb.DuckDBPyConnection] = set()
        self._calls = threading.Condition()
        self._is_closed = False
        self._write_lock = write_lock_of(path)
        self._is_packing = True

    @classmethod
    def open(cls, path: Path | str | None, *, threads: int | None = None) -> Store:
        """Open or create the database at `path` (None: in memory) and bring its schema up to date.

        `threads` is how many the engine may use, None for what suits a desk that is read by many.
        Opening it twice in one process gives two stores on one database that share their write lock.

        Raises: `StoreHeld`, `StoreNewer`, `StoreCorrupt`, `NotADatabase`, `StorePathInvalid`,
        `StoreNotPermitted`, `DiskFull`, `StoreError`.
        """
        file = None if path is None else real_path(path)
        connection = connect(file, threads)
        try:
            with write_lock_of(file).held():
                migrate(connection)
        except duckdb.Error as error:
            connection.close()
            raise running_error(file, error, "be brought to the schema of this release") from error
        except BaseException:
            connection.close()
            raise
        return cls(file, connection)

    def close(self, *, patience: float = 10.0) -> None:
        """Close the database; a second call does nothing.

        Calls that run get `patience` seconds to end; then they are interrupted, and a write is rolled back.
        Raises: `StoreError` inside a write of this thread.
        """
        self._write_lock.refuse_nesting()
        with self._calls:
            self._is_closed = True
            if not self._calls.wait_for(lambda: not self._cursors, patience):
                for cursor in self._cursors:
                    cursor.interrupt()
                self._calls.wait_for(lambda: not self._cursors, patience)
        try:
            self._connection.close()
        except duckdb.Error as error:
            raise running_error(self.path, error, "close") from error

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def rows(self, name: str, values: Values | None = None) -> list[Record]:
        """Answer the statement `name` with one mapping per row, on a cursor of its own."""
        with self.reading() as cursor:
            return _records(cursor, name, values)

    def frame(self, name: str, values: Values | None = None) -> pd.DataFrame:
        """Answer the statement `name` with a frame."""
        with self.reading() as cursor:
            return cursor.execute(parsed(name), _needed(name, values)).df()

    @contextmanager
    def reading(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """Lend a cursor of its own; engine errors come out as `StoreError`.

        Raises: `TimeLimit` when nobody waits for the answer any more.
        """
        with self._lent() as cursor, self._in_our_words("answer"), awaited_reading(cursor):
            yield cursor

    @contextmanager
    def transaction(self, *, is_one_of_many: bool = False) -> Iterator[Transaction]:
        """Hold the write lock around one transaction; any exception rolls all of it back.

        `is_one_of_many` is for writes that follow each other closely: whatever they add is then left as it
        was written. Otherwise the engine packs it together with what the last ones added, again and again.

        Raises: `StoreError` when the engine refuses, or when this thread has a transaction open.
        """
        with self._write_lock.held(), self._begun(is_one_of_many=is_one_of_many) as transaction:
            yield transaction

    @contextmanager
    def transaction_if_free(self) -> Iterator[Transaction | None]:
        """Hold one transaction as `transaction` does; None at once, without waiting, while others write.

        For what may be lost: a page that only notes something must not wait for a long import.
        """
        with self._write_lock.held(wait=False) as is_free:
            if not is_free:
                yield None
                return
            with self._begun(is_one_of_many=False) as transaction:
                yield transaction

    @contextmanager
    def _begun(self, *, is_one_of_many: bool) -> Iterator[Transaction]:
        with self._lent() as cursor, self._in_our_words("write"):
            cursor.execute("BEGIN TRANSACTION")
            try:
                yield Transaction(cursor)
                self._allow_packing(cursor, not is_one_of_many)
                cursor.execute("COMMIT")
            except BaseException:
                roll_back(cursor)
                raise

    def _allow_packing(self, cursor: duckdb.DuckDBPyConnection, is_allowed: bool) -> None:
        """Let the engine pack small parts together at its next checkpoint, or not; closing does as the last
        write did."""
        if is_allowed != self._is_packing:
            cursor.execute(f"SET GLOBAL max_vacuum_tasks = {_PACKING if is_allowed else 0}")
            self._is_packing = is_allowed

    @contextmanager
    def as_of_now(self) -> Iterator[Transaction]:
        """Lend a transaction that reads everything as of one moment, beside any write; it keeps nothing."""
        with self._lent() as cursor, self._in_our_words("answer"):
            cursor.execute("BEGIN TRANSACTION")
            try:
                yield Transaction(cursor)
            finally:
                roll_back(cursor)

    @contextmanager
    def rehearsal(self) -> Iterator[Transaction]:
        """Lend a write transaction, with the write lock, that is always rolled back."""
        with self._write_lock.held(), self.as_of_now() as transaction:
            yield transaction

    @contextmanager
    def _lent(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """Lend a cursor; its temporary tables and registered frames go with it."""
        with self._calls:
            if self._is_closed:
                raise StoreError(f"The database {self.path or 'in memory'} is closed. Open it again.")
            cursor = self._connection.cursor()
            self._cursors.add(cursor)
        try:
            yield cursor
        finally:
            cursor.close()
            with self._calls:
                self._cursors.discard(cursor)
                self._calls.notify_all()

    @contextmanager
    def _in_our_words(self, doing: str) -> Iterator[None]:
        try:
            yield
        except duckdb.Error as error:
            raise running_error(self.path, error, doing) from error
        except RuntimeError as error:
            if str(error) == "Query interrupted":  # the engine's way to pass Ctrl-C on
                raise KeyboardInterrupt from error
            raise


def _needed(name: str, values: Values | None) -> dict[str, Any]:
    """Keep the values that the statement names: the engine refuses surplus ones."""
    named = parameters(name)
    return {key: value for key, value in (values or {}).items() if key in named}


def _records(cursor: duckdb.DuckDBPyConnection, name: str, values: Values | None) -> list[Record]:
    result = cursor.execute(parsed(name), _needed(name, values))
    names = [column[0] for column in result.description or ()]
    return [dict(zip(names, row, strict=True)) for row in result.fetchall()]

"""Ends the statements of an answer that nobody waits for any more, and no others.

Only what reads is ended: a write goes on to its end or is rolled back by its own rules, never halfway.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import duckdb

from data_access.errors import TimeLimit

_current: ContextVar[Awaited | None] = ContextVar("awaited", default=None)


class Awaited:
    """One answer that somebody waits for, with the statements that are read for it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cursors: set[duckdb.DuckDBPyConnection] = set()
        self._is_over = False

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Count what this thread reads meanwhile to this answer."""
        token = _current.set(self)
        try:
            yield
        finally:
            _current.reset(token)

    def give_up(self) -> None:
        """End what is being read for this answer, and refuse to begin more; it may be said twice."""
        with self._lock:
            self._is_over = True
            for cursor in self._cursors:
                cursor.interrupt()

    @contextmanager
    def reading(self, cursor: duckdb.DuckDBPyConnection) -> Iterator[None]:
        """Count the statements of `cursor` to this answer. Raises: `TimeLimit` once it was given up."""
        with self._lock:
            if self._is_over:
                raise self._ended()
            self._cursors.add(cursor)
        try:
            yield
        except (duckdb.Error, RuntimeError) as error:
            if self._is_over:
                raise self._ended() from error
            raise
        finally:
            with self._lock:
                self._cursors.discard(cursor)

    def _ended(self) -> TimeLimit:
        return TimeLimit("Nobody waits for this answer any more: its statements were ended.")


@contextmanager
def awaited_reading(cursor: duckdb.DuckDBPyConnection) -> Iterator[None]:
    """Count the statements of `cursor` to the answer that this thread works on, if somebody limits it."""
    awaited = _current.get()
    if awaited is None:
        yield
        return
    with awaited.reading(cursor):
        yield

"""Connects to a database file and says in plain words why one cannot be opened."""

from __future__ import annotations

import os
import re
from pathlib import Path

import duckdb

from data_access.errors import NotADatabase, StoreCorrupt, StoreError, StoreHeld, StoreNewer


def connect(path: Path | None) -> duckdb.DuckDBPyConnection:
    """Connect to `path`, creating file and folder when missing; None is a database in memory.

    Raises: `StoreHeld` when another process owns it, `StoreNewer`, `StoreCorrupt`, `NotADatabase`,
    `StoreError`.
    """
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
    try:
        connection = duckdb.connect(str(path) if path else ":memory:")
    except duckdb.Error as error:
        raise _translated(path, error) from error
    connection.execute(
        f"SET TimeZone = 'UTC'; SET memory_limit = '{_memory_limit()}'; SET threads = {_threads()}"
    )
    return connection


def _memory_limit() -> str:
    return os.environ.get("CASEBOARD_MEMORY_LIMIT", "2GB")


def _threads() -> int:
    return max(1, min(4, os.cpu_count() or 1))


def _translated(path: Path | None, error: duckdb.Error) -> StoreError:
    text = str(error)
    if "Conflicting lock" in text or "being used by another process" in text:
        pid = re.search(r"PID (\d+)", text)
        owner = f"process {pid.group(1)}" if pid else "another process"
        return StoreHeld(
            f"The database {path} is in use by {owner}. Stop that desk, or give another --database.",
            pid=int(pid.group(1)) if pid else None,
        )
    if "not a valid DuckDB database" in text:
        return NotADatabase(
            f"{path} is not a Caseboard database. Give another --database, or move the file away."
        )
    if "version number" in text or "newer" in text:
        return StoreNewer(f"The database {path} was written by a newer engine. Upgrade Caseboard to open it.")
    if isinstance(error, duckdb.IOException | duckdb.SerializationException | duckdb.FatalException):
        return StoreCorrupt(
            f"{path} is damaged or unreadable: {text}. Restore a backup or run `caseboard doctor`."
        )
    return StoreError(f"The database {path} could not be opened: {text}")

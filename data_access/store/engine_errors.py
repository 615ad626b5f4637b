"""Turns what the engine says into the desk's errors: what is wrong, with which file, what to do.

The engine has few classes and many texts, so a fault is recognised by its text; `tests/store` makes each of
them happen for real. An engine upgrade that words them anew fails there first.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import duckdb

from data_access.errors import (
    DiskFull,
    NotADatabase,
    StoreCorrupt,
    StoreError,
    StoreHeld,
    StoreNewer,
    StoreNotPermitted,
    StorePathInvalid,
)
from data_access.store.desk_address import desk_of

_HELD = re.compile(r"Conflicting lock|Could not set lock|being used by another process")
_HELD_HERE = re.compile(r"different configuration than existing connections")
_VERSION = re.compile(r"with (?:storage )?version number (\d+).*between (\d+) and (\d+)", re.DOTALL)
_FOREIGN = re.compile(r"not a valid DuckDB database|extension", re.IGNORECASE)
_WAL = re.compile(r"replaying WAL|Corrupt WAL")
_CORRUPT = re.compile(
    r"Corrupt|Could not read enough bytes|checksum|Failed to decode|deserializ|vector size|block alloc",
    re.IGNORECASE,
)
_DENIED = re.compile(r"Permission denied|Access is denied|Read-only file system|Operation not permitted")
_FULL = re.compile(r"No space left|File too large|quota exceeded|not enough space", re.IGNORECASE)
_PATH = re.compile(r"Is a directory|Not a directory|No such file or directory|File name too long")


def opening_error(path: Path | None, error: duckdb.Error) -> StoreError:
    """Say why the database at `path` could not be opened."""
    text = _without_class(error)
    if path is None:
        return StoreError(f"The database in memory could not be opened: {text}")
    for pattern, explain in _OPENING:
        if match := pattern.search(text):
            return explain(path, text, match)
    return StoreError(f"The database {path} could not be opened: {text}. Run `caseboard doctor`.")


def running_error(path: Path | None, error: duckdb.Error, doing: str) -> StoreError:
    """Say why an open database could not do what it was asked; `doing` is "answer" or "write"."""
    text, name = _without_class(error), path or "in memory"
    if _FULL.search(text):
        return DiskFull(
            f"The disk of the database {name} is full: {text}. This write was not kept; free some room."
        )
    if _CORRUPT.search(text):
        return StoreCorrupt(f"The database {name} is damaged: {text}. {_MEND}")
    if path is not None and _DENIED.search(text):
        return _not_permitted(path, text)
    if isinstance(error, duckdb.OutOfMemoryException):
        return StoreError(
            f"The database {name} needs more memory to {doing} than it may take. "
            "Ask for less at once, or raise CASEBOARD_MEMORY_LIMIT, for example to `4GB`."
        )
    if isinstance(error, duckdb.FatalException | duckdb.InternalException) or "has been invalidated" in text:
        return StoreError(
            f"The database {name} stopped after a fatal fault: {text}. "
            "Start the desk again; nothing acknowledged is lost. If it stops again, run `caseboard verify`."
        )
    return StoreError(f"The database {name} could not {doing}: {text}")


_MEND = "Restore a backup into a new file, or run `caseboard doctor` to see what is left."


def held_error(path: Path, pid: int | None) -> StoreHeld:
    """Name who owns the database at `path`, with the address where a desk answers for it."""
    desk = desk_of(path)
    if pid is None and desk is not None:
        pid = desk.pid
    owner = f"process {pid}" if pid else "another process"
    if desk is None or (pid and desk.pid != pid):
        return StoreHeld(
            f"The database {path} is in use by {owner}. Stop it, or give another --database.", pid=pid
        )
    return StoreHeld(
        f"The database {path} is in use by a desk ({owner}) at {desk.address}. "
        "Work there, or stop it, or give another --database.",
        pid=pid,
        address=desk.address,
    )


def _held(path: Path, text: str, _: re.Match[str]) -> StoreError:
    pid = re.search(r"PID (\d+)", text)
    return held_error(path, int(pid.group(1)) if pid else None)


def _held_here(path: Path, _text: str, _: re.Match[str]) -> StoreError:
    return StoreHeld(
        f"This process ({os.getpid()}) has the database {path} open with other settings. Close it first.",
        pid=os.getpid(),
    )


def _version(path: Path, _text: str, match: re.Match[str]) -> StoreError:
    found, oldest, newest = (int(number) for number in match.groups())
    if found > newest:
        return StoreNewer(
            f"The database {path} was written by a newer engine (storage version {found}, this one reads "
            f"up to {newest}). Upgrade Caseboard to open it."
        )
    return NotADatabase(
        f"{path} was written by a very old engine (storage version {found}, this one reads from {oldest}) "
        "and never by Caseboard. Give another --database."
    )


def _foreign(path: Path, _text: str, _: re.Match[str]) -> StoreError:
    return NotADatabase(
        f"{path} is {_kind_of_file(path)}, not a Caseboard database. "
        "Give another --database, or move the file away."
    )


def _wal(path: Path, text: str, _: re.Match[str]) -> StoreError:
    return damaged_log(path, text)


def damaged_log(path: Path, why: str) -> StoreCorrupt:
    """Say that the log of last changes beside the database cannot be read."""
    return StoreCorrupt(
        f"The log of the last changes, {path}.wal, is damaged: {why}. Restore a backup; or move the .wal "
        f"file away to open {path.name} without those changes."
    )


def _corrupt(path: Path, text: str, _: re.Match[str]) -> StoreError:
    return StoreCorrupt(f"The database {path} is damaged or cut short: {text}. {_MEND}")


def _not_permitted(path: Path, text: str) -> StoreError:
    return StoreNotPermitted(
        f"The database {path} cannot be used by this user: {text}. "
        "Make the file and its folder readable and writable, or give another --database."
    )


def _disk_full(path: Path, text: str, _: re.Match[str]) -> StoreError:
    return DiskFull(
        f"There is no room on the disk for the database {path}: {text}. Free some, "
        "or give another --database."
    )


def _path(path: Path, text: str, _: re.Match[str]) -> StoreError:
    return StorePathInvalid(f"{path} cannot be a database file: {text}. Give another --database.")


_Explain = Callable[[Path, str, re.Match[str]], StoreError]
_OPENING: tuple[tuple[re.Pattern[str], _Explain], ...] = (
    (_HELD, _held),
    (_HELD_HERE, _held_here),
    (_FULL, _disk_full),
    (_DENIED, lambda path, text, _: _not_permitted(path, text)),
    (_PATH, _path),
    (_VERSION, _version),
    (_WAL, _wal),
    (_CORRUPT, _corrupt),
    (_FOREIGN, _foreign),
)


def _without_class(error: duckdb.Error) -> str:
    """Drop the engine's class word and its advice to read a web page."""
    first = str(error).strip().split("\n\n")[0]
    return re.sub(r"^[A-Za-z]+ Error: ", "", first).split(". See also ")[0].rstrip(".")


def _kind_of_file(path: Path) -> str:
    """Name what stands there instead; only called when this process does not hold the file."""
    # Closing a file drops this process's lock on it, so a database that is open here is never read this way.
    try:
        with path.open("rb") as file:
            head = file.read(512)
    except OSError:
        return "unreadable"
    if not head:
        return "an empty file"
    if head.startswith(b"SQLite format 3"):
        return "an SQLite database"
    return "a binary file" if b"\x00" in head else "a text file"

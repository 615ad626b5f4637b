"""Connects to a database file, with settings that never reach the network, or says why it cannot be opened.

The file is opened under its real name: a symbolic link would put the log of last changes beside the link,
where a later opening under the other name would not find it. Nothing here reads the file by itself while the
engine has it open, because closing it would drop this process's lock.
"""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

import duckdb

from data_access.errors import DiskFull, InvalidInput, StoreError, StoreNotPermitted, StorePathInvalid
from data_access.store.engine_errors import damaged_log, opening_error

MEMORY_LIMIT = "CASEBOARD_MEMORY_LIMIT"
"""Variable that says how much memory the engine may take, for example `4GB`."""
_LARGEST_DEFAULT = 2 * 1024**3
_LOG_BEGINS = bytes.fromhex("640062")
"""First bytes of every log of last changes that this engine writes."""

_Settings = dict[str, str | bool | int | float | list[str]]
_NAMES_OF_LOGS = frozenset({".json", ".jsonl", ".ndjson"})


def connect(path: Path | None, threads: int | None = None) -> duckdb.DuckDBPyConnection:
    """Connect to `path`, creating file and folder when missing; None is a database in memory.

    `threads` is how many the engine may use; None: as many as there are cores, four at the most.

    Raises: `StoreHeld`, `StoreNewer`, `StoreCorrupt`, `NotADatabase`, `StorePathInvalid`,
    `StoreNotPermitted`, `DiskFull`, `StoreError`, and `InvalidInput` for a memory limit that is none.
    """
    if path is None:
        return _settled(duckdb.connect(":memory:", config=_settings(None, threads)))
    was_there = _look_at(path)
    log_size = _size(_log_of(path))
    try:
        connection = duckdb.connect(str(path), config=_settings(path, threads))
    except duckdb.Error as error:
        fault = opening_error(path, error)
        if isinstance(fault, DiskFull) and not was_there:
            path.unlink(missing_ok=True)  # a half-made file would look damaged next time
        raise fault from error
    try:
        _refuse_ignored_log(path, connection, log_size)
        return _settled(connection)
    except BaseException:
        connection.close()
        raise


def real_path(path: Path | str) -> Path:
    """Return the absolute path behind every symbolic link. Raises: `StorePathInvalid`."""
    try:
        return Path(path).resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise StorePathInvalid(
            f"{str(path)!r} cannot be a database file: {error}. Give another --database."
        ) from error


def stands_at(path: Path) -> bool:
    """Tell whether anything stands where a database is looked for.

    Raises: `StorePathInvalid`, `StoreNotPermitted` when nobody can tell.
    """
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise _folder_error(path, error) from error
    return True


def _look_at(path: Path) -> bool:
    """Make the folder and refuse what can never be a database; tell whether something stands there."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        is_there = path.exists()
    except (FileExistsError, NotADirectoryError) as error:
        file = next((above for above in path.parents if above.exists()), path.parent)
        raise StorePathInvalid(
            f"{path} cannot be a database file: {file} is a file, not a folder. Give another --database."
        ) from error
    except OSError as error:
        raise _folder_error(path, error) from error
    if path.suffix.lower() in _NAMES_OF_LOGS:
        # An import that looks into it would drop this process's lock on the database.
        raise StorePathInvalid(
            f"{path} has the name of a log file. Name the database otherwise, for example "
            f"{path.with_suffix('.duckdb')}."
        )
    if path.is_dir():
        raise StorePathInvalid(f"{path} is a folder. Give a file in it, for example {path / 'desk.duckdb'}.")
    if is_there and not path.is_file():
        raise StorePathInvalid(f"{path} is a device or a pipe, not a file. Give another --database.")
    if not os.access(path.parent, os.W_OK):
        raise StoreNotPermitted(
            f"The folder {path.parent} is read only for this user, and the database keeps files beside "
            "itself. Make the folder writable, or give another --database."
        )
    return is_there


def _folder_error(path: Path, error: OSError) -> StoreError:
    if isinstance(error, PermissionError):
        return StoreNotPermitted(
            f"The folder of the database {path} cannot be used by this user: {error.strerror}. "
            "Make it readable and writable, or give another --database."
        )
    return StorePathInvalid(f"{path} cannot be a database file: {error.strerror}. Give another --database.")


def _log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.wal")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _refuse_ignored_log(path: Path, connection: duckdb.DuckDBPyConnection, size: int) -> None:
    """Refuse a log whose beginning is damaged: the engine would start without it and write over it."""
    if size < len(_LOG_BEGINS):
        return
    row = connection.execute("SELECT wal_size FROM pragma_database_size() LIMIT 1").fetchone()
    if row is None or row[0] != "0 bytes":
        return
    with _log_of(path).open("rb") as log:
        begins = log.read(len(_LOG_BEGINS))
    if begins != _LOG_BEGINS:
        raise damaged_log(path, "its beginning is unreadable")


def _settings(path: Path | None, threads: int | None) -> _Settings:
    settings: _Settings = {
        "memory_limit": _memory_limit(),
        "threads": threads or max(1, min(4, os.cpu_count() or 1)),
        # What is needed is built in; an extension would be fetched from the network.
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
        "allow_community_extensions": False,
        "allow_unsigned_extensions": False,
        "allow_persistent_secrets": False,
        # A missing table must be an error, never a Python variable of that name.
        "python_enable_replacements": False,
    }
    if path is None:
        settings["temp_directory"] = str(Path(tempfile.gettempdir()) / "caseboard.tmp")
    return settings


def _settled(connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyConnection:
    """Set what cannot be given on connecting, and lock all settings for the life of the database."""
    # A second connection of this process to the same file finds them set and locked.
    if connection.execute("SELECT current_setting('lock_configuration')").fetchall() == [(False,)]:
        connection.execute(
            "SET GLOBAL TimeZone = 'UTC'; SET GLOBAL allowed_configs = ['max_vacuum_tasks'];"
            "SET GLOBAL lock_configuration = true"
        )
    return connection


def _memory_limit() -> str:
    given = os.environ.get(MEMORY_LIMIT, "").strip()
    if not given:
        return f"{min(_LARGEST_DEFAULT, _machine_memory() // 2) // 2**20}MiB"
    if not re.fullmatch(r"[1-9]\d{0,8}(\.\d+)? ?[KMGT]i?B", given, re.IGNORECASE):
        raise InvalidInput(f"{MEMORY_LIMIT} is {given!r}, which is no amount of memory. Write it like `2GB`.")
    return given


def _machine_memory() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 2 * _LARGEST_DEFAULT

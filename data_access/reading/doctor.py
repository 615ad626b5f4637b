"""Looks after the desk itself: what it runs on, how big it is, what is wrong, and how to mend it.

It also answers when the database cannot be opened, and it creates none.
"""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from data_access.contracts.upkeep import DoctorReport, TableSize
from data_access.errors import CaseboardError, Problem, StoreHeld
from data_access.store.connection import Store
from data_access.store.desk_address import address_file, desk_of
from data_access.store.full_scan import table_sizes
from data_access.store.migrate import this_release
from data_access.store.opening import stands_at

LIBRARIES = (
    "caseboard", "duckdb", "streamlit", "pyarrow", "pandas", "pydantic", "orjson", "msgspec", "genai-prices",
    "detect-secrets", "google-re2", "plotly",
)  # fmt: skip
LOW_ROOM = 1 << 30
"""Bytes: with less free than this, or than the database has, a large import may not fit."""
LONG_LOG = 256 << 20
"""Bytes of last changes beside the file; more means that the desk was never closed in peace."""

_MENDING = {
    "store_held": "Work in that desk, or stop it. Nothing is wrong with the database.",
    "store_newer": "Upgrade Caseboard.",
    "store_corrupt": "Restore the newest backup into a new file, then import again what came after it.",
    "store_not_permitted": "Make the file and its folder readable and writable for this user.",
    "disk_full": "Free some room on that disk.",
    "invalid_input": "Correct the setting.",
}


def doctor(database: Path | None, *, store: Store | None = None) -> DoctorReport:
    """Examine the desk on `database`, through `store` where it is open already, else by opening it."""
    if store is not None:
        return _examined(store.path, store)
    try:
        if database is not None and not stands_at(database):
            why = "There is no database yet. The first import, or the first start of the desk, makes it."
            return _examined(database, None, Problem(str(database), why, "Run `caseboard import PATH`."))
        with Store.open(database) as opened:
            return _examined(opened.path, opened)
    except CaseboardError as error:
        fix = _MENDING.get(error.code, "Give another --database.")
        problem = Problem(str(database or "in memory"), error.message, fix)
        return _examined(database, None, problem, is_held=isinstance(error, StoreHeld))


def _examined(
    database: Path | None, store: Store | None, *problems: Problem, is_held: bool = False
) -> DoctorReport:
    sizes = table_sizes(store) if store else {}
    files = _files(database) if database else {}
    free = _free(database) if database else None
    found = _room(database, free, files) if database else ()
    left = _leftovers(database, files) if database and not is_held else ()
    return DoctorReport(
        as_of=datetime.now(UTC),
        versions={"python": platform.python_version(), **{name: _version(name) for name in LIBRARIES}},
        platform=f"{platform.system()} {platform.release()} {platform.machine()}, {os.cpu_count()} cores",
        database=str(database) if database else None,
        opens=store is not None,
        schema_number=this_release().number if store else None,
        files=files,
        free_bytes=free,
        tables=tuple(
            TableSize(table=table, rows=rows, size_bytes=size)
            for table, (rows, size) in sorted(sizes.items(), key=lambda item: (-item[1][0], item[0]))
        ),
        problems=(*problems, *found, *left),
    )


def _version(library: str) -> str:
    try:
        return version(library)
    except PackageNotFoundError:
        return "not installed"


def _files(database: Path) -> dict[str, int]:
    """Measure what belongs to the database: the file, its log, its attachments, what was left half done."""
    try:
        beside = sorted(path for path in database.parent.iterdir() if path.name.startswith(database.name))
    except OSError:
        return {}
    return {str(path): _bytes(path) for path in beside}


def _bytes(path: Path) -> int:
    try:
        if path.is_dir() and not path.is_symlink():
            return sum(_bytes(inner) for inner in path.iterdir())
        return path.lstat().st_size
    except OSError:
        return 0


def _free(database: Path) -> int | None:
    above = next((folder for folder in database.absolute().parents if os.path.isdir(folder)), None)
    try:
        return shutil.disk_usage(above).free if above else None
    except OSError:
        return None


def _room(database: Path, free: int | None, files: dict[str, int]) -> Iterator[Problem]:
    size = files.get(str(database), 0)
    if free is not None and free < max(LOW_ROOM, size):
        yield Problem(
            where=str(database.parent),
            why=f"Only {free >> 20} MB are free on this disk; the database has {size >> 20} MB.",
            fix="Free some room before the next large import or backup.",
        )


def _leftovers(database: Path, files: dict[str, int]) -> Iterator[Problem]:
    if str(address_file(database)) in files and desk_of(database) is None:
        yield Problem(
            where=str(address_file(database)),
            why="The desk that left this address no longer runs.",
            fix="Start the desk, or remove the file.",
        )
    for path in files:
        if ".partial" in Path(path).suffixes:
            yield Problem(
                where=path,
                why="A backup was interrupted and left this unfinished copy.",
                fix="Remove it and take the backup again.",
            )
    log = f"{database}.wal"
    if files.get(log, 0) > LONG_LOG:
        yield Problem(
            where=log,
            why=f"{files[log] >> 20} MB of last changes wait beside the file: the desk was ended by force.",
            fix="Start the desk and stop it with Ctrl-C; the changes then move into the file.",
        )

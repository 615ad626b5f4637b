"""The folder beside the database with the files that people gave: each under its SHA-256, never under a name.

A file is written whole under another name first, so whatever has its name is whole; it never changes. Rows
say which file belongs to which case; several may share one.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from uuid import uuid4

from data_access.errors import DiskFull

SAMPLES = "sample_data"
"""Beside the files: the folder from which a demo was loaded."""
_NAME = re.compile(r"[0-9a-f]{64}")
_ABANDONED = 3600
"""Seconds after which what was not written to its end is nobody's any longer."""


def attachments_folder(database: Path | None) -> Path:
    """Return where the files of a database lie; those of one in memory go with the process."""
    return database.with_name(f"{database.name}.files") if database else Path(_of_memory().name)


@contextmanager
def staged_file(database: Path | None, content: bytes) -> Iterator[Callable[[], str]]:
    """Write a content under a passing name; what is lent gives it its own, its SHA-256, and returns that.

    Call what is lent inside the transaction that adds the row: whoever drops files holds the same lock.
    Raises: `DiskFull`.
    """
    name = hashlib.sha256(content).hexdigest()
    place = attachments_folder(database) / name
    partial = place.with_name(f"{name}.{uuid4().hex[:8]}.partial")

    def put() -> str:
        with _in_words():
            os.replace(partial, place)
        return name

    try:
        with _in_words():
            place.parent.mkdir(exist_ok=True)
            with partial.open("xb") as written:
                written.write(content)
                written.flush()
                os.fsync(written.fileno())
        yield put
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)


def has_file(database: Path | None, name: str) -> bool:
    """Say whether a content is here."""
    return (attachments_folder(database) / name).is_file()


def kept_file(database: Path | None, name: str) -> bytes | None:
    """Return a content; None where it is not here, or is no longer what its name stands for."""
    try:
        content = (attachments_folder(database) / name).read_bytes()
    except OSError:
        return None
    return content if hashlib.sha256(content).hexdigest() == name else None


def kept_names(database: Path | None) -> list[str]:
    """Return the contents that are here."""
    folder = attachments_folder(database)
    return (
        sorted(file.name for file in folder.iterdir() if _NAME.fullmatch(file.name))
        if folder.is_dir()
        else []
    )


def drop_abandoned(database: Path | None) -> None:
    """Remove what an interrupted write left half done."""
    for file in attachments_folder(database).glob("*.partial"):
        with suppress(OSError):
            if file.stat().st_mtime < time.time() - _ABANDONED:
                file.unlink()


def drop_files(database: Path | None, names: Iterable[str]) -> None:
    """Remove contents to which no row points any longer; one that cannot be removed now does no harm."""
    for name in names:
        with suppress(OSError):
            (attachments_folder(database) / name).unlink(missing_ok=True)


@contextmanager
def _in_words() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        why = f"The file could not be kept: {error.strerror or error}. Make room on the desk."
        raise DiskFull(why) from error


@cache
def _of_memory() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="caseboard-", ignore_cleanup_errors=True)

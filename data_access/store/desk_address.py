"""The file a running desk leaves beside its database, `<database>.desk.json`: who owns it, where it answers.

It helps a second process of the same user to go there, with a secret of this one start; nobody else may read
it. The lock on the database itself decides who owns it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

LONGEST = 4096
"""Bytes; a longer file is not ours."""


@dataclass(frozen=True)
class DeskAddress:
    """A desk that runs now."""

    pid: int
    address: str
    """For example `http://127.0.0.1:8501`."""
    secret: str | None = field(default=None, repr=False)
    """What shows a caller to be the owner; null where the file is not this user's own."""


def address_file(database: Path) -> Path:
    """Return where a desk on `database` leaves its address."""
    return database.with_name(f"{database.name}.desk.json")


@contextmanager
def address_left(database: Path | None, pid: int, address: str, secret: str | None = None) -> Iterator[None]:
    """Leave the address of a desk beside its database while it runs; a disk that refuses it does no harm."""
    if database is None:
        yield
        return
    file = address_file(database)
    told = json.dumps({"pid": pid, "address": address, "secret": secret})
    with suppress(OSError):
        _write_for_owner(file, told)
    try:
        yield
    finally:
        with suppress(OSError):
            file.unlink(missing_ok=True)


def desk_of(database: Path) -> DeskAddress | None:
    """Return the desk that runs on `database`; None when its file is absent, unreadable, or out of date."""
    try:
        with address_file(database).open("rb") as file:
            is_own = _is_own(file.fileno())
            said = json.loads(file.read(LONGEST))
    except (OSError, ValueError):
        return None
    if not isinstance(said, dict):
        return None
    pid, address = said.get("pid"), said.get("address")
    if (
        type(pid) is not int
        or not isinstance(address, str)
        or not _is_web_address(address)
        or not _is_alive(pid)
    ):
        return None
    secret = said.get("secret")
    return DeskAddress(pid, address, secret if is_own and isinstance(secret, str) else None)


def _write_for_owner(file: Path, told: str) -> None:
    """Write a file that nobody but this user may read, whatever was there before."""
    file.unlink(missing_ok=True)
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
        opened.write(told)


def _is_own(descriptor: int) -> bool:
    """Say whether an open file is this user's and closed to all others."""
    if os.name == "nt":
        return True  # its folder is the user's
    found = os.fstat(descriptor)
    return found.st_uid == os.geteuid() and not found.st_mode & 0o077


def _is_web_address(text: str) -> bool:
    return text.startswith(("http://", "https://")) and text.isprintable() and len(text) <= 200


def _is_alive(pid: int) -> bool:
    if pid <= 0:
        return False
    if os.name == "nt":
        return True  # a signal 0 would end the process there
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True

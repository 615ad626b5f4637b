"""Takes in logs that another machine sends, part by part, and imports what has arrived.

What was received is kept beside the database, so that of a log that grew only the new end is sent, and
an interrupted one goes on where it stopped. Names from elsewhere become paths only after they are made safe.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import os
import re
from datetime import UTC, datetime
from pathlib import Path

from data_access.contracts.importing import ImportCall, ImportReport
from data_access.contracts.principal import Face, Principal
from data_access.contracts.uploads import LogOffer, LogPart, LogPlace, LogStanding, SendingMachine
from data_access.errors import BodyTooLarge, DiskFull, InvalidInput, NotFound, Problem
from data_access.rules.identity import digest
from data_access.store.connection import Store
from data_access.writing.import_records import import_records
from data_access.writing.received_folder import drop_old, received_folder, require_room

_ODD = re.compile(r"[^\w.-]")
_BLOCK = 1 << 20
_LONGEST_NAME = 120
"""Bytes of a name, not letters: disks take 255 of them, and a Chinese letter is three."""
_LONGEST_PATH = 3000
"""Bytes of a whole path; the system takes 4,096."""


def offer_log(
    store: Store,
    offer: LogOffer,
    *,
    principal: Principal,
    largest_bytes: int | None = None,
    total_bytes: int | None = None,
) -> LogStanding:
    """Say how much of a log the desk has. Needs the scope `publish`.

    With bounds, one that cannot be taken is refused before any of it is sent.
    Raises: `PermissionDenied`, `InvalidInput`, `BodyTooLarge`, `ReceivedFull`.
    """
    principal.require("publish")
    file = _kept_at(store, offer, principal)
    _require_small(offer, largest_bytes)
    if total_bytes is not None:
        require_room(received_folder(store.path), offer.size_bytes - _size(file), total_bytes)
    return _standing(file, offer.content_hash)


def receive_log_part(
    store: Store,
    part: LogPart,
    *,
    principal: Principal,
    largest_bytes: int,
    total_bytes: int | None = None,
) -> LogStanding:
    """Keep the next part of a log. Needs the scope `publish`.

    Sending a part again changes nothing. Raises: `PermissionDenied`, `InvalidInput`, `BodyTooLarge`,
    `ReceivedFull`, `DiskFull`.
    """
    principal.require("publish")
    _require_small(part, largest_bytes)
    file = _kept_at(store, part, principal)
    content = _bytes(part.content)
    _require_next(part, content, _size(file))
    if total_bytes is not None:
        more = part.offset + len(content) - _size(file)
        require_room(received_folder(store.path), more, total_bytes)
    _append(file, part, content)
    if file.stat().st_size < part.size_bytes:
        return _standing(file, part.content_hash)
    if _hash(file) != part.content_hash:
        file.unlink()
        raise _unusable("content_hash", "what arrived is not that log", "Send it again, from offset 0.")
    return _standing(file, part.content_hash)


def import_received_logs(
    store: Store, sender: SendingMachine, *, principal: Principal, face: Face, keep_days: int = 0
) -> ImportReport:
    """Import what a machine has sent; what is loaded already writes nothing. Needs the scope `publish`.

    Then sent logs that nobody has added to for `keep_days` are dropped, whoever sent them; 0 keeps all.
    Raises: `PermissionDenied`, `NotFound`, `UnknownFormat`, `StoreError`.
    """
    principal.require("publish")
    folder = _folder_of(store, sender, principal)
    if not folder.is_dir():
        wrong = Problem("machine", "it has sent nothing", "Send its logs first, or check its name.")
        raise NotFound(f"No logs of {sender.machine} have arrived.", problems=(wrong,))
    call = ImportCall(paths=(str(folder),), machine=sender.machine, person=sender.person)
    report = import_records(store, call, principal=principal, face=face, needs="publish")
    drop_old(received_folder(store.path), datetime.now(UTC), keep_days)
    return report


def _require_small(offer: LogOffer, largest_bytes: int | None) -> None:
    if largest_bytes is not None and offer.size_bytes > largest_bytes:
        raise BodyTooLarge(
            f"A log of {offer.size_bytes:,} bytes is larger than the {largest_bytes:,} taken here."
        )


def _size(file: Path) -> int:
    return file.stat().st_size if file.is_file() else 0


def _require_next(part: LogPart, content: bytes, have: int) -> None:
    if part.offset > have or part.offset + len(content) > part.size_bytes:
        why = f"the desk has {have} bytes of {part.size_bytes}"
        raise _unusable("offset", why, "Ask how much it has, and go on from there.")


def _append(file: Path, part: LogPart, content: bytes) -> None:
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("r+b" if _size(file) else "wb") as kept:
            kept.seek(part.offset)
            kept.write(content)
            kept.truncate()
    except OSError as error:
        raise DiskFull(
            f"The log could not be kept: {error.strerror or error}. Make room on the desk."
        ) from error


def _kept_at(store: Store, place: LogPlace, principal: Principal) -> Path:
    """Return where a log is kept: below the folder of its sender, under the safe parts of its path."""
    parts = [part for part in place.path.split("/") if part]
    if not parts or len(parts) > 30 or any(part in {".", ".."} for part in parts):
        raise _unusable(
            "path", f"{place.path[:100]!r} leads nowhere", "Give the path below the named folder."
        )
    folder = _folder_of(store, place, principal)
    file = folder.joinpath(*map(_safe, parts))
    if len(os.fsencode(file)) > _LONGEST_PATH:
        raise _unusable("path", "it is longer than a file's may be", "Send it from a folder further in.")
    between = file.parents[: len(parts) - 1]
    if file.is_dir() or any(above.is_file() for above in between):
        why = "of two logs sent, one would lie below the other"
        raise _unusable("path", why, "Give one of them another name.")
    return file


def _folder_of(store: Store, sender: SendingMachine, principal: Principal) -> Path:
    return received_folder(store.path) / digest(principal.id, sender.machine)[:16]


def _safe(part: str) -> str:
    """Return a part of a path as a name for the disk; two that differ stay two."""
    plain = _ODD.sub("_", part).lstrip(".").encode()[-_LONGEST_NAME:].decode(errors="ignore")
    return plain if plain == part else f"{digest(part)[:8]}-{plain}"


def _standing(file: Path, content_hash: str) -> LogStanding:
    if not file.is_file():
        return LogStanding(have_bytes=0, have_hash=hashlib.sha256().hexdigest(), is_whole=False)
    have = _hash(file)
    return LogStanding(have_bytes=file.stat().st_size, have_hash=have, is_whole=have == content_hash)


def _hash(file: Path) -> str:
    whole = hashlib.sha256()
    with file.open("rb") as stream:
        while block := stream.read(_BLOCK):
            whole.update(block)
    return whole.hexdigest()


def _bytes(content: str) -> bytes:
    try:
        return base64.b64decode(content, validate=True)
    except (binascii.Error, ValueError) as error:
        raise _unusable("content", f"it is no base64: {error}", "Send the bytes as base64.") from error


def _unusable(where: str, why: str, fix: str) -> InvalidInput:
    return InvalidInput(f"The log cannot be received: {why}.", problems=(Problem(where, why, fix),))

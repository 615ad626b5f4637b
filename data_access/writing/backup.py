"""Backs the desk up while it runs: the database as of one moment, then what lies beside it.

The copy gets its name only when it is whole, so a file with that name always opens. Restoring is opening it.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

from data_access.contracts.principal import LOCAL_OWNER, Face, Principal
from data_access.contracts.upkeep import BackupReport
from data_access.errors import TargetInvalid
from data_access.store.attached_files import attachments_folder, kept_names
from data_access.store.connection import Store
from data_access.store.copying import copy_database
from data_access.writing.change_log import record_change
from data_access.writing.received_folder import copy_received, received_folder


def backup(
    store: Store,
    target: Path | str,
    *,
    overwrite: bool = False,
    principal: Principal = LOCAL_OWNER,
    face: Face = "command line",
) -> BackupReport:
    """Copy the database of `store` to the file `target`, what lies beside it to what lies beside `target`.

    Attachments go to `<target>.files`, logs that other machines sent to `<target>.received`.

    Needs the scope `operate`. Raises: `PermissionDenied`, `TargetInvalid`, `StoreError`.
    """
    principal.require("operate")
    place = _checked(store, Path(target), overwrite=overwrite)
    taken_at = datetime.now(UTC)
    with (
        _in_words(place),
        _partial(place) as copy,
        _partial(attachments_folder(place)) as files,
        _partial(received_folder(place)) as logs,
    ):
        copy_database(store, copy)
        attachments = _copy_attachments(store, files)
        received = copy_received(received_folder(store.path), logs) if store.path else 0
        _put(files, attachments_folder(place))
        _put(logs, received_folder(place))
        _put(copy, place)
        size = place.stat().st_size
    report = BackupReport(
        path=str(place), taken_at=taken_at, size_bytes=size, attachments=attachments, received=received
    )
    with store.transaction() as transaction:
        record_change(
            transaction,
            principal=principal,
            face=face,
            action="backup",
            subject_kind="database",
            subject_id=str(store.path) if store.path else None,
            new=report,
            at=datetime.now(UTC),
        )
    return report


def _checked(store: Store, target: Path, *, overwrite: bool) -> Path:
    try:
        place = target.expanduser().resolve()
        there = place.exists()
        folder_there = place.parent.is_dir()
    except (OSError, RuntimeError, ValueError) as error:
        raise TargetInvalid(f"{str(target)!r} cannot be a backup: {error}. Name another file.") from error
    if not folder_there:
        raise TargetInvalid(f"The folder {place.parent} does not exist. Make it, or name another file.")
    if store.path is not None and there and place.samefile(store.path):
        raise TargetInvalid(f"{place} is the database itself. Name another file for its backup.")
    if place.is_dir():
        raise TargetInvalid(f"{place} is a folder. Name a file, for example {place / 'backup.duckdb'}.")
    if not overwrite and (there or attachments_folder(place).exists() or received_folder(place).exists()):
        raise TargetInvalid(f"{place} exists already. Name a new file, or ask to overwrite it.")
    return place


@contextmanager
def _partial(place: Path) -> Iterator[Path]:
    """Lend a name beside `place` to write under; whatever still has that name at the end is removed."""
    partial = place.with_name(f"{place.name}.{uuid4().hex[:8]}.partial")
    try:
        yield partial
    finally:
        _remove(partial)
        _remove(partial.with_name(f"{partial.name}.wal"))


@contextmanager
def _in_words(place: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise TargetInvalid(
            f"The backup {place} could not be written: {error.strerror or error}. Nothing was left there. "
            "Make room or name another file."
        ) from error


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _copy_attachments(store: Store, target: Path) -> int:
    """Copy the attachments; they are named by their content and never change, so later ones do no harm."""
    names = kept_names(store.path) if store.path else []
    if names:
        target.mkdir()
    for name in names:
        shutil.copyfile(attachments_folder(store.path) / name, target / name)
    return len(names)


def _put(partial: Path, place: Path) -> None:
    """Give what was written its name, in place of what had it before; nothing written means nothing there."""
    if not partial.exists():
        if place.is_dir():
            _remove(place)  # attachments of the backup that is overwritten
        return
    for file in partial.rglob("*") if partial.is_dir() else (partial,):
        if file.is_file():
            _to_disk(file)
    if place.is_dir():
        _remove(place)
    os.replace(partial, place)


def _to_disk(file: Path) -> None:
    with file.open("rb") as written:
        os.fsync(written.fileno())

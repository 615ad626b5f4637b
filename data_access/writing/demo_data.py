"""Loads the sample data as a demo and takes it out again; touches no batch that is not the demo's.

The samples are copied beside the database with their times moved, the newest to now, and imported from there.
Each load replaces the one before: the moved times would make other records of the same runs.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from importlib.resources import files
from pathlib import Path

from data_access.contracts.importing import ImportCall, ImportReport, RemovalReport
from data_access.contracts.principal import DESK, Face, Principal
from data_access.rules.demo_times import moved, newest_moment
from data_access.store.attached_files import SAMPLES, attachments_folder
from data_access.store.connection import Store
from data_access.writing.import_batch import Progress
from data_access.writing.import_records import import_records
from data_access.writing.remove_batch import remove_batch

CASES = (
    "calm_run",
    "objecting_verifier",
    "claude_tree",
    "yellow_water/runtime",
    "yellow_water/projects",
    "yellow_water/case",
    "workspaces",
)


def load_demo(
    store: Store,
    now: datetime,
    *,
    principal: Principal = DESK,
    face: Face = "desk",
    progress: Progress | None = None,
) -> ImportReport:
    """Replace the demo by one whose newest record is of `now`; each case is a batch of origin `demo`.

    Needs the scope `operate`. Raises: `PermissionDenied`, `StoreError`.
    """
    principal.require("operate")
    remove_demo(store, principal=principal, face=face)
    with _place_for_samples(store) as folder:
        _copy_samples(folder, now)
        paths = tuple(str(folder / case) for case in CASES)
        call = ImportCall(paths=paths, origin="demo")
        return import_records(store, call, principal=principal, face=face, progress=progress)


def remove_demo(
    store: Store, *, principal: Principal = DESK, face: Face = "desk"
) -> tuple[RemovalReport, ...]:
    """Remove every demo batch and the moved sample files; gives nothing back where there is no demo.

    Needs the scope `operate`. Raises: `PermissionDenied`, `StoreError`.
    """
    principal.require("operate")
    batches = [row["batch_id"] for row in store.rows("demo_batches")]
    removed = tuple(remove_batch(store, batch, principal=principal, face=face) for batch in batches)
    if store.path is not None:
        shutil.rmtree(_sample_folder(store.path), ignore_errors=True)
    return removed


def _sample_folder(database: Path) -> Path:
    return attachments_folder(database) / SAMPLES


@contextmanager
def _place_for_samples(store: Store) -> Iterator[Path]:
    """Lend the folder beside the database; for a database in memory one that lives as long as the import."""
    if store.path is not None:
        yield _sample_folder(store.path).resolve()
        return
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def _copy_samples(folder: Path, now: datetime) -> None:
    samples = Path(str(files("sample_data")))
    texts = {
        path.relative_to(samples): path.read_text(encoding="utf-8")
        for case in CASES
        for path in sorted((samples / case).rglob("*.json*"))
    }
    by = now - newest_moment(texts.values())
    for relative, text in texts.items():
        target = folder / relative
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(moved(text, by), encoding="utf-8", newline="\n")

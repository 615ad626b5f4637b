"""Writes small trajectories of our own, loads them, and says what a desk holds then."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.importing import ImportCall, ImportCounts
from data_access.importers.atif import FORMAT
from data_access.importers.formats import ReadFrom, SourceFile
from data_access.importers.sink import Sink
from data_access.store.connection import Store
from data_access.writing.import_records import import_records

Load = Callable[..., ImportCounts]


@pytest.fixture
def read_rows() -> Callable[[Path], Sink]:
    """Read one file; returns the sink with all its rows."""

    def read(path: Path) -> Sink:
        sink = Sink()
        sink.begin(1)
        FORMAT.read(SourceFile(path, path.name), ReadFrom(), sink)
        return sink

    return read


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write a document below `tmp_path`; returns its path."""

    def written(document: Any, name: str = "trajectory.json", *, indent: int | None = 2) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(document, ensure_ascii=False, indent=indent), encoding="utf-8")
        return path

    return written


@pytest.fixture
def load(fresh_store: Store) -> Load:
    """Load paths in the order given, each by an import of its own; returns the counts of the last."""

    def loaded(*paths: Path, store: Store = fresh_store) -> ImportCounts:
        reports = [import_records(store, ImportCall(paths=(str(path),))) for path in paths]
        return reports[-1].total

    return loaded

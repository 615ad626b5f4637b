"""Reads snapshot documents and event lines into a sink."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from data_access.importers.formats import ReadFrom, SourceFile
from data_access.importers.sink import Sink
from data_access.importers.snapshot import FORMAT


@pytest.fixture
def read_file() -> Callable[..., Sink]:
    """Read one file with the snapshot importer, as file number 7."""

    def read_at(path: Path, begin: ReadFrom | None = None) -> Sink:
        sink = Sink()
        sink.begin(7)
        FORMAT.read(SourceFile(path, path.name), begin or ReadFrom(), sink)
        return sink

    return read_at


@pytest.fixture
def read(tmp_path: Path, read_file: Callable[..., Sink]) -> Callable[..., Sink]:
    """Read documents that stand one on a line."""

    def read_documents(*documents: Any) -> Sink:
        path = tmp_path / "snapshots.jsonl"
        path.write_text("".join(json.dumps(document) + "\n" for document in documents), encoding="utf-8")
        return read_file(path)

    return read_documents

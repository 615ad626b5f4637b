"""Writes small logs of our own, reads logs into rows, and asks a store what it made of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.importing import BatchReport, ImportCall
from data_access.importers.codex import FORMAT
from data_access.importers.formats import ReadFrom
from data_access.importers.sink import Sink
from data_access.store.connection import Store
from data_access.writing.import_records import import_records

ReadRows = Callable[..., Sink]
WriteLog = Callable[..., Path]
Load = Callable[..., BatchReport]
Ask = Callable[[str], list[tuple[Any, ...]]]


@pytest.fixture
def write_log(tmp_path: Path) -> WriteLog:
    """Write records as a log below `tmp_path`; returns its path."""

    def write(*records: dict[str, Any], path: str = "sessions/2026/05/01/rollout-r.jsonl") -> Path:
        target = tmp_path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records))
        return target

    return write


@pytest.fixture
def read_rows(write_log: WriteLog) -> ReadRows:
    """Write records as one log and read it; returns the sink with all its rows."""

    def read(*records: dict[str, Any]) -> Sink:
        sink = Sink()
        sink.begin(1)
        for file in FORMAT.files(write_log(*records)):
            FORMAT.read(file, ReadFrom(), sink)
        return sink

    return read


@pytest.fixture
def load(fresh_store: Store) -> Load:
    """Import a path into the fresh store."""

    def load_path(path: Path) -> BatchReport:
        return import_records(fresh_store, ImportCall(paths=(str(path),))).batches[0]

    return load_path


@pytest.fixture
def ask(fresh_store: Store) -> Ask:
    """Ask the fresh store."""

    def answer(question: str) -> list[tuple[Any, ...]]:
        with fresh_store.transaction() as transaction:
            return transaction.cursor.execute(question).fetchall()

    return answer

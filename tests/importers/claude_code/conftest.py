"""Writes small logs of our own and reads logs into rows."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from data_access.importers.claude_code import FORMAT
from data_access.importers.formats import ReadFrom
from data_access.importers.sink import Sink

ReadRows = Callable[[Path], Sink]
WriteLog = Callable[..., Path]


@pytest.fixture
def read_rows() -> ReadRows:
    """Read a file, session, project or tree; returns the sink with all its rows."""

    def read(root: Path) -> Sink:
        sink = Sink()
        for file_id, file in enumerate(FORMAT.files(root), 1):
            sink.begin(file_id)
            FORMAT.read(file, ReadFrom(), sink)
        return sink

    return read


@pytest.fixture
def write_log(tmp_path: Path) -> WriteLog:
    """Write records as a log below `tmp_path`, by default as the session S1; returns its path."""

    def write(*records: dict[str, Any], path: str = "projects/-w/S1.jsonl") -> Path:
        target = tmp_path / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records))
        return target

    return write

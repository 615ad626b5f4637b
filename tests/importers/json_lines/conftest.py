"""Bytes in, what the line reader made of them out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from data_access.importers.formats import ReadFrom
from data_access.importers.json_lines import LineRecord, json_records
from data_access.importers.sink import FileTally, RejectedRecord, Sink


@dataclass(frozen=True)
class Reading:
    """One file read."""

    records: list[LineRecord]
    rejects: list[RejectedRecord]
    tally: FileTally

    @property
    def values(self) -> list[dict[str, object]]:
        return [record.value for record in self.records]

    @property
    def reasons(self) -> list[str]:
        return [reject.reason for reject in self.rejects]

    @property
    def place(self) -> ReadFrom:
        return ReadFrom(self.tally.resume_offset, self.tally.resume_line)


Read = Callable[..., Reading]


def read_file(path: Path, begin: ReadFrom | None = None) -> Reading:
    """Read a file and check what must hold for every file."""
    sink = Sink()
    tally = sink.begin(1)
    records = list(json_records(path, begin or ReadFrom(), sink))
    assert tally.records == len(records) + len(sink.rejects)
    assert tally.rejected == len(sink.rejects)
    assert tally.resume_offset <= path.stat().st_size
    return Reading(records, sink.rejects, tally)


@pytest.fixture(scope="session")
def read(tmp_path_factory: pytest.TempPathFactory) -> Read:
    """Read bytes as a file, whole or from a place on."""
    path = tmp_path_factory.mktemp("lines") / "log.jsonl"

    def read_bytes(data: bytes, begin: ReadFrom | None = None) -> Reading:
        path.write_bytes(data)
        return read_file(path, begin)

    return read_bytes


@pytest.fixture(scope="session")
def read_path() -> Callable[[Path], Reading]:
    """Read a file that is there."""
    return read_file

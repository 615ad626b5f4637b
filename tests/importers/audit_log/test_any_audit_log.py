"""Damaged audit logs: whatever happened to the bytes, nothing fails, and every record is accounted for."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from data_access.contracts.importing import ImportCall
from data_access.contracts.rows import OperationRow
from data_access.importers.audit_log import FORMAT
from data_access.importers.formats import ReadFrom, SourceFile
from data_access.importers.sink import Sink
from data_access.reading.unattached_operations import unattached_operations
from data_access.reading.verify import verify
from data_access.rules.policy_file import default_policy
from data_access.store.connection import Store
from data_access.writing.import_records import import_records

LONGEST_SECONDS = 2.0
"""For one damaged log of a few kilobytes, on a machine that does other things too."""


def row(number: int) -> dict[str, Any]:
    told = {
        "operation": "execute",
        "target": f"ls {number} # 水 \u2028",
        "approvedBy": "auto",
        "result": "success",
    }
    return {"timestamp": 1777629600000 + number, "sessionId": f"s-{number % 3}"} | told


def execution(number: int) -> dict[str, Any]:
    tool = ("bash", "gui_click", "read_file")[number % 3]
    told = {"tool": tool, "args": {"command": f"echo {number}"}, "success": number % 2 == 0}
    return {"timestamp": f"2026-05-01T10:00:0{number}Z", "durationMs": number / 3} | told


ROWS = [*map(row, range(8)), *map(execution, range(8))]
LINES = [json.dumps(row, ensure_ascii=number % 2 == 0).encode() for number, row in enumerate(ROWS)]
SHAPES = [
    b"\n".join(LINES) + b"\n",
    b"[" + b",".join(LINES) + b"]",
    json.dumps(ROWS, indent=1).encode(),
    json.dumps({"sessionId": "s-9", "entries": ROWS}, indent=2).encode(),
    json.dumps({"contents": [{"uri": "log", "text": json.dumps(ROWS)}]}).encode(),
]
JUNK = [
    b"", b"\x00", b"\x00" * 40, b"\n", b"\r\n", b"{", b"}", b"[", b"]", b'"', b"\\", b",", b":", b"null",
    b"NaN", b"-", b"1e999", b"9" * 400, b"\xff\xfe", b"\xef\xbb\xbf", b"\xed\xa0\x80", b'"\\ud800"',
    b'{"a":' * 300, b"[" * 300, b"true", b'"timestamp"', b'"tool":{}', b'"args":null', b"<script>",
    b'"approvedBy":["x"]', b"\xe2\x80\xae",
]  # fmt: skip


def damaged(number: int) -> bytes:
    """Return one of the shapes with one to four things done to its bytes; the same for the same number."""
    chance = random.Random(number)
    data = bytearray(SHAPES[number % len(SHAPES)])
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(data) + 1)
        end = min(len(data), at + chance.choice((0, 1, 2, 7, 60, 400)))
        kind = chance.randrange(5)
        if kind == 0:
            data[at:end] = chance.choice(JUNK)
        elif kind == 1:
            data[at:end] = data[at:end] * 2
        elif kind == 2:
            del data[at:]
        elif kind == 3 and at < len(data):
            data[at] = chance.randrange(256)
        else:
            other = chance.choice(SHAPES)
            data[at:at] = other[: chance.randrange(len(other))]
    return bytes(data)


def read(data: bytes, file: Path) -> Sink:
    """Read a log alone, without a store."""
    file.write_bytes(data)
    sink = Sink()
    sink.begin(1)
    FORMAT.looks_like(file)
    FORMAT.read(SourceFile(file, file.name), ReadFrom(), sink)
    return sink


def identities(sink: Sink) -> set[str]:
    rows = cast("list[OperationRow]", sink.rows[OperationRow])
    return {row.observation_id for row in rows}


def whole_lines(data: bytes) -> Iterator[bytes]:
    known = set(LINES)
    yield from (line for line in data.split(b"\n") if line in known)


def each_is_accounted_for(numbers: range, folder: Path) -> None:
    expected = {
        line: {row.observation_id for row in read(line, folder / "one").rows[OperationRow]} for line in LINES
    }  # type: ignore[attr-defined]
    for number in numbers:
        data = damaged(number)
        begun = time.perf_counter()
        sink = read(data, folder / "log")
        assert time.perf_counter() - begun < LONGEST_SECONDS, number
        tally, rows = sink.tally, sink.rows[OperationRow]
        assert tally.records == len(rows) + len(sink.others) + len(sink.rejects), number
        assert (tally.others, tally.rejected) == (len(sink.others), len(sink.rejects)), number
        assert all(reject.reason for reject in sink.rejects), number
        assert rows or sink.others or sink.rejects or not data.strip(b"\x00 \t\r\n\xef\xbb\xbf\xff\xfe[],"), (
            number
        )
        kept = identities(sink)
        if number % len(SHAPES) == 0 and b"\x00" not in data[:8]:  # one a line, and not taken for UTF-16
            for line in whole_lines(data):
                assert expected[line] <= kept, (number, line)


def test_damaged_logs_fail_nowhere_and_lose_nothing(tmp_path: Path) -> None:
    each_is_accounted_for(range(500), tmp_path)


@pytest.mark.long
def test_ten_thousand_damaged_logs_fail_nowhere_and_lose_nothing(tmp_path: Path) -> None:
    each_is_accounted_for(range(500, 10_500), tmp_path)


def test_a_folder_of_damaged_logs_is_imported_and_its_counts_add_up(
    fresh_store: Store, tmp_path: Path
) -> None:
    for number in range(40):
        (tmp_path / f"{number}.json").write_bytes(damaged(20_000 + number))
    for attempt in range(2):
        reports = import_records(fresh_store, ImportCall(paths=(str(tmp_path),), format="audit_log")).batches
        for one in reports:
            parts = (one.duplicates_ignored, one.other_records, one.rejected)
            assert one.records == one.rows_written + sum(parts)
        assert (sum(one.rows_written for one in reports) > 0) == (attempt == 0)
    said = unattached_operations(fresh_store, policy=default_policy(), limit=2000)
    assert said.total >= len(said.items) > 0
    assert verify(fresh_store).faults == 0

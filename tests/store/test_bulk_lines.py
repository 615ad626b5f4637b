from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_access.contracts.importing import BatchReport, ImportCall
from data_access.importers.snapshot import bulk_form
from data_access.store import bulk_lines, line_blocks
from data_access.store.connection import Store
from data_access.writing.import_records import import_records

TABLES = (
    "conversation_observation", "snapshot", "agent_observation", "event", "task_observation", "import_reject",
)  # fmt: skip
GOOD = {
    "conversation_id": "c1", "event_id": "e1", "event_type": "noted", "agent_id": "w1", "thread_id": None,
    "task_id": "k", "phase": "p", "severity": "info", "occurred_at": "2026-05-01T09:00:00.5Z",
    "recorded_at": "2026-05-01T11:00:00+02:00", "summary": "看一下", "payload": {"a": [1, 2.5, "x"]},
}  # fmt: skip
SNAPSHOT = {"conversation_id": "c1", "captured_at": "2026-05-01T10:00:00Z", "event_trace": [GOOD]}


def line(**changes: Any) -> bytes:
    return json.dumps({**GOOD, **changes}, ensure_ascii=False).encode()


ODD_LINES = (
    line(),
    line(event_id="e2", conversation_id="c2"),
    line(event_id="e3", conversation_id="c3", occurred_at="2026-05-01 09:00", agent_id="w2"),
    line(event_id="e4", occurred_at="yesterday"),
    line(event_id="e5", severity="WARN", summary="长" * 301),
    line(event_id="e6", mood="calm"),
    line(event_id="e7", agent_id=5, task_id=1.5e20, thread_id={"a": 1}, sequence=7),
    line(event_id="e8", sequence="7", payload="text"),
    line(event_id="e9", payload=None, phase=True),
    line(event_id=None),
    line(event_id=None),
    line(event_type=""),
    line(conversation_id=None),
    line(event_id="e10", summary="password = hunter2hunter2"),
    line(event_id="e11", payload={"deep": json.loads("[" * 150 + "]" * 150)}),
    line(event_id="e12", payload={"deep": json.loads("[" * 250 + "]" * 250)}),
    line(event_id="e13", payload={"huge": 10**25, "small": 1e-300}),
    line(event_id="e14", occurred_at="2026-02-30T10:00:00Z"),
    line(event_id="e15", occurred_at="2026-05-01T10:00:00+0530", recorded_at="2026-05-01T10:00"),
    line() + line(event_id="e16"),
    line()[:-20],
    line(event_id="e17") + b"\x00\x00\x00",
    b"\xef\xbb\xbf" + line(event_id="e18"),
    line(event_id="e19").replace(b'"a"', b'"a\\ud800"'),
    line(event_id="e20").replace(b"[1,", b"[NaN,"),
    line(event_id="e21").replace(b"}}", b"},}"),
    line(event_id="e22").replace(b"noted", b"no\xffted"),
    line(event_id="e23").replace(b'"phase": "p"', b'"phase": "p", "phase": "q"'),
    line(event_id="e24").replace(b"2.5", b"1e999"),
    b"",
    b"  \r",
    b"\x00\x00",
    b"[1, 2]",
    b"null",
    b"nonsense",
    json.dumps(SNAPSHOT).encode(),
    json.dumps({**SNAPSHOT, "captured_at": None}).encode(),
    line(event_id="e25") + b"\r",
)


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bulk_form, "SMALLEST_BULK", 1)


def load(path: Path, store: Store | None = None) -> tuple[dict[str, list[Any]], BatchReport]:
    """Import a file into a store; give back what the tables hold, in a stable order, and the report."""
    with Store.open(None) if store is None else store as opened:
        report = import_records(opened, ImportCall(paths=(str(path),))).batches[0]
        with opened.reading() as cursor:
            held = {
                table: sorted(map(_comparable, cursor.execute(f"SELECT * FROM {table}").fetchall()))
                for table in TABLES
            }
    return held, report


def _comparable(row: tuple[Any, ...]) -> str:
    """Return a row as text; JSON is compared by value."""
    return repr([_value(cell) for cell in row])


def _value(cell: Any) -> Any:
    if isinstance(cell, str) and cell[:1] in '{["0123456789-':
        try:
            return json.loads(cell)
        except ValueError:
            return cell
    return cell


def both_ways(path: Path) -> Iterator[tuple[dict[str, list[Any]], BatchReport]]:
    """Load a file line by line, then in bulk."""
    for smallest in (1 << 40, 1):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(bulk_form, "SMALLEST_BULK", smallest)
            yield load(path)


def assert_same(path: Path) -> None:
    (slow, slow_report), (fast, fast_report) = both_ways(path)
    assert fast == slow
    assert fast_report == slow_report
    assert fast_report.records == (
        fast_report.rows_written * 0
        + len(fast["event"])
        + len(fast["snapshot"])
        + fast_report.duplicates_ignored
        + fast_report.rejected
    )


@pytest.mark.parametrize("odd", ODD_LINES, ids=range(len(ODD_LINES)))
def test_an_odd_line_among_plain_ones_is_read_as_without_bulk(tmp_path: Path, odd: bytes) -> None:
    path = tmp_path / "events.jsonl"
    path.write_bytes(b"\n".join([line(event_id="first"), odd, line(event_id="last", agent_id="w9")]) + b"\n")
    assert_same(path)


@settings(max_examples=15)
@given(
    lines=st.lists(st.sampled_from(ODD_LINES), max_size=12),
    block_bytes=st.sampled_from([2_000, 20_000]),
    ending=st.sampled_from([b"", b"\n", b"\x00"]),
)
def test_any_mixture_gives_the_same_rows_and_counts_with_and_without_bulk(
    tmp_path_factory: pytest.TempPathFactory, lines: list[bytes], block_bytes: int, ending: bytes
) -> None:
    path = tmp_path_factory.mktemp("mixture") / "events.jsonl"
    path.write_bytes(b"\n".join([line(event_id="first"), *lines]) + ending)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(line_blocks, "BLOCK_BYTES", block_bytes)
        patch.setattr(bulk_lines, "SAMPLE_LINES", 2)
        assert_same(path)


@settings(max_examples=15)
@given(data=st.data())
def test_damaged_bytes_give_the_same_rows_and_counts_with_and_without_bulk(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    octets = bytearray(
        b"\n".join([line(event_id="first"), *(line(event_id=f"e{n}") for n in range(4))]) + b"\n"
    )
    start = octets.index(b"\n") + 1
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(start, len(octets) - 1))
        octets[at : at + data.draw(st.integers(0, 3))] = data.draw(
            st.sampled_from(
                [b"", b"\x00", b"\n", b'"', b"{", b"}", b",", b"\\", b"\xff", b":", b"9", b"e", b" "]
            )
        )
    path = tmp_path_factory.mktemp("damaged") / "events.jsonl"
    path.write_bytes(bytes(octets))
    assert_same(path)


@pytest.mark.usefixtures("small_blocks")
def test_loading_a_copy_of_a_file_in_bulk_stores_nothing_new(tmp_path: Path, fresh_store: Store) -> None:
    lines = b"\n".join(line(event_id=f"e{n}", conversation_id=f"c{n % 3}") for n in range(50)) + b"\n"
    reports = []
    for name in ("a.jsonl", "b.jsonl"):
        (tmp_path / name).write_bytes(lines)
        reports.append(import_records(fresh_store, ImportCall(paths=(str(tmp_path / name),))).total)
    first, second = reports
    assert (first.events, first.duplicates_ignored, first.records) == (50, 0, 50)
    assert (second.events, second.duplicates_ignored, second.records) == (0, 50, 50)
    assert second.rows_written == 0


@pytest.mark.usefixtures("small_blocks")
def test_a_file_that_grew_is_continued_in_bulk(tmp_path: Path, fresh_store: Store) -> None:
    path = tmp_path / "events.jsonl"
    path.write_bytes(b"".join(line(event_id=f"e{n}") + b"\n" for n in range(5)) + line(event_id="cut")[:40])
    first = import_records(fresh_store, ImportCall(paths=(str(path),))).total
    path.write_bytes(b"".join(line(event_id=f"e{n}") + b"\n" for n in range(9)))
    second = import_records(fresh_store, ImportCall(paths=(str(path),))).total
    assert (first.events, first.rejected) == (5, 1)
    assert (second.events, second.rejected, second.records) == (4, 0, 9)


def test_lines_of_one_conversation_are_brought_together(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    path.write_bytes(b"".join(line(event_id=str(n), conversation_id=f"c{n % 2}") + b"\n" for n in range(6)))
    (block,) = line_blocks.line_blocks(path, 0, 0)
    order = block.order_by_text_behind(bulk_form._CONVERSATION)
    assert order.tolist() == [0, 2, 4, 1, 3, 5]


def test_a_line_longer_than_a_block_ends_the_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line_blocks, "BLOCK_BYTES", 100)
    path = tmp_path / "lines.txt"
    path.write_bytes(b"one\ntwo\n" + b"x" * 200 + b"\nend\n")
    blocks = [(bytes(block.data), block.lines_before) for block in line_blocks.line_blocks(path, 0, 0)]
    assert blocks == [(b"one\ntwo\n", 0)]


def test_a_block_of_very_short_lines_is_cut_into_parts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line_blocks, "BLOCK_LINES", 2)
    path = tmp_path / "lines.txt"
    path.write_bytes(b"one\n\ntwo\nthree and more than twelve\nfour\n")
    blocks = [
        (bytes(block.data), block.ends.tolist(), block.lines_before)
        for block in line_blocks.line_blocks(path, 0, 0)
    ]
    assert blocks == [
        (b"one\n\n", [4, 5], 0),
        (b"two\nthree and more than twelve\n", [4, 31], 2),
        (b"four\n", [5], 4),
    ]


@given(data=st.lists(st.binary(max_size=20).filter(lambda line: b"\n" not in line), min_size=1, max_size=30))
def test_the_engine_gets_every_line_as_it_stands_and_nothing_of_one_that_is_no_text(
    data: list[bytes],
) -> None:
    whole = b"".join(line + b"\n" for line in data)
    ends = np.cumsum([len(line) + 1 for line in data])
    block = line_blocks.LineBlock(memoryview(whole), ends, 7)
    table = block.texts().table(np.arange(len(data))[::-1])
    assert table["line"].to_pylist() == list(range(len(data) + 7, 7, -1))
    assert table["text"].to_pylist() == [as_text(line + b"\n") for line in reversed(data)]


def as_text(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return ""

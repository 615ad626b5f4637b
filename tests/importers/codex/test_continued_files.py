"""A file that grew gives, part by part, the rows and totals that it gives as a whole."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_access.contracts.importing import ImportCall
from data_access.contracts.rows import TABLES, AgentRow, ConversationRow
from data_access.importers.codex import FORMAT
from data_access.importers.formats import ReadFrom, SourceFile
from data_access.importers.sink import Sink
from data_access.store.connection import Store
from data_access.writing.import_records import import_records
from tests.importers.codex.sample_rollouts import Record, meta, tokens
from tests.importers.codex.sample_thread import ROLLOUT, STREAM
from tests.importers.codex.test_bug_reports import FAMILY

AGAIN = [tokens((4000, 1600, 160), (1000, 0, 10)), tokens((500, 0, 5), (500, 0, 5)), *ROLLOUT[5:7]]
FORKED = [meta("c", "2026-05-02T08:00:00.000Z", forked_from_id="p"), *FAMILY["c"][1:]]
LOGS: list[list[Record]] = [[*ROLLOUT, *AGAIN], STREAM + STREAM[2:4], FORKED]


def data_of(log: list[Record]) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in log)


def read_in_parts(path: Path, data: bytes, cuts: list[int]) -> Sink:
    """Write and read a file part by part, each reading going on where the one before ended."""
    sink, begin = Sink(), ReadFrom()
    path.write_bytes(b"")
    for start, end in pairwise([0, *cuts, len(data)]):
        with path.open("ab") as handle:
            handle.write(data[start:end])
        tally = sink.begin(1)
        FORMAT.read(SourceFile(path, path.name), begin, sink)
        begin = ReadFrom(tally.resume_offset, tally.resume_line)
    return sink


def rows_of(sink: Sink) -> dict[str, Any]:
    """Return all rows; a statement about a run or an agent may be made more than once."""
    return {
        kind.__name__: set(rows) if kind in (ConversationRow, AgentRow) else sorted(map(repr, rows))
        for kind, rows in sink.rows.items()
    }


@given(log=st.sampled_from(LOGS), places=st.sets(st.integers(0, 60), max_size=6))
def test_a_file_gives_the_same_rows_however_often_its_reading_was_interrupted(
    tmp_path_factory: pytest.TempPathFactory, log: list[Record], places: set[int]
) -> None:
    path, data = tmp_path_factory.getbasetemp() / "rollout-r.jsonl", data_of(log)
    ends = [len(data_of(log[:place])) for place in sorted(places) if 0 < place < len(log)]
    whole = read_in_parts(path, data, [])
    split = read_in_parts(path, data, ends)
    assert rows_of(split) == rows_of(whole)
    assert split.tallies[1].records == whole.tallies[1].records == len(log)


@pytest.fixture(scope="module")
def one_store() -> Any:
    """A store for all examples."""
    with Store.open(None) as store:
        yield store


@settings(max_examples=12)
@given(log=st.sampled_from(LOGS), cuts=st.sets(st.floats(0, 1), max_size=3), number=st.uuids())
def test_any_cut_of_a_growing_file_gives_the_same_totals(
    tmp_path_factory: pytest.TempPathFactory,
    one_store: Store,
    log: list[Record],
    cuts: set[float],
    number: Any,
) -> None:
    folder = tmp_path_factory.getbasetemp() / str(number)
    folder.mkdir(exist_ok=True)
    path, data = folder / "rollout-r.jsonl", data_of(log)
    totals = []
    for places in ([], sorted(int(cut * len(data)) for cut in cuts)):
        path.write_bytes(b"")
        for start, end in pairwise([0, *places, len(data)]):
            with path.open("ab") as handle:
                handle.write(data[start:end])
            if path.stat().st_size:
                import_records(one_store, ImportCall(paths=(str(path),), format="codex"))
        totals.append(_totals(one_store))
        _empty(one_store)
    assert totals[0] == totals[1]


def _totals(store: Store) -> list[Any]:
    question = """
        SELECT 'calls', count(*), sum(fresh_input), sum(cache_read), sum(output) FROM usage_call
        UNION ALL SELECT 'events', count(*), 0, 0, 0 FROM event
        UNION ALL SELECT 'messages', count(*), 0, 0, 0 FROM message
        UNION ALL SELECT 'tools', count(*), 0, 0, 0 FROM tool_outcome
        UNION ALL SELECT 'stored', sum(stored), 0, 0, 0 FROM import_file
        ORDER BY ALL
    """
    with store.transaction() as transaction:
        return transaction.cursor.execute(question).fetchall()


def _empty(store: Store) -> None:
    filled = [table.name for table in TABLES.values()]
    with store.transaction() as transaction:
        for table in (*filled, "usage_call", "import_file", "batch_file", "also_in", "import_reject"):
            transaction.cursor.execute(f"DELETE FROM {table}")

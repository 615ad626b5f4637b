"""Whatever stands in a log, every record ends as an event or a reject, nothing raises, and nothing hangs."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.contracts.rows import EventRow, UsageRow
from data_access.importers.codex import FORMAT
from data_access.importers.codex.events import KNOWN
from data_access.importers.codex.record_shapes import ENVELOPES
from data_access.importers.codex.tool_dialogue import CALLS, OUTPUTS, STREAM_CALLS
from data_access.importers.formats import ReadFrom, SourceFile
from data_access.importers.sink import Sink
from tests.importers.codex.sample_thread import ROLLOUT, STREAM

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
INNER = sorted(
    KNOWN | CALLS | OUTPUTS | STREAM_CALLS | {"message", "reasoning", "agent_message", "todo_list", "Plan"}
)
STREAM_TYPES = (
    "thread.started",
    "turn.completed",
    "turn.failed",
    "item.started",
    "item.completed",
    "error",
    "message",
)
FIELD_NAMES = """
    id call_id name arguments input output content role text message summary encrypted_content info
    usage total_token_usage last_token_usage input_tokens output_tokens rate_limits result
    invocation success exit_code status statuses item items plan model turn_id cwd git source
    forked_from_id parent_thread_id thread_id new_thread_id error agent_thread_id
    receiver_thread_ids agents_states thread_settings timestamp aggregated_output stdout tools
    command action server tool author recipient thread_name replacement_history namespace image_url
    data
"""
FIELDS = FIELD_NAMES.split()
OBJECTS = st.fixed_dictionaries(
    {"type": st.sampled_from(INNER) | VALUES}, optional=dict.fromkeys(FIELDS, VALUES)
)
DEEPER = st.fixed_dictionaries(
    {"type": st.sampled_from(INNER)},
    optional=dict.fromkeys(FIELDS, OBJECTS | st.lists(OBJECTS, max_size=2) | VALUES),
)
ROWS = st.fixed_dictionaries(
    {"type": st.sampled_from((*sorted(ENVELOPES), *STREAM_TYPES)) | VALUES},
    optional={
        "timestamp": VALUES,
        "payload": DEEPER | VALUES,
        "item": DEEPER | VALUES,
        "usage": OBJECTS | VALUES,
    }
    | dict.fromkeys(
        ("role", "content", "id", "call_id", "function", "thread_id", "message", "error"), VALUES
    ),
)


def read(path: Path) -> Sink:
    sink = Sink()
    sink.begin(1)
    FORMAT.read(SourceFile(path, path.name), ReadFrom(), sink)
    return sink


def assert_adds_up(sink: Sink) -> None:
    tally = sink.tally
    assert tally.records == len(sink.rows[EventRow]) + tally.others + tally.rejected
    assert (tally.others, tally.rejected) == (len(sink.others), len(sink.rejects))
    for row in sink.rows[UsageRow]:
        assert isinstance(row, UsageRow)
        assert all(value is None or 0 <= value <= 10**12 for value in row[12:19])


@given(rows=st.lists(ROWS, min_size=1, max_size=4))
def test_no_value_in_any_place_loses_a_record(
    tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, Any]]
) -> None:
    path = tmp_path_factory.getbasetemp() / "any.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in rows), encoding="utf-8")
    sink = read(path)
    assert_adds_up(sink)
    assert len(sink.rows[EventRow]) == len(rows)


def mutated(data: bytes, chance: random.Random) -> bytes:
    """Return the data with a few bytes cut, doubled, changed, moved or put in."""
    for _ in range(chance.randint(1, 6)):
        place, length = chance.randrange(len(data) + 1), chance.randint(1, 40)
        piece = chance.choice(
            (
                b"",
                b"\0" * 9,
                b"\n",
                b"{",
                b"}",
                b'"',
                b"\\",
                b"\xff",
                b"null",
                b"-1",
                b"1e999",
                b"[[[[",
                data[place:][:900],
            )
        )
        keep = data[place + length :] if chance.random() < 0.7 else data[place:]
        data = data[:place] + piece + keep
        if chance.random() < 0.05:
            data = data[:place]
    return data


def check_mutations(path: Path, number: int, seed: int) -> None:
    chance = random.Random(seed)
    samples = [
        b"".join(json.dumps(record, ensure_ascii=False).encode() + b"\n" for record in log)
        for log in (ROLLOUT, STREAM)
    ]
    for _ in range(number):
        path.write_bytes(mutated(chance.choice(samples), chance))
        begun = time.perf_counter()
        FORMAT.looks_like(path)
        assert_adds_up(read(path))
        assert time.perf_counter() - begun < 5


def test_no_damage_to_a_file_loses_a_record(tmp_path: Path) -> None:
    check_mutations(tmp_path / "rollout-r.jsonl", 200, seed=7)


@pytest.mark.long
def test_no_damage_to_a_file_loses_a_record_at_length(tmp_path: Path) -> None:
    check_mutations(tmp_path / "rollout-r.jsonl", 10_000, seed=11)


def test_lines_that_were_not_touched_survive(tmp_path: Path) -> None:
    path = tmp_path / "rollout-r.jsonl"
    lines = [json.dumps(record).encode() for record in ROLLOUT]
    lines[3] = lines[3][:-20]
    lines[12] += lines[13]
    lines[20] = b"\0" * 50
    path.write_bytes(b"\n".join(lines))
    sink = read(path)
    assert_adds_up(sink)
    assert len(sink.rows[EventRow]) == len(ROLLOUT) - 1  # the cut one is rejected, the padded one is NUL only

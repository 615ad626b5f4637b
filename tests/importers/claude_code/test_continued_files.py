"""A file that grew gives, part by part, the rows that it gives as a whole."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.contracts.rows import AgentRow, ConversationRow, EventRow
from data_access.importers.claude_code import FORMAT
from data_access.importers.formats import ReadFrom, SourceFile
from data_access.importers.sink import Sink
from tests.importers.claude_code.sample_records import assistant, tool_result, tool_use, user

BARE = {"type": "user", "message": {"content": "again"}}
QUEUED = {
    "type": "queue-operation",
    "operation": "enqueue",
    "sessionId": "S1",
    "timestamp": "2026-05-01T10:00:00Z",
}
RECORDS: list[dict[str, Any]] = [
    {"type": "summary", "summary": "Later known", "leafUuid": "m"},
    user("u", "do it"),
    BARE,
    QUEUED,
    assistant("m", tool_use("tk1", "Task", prompt="find it", description="Find", name="alice")),
    user("s1", "find it", isSidechain=True),
    assistant("s2", isSidechain=True, parentUuid="s1", call="msg_B"),
    tool_result("r", "tk1", told={"status": "completed", "agentId": "a1"}),
    assistant("c", tool_use("c1", "TaskCreate", subject="one"), call="msg_C"),
    tool_result("d", "c1", told={"task": {"id": "1", "subject": "one"}}),
    assistant("e", tool_use("c2", "TaskUpdate", taskId="1", status="completed"), call="msg_D"),
    tool_result("f", "c2", told={"success": True, "taskId": "1"}),
    assistant("g", tool_use("p1", "ExitPlanMode", plan="x"), call="msg_E"),
    tool_result("h", "p1", "not like this", is_error=True),
    BARE,
    QUEUED,
    user("n", "<task-notification><task-id>a1</task-id><status>failed</status></task-notification>"),
    assistant("o", tool_use("s9", "SendMessage", to="alice", message="hi"), call="msg_F"),
    {"type": "summary", "summary": "Known", "leafUuid": "u"},
]
LINES = [json.dumps(record).encode() + b"\n" for record in RECORDS]


def read_in_parts(path: Path, parts: list[bytes]) -> Sink:
    """Write and read a file part by part, each reading going on where the one before ended."""
    sink, begin = Sink(), ReadFrom()
    path.write_bytes(b"")
    for part in parts:
        with path.open("ab") as handle:
            handle.write(part)
        tally = sink.begin(1)
        FORMAT.read(SourceFile(path, path.name), begin, sink)
        begin = ReadFrom(tally.resume_offset, tally.resume_line)
    return sink


def rows_of(sink: Sink) -> dict[str, set[Any]]:
    """Return all rows but statements about conversations and agents, which differ in when they were made."""
    return {
        kind.__name__: set(rows)
        for kind, rows in sink.rows.items()
        if kind not in (ConversationRow, AgentRow)
    }


@given(cuts=st.sets(st.integers(1, len(LINES) - 1)))
def test_a_file_gives_the_same_rows_however_often_its_reading_was_interrupted(
    tmp_path_factory: pytest.TempPathFactory, cuts: set[int]
) -> None:
    path = tmp_path_factory.getbasetemp() / "S1.jsonl"
    whole = read_in_parts(path, [b"".join(LINES)])
    edges = [0, *sorted(cuts), len(LINES)]
    parts = [b"".join(LINES[start:end]) for start, end in pairwise(edges)]
    split = read_in_parts(path, parts)
    assert rows_of(split) == rows_of(whole)
    assert merged_agents(split) == merged_agents(whole)
    assert split.tallies[1].records == whole.tallies[1].records == len(RECORDS)


def merged_agents(sink: Sink) -> dict[str, tuple[Any, ...]]:
    agents: dict[str, tuple[Any, ...]] = {}
    early = datetime(1970, 1, 1, tzinfo=UTC)
    for found in sorted(sink.rows[AgentRow], key=lambda row: (row.parent_rank, row.observed_at or early)):
        before = agents.get(found.agent_id, (None,) * 4)
        said = (found.name, found.role, found.parent_agent_id, found.spawned_by_tool_call_id)
        agents[found.agent_id] = tuple(new or old for new, old in zip(said, before, strict=True))
    return agents


def test_most_rows_need_no_second_look_at_the_earlier_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from data_access.importers.earlier_part import EarlierPart

    def refuse(earlier: EarlierPart) -> None:
        raise AssertionError("the earlier part was read again")

    monkeypatch.setattr(EarlierPart, "records", refuse)
    begun = [user("u", "hi"), assistant("a", tool_use("t1", "Bash"))]
    gone_on = [tool_result("r", "t1", told={"stdout": "x"}), assistant("b", call="msg_B"), user("v", "more")]
    parts = [b"".join(json.dumps(r).encode() + b"\n" for r in part) for part in (begun, gone_on)]
    assert len(read_in_parts(tmp_path / "S1.jsonl", parts).rows[EventRow]) == 5


@pytest.mark.parametrize("glue", [b"", b"\n"])
def test_reading_goes_on_behind_an_unfinished_line(tmp_path: Path, glue: bytes) -> None:
    parts = [json.dumps(RECORDS[4]).encode(), glue + LINES[7]]
    sink = read_in_parts(tmp_path / "S1.jsonl", parts)
    spawned = [found for found in sink.rows[AgentRow] if found.agent_id == "a1"]
    assert [(found.name, found.spawned_by_tool_call_id) for found in spawned] == [("alice", "tk1")]

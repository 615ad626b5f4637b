from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import orjson
import pytest

from data_access.contracts.rows import (
    AgentRow,
    ConversationRow,
    EventRow,
    MessageRow,
    NamedAgentRow,
    NamedTaskRow,
    ReportedTotalRow,
    SnapshotRow,
    TaskResultRow,
    TaskRow,
    TodoRow,
    ToolRow,
    UsageRow,
    VerificationRow,
)
from data_access.importers.sink import Sink
from data_access.importers.snapshot import FORMAT
from data_access.rules.identity import conversation_key

Read = Callable[..., Sink]
KEY = conversation_key("snapshot", "c1")
NINE = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)
TEN = datetime(2026, 5, 1, 10, 0, tzinfo=UTC)
FIRST_SEQUENCE = int((TEN - datetime(2020, 1, 1, tzinfo=UTC)).total_seconds()) * 1_000 * 10_000


def snapshot(**fields: Any) -> dict[str, Any]:
    return {"conversation_id": "c1", "captured_at": "2026-05-01T10:00:00Z", **fields}


def only(sink: Sink, kind: type) -> Any:
    (row,) = sink.rows[kind]
    return row


def reasons(sink: Sink) -> list[tuple[int, str]]:
    return [(reject.line, reject.reason) for reject in sink.rejects]


def test_a_snapshot_makes_a_snapshot_and_a_statement_of_its_conversation(read: Read) -> None:
    sink = read(
        snapshot(
            purpose="task_collaboration",
            title="河流水质",
            project="water",
            parent_conversation_id="c0",
            machine="desk-1",
            person="Ada",
            execution_mode="team",
            phase="check",
            checkpoint="after-build",
            thread_id="t1",
            agent_id="lead",
            root_agent_id="lead",
            isolation_mode="worktree",
            isolation_id="w-1",
            isolation_parent_conversation_id="c0",
            isolation_workspace_path=".worktrees/w-1",
            isolation_metadata={"branch": "w-1"},
            weather={"sky": None},
        )
    )
    said = only(sink, ConversationRow)
    assert said == ConversationRow(
        KEY, said.observation_id, "c1", "snapshot", TEN, "task_collaboration", "河流水质", 2, "water", "c0",
        "desk-1", "Ada", None, 7, 1,
    )  # fmt: skip
    kept = only(sink, SnapshotRow)
    assert kept == SnapshotRow(
        KEY, kept.snapshot_id, TEN, "team", "check", "after-build", "t1", "lead", "lead", "worktree", "w-1",
        "c0", ".worktrees/w-1", '{"branch":"w-1"}', '{"weather":{"sky":null}}', 7, 1,
    )  # fmt: skip
    assert (sink.tally.records, sink.tally.rejected) == (1, 0)


def test_agents_come_from_the_list_and_from_the_ids_that_name_them(read: Read) -> None:
    sink = read(
        snapshot(
            agent_id="lead",
            root_agent_id="root",
            spawned_agent_ids=["w1"],
            agents=[
                {"agent_id": "w2", "name": "第二", "role": "tester", "parent_agent_id": "w1", "mood": "calm"}
            ],
            event_trace=[{"event_id": "e", "event_type": "seen", "agent_id": "guest"}],
        )
    )
    listed, spawned = sink.rows[AgentRow]
    assert listed == AgentRow(
        KEY, listed.observation_id, "w2", "第二", "tester", "w1", 3, None, None, TEN, '{"mood":"calm"}', 7, 1
    )
    assert spawned == AgentRow(
        KEY, spawned.observation_id, "w1", None, None, "lead", 2, None, None, TEN, None, 7, 1
    )
    named = {(row.agent_id, row.parent_agent_id, row.parent_rank) for row in sink.rows[NamedAgentRow]}
    assert named == {
        ("root", None, 0), ("lead", "root", 1), ("lead", None, 0), ("w1", None, 0), ("w2", None, 0),
        ("guest", None, 0),
    }  # fmt: skip
    assert sink.tally.records == 4


def test_an_event_keeps_what_it_says(read: Read) -> None:
    event = {
        "event_id": "e1", "event_type": "tool_called", "occurred_at": "2026-05-01T11:00:00+02:00",
        "recorded_at": "2026-05-01T09:00:00.5", "agent_id": "w1", "thread_id": "t", "task_id": "k",
        "phase": "p",
        "severity": "WARN", "summary": "s", "payload": {"a": [1, "二"]}, "colour": "red",
    }  # fmt: skip
    sink = read(snapshot(event_trace=[event, {"event_type": "x", "sequence": 4, "occurred_at": "noon"}]))
    first, second = sink.rows[EventRow]
    assert first == EventRow(
        KEY, "e1", "w1", "t", "k", "tool_called", "p", "warning", NINE,
        NINE.replace(microsecond=500_000), True,
        "s", '{"a":[1,"二"]}', '{"severity":"WARN","colour":"red"}', FIRST_SEQUENCE + 1, 7, 1,
    )  # fmt: skip
    assert second == EventRow(
        KEY, second.event_id, None, None, None, "x", None, None, None, None, False, None, None,
        '{"occurred_at":"noon"}', 4, 7, 1,
    )  # fmt: skip
    assert sink.tally.naive_times == 1


def test_a_long_summary_is_cut_and_kept_whole_beside(read: Read) -> None:
    sink = read(snapshot(event_trace=[{"event_type": "x", "summary": "长" * 301}]))
    event = only(sink, EventRow)
    assert event.summary == "长" * 299 + "…"
    assert orjson.loads(event.extra) == {"summary": "长" * 301}


def test_messages_tasks_results_tools_and_todos_become_rows(read: Read) -> None:
    sink = read(
        snapshot(
            message_trace=[{
                "message_id": "m", "thread_id": "t", "sender": "lead", "recipient": "w1", "role": "assistant",
                "content": "看一下", "occurred_at": "2026-05-01T09:00:00Z", "reply_to": "m0",
                "event_id": "e", "x": 1,
            }],
            active_tasks=[{
                "task_id": "k", "goal": "measure", "agent_id": "w1", "parent_task_id": "k0",
                "status": "running",
                "phase": "p", "started_at": "2026-05-01T09:00:00Z",
                "ended_at": "2026-05-01T10:00:00Z", "x": 1,
            }],
            task_results=[{
                "task_id": "k9", "status": "completed", "summary": "s", "output": {"n": 1}, "evidence": ["f"],
                "modified_files": ["a.py"], "git_diff_summary": "+1", "isolation": {"mode": "none"}, "x": 1,
            }],
            tool_outcomes=[{
                "tool_call_id": "x1", "tool": "read", "task_id": "k", "agent_id": "w1", "status": "ok",
                "started_at": "2026-05-01T09:00:00Z", "ended_at": "2026-05-01T10:00:00Z", "input": {"p": 1},
                "output": "text", "error": None, "event_id": "e", "x": 1,
            }],
            todos=[{"content": "do", "status": "open", "agent_id": "w1", "todo_id": "9", "x": 1}],
        )
    )  # fmt: skip
    assert only(sink, MessageRow) == MessageRow(
        KEY,
        "m",
        "t",
        "lead",
        "w1",
        "assistant",
        "看一下",
        NINE,
        "m0",
        "e",
        '{"x":1}',
        FIRST_SEQUENCE + 1,
        7,
        1,
    )
    task = only(sink, TaskRow)
    assert task == TaskRow(
        KEY, task.observation_id, "k", "measure", "w1", "k0", "running", "p", NINE, TEN, TEN, True, '{"x":1}',
        FIRST_SEQUENCE + 3, 7, 1,
    )  # fmt: skip
    result = only(sink, TaskResultRow)
    assert result == TaskResultRow(
        KEY, result.observation_id, "k9", "completed", "s", '{"n":1}', '["f"]', '["a.py"]', "+1",
        '{"mode":"none"}', TEN, '{"x":1}', FIRST_SEQUENCE + 5, 7, 1,
    )  # fmt: skip
    tool = only(sink, ToolRow)
    assert tool == ToolRow(
        KEY, tool.observation_id, "x1", "both", "read", "w1", "k", "ok", NINE, TEN, '{"p":1}',
        "text", None, "e",
        '{"x":1}', FIRST_SEQUENCE + 7, 7, 1,
    )  # fmt: skip
    kept = only(sink, SnapshotRow)
    todo = only(sink, TodoRow)
    assert todo == TodoRow(
        KEY, todo.todo_id, "w1", kept.snapshot_id, 0, "do", "open", TEN, FIRST_SEQUENCE + 9, 7, 1
    )
    assert kept.extra == '{"todos":{"0":{"todo_id":"9","x":1}}}'
    named = {(row.task_id, row.status, row.observed_at) for row in sink.rows[NamedTaskRow]}
    assert named == {("k9", "completed", TEN), ("k", None, None), ("k9", None, None)}


def test_usage_cost_and_verification_become_rows(read: Read) -> None:
    sink = read(
        snapshot(
            usage=[{
                "call_id": "msg_1", "agent_id": "w1", "task_id": "k", "phase": "p", "model": "m",
                "fresh_input": 1,
                "occurred_at": "2026-05-01T09:00:00Z", "cache_read": 2, "cache_write_5m": 3,
                "cache_write_1h": 4,
                "cache_write_unspecified": 5, "output": 6.0, "reasoning": 7, "web_searches": 8,
                "cost_usd": 0.1,
                "is_finished": False, "event_id": "e", "region": "eu",
            }],
            cost={"total_usd": "1.25", "total_tokens": 900, "by": "desk"},
            verification_status="failed",
            verification_summary="one figure differs",
            verification_evidence=[{"tool_call_id": "x1"}, "by eye"],
        )
    )  # fmt: skip
    usage = only(sink, UsageRow)
    assert usage == UsageRow(
        KEY, usage.observation_id, "cs:msg_1", "msg_1", "c1", "w1", "k", "p", "m", NINE, False,
        False, 1, 2, 3, 4, 5,
        6, 7, 8, None, Decimal("0.1"), "e", 7, 1,
    )  # fmt: skip
    total = only(sink, ReportedTotalRow)
    assert total == ReportedTotalRow(
        KEY, total.observation_id, None, "conversation", Decimal("1.25"), 900, TEN, '{"by":"desk"}', 7, 1
    )
    checked = only(sink, VerificationRow)
    assert checked == VerificationRow(
        KEY, checked.observation_id, "failed", "one figure differs", '[{"tool_call_id":"x1"},"by eye"]', TEN,
        FIRST_SEQUENCE, 7, 1,
    )  # fmt: skip
    assert only(sink, SnapshotRow).extra == '{"usage":{"0":{"region":"eu"}}}'
    assert sink.tally.records == 2


@pytest.mark.parametrize(
    "hierarchy",
    [
        {"k1": ["k2", "k3"]},
        [{"task_id": "k2", "parent_task_id": "k1"}, {"task_id": "k3", "parent_task_id": "k1"}],
    ],
)
def test_a_hierarchy_is_a_map_or_a_list(read: Read, hierarchy: Any) -> None:
    sink = read(snapshot(task_hierarchy=hierarchy))
    parents = {
        (row.task_id, row.parent_task_id)
        for row in (*sink.rows[TaskRow], *sink.rows[NamedTaskRow])
        if row.parent_task_id
    }
    assert parents == {("k2", "k1"), ("k3", "k1")}


def test_rows_without_what_they_need_are_rejected_alone(read: Read) -> None:
    sink = read(
        {"conversation_id": "c0", "event_type": "x"},
        snapshot(
            agents=[{"name": "nobody"}, "text"],
            spawned_agent_ids=[3, "w"],
            event_trace=[{"summary": "?"}, {"event_type": "ok"}],
            message_trace="hello",
            task_results=[{"status": "completed"}],
            task_hierarchy={"k": [5, None]},
            usage=[{"model": "m"}, None],
            todos=[{"status": "open"}],
            tool_outcomes=[{}],
        ),
    )
    assert reasons(sink) == [
        (2, "agents[0] has no agent_id"),
        (2, "agents[1] is no object"),
        (2, "event_trace[0] has no event_type"),
        (2, "message_trace is no list"),
        (2, "task_results[0] has no task_id"),
        (2, "tool_outcomes[0] says nothing"),
        (2, "usage[0] states neither tokens nor a cost"),
        (2, "usage[1] is no object"),
        (2, "todos[0] has no content"),
        (2, "spawned_agent_ids[0] names no agent"),
        (2, "task_hierarchy[k] names no task"),
    ]
    assert [reject.raw_text for reject in sink.rejects][:4] == [
        '{"name":"nobody"}', '"text"', '{"summary":"?"}', '"hello"',
    ]  # fmt: skip
    stored = sum(len(sink.rows[kind]) for kind in FORMAT.record_rows)
    assert stored == 4
    assert sink.tally.records == stored + sink.tally.rejected


@pytest.mark.parametrize(
    ("document", "reason"),
    [
        ({"captured_at": "2026-05-01T10:00:00Z"}, "a snapshot needs a conversation_id"),
        (
            {"conversation_id": "c", "captured_at": "soon", "agents": [1]},
            "a snapshot needs captured_at as an ISO 8601 time, for example 2026-05-01T10:00:00Z",
        ),
        ({"event_type": "x"}, "an event needs a conversation_id"),
        ({"conversation_id": "c"}, "neither captured_at (a snapshot) nor event_type (an event)"),
    ],
)
def test_a_record_without_its_required_fields_is_rejected_whole(
    read: Read, document: dict[str, Any], reason: str
) -> None:
    sink = read(document)
    assert [(r.line, r.reason, orjson.loads(r.raw_text)) for r in sink.rejects] == [(1, reason, document)]
    assert (sink.tally.records, sink.tally.rejected) == (1, 1)
    assert all(not sink.rows[kind] for kind in FORMAT.record_rows)


def test_equal_rows_without_an_id_stay_apart_and_repeat_in_the_next_snapshot(read: Read) -> None:
    trace = [{"event_type": "tick"}, {"event_type": "tick"}]
    sink = read(snapshot(event_trace=trace), snapshot(captured_at="2026-05-01T11:00:00Z", event_trace=trace))
    ids = [row.event_id for row in sink.rows[EventRow]]
    assert ids[:2] == ids[2:]
    assert len(set(ids)) == 2

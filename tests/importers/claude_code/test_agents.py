"""Agents, who spawned whom, and the tasks they were given: in all places where sub-agents are logged."""

from __future__ import annotations

import json
from typing import Any

import pytest

from data_access.contracts.rows import AgentRow, EventRow, MessageRow, TaskResultRow, TaskRow
from data_access.importers.sink import Sink
from tests.importers.claude_code.conftest import ReadRows, WriteLog
from tests.importers.claude_code.sample_records import assistant, tool_result, tool_use, user

AGENT = {"agentId": "a1", "isSidechain": True}


def parents(sink: Sink) -> dict[str, tuple[str | None, int]]:
    """Return the best-founded parent of each agent."""
    best: dict[str, tuple[str | None, int]] = {}
    for found in sink.rows[AgentRow]:
        assert isinstance(found, AgentRow)
        if found.agent_id not in best or found.parent_rank > best[found.agent_id][1]:
            best[found.agent_id] = (found.parent_agent_id, found.parent_rank)
    return best


def spawning(call: str, agent: str, uuid: str = "r", **told: Any) -> list[dict[str, Any]]:
    return [
        assistant(f"{uuid}0", tool_use(call, "Task", description=f"do {agent}", subagent_type="Explore")),
        tool_result(uuid, call, told={"status": "completed", "agentId": agent, **told}),
    ]


def test_a_sub_agent_of_a_sub_agent_hangs_below_it(read_rows: ReadRows, write_log: WriteLog) -> None:
    root = write_log(*spawning("tk1", "orch"))
    orch = [{**record, "agentId": "orch", "isSidechain": True} for record in spawning("tk2", "codex", "s")]
    write_log(*orch, path="projects/-w/S1/subagents/agent-orch.jsonl")
    write_log(
        assistant("c", agentId="codex", isSidechain=True),
        path="projects/-w/S1/subagents/workflows/run-1/agent-codex.jsonl",
    )
    assert parents(read_rows(root)) == {"main": (None, 0), "orch": ("main", 3), "codex": ("orch", 3)}


def test_an_agent_in_the_folder_of_another_hangs_below_it(read_rows: ReadRows, write_log: WriteLog) -> None:
    root = write_log(user("u", "hi"))
    write_log(
        user("x", "go", agentId="deep", isSidechain=True),
        path="projects/-w/S1/subagents/agent-a1/subagents/agent-deep.jsonl",
    )
    assert parents(read_rows(root))["deep"] == ("a1", 2)


def test_an_agent_that_nobody_names_hangs_below_the_main_agent(
    read_rows: ReadRows, write_log: WriteLog
) -> None:
    root = write_log(user("u", "hi"))
    write_log(user("x", "go", **AGENT), path="projects/-w/S1/subagents/agent-a1.jsonl")
    assert parents(read_rows(root))["a1"] == ("main", 1)


def test_the_log_of_an_agent_beside_the_session_belongs_to_the_session_its_rows_name(
    read_rows: ReadRows, write_log: WriteLog
) -> None:
    root = write_log(user("u", "hi"))
    write_log(user("x", "go", **AGENT), path="projects/-w/agent-a1.jsonl")
    write_log(user("y", "go", agentId="b2", sessionId="S2"), path="projects/-w/agent-b2.jsonl")
    events = read_rows(root).rows[EventRow]
    assert {(found.agent_id, found.event_id) for found in events} == {("main", "u"), ("a1", "x")}
    assert len({found.conversation_key for found in events}) == 1


def test_the_folder_decides_the_session_when_the_rows_name_the_agent_instead(
    read_rows: ReadRows, write_log: WriteLog
) -> None:
    root = write_log(user("u", "hi"))
    write_log(
        user("x", "go", agentId="a1", sessionId="agent-a1"), path="projects/-w/S1/subagents/agent-a1.jsonl"
    )
    assert len({found.conversation_key for found in read_rows(root).rows[EventRow]}) == 1


def test_rows_of_a_sidechain_in_the_session_file_are_an_agent_of_their_own(
    read_rows: ReadRows, write_log: WriteLog
) -> None:
    sink = read_rows(
        write_log(
            assistant("m", tool_use("tk1", "Task", prompt="find it", description="Find")),
            user("s1", "find it", isSidechain=True),
            assistant("s2", isSidechain=True, parentUuid="s1", call="msg_B"),
            user("s3", "another one", isSidechain=True),
            assistant("s4", isSidechain=True, parentUuid="s2", call="msg_C"),
            assistant("s5", isSidechain=True, parentUuid="lost", call="msg_D"),
            tool_result("r", "tk1", told={"content": []}),
        )
    )
    agents = {found.event_id: found.agent_id for found in sink.rows[EventRow]}
    assert agents == {
        "m": "main", "s1": "sidechain-s1", "s2": "sidechain-s1", "s3": "sidechain-s3",
        "s4": "sidechain-s1", "s5": "sidechain-s1", "r": "main",
    }  # fmt: skip
    told = {found.agent_id: found for found in sink.rows[AgentRow] if isinstance(found, AgentRow)}
    assert (told["sidechain-s1"].name, told["sidechain-s1"].spawned_by_tool_call_id) == ("Find", "tk1")
    assert told["sidechain-s3"].parent_rank == 1
    assert [found.agent_id for found in sink.rows[TaskRow]] == [None, "sidechain-s1", "sidechain-s1"]


def test_a_side_file_names_the_agent_and_its_worktree(read_rows: ReadRows, write_log: WriteLog) -> None:
    path = write_log(user("x", "go", **AGENT), path="projects/-w/S1/subagents/agent-a1.jsonl")
    told = {"agentType": "Explore", "description": "Look around", "worktreePath": "/w/.claude/worktrees/a1"}
    path.with_name("agent-a1.meta.json").write_text(json.dumps(told))
    found = read_rows(path.parent).rows[AgentRow][0]
    assert isinstance(found, AgentRow)
    assert (found.name, found.role, found.workspace_path) == (
        "Look around",
        "Explore",
        "/w/.claude/worktrees/a1",
    )


@pytest.mark.parametrize("content", ["", "[1]", "{", '{"agentType": 7}', "\x00"])
def test_a_damaged_side_file_says_nothing(read_rows: ReadRows, write_log: WriteLog, content: str) -> None:
    path = write_log(user("x", "go", **AGENT), path="projects/-w/S1/subagents/agent-a1.jsonl")
    path.with_name("agent-a1.meta.json").write_text(content)
    assert [found.role for found in read_rows(path.parent).rows[AgentRow]] == [None]


def test_a_worktree_is_the_agents_workspace(read_rows: ReadRows, write_log: WriteLog) -> None:
    path = write_log(
        user("x", "go", cwd="/w/.claude/worktrees/agent-a1/src", **AGENT),
        path="projects/-w/S1/subagents/agent-a1.jsonl",
    )
    assert [found.workspace_path for found in read_rows(path).rows[AgentRow]] == [
        "/w/.claude/worktrees/agent-a1/src"
    ]


def test_a_task_is_called_answered_and_has_a_result(read_rows: ReadRows, write_log: WriteLog) -> None:
    sink = read_rows(
        write_log(*spawning("tk1", "a1", totalTokens=59_967, worktreePath="/wt", worktreeBranch="b"))
    )
    tasks = [(t.task_id, t.title, t.agent_id, t.status, t.started_at, t.ended_at) for t in sink.rows[TaskRow]]
    at = sink.rows[EventRow][0].occurred_at
    assert tasks == [
        ("tk1", "do a1", None, "unfinished", at, None),
        ("tk1", "do a1", "a1", "completed", None, at),
    ]
    result = sink.rows[TaskResultRow][0]
    assert (result.status, result.output, json.loads(result.extra), json.loads(result.isolation)) == (
        "completed",
        "ok",
        {"totalTokens": 59_967, "agent_id": "a1"},
        {"mode": "worktree", "workspace_path": "/wt", "branch": "b"},
    )


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ({"is_error": True, "content": "boom"}, "failed"),
        ({"is_error": True, "content": "The user doesn't want to proceed with this tool use."}, "denied"),
        ({"content": "fine"}, "completed"),
    ],
)
def test_a_task_without_a_named_agent_ends_as_its_call_did(
    read_rows: ReadRows, write_log: WriteLog, answer: dict[str, Any], status: str
) -> None:
    call = assistant("a", tool_use("tk1", "Agent", description="x"))
    tasks = read_rows(write_log(call, tool_result("r", "tk1", **answer))).rows[TaskRow]
    assert [found.status for found in tasks] == ["unfinished", status]


def test_a_background_agent_runs_until_it_is_told_otherwise(read_rows: ReadRows, write_log: WriteLog) -> None:
    notice = (
        "<task-notification>\n<task-id>a1</task-id>\n<status>completed</status>\n"
        "<summary>done</summary>\n<result>all good</result>\n</task-notification>"
    )
    poll = "<task_id>a1</task_id>\n<status>in_progress</status>"
    sink = read_rows(
        write_log(
            assistant("a", tool_use("tk1", "Task", description="x", run_in_background=True)),
            tool_result("r", "tk1", told={"isAsync": True, "status": "async_launched", "agentId": "a1"}),
            assistant("p", tool_use("po", "TaskOutput", task_id="a1"), call="msg_B"),
            tool_result("q", "po", poll),
            user("n", notice),
        )
    )
    assert [(found.task_id, found.status) for found in sink.rows[TaskRow]] == [
        ("tk1", "unfinished"),
        ("tk1", "running"),
        ("tk1", "running"),
        ("tk1", "completed"),
    ]
    assert [(found.summary, found.output) for found in sink.rows[TaskResultRow]] == [("done", "all good")]
    assert [(found.message_id, found.sender) for found in sink.rows[MessageRow]] == [("n", None)]


def test_a_notice_about_something_else_is_no_task(read_rows: ReadRows, write_log: WriteLog) -> None:
    notice = "<task-notification><task-id>b7</task-id><status>completed</status></task-notification>"
    assert read_rows(write_log(user("n", notice))).rows[TaskRow] == []


def test_waking_an_agent_again_does_not_change_who_spawned_it(
    read_rows: ReadRows, write_log: WriteLog
) -> None:
    sink = read_rows(
        write_log(
            *spawning("tk1", "a1"),
            assistant("w", tool_use("tk2", "Task", description="again", resume="a1"), call="msg_B"),
            tool_result("v", "tk2", told={"status": "completed", "agentId": "a1"}),
        )
    )
    told = [found.spawned_by_tool_call_id for found in sink.rows[AgentRow] if found.agent_id == "a1"]
    assert told == ["tk1", None]


def test_a_progress_row_names_the_agent_at_work(read_rows: ReadRows, write_log: WriteLog) -> None:
    progress = {
        **user("p", ""), "type": "progress", "parentToolUseID": "tk1",
        "data": {"type": "agent_progress", "agentId": "a1", "message": {"usage": {"input_tokens": 5}}},
    }  # fmt: skip
    sink = read_rows(write_log(progress, {**progress, "uuid": "q"}))
    assert parents(sink)["a1"] == ("main", 2)
    assert [found.event_type for found in sink.rows[EventRow]] == ["progress.agent_progress"] * 2
    assert len(sink.rows[AgentRow]) == 2


def test_what_agents_send_each_other_is_a_message(read_rows: ReadRows, write_log: WriteLog) -> None:
    spawn = assistant("a", tool_use("tk1", "Agent", name="alice", description="x"))
    sink = read_rows(
        write_log(
            spawn,
            tool_result("r", "tk1", told={"status": "completed", "agentId": "a1"}),
            assistant("m", tool_use("s1", "SendMessage", to="alice", message="go on"), call="msg_B"),
            assistant("n", tool_use("s2", "SendMessage", to="bob", message="you too"), call="msg_C"),
        )
    )
    assert [(m.message_id, m.sender, m.recipient, m.content) for m in sink.rows[MessageRow]] == [
        ("s1", "main", "a1", "go on"),
        ("s2", "main", "bob", "you too"),
    ]

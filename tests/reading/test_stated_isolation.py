"""Isolation as snapshots state it: of their own session, asked for a task, given back with a result."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from data_access.contracts.importing import ImportCall
from data_access.contracts.run_operations import AgentWork, RunIsolation
from data_access.reading.run_isolation import run_isolation
from data_access.reading.runs_apart import runs_apart
from data_access.rules.policy_file import default_policy
from data_access.store.connection import Store
from data_access.writing.import_records import import_records

POLICY = default_policy()
TREE = "/srv/repo/.worktrees/jarvis/run-1/w1"
SESSION = {
    "conversation_id": "w-1",
    "captured_at": "2026-05-01T10:00:00Z",
    "project": "/srv/repo",
    "agent_id": "w1",
    "isolation_mode": "worktree",
    "isolation_id": "iso-1",
    "isolation_parent_conversation_id": "main-1",
    "isolation_workspace_path": TREE,
    "isolation_metadata": {"branch": "jarvis/run-1/w1", "cleanup_status": "kept"},
}


def load(store: Store, folder: Path, *snapshots: dict[str, Any]) -> RunIsolation:
    for number, snapshot in enumerate(snapshots):
        file = folder / f"{number}.json"
        file.write_text(json.dumps(snapshot), encoding="utf-8")
        (report,) = import_records(store, ImportCall(paths=(str(file),))).batches
        assert report.rejected == 0
    return run_isolation(store, str(snapshots[0]["conversation_id"]), policy=POLICY)


def level(one: AgentWork) -> tuple[Any, ...]:
    return one.agent_id, one.level_had, one.level_known_by, one.workspace, one.branch, one.cleanup_status


def test_a_session_is_as_apart_as_its_newest_snapshot_says(fresh_store: Store, tmp_path: Path) -> None:
    later = SESSION | {
        "captured_at": "2026-05-01T11:00:00Z",
        "isolation_mode": "sandbox",
        "isolation_metadata": {"branch": "b2", "cleanup_status": "pending"},
    }
    said = load(fresh_store, tmp_path, later, SESSION)
    assert [level(one) for one in said.agents] == [("w1", "L3", "stated", TREE, "b2", "pending")]
    assert (said.agents[0].is_mode_seen, said.agents[0].branch_known_by) == (False, "stated")
    assert [
        one.conversation_id for one in runs_apart(fresh_store, policy=POLICY, recorded_only=True).items
    ] == ["w-1"]


def test_what_leaked_in_and_out_of_a_context_is_found(fresh_store: Store, tmp_path: Path) -> None:
    metadata = {"history_inherited": True, "messages_inherited": 42, "returned": ["summary", "reasoning"]}
    leaky = SESSION | {"isolation_mode": "session", "isolation_metadata": metadata}
    said = load(fresh_store, tmp_path, leaky | {"isolation_workspace_path": None})
    assert {(one.kind, one.why) for one in said.findings} == {
        ("context_leaked_in", "it was given the full history of its parent (42 messages)"),
        ("context_leaked_out", "it gave back reasoning besides its result"),
    }
    assert said.agents[0].level_had == "L1"


ODD: tuple[dict[str, Any], ...] = (
    {"isolation_mode": "<b>container</b>"},
    {"isolation_mode": ["worktree"]},
    {"isolation_metadata": "branch"},
    {
        "isolation_metadata": {
            "branch": 7,
            "cleanup_status": "soon",
            "returned": "x",
            "messages_inherited": -1,
        }
    },
    {"isolation_workspace_path": "x" * 5000, "isolation_id": "y" * 5000},
    {"agent_id": None},
)


def test_words_that_nobody_knows_are_said_to_be_unknown(fresh_store: Store, tmp_path: Path) -> None:
    load(fresh_store, tmp_path, *(SESSION | odd | {"conversation_id": f"w-{n}"} for n, odd in enumerate(ODD)))
    told = []
    for number in range(len(ODD)):
        said = run_isolation(fresh_store, f"w-{number}", policy=POLICY)
        assert said.findings == ()
        told.append([(one.level_had, one.branch, one.cleanup_status) for one in said.agents])
    whole = ("L2", "jarvis/run-1/w1", "kept")
    nothing = (None, None, None)
    assert told == [[nothing], [nothing], [("L2", None, None)], [("L2", None, None)], [whole], [whole]]


def test_a_task_says_how_it_was_to_be_kept_apart_and_whether_it_may_be_merged(
    fresh_store: Store, tmp_path: Path
) -> None:
    asked = {"isolation_mode": "worktree", "workspace_strategy": "ephemeral", "allow_merge_back": True}
    tasks = [
        {"task_id": "t1", "title": "Refactor", "agent_id": "w1", **asked, "cleanup_policy": "on_success"},
        {"task_id": "t2", "agent_id": "w2", "isolation_mode": "sandbox", "allow_merge_back": "yes"},
        {"task_id": "t3", "agent_id": "w3", "isolation_mode": "cage"},
    ]
    agents = [{"agent_id": name, "parent_agent_id": "lead"} for name in ("w1", "w2", "w3")]
    isolation = {
        "mode": "worktree",
        "workspace_path": TREE,
        "branch": "jarvis/run-1/w1",
        "cleanup_status": "failed",
    }
    results = [{"task_id": "t1", "status": "completed", "isolation": isolation}]
    told = {"conversation_id": "run-1", "captured_at": "2026-05-01T10:00:00Z", "project": "/srv/repo"}
    said = load(
        fresh_store, tmp_path, told | {"agents": agents, "active_tasks": tasks, "task_results": results}
    )
    by = {one.agent_id: one for one in said.agents}
    assert level(by["w1"]) == ("w1", "L2", "stated", TREE, "jarvis/run-1/w1", "failed")
    assert (by["w1"].asked_mode, by["w1"].merge_allowed, by["w1"].cleanup_policy) == (
        "worktree",
        True,
        "on_success",
    )
    assert (by["w2"].asked_mode, by["w2"].merge_allowed, by["w2"].level_had) == ("sandbox", False, "L1")
    assert (by["w3"].asked_mode, by["w3"].merge_allowed) == (None, None)
    assert {one.is_request_published for one in said.agents} == {False}
    found = {(one.kind, one.agent_id) for one in said.findings}
    assert {("level_too_low", "w2"), ("left_over", "w1")} <= found

"""What agents of a run did and how they were kept apart: a log of six worktree agents, and as published."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.importing import ImportCall
from data_access.contracts.policy import Verdict
from data_access.contracts.principal import LOCAL_AGENT
from data_access.contracts.runtime_records import (
    PublishIsolationResultCall,
    RecordAgentOperationCall,
    RecordIsolationRequestCall,
)
from data_access.errors import InvalidInput
from data_access.reading.run_isolation import run_isolation
from data_access.reading.run_operations import run_operations
from data_access.reading.written_files import written_files
from data_access.rules.policy_file import default_policy
from data_access.store.connection import Store
from data_access.writing.case_write import Author
from data_access.writing.import_records import import_records
from data_access.writing.runtime_records import (
    publish_isolation_result,
    record_agent_operation,
    record_isolation_request,
)

POLICY = default_policy()
SESSION = "ef958aa1-0e93-49f0-bb71-150f63befcd1"
TREES = "-experiments/worktrees/.claude/worktrees/"
FILES = {
    "alice": "agent-a4ca7529/work/research-plan-mode.md",
    "bob": "agent-a52886dc/work/research-teammates.md",
    "carol": "agent-ab1e6e14/work/research-beads.md",
}
"""By who worked in the first round; in the second `alice2` went on in the worktree of `alice`."""
COUNTS = {"alice": 15, "alice2": 4, "bob": 11, "bob2": 3, "carol": 9, "carol2": 3}
"""Bash, Edit and Write calls, counted by hand in the logs."""
AUTHOR = Author(LOCAL_AGENT, "rest", lambda: datetime(2026, 5, 1, 12, tzinfo=UTC))
OWN = "/srv/repo/.worktrees/jarvis/run-1/worker-2"


@pytest.fixture(scope="module")
def worktree_session(inputs: Path) -> Iterator[Store]:
    """A session of one main agent and six sub-agents in git worktrees, two rounds."""
    with Store.open(None) as store:
        folder = inputs / "claude_code" / "real_projects" / "-experiments-worktrees"
        import_records(store, ImportCall(paths=(str(folder),)))
        yield store


@pytest.mark.inputs
def test_six_agents_in_three_worktrees_with_the_file_each_wrote(worktree_session: Store) -> None:
    said = run_isolation(worktree_session, SESSION, policy=POLICY)
    assert (said.main_directory, said.basis) == ("-experiments/worktrees", "log")
    assert (said.examined, said.truncated) == (54, False)  # 40 Bash, 10 Edit, 4 Write
    told = {one.name: (one.mode, one.workspace, one.operations, one.files) for one in said.agents if one.name}
    assert told == {
        name: ("worktree", TREES + FILES[name.rstrip("2")][:14], count, (TREES + FILES[name.rstrip("2")],))
        for name, count in COUNTS.items()
    }
    levels = {(one.level_had, one.level_called_for) for one in said.agents if one.name}
    assert levels == {("L2", "L2")}
    (main,) = [one for one in said.agents if one.agent_id == "main"]
    assert (main.mode, main.level_had, main.level_called_for, main.operations) == (None, None, "L2", 9)
    assert main.files == ()


@pytest.mark.inputs
def test_what_the_log_records_of_its_worktrees_is_told_from_what_follows_from_it(
    worktree_session: Store,
) -> None:
    said = run_isolation(worktree_session, SESSION, policy=POLICY)
    told = {
        one.name: (one.asked_mode, one.level_known_by, one.branch, one.branch_known_by, one.pattern)
        for one in said.agents
        if one.name
    }
    first = {
        name: ("worktree", "stated", f"worktree-{FILES[name][:14]}", "stated", "kept")
        for name in ("alice", "bob", "carol")
    }
    assert told == first | {f"{name}2": (None, "writes", None, None, "kept") for name in first}
    came_back = {one.given_back and (one.given_back.status, one.given_back.parts) for one in said.agents}
    assert came_back == {("completed", ("task_result",)), None}, "the main agent gives nothing back"
    not_told = {
        (one.merge_allowed, one.cleanup_status, one.git, one.is_request_published) for one in said.agents
    }
    assert not_told == {(None, None, None, False)}


@pytest.mark.inputs
def test_the_files_of_the_session_with_who_wrote_each_how_often(worktree_session: Store) -> None:
    said = written_files(worktree_session, SESSION, policy=POLICY)
    assert (said.total, said.written, said.shared, said.is_examined_whole) == (3, 3, 3, True)
    writes = {"alice": 5, "alice2": 1, "bob": 4, "bob2": 1, "carol": 2, "carol2": 1}
    told = {one.path: {who.name: who.operations for who in one.writers} for one in said.items}
    assert told == {
        TREES + file: {who: writes[who] for who in (name, f"{name}2")} for name, file in FILES.items()
    }
    first = written_files(worktree_session, SESSION, policy=POLICY, limit=2)
    assert (len(first.items), first.truncated) == (2, True)
    rest = written_files(worktree_session, SESSION, policy=POLICY, limit=2, cursor=first.next_cursor)
    assert (*first.items, *rest.items) == said.items
    assert (rest.truncated, rest.next_cursor) == (False, None)
    (bob2,) = [one.agent_id for one in run_isolation(worktree_session, SESSION, policy=POLICY).agents
               if one.name == "bob2"]  # fmt: skip
    (of_bob,) = written_files(worktree_session, SESSION, policy=POLICY, agent_id=bob2).items
    assert of_bob.path == TREES + FILES["bob"]
    with pytest.raises(InvalidInput):
        written_files(worktree_session, SESSION, policy=POLICY, cursor="?")


@pytest.mark.inputs
def test_the_second_round_shares_the_worktree_of_the_first_and_its_file(worktree_session: Store) -> None:
    said = run_isolation(worktree_session, SESSION, policy=POLICY)
    assert {(one.kind, one.worker) for one in said.findings} == {("shared_worktree", name) for name in COUNTS}
    same = {(one.cause, one.names, one.rests_on) for one in said.findings}
    pairs = [(name, f"{name}2") for name in FILES]
    assert same == {("same_worktree", (other,), ("workspaces",)) for pair in pairs for other in pair}
    shared = {one.path: one.agents for agent in said.agents for one in agent.shared_files}
    assert shared == {TREES + file: (name, f"{name}2") for name, file in FILES.items()}


@pytest.mark.inputs
def test_its_operations_stand_in_order_with_what_the_policy_says(worktree_session: Store) -> None:
    said = run_operations(worktree_session, SESSION, policy=POLICY, limit=2000)
    assert (said.total, said.truncated) == (54, False)
    assert {(one.is_derived, one.approved_by) for one in said.items} == {(True, None)}
    times = [one.occurred_at for one in said.items if one.occurred_at]
    assert times == sorted(times)

    def counted(verdict: Verdict) -> int:
        return run_operations(worktree_session, SESSION, policy=POLICY, verdict=verdict).total

    assert [counted("allowed"), counted("needs_approval"), counted("denied"), counted("unknown")] == [
        52,
        1,
        0,
        1,
    ]
    (fetch,) = run_operations(worktree_session, SESSION, policy=POLICY, verdict="needs_approval").items
    assert fetch.target.startswith("git fetch --all")
    cut = run_operations(worktree_session, SESSION, policy=POLICY, operation="write", limit=5)
    assert (len(cut.items), cut.total, cut.truncated) == (5, 14, True)


def imported(store: Store, folder: Path, line: str) -> None:
    log = folder / "run.jsonl"
    log.write_text(line, "utf-8")
    import_records(store, ImportCall(paths=(str(log),)))


@pytest.fixture
def published(fresh_store: Store, tmp_path: Path) -> Store:
    """A run with one worker whose runtime published what it was to do, did and gave back."""
    line = '{"conversation_id": "s-1", "captured_at": "2026-05-01T10:00:00Z", "project": "/srv/repo"}\n'
    imported(fresh_store, tmp_path, line)
    named: dict[str, Any] = {"conversation_id": "s-1", "agent_id": "worker-2"}
    task = {"task_id": "t-1"}
    request = {"request_id": "r-1", "goal": "G", "isolation_mode": "sandbox"}
    record_isolation_request(
        fresh_store, RecordIsolationRequestCall.model_validate(named | task | request), author=AUTHOR
    )
    result = {
        "request_id": "r-2", "status": "completed", "modified_files": ["a"], "git_diff_summary": "1 file",
        "isolation": {"mode": "worktree", "workspace_path": OWN, "cleanup_status": "failed"},
        "task_result": 1,
    }  # fmt: skip
    publish_isolation_result(
        fresh_store, PublishIsolationResultCall.model_validate(named | task | result), author=AUTHOR
    )
    done = [
        ("write", "a.py", "success"), ("write", "../../../../b.py", "success"), ("install", "jq", "success"),
        ("execute", "rm -rf build", "success"), ("write", "/etc/x", "denied"),
    ]  # fmt: skip
    for number, (operation, target, outcome) in enumerate(done):
        told = {
            "request_id": f"o-{number}", "operation": operation, "target": target, "result": outcome,
            "occurred_at": AUTHOR.clock(), "approved_by": "auto", "working_directory": OWN, "workspace": OWN,
        }  # fmt: skip
        record_agent_operation(
            fresh_store, RecordAgentOperationCall.model_validate(named | told), author=AUTHOR
        )
    return fresh_store


def test_what_a_runtime_published_is_judged_against_what_its_worker_did(published: Store) -> None:
    said = run_isolation(published, "s-1", policy=POLICY)
    (agent,) = said.agents
    assert (agent.agent_id, agent.mode, agent.is_mode_seen) == ("worker-2", "worktree", False)
    assert (agent.level_had, agent.level_called_for) == ("L2", "L3")
    assert agent.files == (f"{OWN}/a.py", f"{OWN}/build", "/srv/repo/b.py")
    assert (agent.dangerous, agent.added) == (1, ("jq",))
    assert [one.kind for one in said.findings] == [
        "level_too_low", "level_too_low", "main_directory_written", "left_over", "result_not_recovered",
    ]  # fmt: skip


def test_what_git_said_of_its_worktree_is_held_against_what_was_allowed(
    published: Store, tmp_path: Path
) -> None:
    none = dict.fromkeys(("files", "staged", "unstaged", "untracked", "conflicted", "submodules"), 0)
    look = {
        "workspace": "caseboard.workspace@1", "machine": "m", "repository": "/srv/repo", "kind": "linked",
        "path": OWN, "exists": True, "branch": "b", "head": "1" * 40,
        "dirty": none | {"files": 1, "untracked": 1, "names": ["left.txt"]},
        "unmerged": {"base": "main", "commits": 0, "is_merged": True}, "as_of": "2026-05-01T11:00:00Z",
    }  # fmt: skip
    imported(published, tmp_path, json.dumps(look) + "\n")
    findings = run_isolation(published, "s-1", policy=POLICY).findings
    by_kind = {one.kind: one for one in findings}
    (agent,) = run_isolation(published, "s-1", policy=POLICY).agents
    assert agent.git is not None
    assert (agent.git.state, agent.git.dirty_files, agent.git.is_merged) == ("dirty", 1, True)
    keys = {kind: one.workspace_key for kind, one in by_kind.items()}
    assert {kind for kind, key in keys.items() if key == agent.git.workspace_key} == {
        "dirty", "merged_not_allowed",
    }  # fmt: skip
    assert by_kind["dirty"].paths == ("left.txt",)
    assert "is merged into main, which was not allowed" in by_kind["merged_not_allowed"].why
    assert by_kind["left_over"].paths == (OWN,)


def test_recorded_operations_keep_who_approved_them(published: Store) -> None:
    said = run_operations(published, "s-1", policy=POLICY)
    assert [(one.operation, one.verdict, one.result) for one in said.items] == [
        ("write", "allowed", "success"),
        ("write", "denied", "success"),
        ("install", "allowed", "success"),
        ("execute", "needs_approval", "success"),
        ("write", "denied", "denied"),
    ]
    assert {(one.approved_by, one.is_derived) for one in said.items} == {("auto", False)}


def test_a_run_that_tells_no_operations_has_no_level_and_no_finding(
    fresh_store: Store, tmp_path: Path
) -> None:
    line = (
        '{"conversation_id": "s-2", "captured_at": "2026-05-01T10:00:00Z", "agents": [{"agent_id": "a"}]}\n'
    )
    imported(fresh_store, tmp_path, line)
    said = run_isolation(fresh_store, "s-2", policy=POLICY)
    assert [(one.agent_id, one.level_had, one.level_called_for) for one in said.agents] == [("a", None, None)]
    assert said.findings == ()

"""What real git said of real worktrees, joined with the runs that worked there, as both pages read it."""

from __future__ import annotations

import json
import shutil
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.importing import ImportCall
from data_access.contracts.principal import LOCAL_AGENT
from data_access.contracts.run_operations import AgentWork
from data_access.contracts.runtime_records import PublishIsolationResultCall, RecordIsolationRequestCall
from data_access.contracts.workspaces import StoredWorkspace, WorkspacesQuery
from data_access.errors import InvalidInput
from data_access.reading.run_isolation import run_isolation
from data_access.reading.runs_apart import MOST_CALLS, runs_apart
from data_access.reading.stored_workspaces import stored_workspaces
from data_access.reading.workspaces import workspaces
from data_access.rules.policy_file import default_policy
from data_access.rules.workspace_patterns import policy_patterns
from data_access.rules.workspace_record import workspace_line
from data_access.store.connection import Store
from data_access.writing.case_write import Author
from data_access.writing.import_records import import_records
from data_access.writing.runtime_records import publish_isolation_result, record_isolation_request
from tests.throwaway_repositories import ThrowawayRepository

POLICY = default_policy()
PATTERNS = policy_patterns(POLICY.policy.worktrees)
AUTHOR = Author(LOCAL_AGENT, "rest", lambda: datetime(2026, 5, 1, 12, tzinfo=UTC))
pytestmark = [
    pytest.mark.skipif(shutil.which("git") is None, reason="needs git"),
    pytest.mark.skipif(sys.platform == "win32", reason="paths are those of POSIX"),
]


def brought(store: Store, folder: Path, name: str, *lines: str) -> None:
    file = folder / f"{name}.jsonl"
    file.write_text("".join(line + "\n" for line in lines), "utf-8")
    import_records(store, ImportCall(paths=(str(file),)))


def published(store: Store, worker: str, place: Path | None, branch: str, *, may_merge: bool) -> None:
    named: dict[str, Any] = {"conversation_id": "s-1", "agent_id": worker, "task_id": f"t-{worker}"}
    request = {
        "request_id": f"q-{worker}", "goal": "G", "isolation_mode": "worktree",
        "allow_merge_back": may_merge, "cleanup_policy": "never",
    }  # fmt: skip
    told = named | request
    record_isolation_request(store, RecordIsolationRequestCall.model_validate(told), author=AUTHOR)
    isolation = {"mode": "worktree", "workspace_path": place and str(place), "branch": branch}
    result = {
        "request_id": f"r-{worker}", "status": "completed", "isolation": isolation, "task_result": 1,
        "modified_files": ["a"], "git_diff_summary": f"{worker}: 1 file changed",
        "verification_evidence": ["e"],
    }  # fmt: skip
    publish_isolation_result(store, PublishIsolationResultCall.model_validate(named | result), author=AUTHOR)


@pytest.fixture
def desk(fresh_store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Store, Path]:
    """A repository with four worktrees in four states, a look at it, and the run whose workers left them."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    repository = ThrowawayRepository(tmp_path / "repo")
    trees = {
        name: repository.worktree(f"jarvis/run-1/{name}") for name in ("dirty", "waits", "merged", "gone")
    }
    for name in ("waits", "merged"):
        repository.commit(f"Work of {name}", {f"{name}.txt": "1"}, cwd=trees[name])
    repository.git("merge", "--quiet", "--no-ff", "-m", "Merge", "jarvis/run-1/merged")
    (trees["dirty"] / "left.txt").write_text("left")
    shutil.rmtree(trees["gone"])
    line = {"conversation_id": "s-1", "captured_at": "2026-05-01T10:00:00Z", "project": str(repository.root)}
    brought(fresh_store, tmp_path, "run", json.dumps(line))
    for name, tree in trees.items():
        place = None if name == "waits" else tree
        published(fresh_store, name, place, f"jarvis/run-1/{name}", may_merge=name == "waits")
    # A run that stands in a worktree, of which nothing is published.
    inside = {"conversation_id": "s-2", "captured_at": "2026-05-02T10:00:00Z", "project": str(trees["dirty"])}
    brought(fresh_store, tmp_path, "inside", json.dumps(inside | {"agents": [{"agent_id": "a"}]}))
    looked = workspaces([repository.root], WorkspacesQuery(with_sizes=False), usual=PATTERNS)
    brought(fresh_store, tmp_path, "look", *(workspace_line(one, "m") for one in looked.items))
    return fresh_store, repository.root


def by_worker(store: Store) -> dict[str | None, AgentWork]:
    return {one.agent_id: one for one in run_isolation(store, "s-1", policy=POLICY).agents}


def by_name(store: Store) -> dict[str, StoredWorkspace]:
    listing = stored_workspaces(store, patterns=PATTERNS)
    return {(one.branch or "").rpartition("/")[2]: one for one in listing.items if one.kind != "main"}


def test_each_worker_is_shown_with_what_git_said_of_its_worktree(desk: tuple[Store, Path]) -> None:
    store, _ = desk
    told = {}
    for name, one in by_worker(store).items():
        assert one.git is not None, name
        told[name] = (one.git.state, one.git.dirty_files, one.git.unmerged_commits, one.git.is_merged)
    assert told == {
        "dirty": ("dirty", 1, 0, False),
        "waits": ("awaiting_merge", 0, 1, False),
        "merged": ("merged", 0, 0, True),
        "gone": ("missing", None, 0, False),
    }
    findings = run_isolation(store, "s-1", policy=POLICY).findings
    assert {(one.agent_id, one.cause) for one in findings} == {
        ("dirty", "not_committed"),
        ("waits", "commits_wait"),
        ("merged", "merged_all_the_same"),
    }
    keys = {name: one.workspace_key for name, one in by_name(store).items()}
    assert {one.agent_id: one.workspace_key for one in findings} == {
        name: keys[name] for name in ("dirty", "waits", "merged")
    }
    assert {one.pattern for one in by_worker(store).values()} == {"kept", None}, "waits names no folder"


def test_each_workspace_names_the_runs_that_worked_there_by_folder_or_branch(
    desk: tuple[Store, Path],
) -> None:
    store, _ = desk
    told = {
        name: [(run.conversation_id, run.agent_id, run.known_by) for run in one.runs]
        for name, one in by_name(store).items()
    }
    assert told == {
        "dirty": [("s-2", None, "run"), ("s-1", "dirty", "result")],
        "waits": [("s-1", "waits", "result")],
        "merged": [("s-1", "merged", "result")],
        "gone": [("s-1", "gone", "result")],
    }
    (newest, *_) = by_name(store)["merged"].results
    assert (newest.git_diff_summary, newest.modified_files) == ("merged: 1 file changed", 1)
    (inside,) = run_isolation(store, "s-2", policy=POLICY).agents
    assert (inside.level_had, inside.level_known_by, inside.git and inside.git.state) == (
        "L2",
        "folder",
        "dirty",
    )


def test_the_list_of_workspaces_is_paged_and_loses_none(desk: tuple[Store, Path]) -> None:
    store, _ = desk
    whole = stored_workspaces(store, patterns=PATTERNS)
    assert (whole.total, whole.truncated, whole.next_cursor) == (5, False, None)
    seen, cursor = [], None
    for _ in range(3):
        page = stored_workspaces(store, patterns=PATTERNS, limit=2, cursor=cursor)
        seen += [one.workspace_key for one in page.items]
        assert page.total == 5
        cursor = page.next_cursor
    assert (seen, cursor) == ([one.workspace_key for one in whole.items], None)
    with pytest.raises(InvalidInput):
        stored_workspaces(store, patterns=PATTERNS, cursor="nonsense")


def test_runs_are_told_in_short_with_their_agents_and_diffs(desk: tuple[Store, Path]) -> None:
    store, _ = desk
    told = runs_apart(store, policy=POLICY)
    (one,) = told.items
    assert (told.total, one.conversation_id, one.is_examined, one.agents_total) == (1, "s-1", True, 4)
    assert (one.by_level_had, one.by_level_called_for, one.below) == ({"L2": 4}, {"not_known": 4}, 0)
    assert one.by_finding == {"awaiting_merge": 1, "dirty": 1, "merged_not_allowed": 1}
    assert {agent.git_diff_summary for agent in one.agents} == {
        f"{name}: 1 file changed" for name in ("dirty", "waits", "merged", "gone")
    }


def test_a_run_with_too_many_calls_is_named_and_not_looked_at(fresh_store: Store, tmp_path: Path) -> None:
    agents = [{"agent_id": "a"}, {"agent_id": "b", "parent_agent_id": "a"}]

    def line(number: int, calls: int) -> str:
        outcomes = [
            {"tool_call_id": f"c{n}", "agent_id": "ab"[n % 2], "tool": "Write", "status": "ok",
             "input": json.dumps({"file_path": "/srv/x.py"})}
            for n in range(calls)
        ]  # fmt: skip
        at = f"2026-05-0{number}T10:00:00Z"
        told = {
            "conversation_id": f"s-{number}",
            "captured_at": at,
            "agents": agents,
            "tool_outcomes": outcomes,
        }
        return json.dumps(told)

    brought(fresh_store, tmp_path, "runs", line(1, 2), line(2, MOST_CALLS + 1), line(3, 2))
    told = runs_apart(fresh_store, policy=POLICY)
    assert [(one.conversation_id, one.is_examined, one.shared_files_total) for one in told.items] == [
        ("s-3", True, 1),
        ("s-2", False, 0),
        ("s-1", True, 1),
    ]
    assert told.items[0].below == 1, "a sub-agent wrote, and had a context of its own alone"
    first = runs_apart(fresh_store, policy=POLICY, limit=2)
    rest = runs_apart(fresh_store, policy=POLICY, limit=2, cursor=first.next_cursor)
    assert [one.conversation_id for one in (*first.items, *rest.items)] == ["s-3", "s-2", "s-1"]
    assert (first.truncated, rest.truncated, rest.next_cursor) == (True, False, None)
    assert runs_apart(fresh_store, policy=POLICY, recorded_only=True).items == ()

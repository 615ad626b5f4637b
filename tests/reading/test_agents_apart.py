"""Where each agent of a run worked: by what is on record, by where the run stands, by what was written."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.importing import ImportCall
from data_access.contracts.principal import LOCAL_AGENT
from data_access.contracts.run_operations import RunIsolation
from data_access.contracts.runtime_records import (
    PublishIsolationResultCall,
    RecordAgentOperationCall,
    RecordIsolationRequestCall,
)
from data_access.reading.run_isolation import run_isolation
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
AUTHOR = Author(LOCAL_AGENT, "rest", lambda: datetime(2026, 5, 1, 12, tzinfo=UTC))
TREE = "/srv/repo/.worktrees/jarvis/run-1/w1"


class Desk:
    """A desk to which runs and records are brought."""

    def __init__(self, store: Store, folder: Path) -> None:
        self.store, self._folder, self._number = store, folder, 0

    def brings(self, *lines: dict[str, Any]) -> None:
        self._number += 1
        file = self._folder / f"{self._number}.jsonl"
        file.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
        import_records(self.store, ImportCall(paths=(str(file),)))

    def run(self, **told: Any) -> None:
        self.brings({"conversation_id": "s-1", "captured_at": "2026-05-01T10:00:00Z"} | told)

    def did(self, target: str, agent: str = "a", task: str | None = None, **told: Any) -> None:
        self._number += 1
        given = {
            "request_id": f"o-{self._number}", "conversation_id": "s-1", "agent_id": agent, "task_id": task,
            "operation": "write", "target": target, "result": "success", "approved_by": "auto",
            "occurred_at": AUTHOR.clock(),
        }  # fmt: skip
        call = RecordAgentOperationCall.model_validate(given | told)
        record_agent_operation(self.store, call, author=AUTHOR)

    def says(self) -> RunIsolation:
        return run_isolation(self.store, "s-1", policy=POLICY)


@pytest.fixture
def desk(fresh_store: Store, tmp_path: Path) -> Desk:
    return Desk(fresh_store, tmp_path)


def look(**told: Any) -> dict[str, Any]:
    return {
        "workspace": "caseboard.workspace@1", "machine": "m", "repository": "/srv/repo", "kind": "linked",
        "path": "/elsewhere/tree", "exists": True, "branch": "b", "head": "1" * 40,
        "as_of": "2026-05-01T11:00:00Z",
    } | told  # fmt: skip


def test_a_folder_that_a_source_names_is_a_worktree_only_where_something_says_so(desk: Desk) -> None:
    agents = [
        {"agent_id": "in-main", "workspace_path": "/srv/repo"},
        {"agent_id": "by-pattern", "workspace_path": TREE},
        {"agent_id": "by-git", "workspace_path": "/elsewhere/tree"},
        {"agent_id": "elsewhere", "workspace_path": "/elsewhere/other"},
    ]
    desk.run(project="/srv/repo", agents=agents)
    desk.brings(look())
    told = {one.agent_id: (one.level_had, one.level_known_by, one.pattern) for one in desk.says().agents}
    assert told == {
        "in-main": (None, None, None),
        "by-pattern": ("L2", "stated", "kept"),
        "by-git": ("L2", "stated", "neither"),
        "elsewhere": (None, None, None),
    }


@pytest.mark.parametrize("known_to_git", [True, False])
def test_a_run_that_stands_in_a_worktree_had_it_and_leaves_the_main_directory_alone(
    desk: Desk, known_to_git: bool
) -> None:
    desk.run(project=TREE, agents=[{"agent_id": "a"}])
    if known_to_git:
        desk.brings(look(path=TREE, branch="jarvis/run-1/w1"))
    desk.did("a.py", working_directory=TREE)
    desk.did("/srv/repo/b.py", working_directory=TREE)
    said = desk.says()
    (agent,) = said.agents
    assert said.main_directory == "/srv/repo"
    assert (agent.git is not None, agent.branch) == (
        (True, "jarvis/run-1/w1") if known_to_git else (False, None)
    )
    assert (agent.level_had, agent.level_known_by, agent.workspace) == ("L2", "folder", TREE)
    (finding,) = said.findings
    assert (finding.cause, finding.paths) == ("main_directory_written", ("/srv/repo/b.py",))


def test_a_run_that_keeps_to_the_worktree_it_stands_in_is_derived_from_that(desk: Desk) -> None:
    desk.run(project=TREE, agents=[{"agent_id": "a"}])
    desk.did("a.py", working_directory=TREE)
    (agent,) = desk.says().agents
    assert (agent.level_had, agent.level_known_by, agent.is_mode_seen) == ("L2", "folder", True)
    assert desk.says().findings == ()


def test_what_an_agent_did_counts_once_however_many_tasks_it_had(desk: Desk) -> None:
    desk.run(project="/srv/repo", agents=[{"agent_id": "a"}])
    for task, place in (("t-1", TREE), ("t-2", f"{TREE}2")):
        result = {
            "request_id": task, "conversation_id": "s-1", "agent_id": "a", "task_id": task, "status": "done",
            "isolation": {"mode": "worktree", "workspace_path": place},
        }  # fmt: skip
        publish_isolation_result(desk.store, PublishIsolationResultCall.model_validate(result), author=AUTHOR)
    desk.did(f"{TREE}/a.py", task="t-1")
    desk.did(f"{TREE}2/b.py", task="t-2")
    desk.did("/srv/repo/c.py")
    told = [(one.task_id, one.level_had, one.operations, one.files) for one in desk.says().agents]
    assert told == [
        ("t-1", "L2", 1, (f"{TREE}/a.py",)),
        ("t-2", "L2", 1, (f"{TREE}2/b.py",)),
        (None, None, 1, ("/srv/repo/c.py",)),
    ]


def test_records_of_one_task_are_one_line_although_only_one_of_them_names_the_agent(desk: Desk) -> None:
    desk.run(project="/srv/repo", agents=[{"agent_id": "a"}])
    named = {"conversation_id": "s-1", "task_id": "t-1"}
    request = named | {"request_id": "r", "goal": "G", "isolation_mode": "worktree", "allow_merge_back": True}
    record_isolation_request(desk.store, RecordIsolationRequestCall.model_validate(request), author=AUTHOR)
    result = named | {
        "request_id": "s", "agent_id": "a", "status": "completed",
        "isolation": {"mode": "session", "cleanup_status": "kept"},
    }  # fmt: skip
    publish_isolation_result(desk.store, PublishIsolationResultCall.model_validate(result), author=AUTHOR)
    (agent,) = desk.says().agents
    assert (agent.agent_id, agent.asked_mode, agent.is_request_published) == ("a", "worktree", True)
    assert (agent.level_had, agent.merge_allowed, agent.cleanup_status) == ("L1", True, "kept")
    assert [one.cause for one in desk.says().findings] == ["more_asked_for"]


def test_a_result_that_a_snapshot_states_counts_as_recorded_and_is_not_held_to_what_it_has_no_place_for(
    desk: Desk,
) -> None:
    isolation = {"mode": "worktree", "workspace_path": TREE, "branch": "mine", "cleanup_status": "failed"}
    task = {"task_id": "t-1", "agent_id": "a", "status": "completed"}
    result = {"task_id": "t-1", "status": "completed", "isolation": isolation, "modified_files": ["x.py"]}
    desk.run(project="/srv/repo", agents=[{"agent_id": "a"}], active_tasks=[task], task_results=[result])
    said = desk.says()
    (agent,) = said.agents
    assert (agent.level_had, agent.level_known_by, agent.branch, agent.pattern) == (
        "L2", "stated", "mine", "other_branch",
    )  # fmt: skip
    assert agent.given_back is not None
    assert (agent.given_back.is_published, agent.given_back.parts, agent.given_back.missing) == (
        False, ("modified_files",), (),
    )  # fmt: skip
    assert [one.cause for one in said.findings] == ["cleanup_failed"]


def test_two_agents_of_one_name_are_told_apart(desk: Desk) -> None:
    agents = [{"agent_id": one, "name": "worker", "workspace_path": TREE} for one in ("a", "b")]
    desk.run(project="/srv/repo", agents=agents)
    findings = desk.says().findings
    assert [(one.agent_id, one.cause, one.names) for one in findings] == [
        ("a", "same_worktree", ("worker",)),
        ("b", "same_worktree", ("worker",)),
    ]


def test_names_and_paths_beyond_all_bounds_break_nothing(desk: Desk) -> None:
    long = "n" * 5000
    agents = [{"agent_id": "a", "name": long, "workspace_path": f"/{long}"}, {"agent_id": "b", "name": " "}]
    isolation = {"mode": "worktree", "workspace_path": f"/{long}", "branch": long}
    result = {"task_id": "t-1", "status": long, "isolation": isolation, "summary": " "}
    desk.run(
        project="/srv/repo",
        agents=agents,
        active_tasks=[{"task_id": "t-1", "agent_id": "a"}],
        task_results=[result],
    )
    assert [one.agent_id for one in desk.says().agents] == ["a", "b"]

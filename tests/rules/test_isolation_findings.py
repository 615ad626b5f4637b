"""What speaks against the isolation of a task, each finding from its facts, and none without them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.contracts.isolation import (
    IsolatedWork,
    IsolatedWorkspace,
    IsolationRequest,
    IsolationResult,
    ObservedWorktree,
    SessionIsolation,
)
from data_access.rules.isolation_findings import isolation_findings, level_its_work_called_for

MAIN = "/srv/repo"
OWN = f"{MAIN}/.worktrees/jarvis/run-1/worker-2"
BELOW = OWN.removeprefix(f"{MAIN}/")
"""As the design writes it."""
AT = datetime(2026, 5, 1, 12, tzinfo=UTC)


FAILED = IsolatedWorkspace(mode="worktree", cleanup_status="failed")


def request(**given: Any) -> IsolationRequest:
    return IsolationRequest.model_validate(
        {"task_id": "t-1", "goal": "Mend it", "isolation_mode": "worktree"} | given
    )


def result(**given: Any) -> IsolationResult:
    told = {
        "task_id": "t-1", "status": "completed",
        "isolation": IsolatedWorkspace(mode="worktree", workspace_path=OWN),
        "modified_files": (), "git_diff_summary": "nothing", "task_result": {},
        "verification_evidence": ("ok",),
    }  # fmt: skip
    return IsolationResult.model_validate(told | given)


def tree(**given: Any) -> ObservedWorktree:
    told = {
        "path": OWN, "repository": MAIN, "branch": "jarvis/run-1/worker-2", "is_main": False, "exists": True,
        "dirty_files": (), "base": "main", "unmerged_commits": 0, "is_merged": False, "as_of": AT,
    }  # fmt: skip
    return ObservedWorktree.model_validate(told | given)


def work(**given: Any) -> IsolatedWork:
    told = {
        "worker": "worker-2",
        "task_id": "t-1",
        "basis": "published",
        "main_directory": MAIN,
        "workspace_path": OWN,
    }
    return IsolatedWork.model_validate(told | given)


def kinds(*works: IsolatedWork) -> list[str]:
    return [finding.kind for finding in isolation_findings(works)]


def test_a_task_that_kept_to_its_isolation_has_no_finding() -> None:
    calm = work(
        request=request(),
        result=result(),
        has_finished=True,
        written_files=(f"{OWN}/a",),
        dangerous_commands=(),
    )
    assert kinds(calm) == []


def test_of_what_nobody_knows_there_is_no_finding() -> None:
    assert kinds(work()) == []
    assert kinds(work(mode="none"), work(worker="w-3", mode="session")) == []


def session(**given: Any) -> SessionIsolation:
    return SessionIsolation(isolation_mode="session", **given)


@pytest.mark.parametrize(("given", "expected"), [
    ({"mode": "none", "written_files": (f"{MAIN}/a",)}, ["level_too_low"]),
    ({"mode": "session", "written_files": (f"{MAIN}/a",)}, ["level_too_low"]),
    ({"mode": "worktree", "dangerous_commands": ("rm x",)}, ["level_too_low"]),
    ({"mode": "sandbox", "dangerous_commands": ("rm x",)}, []),
    ({"mode": "none", "written_files": (), "dangerous_commands": ()}, []),
    ({"mode": "none", "request": request()}, ["level_too_low"]),
    ({"session": session(history_inherited=True)}, ["context_leaked_in"]),
    ({"session": session(history_inherited=False, messages_inherited=3)}, []),
    ({"session": session(returned=("task_result", "messages"))}, ["context_leaked_out"]),
    ({"session": session(returned=("task_result", "evidence", "summary"))}, []),
    ({"mode": "worktree", "written_files": (f"{MAIN}/a", f"{OWN}/b")}, ["main_directory_written"]),
    ({"mode": "worktree", "written_files": (f"{OWN}/../x", )}, ["main_directory_written"]),
    ({"mode": "worktree", "written_files": (f"{OWN}/b",), "workspace_path": BELOW}, []),
    ({"mode": "worktree", "written_files": (f"{MAIN}/a",), "workspace_path": BELOW},
     ["main_directory_written"]),
    ({"mode": "worktree", "main_directory": "-srv/x", "workspace_path": "-srv/x/w",
      "written_files": ("-srv/x/w/b",)}, []),
    ({"mode": "worktree", "written_files": ("/srv/elsewhere/x",)}, []),
    ({"result": result(isolation=FAILED)}, ["left_over"]),
    ({"result": result(), "request": request(), "worktree": tree(), "has_finished": True}, ["left_over"]),
    ({"result": result(), "request": request(cleanup_policy="never"), "worktree": tree(),
      "has_finished": True}, []),
    ({"result": result(status="failed"), "request": request(), "worktree": tree(), "has_finished": True}, []),
    ({"result": result(status="failed"), "request": request(cleanup_policy="always"), "worktree": tree(),
      "has_finished": True}, ["left_over"]),
    ({"result": result(), "worktree": tree(dirty_files=("a",)), "has_finished": True}, ["dirty"]),
    ({"worktree": tree(dirty_files=("a",)), "has_finished": False}, []),
    ({"request": request(allow_merge_back=True, cleanup_policy="never"), "result": result(),
      "worktree": tree(unmerged_commits=2), "has_finished": True}, ["awaiting_merge"]),
    ({"request": request(cleanup_policy="never"), "result": result(), "worktree": tree(is_merged=True)},
     ["merged_not_allowed"]),
    ({"mode": "worktree", "has_finished": True}, ["result_not_recovered"]),
    ({"result": result(verification_evidence=()), "has_finished": True}, ["result_not_recovered"]),
    ({"mode": "session", "has_finished": True}, []),
])  # fmt: skip
def test_each_finding_comes_from_its_facts(given: dict[str, Any], expected: list[str]) -> None:
    assert kinds(work(**given)) == expected


def test_two_workers_in_one_worktree_are_found_unless_it_was_meant() -> None:
    first = work(mode="worktree")
    second = work(worker="worker-3", task_id="t-2", mode="worktree", workspace_path=f"{OWN}/./sub/..")
    assert kinds(first, second) == ["shared_worktree", "shared_worktree"]
    assert "worker-3" in isolation_findings((first, second))[0].why
    again = work(task_id="t-9", mode="worktree")
    assert kinds(first, again) == []
    meant = first.model_copy(update={"request": request(workspace_strategy="shared")})
    assert kinds(meant, second) == ["shared_worktree"]


def test_a_finding_carries_the_levels_and_what_it_rests_on() -> None:
    (found,) = isolation_findings((work(mode="none", written_files=("/srv/x",), basis="log"),))
    assert found.model_dump() == {
        "kind": "level_too_low", "cause": "files_written", "worker": "worker-2", "agent_id": None,
        "task_id": "t-1", "level_had": "L0", "level_called_for": "L2",
        "rule": "isolation.level", "why": "it wrote 1 file, which calls for L2; it had L0",
        "amount": 1, "folders": 0,
        "names": (), "paths": ("/srv/x",), "rests_on": ("operations",), "basis": "log",
        "events": (), "workspace_key": None,
    }  # fmt: skip


@given(st.sampled_from([None, (), ("a",)]), st.sampled_from([None, (), ("rm",)]))
def test_the_level_called_for_never_rests_on_what_is_not_recorded(written: Any, dangerous: Any) -> None:
    level = level_its_work_called_for(work(written_files=written, dangerous_commands=dangerous))
    assert level == (
        "L3" if dangerous else "L2" if written else None if None in (written, dangerous) else "L0"
    )


def test_a_worktree_whose_folder_is_gone_is_not_said_to_be_there() -> None:
    told = {"request": request(), "result": result(), "has_finished": True}
    assert kinds(work(**told, worktree=tree())) == ["left_over"]
    assert kinds(work(**told, worktree=tree(exists=False, dirty_files=None))) == []

"""Workspaces as a file: written, loaded once, looked at anew, taken out, and nothing of a command in it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.importing import BatchReport, ImportCall
from data_access.contracts.principal import LOCAL_AGENT
from data_access.contracts.runtime_records import PublishIsolationResultCall
from data_access.contracts.workspaces import StoredWorkspaceListing
from data_access.reading.change_counter import change_counter
from data_access.reading.runs import runs
from data_access.reading.stored_workspaces import stored_workspaces
from data_access.reading.verify import verify
from data_access.rules.policy_file import default_policy
from data_access.rules.workspace_patterns import policy_patterns
from data_access.store.connection import Store
from data_access.writing.case_write import Author
from data_access.writing.import_records import import_records
from data_access.writing.remove_batch import remove_batch
from data_access.writing.runtime_records import publish_isolation_result

USUAL = policy_patterns(default_policy().policy.worktrees)
NOW = datetime(2026, 5, 10, tzinfo=UTC)
WORKER = "jarvis/run-1/worker-2"


def record(**told: Any) -> dict[str, Any]:
    """A linked worktree with nothing changed and nothing unmerged, as a line of a file."""
    none = dict.fromkeys(("files", "staged", "unstaged", "untracked", "conflicted", "submodules"), 0)
    return {
        "workspace": "caseboard.workspace@1",
        "machine": "工作站",
        "repository": "/src/水厂",
        "kind": "linked",
        "path": f"/src/水厂/.worktrees/{WORKER}",
        "exists": True,
        "branch": WORKER,
        "head": "1" * 40,
        "dirty": none,
        "bases": ["main"],
        "unmerged": {"base": "main", "commits": 0, "is_merged": True},
        "active_at": "2026-05-09T10:00:00Z",
        "as_of": "2026-05-09T12:00:00Z",
    } | told


@pytest.fixture
def load(tmp_path: Path, fresh_store: Store) -> Any:
    """Import records, each a line of one file."""

    def load_records(*records: Any, name: str = "look.jsonl", **asked: Any) -> BatchReport:
        file = tmp_path / name
        lines = (one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in records)
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return import_records(fresh_store, ImportCall(paths=(str(file),), **asked)).batches[0]

    return load_records


def told(store: Store, **asked: Any) -> StoredWorkspaceListing:
    return stored_workspaces(store, patterns=USUAL, **asked, now=NOW)


def test_a_file_is_recognised_loaded_once_and_told_with_what_follows(load, fresh_store):
    report = load(record())
    assert (report.format, report.records, report.rows_written, report.rejected) == ("workspaces", 1, 1, 0)
    listing = told(fresh_store)
    (one,) = listing.items
    assert (one.machine, one.repository, one.origin, one.level) == ("工作站", "/src/水厂", "real", "L2")
    assert (one.source, one.run, one.worker, one.state) == ("jarvis", "run-1", "worker-2", "merged")
    assert (one.result, one.left_over) == ("not_recorded", ("merged",))
    assert [suggestion.command for suggestion in one.suggestions] == [
        f"git -C '/src/水厂' worktree remove '/src/水厂/.worktrees/{WORKER}'",
        f"git -C '/src/水厂' branch -d -- {WORKER}",
    ]
    assert (listing.by_state, listing.by_level, listing.by_left_over) == (
        {"merged": 1},
        {"L2": 1},
        {"merged": 1},
    )
    (repository,) = listing.repositories
    assert (repository.workspaces, repository.left_over, repository.looked_at) == (1, 1, one.as_of)
    again = load(record(), name="copy.jsonl")
    assert (again.rows_written, again.duplicates_ignored, told(fresh_store).total) == (0, 1, 1)
    assert runs(fresh_store).total == 0, "git speaks of no run"
    assert verify(fresh_store).faults == 0


def test_the_newest_look_replaces_the_one_before_and_a_removed_one_gives_it_back(load, fresh_store):
    load(record(), record(kind="branch", path=None, branch="jarvis/run-1/gone"))
    before = change_counter(fresh_store, "workspaces")
    later = load(record(as_of="2026-05-09T13:00:00Z"), name="later.jsonl")
    assert change_counter(fresh_store, "workspaces") != before
    assert [one.branch for one in told(fresh_store).items] == [WORKER]
    load(record(machine="other"), name="elsewhere.jsonl")
    assert len(told(fresh_store).repositories) == 2, (
        "the same folder on another machine is another repository"
    )
    assert later.batch_id is not None
    assert remove_batch(fresh_store, later.batch_id).rows_removed == 1
    assert {one.branch for one in told(fresh_store).items} == {WORKER, "jarvis/run-1/gone"}
    assert verify(fresh_store).faults == 0


def test_lines_that_are_none_are_rejected_with_their_reason_and_the_rest_is_loaded(load, fresh_store):
    broken = (
        (record(kind="tree"), "kind"),
        (record(as_of="yesterday"), "as_of"),
        (record(suggestions=[{"purpose": "look", "command": "rm -rf ~"}]), "suggestions"),
        (record(state="clean"), "state"),
        (record(size={"size_bytes": 10**400, "files": 1}), "size"),
        ({"conversation_id": "c"}, "no workspace"),
        ('{"cut', ""),
    )
    report = load(record(), *(value for value, _ in broken))
    assert (report.records, report.rows_written, report.rejected) == (8, 1, 7)
    reasons = {one.line: one.reason for one in report.rejects}
    for line, (_, why) in enumerate(broken, start=2):
        assert why in reasons[line]
    assert "rm -rf" not in told(fresh_store).model_dump_json()
    assert verify(fresh_store).faults == 0


def test_hostile_names_become_words_of_a_command_or_no_command(load, fresh_store):
    load(
        record(path="/src/x; rm -rf ~\n#", branch="--force"),
        record(path="/src/\\xff", branch="odd"),
    )
    first, second = told(fresh_store).items
    assert [one.command for one in first.suggestions] == [
        r"git -C '/src/水厂' worktree remove $'/src/x; rm -rf ~\012#'",
        "git -C '/src/水厂' branch -d -- --force",
    ]
    assert second.suggestions == (), "such a name may stand for bytes that are no text"


def test_what_is_left_over_is_judged_by_today_and_by_what_is_on_record_now(load, fresh_store):
    clean = {"base": "main", "commits": 0, "is_merged": False}
    load(record(unmerged=clean))
    assert told(fresh_store).items[0].left_over == ()
    later = stored_workspaces(fresh_store, patterns=USUAL, now=NOW + timedelta(days=30))
    assert later.items[0].left_over == ("no_result", "old")
    result = {"task_id": "t", "status": "completed", "isolation": {"mode": "worktree", "branch": WORKER}}
    load(
        {"conversation_id": "run-1", "captured_at": "2026-05-09T13:00:00Z", "task_results": [result]},
        name="snapshot.jsonl",
    )
    (one,) = told(fresh_store).items
    assert (one.result, one.left_over, one.results[0].status) == ("recorded", ("settled",), "completed")


def test_a_published_result_counts_also_before_its_run_is_imported(load, fresh_store):
    clean = {"base": "main", "commits": 0, "is_merged": False}
    load(record(unmerged=clean))
    author = Author(LOCAL_AGENT, "rest", lambda: NOW)
    isolation = {"mode": "worktree", "branch": WORKER, "cleanup_status": "pending"}
    for number, status in enumerate(("running", "completed")):
        call = {"request_id": f"r-{number}", "conversation_id": "run-1", "task_id": "t", "status": status}
        publish_isolation_result(
            fresh_store,
            PublishIsolationResultCall.model_validate(call | {"isolation": isolation}),
            author=author,
        )
    (one,) = told(fresh_store).items
    assert (one.result, one.left_over) == ("recorded", ("settled",))
    (published,) = one.results
    assert (published.conversation_key, published.conversation_id) == (None, "run-1")
    assert (published.status, published.basis) == ("completed", "published")
    load({"conversation_id": "run-1", "captured_at": "2026-05-09T13:00:00Z"}, name="snapshot.jsonl")
    assert told(fresh_store).items[0].results[0].conversation_key is not None


def test_lists_are_narrowed_and_say_when_they_are_cut(load, fresh_store):
    load(
        record(kind="main", path="/src/水厂", branch="main"),
        record(),
        record(exists=False, dirty=None, branch="jarvis/run-1/lost", path="/src/lost"),
        record(repository="/src/pump", branch="jarvis/run-2/x", path="/src/x"),
    )
    assert told(fresh_store, repository="/src/pump").total == 1
    key = told(fresh_store, repository="/src/pump").repositories[0].repository_key
    assert told(fresh_store, repository=key).total == 1
    assert told(fresh_store, state="missing").items[0].path == "/src/lost"
    assert told(fresh_store, level="L0").items[0].kind == "main"
    left = told(fresh_store, left_over_only=True, limit=1)
    assert (left.total, len(left.items), left.truncated) == (3, 1, True)
    assert sum(left.by_state.values()) == 4

"""Requests for permission, of snapshots and of logs: who asked, for what, and how each stands."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.importing import ImportCall
from data_access.reading.permission_requests import permission_requests
from data_access.reading.verify import verify
from data_access.store.connection import Store
from data_access.writing.import_records import import_records

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
HOSTILE = "rm -rf / # <img src=x onerror=alert(1)> [x](javascript:1)"


def request(name: str, **told: Any) -> dict[str, Any]:
    return {
        "permission_id": name,
        "agent_id": "w1",
        "target": HOSTILE,
        "asked_at": "2026-05-01T09:00:00Z",
    } | told


def snapshot(at: str, *requests: Any) -> dict[str, Any]:
    agents = [{"agent_id": "w1", "name": "Worker"}]
    return {
        "conversation_id": "s-1",
        "captured_at": at,
        "agents": agents,
        "permission_requests": list(requests),
    }


def load(store: Store, folder: Path, *records: Any, name: str = "run.jsonl", **asked: Any) -> Any:
    file = folder / name
    file.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    return import_records(store, ImportCall(paths=(str(file),), **asked)).batches[0]


def test_a_request_of_snapshots_stands_as_the_newest_says_in_any_order(
    fresh_store: Store, tmp_path: Path
) -> None:
    first = snapshot(
        "2026-05-01T09:01:00Z",
        request(
            "p-1", options=["allow_once", "reject_once"], operation="execute", reason="to clean up", note=1
        ),
        request("p-2", expires_at="2026-05-01T11:00:00Z"),
        request("p-3", asked_at="2026-05-01T10:00:00Z"),
        {"permission_id": "p-4"},
    )
    second = snapshot(
        "2026-05-01T10:01:00Z",
        request(
            "p-1",
            state="denied",
            chosen="reject_once",
            answered_by="user",
            answered_at="2026-05-01T09:30:00Z",
        ),
    )
    # The later one comes first.
    assert load(fresh_store, tmp_path, second, origin="synthetic").rejected == 0
    report = load(fresh_store, tmp_path, first, name="first.jsonl", origin="synthetic")
    assert [one.reason for one in report.rejects] == ["permission_requests[3] has no target"]
    said = permission_requests(fresh_store, conversation="s-1", now=NOW)
    assert [(one.permission_id, one.state) for one in said.items] == [
        ("p-3", "pending"), ("p-1", "denied"), ("p-2", "expired"),
    ]  # fmt: skip
    assert said.by_state == {"pending": 1, "denied": 1, "expired": 1}
    assert (said.total, said.truncated, said.basis) == (3, False, "snapshot")
    denied = said.items[1]
    assert (denied.operation, denied.target, denied.reason) == ("execute", HOSTILE, "to clean up")
    assert (denied.options, denied.chosen) == (("allow_once", "reject_once"), "reject_once")
    assert (denied.agent_name, denied.answered_by, denied.is_derived) == ("Worker", "user", False)
    assert (denied.asked_at, denied.answered_at) == (NOW.replace(hour=9), NOW.replace(hour=9, minute=30))
    assert denied.origin == "synthetic"
    assert load(fresh_store, tmp_path, first, name="again.jsonl").rows_written == 0
    cut = permission_requests(fresh_store, limit=1, now=NOW)
    assert (len(cut.items), cut.total, cut.truncated) == (1, 3, True)
    since = permission_requests(
        fresh_store, since=NOW.replace(hour=9, minute=30), source_format="snapshot", now=NOW
    )
    assert [one.permission_id for one in since.items] == ["p-3"]
    assert permission_requests(fresh_store, source_format="codex", now=NOW).total == 0
    assert permission_requests(fresh_store, state="expired", agent_id="w1", now=NOW).total == 1
    assert permission_requests(fresh_store, agent_id="nobody", now=NOW).by_state == {}
    assert verify(fresh_store).faults == 0


def test_a_refused_call_that_a_record_speaks_of_is_told_once(fresh_store: Store, tmp_path: Path) -> None:
    outcome = {"tool": "Bash", "input": {"command": "id"}, "status": "denied", "error": "no"}
    told = snapshot("2026-05-01T09:01:00Z", request("p-1", tool_call_id="c-1", state="denied"))
    told["tool_outcomes"] = [{"tool_call_id": name, **outcome} for name in ("c-1", "c-2")]
    load(fresh_store, tmp_path, told)
    said = permission_requests(fresh_store, now=NOW)
    assert {(one.permission_id, one.is_derived) for one in said.items} == {("p-1", False), ("call:c-2", True)}


def test_codex_asks_by_event_and_by_what_a_call_says(fresh_store: Store, tmp_path: Path) -> None:
    def line(kind: str, **payload: Any) -> dict[str, Any]:
        return {"timestamp": "2026-05-01T09:00:00Z", "type": kind, "payload": payload}

    asked = {
        "type": "exec_approval_request",
        "call_id": "c-1",
        "command": ["rm", "-r", "build"],
        "reason": "old",
    }
    more = {
        "command": ["bash", "-lc", "npm ci"],
        "sandbox_permissions": "require_escalated",
        "justification": "net",
    }
    arguments = json.dumps(more)
    log = (
        line("session_meta", id="019fc8be-0000-7000-8000-000000000001", cwd="/srv"),
        line("event_msg", **asked),
        line("response_item", type="function_call", name="shell", call_id="c-2", arguments=arguments),
        line("response_item", type="function_call_output", call_id="c-2", output="Exit code: 0\nok"),
    )
    name = "rollout-2026-05-01T09-00-00-019fc8be-0000-7000-8000-000000000001.jsonl"
    assert load(fresh_store, tmp_path, *log, name=name).format == "codex"
    said = permission_requests(fresh_store, now=NOW)
    assert [(one.state, one.tool_call_id, one.target, one.reason, one.operation) for one in said.items] == [
        ("pending", "c-1", "rm -r build", "old", "execute"),
        ("granted", "c-2", "npm ci", "net", "execute"),
    ]
    assert [one.answered_at for one in said.items] == [None, None], "when it was granted is not said"


@pytest.mark.inputs
def test_real_logs_tell_what_was_refused(fresh_store: Store, inputs: Path) -> None:
    import_records(fresh_store, ImportCall(paths=(str(inputs / "claude_code"),)))
    said = permission_requests(fresh_store)
    by = {(one.state, one.answered_by): 0 for one in said.items}
    for one in said.items:
        by[one.state, one.answered_by] += 1
    assert by == {("denied", "user"): 10, ("denied", "policy"): 1, ("denied", None): 5}
    assert all(one.is_derived and one.conversation_id and one.agent_id for one in said.items)

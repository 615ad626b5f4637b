"""How requests for permission stand: as records say, and as calls that were refused or asked for more."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from data_access.rules.permission_requests import recorded_request, request_of_call

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
LATER, EARLIER = NOW + timedelta(seconds=1), NOW - timedelta(seconds=1)
NOTHING = dict.fromkeys(
    (
        "operation",
        "reason",
        "state",
        "outcome",
        "chosen",
        "answered_by",
        "answer",
        "expires_at",
        "answered_at",
    )
)


@pytest.mark.parametrize(
    ("said", "state"),
    [
        ({}, "pending"),
        ({"state": "waiting", "expires_at": LATER}, "pending"),
        ({"expires_at": NOW}, "expired"),
        ({"state": "pending", "expires_at": EARLIER}, "expired"),
        ({"state": "pending", "chosen": "allow_once", "expires_at": EARLIER}, "granted"),
        ({"chosen": "reject_always"}, "denied"),
        ({"outcome": "cancelled"}, "cancelled"),
        ({"outcome": "selected"}, "not_known"),
        ({"answered_at": EARLIER}, "not_known"),
        ({"state": "Approved", "expires_at": EARLIER}, "granted"),
        ({"state": "denied", "chosen": "allow_once"}, "denied"),
        ({"state": "<script>"}, "not_known"),
        ({"state": "on hold", "expires_at": EARLIER}, "not_known"),
    ],
)
def test_a_record_stands_as_it_says_and_expires_when_its_time_is_up(said: dict[str, Any], state: str) -> None:
    assert recorded_request(NOTHING | {"target": "x"} | said, None, NOW).state == state


def test_words_that_are_not_the_desks_stay_unknown() -> None:
    row = NOTHING | {"target": "x", "operation": "teleport", "chosen": "maybe", "answered_by": "User"}
    told = recorded_request(row, ["allow_once", "shrug", 7, "reject_once"], NOW)
    assert (told.operation, told.chosen, told.answered_by) == (None, None, "user")
    assert told.options == ("allow_once", "reject_once")


def call(tool: str, given: Any, status: str, said: str | None = None) -> dict[str, Any]:
    return {"tool": tool, "given": json.dumps(given), "status": status, "said": said}


INSTALL = "apt-get install jq"
ESCALATED = {"command": ["bash", "-lc", INSTALL], "sandbox_permissions": "require_escalated"}
OLDER = {"command": "make", "with_escalated_permissions": True, "justification": "it needs the network"}
BY_RULE = "Permission to use Bash has been denied."
BY_USER = "The user doesn't want to proceed with this tool use. The tool use was rejected"


@pytest.mark.parametrize(
    ("row", "state", "answered_by", "target"),
    [
        (call("Bash", {"command": "ls"}, "denied", BY_USER), "denied", "user", "ls"),
        (call("Bash", {"command": "ls"}, "denied", BY_RULE), "denied", "policy", "ls"),
        (call("Bash", {"command": "ls"}, "denied", "This command requires approval"), "denied", None, "ls"),
        (call("shell", ESCALATED, "ok", "Exit code: 0\nok"), "granted", None, "apt-get install jq"),
        (call("shell", ESCALATED, "error", "Exit code: 100\nE: no"), "granted", None, "apt-get install jq"),
        (call("shell", ESCALATED, "denied", "exec command rejected by user"), "denied", "user", INSTALL),
        (
            call("shell", ESCALATED, "error", "approval policy is Never; reject command — do not ask"),
            "denied",
            "policy",
            "apt-get install jq",
        ),
        (call("shell", ESCALATED, "error", "failed in sandbox"), "not_known", None, "apt-get install jq"),
        (call("shell", OLDER, "unfinished"), "pending", None, "make"),
        (call("Web", {"query": "水"}, "denied", BY_USER), "denied", "user", 'Web {"query": "\\u6c34"}'),
        ({"tool": None, "given": None, "status": "denied", "said": None}, "denied", None, ""),
        ({"tool": "x", "given": "not json", "status": "denied", "said": ""}, "denied", None, "x not json"),
    ],
)  # fmt: skip
def test_a_call_that_was_refused_or_asked_for_more_is_a_request(
    row: dict[str, Any], state: str, answered_by: str | None, target: str
) -> None:
    told = request_of_call(row, has_asked=False)
    assert told is not None
    assert (told.state, told.answered_by, told.target) == (state, answered_by, target)
    assert told.options == ()


def test_any_other_call_is_none_unless_an_event_asked_for_it() -> None:
    done = call("Bash", {"command": "ls"}, "ok", BY_USER)
    assert request_of_call(done, has_asked=False) is None
    text = call("Write", {"file_path": "a", "content": '"sandbox_permissions": "require_escalated"'}, "ok")
    assert request_of_call(text, has_asked=False) is None
    patch = call("apply_patch", {"changes": {"a.py": {}, "b.py": {}}, "reason": "fix"}, "unfinished")
    told = request_of_call(patch, has_asked=True)
    assert told is not None
    assert (told.operation, told.target, told.reason, told.state) == ("write", "a.py, b.py", "fix", "pending")

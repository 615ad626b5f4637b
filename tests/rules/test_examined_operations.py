"""When an operation that was carried out goes against the policy."""

from __future__ import annotations

from typing import Any

import pytest

from data_access.rules.examined_operations import breaches_of, examined, judged_effects, leaves_zone
from data_access.rules.policy_file import default_policy

POLICY = default_policy()


@pytest.mark.parametrize(("operation", "verdict", "approved_by", "result", "leaves", "expected"), [
    ("execute", "allowed", "auto", "success", False, ()),
    ("execute", "denied", "auto", "success", False, ("denied",)),
    ("execute", "denied", "auto", "failed", False, ("denied",)),
    ("execute", "denied", None, None, False, ("denied",)),
    ("execute", "denied", "auto", "denied", True, ()),
    ("write", "denied", "auto", "failed", True, ()),
    ("write", "denied", "user", "success", True, ("denied", "outside_zone")),
    ("install", "needs_approval", "auto", "success", False, ("unapproved",)),
    ("install", "needs_approval", "user", "success", False, ()),
    ("install", "needs_approval", "policy", "success", False, ()),
    ("install", "needs_approval", None, "success", False, ("approval_unknown",)),
    ("install", "needs_approval", None, "denied", False, ()),
    ("execute", "unknown", "auto", "success", False, ()),
])  # fmt: skip
def test_a_breach_is_what_was_carried_out_against_the_policy(
    operation: Any, verdict: Any, approved_by: Any, result: Any, leaves: bool, expected: tuple[str, ...]
) -> None:
    assert breaches_of(operation, verdict, approved_by, result, leaves_zone=leaves) == expected


@pytest.mark.parametrize(("command", "expected"), [
    ("cat /etc/passwd", False), ("echo x > /etc/x", True), ("echo x > a.txt", False),
    ("npm install -g left-pad", True), ("npm install left-pad", False), ("rm -rf ~/.bashrc", True),
    ("cp a ~/.qimingclaw/core/engines/node", True), ("ls /usr", False),
])  # fmt: skip
def test_only_what_lands_outside_leaves_the_zone(command: str, expected: bool) -> None:
    row = dict.fromkeys(("checksum", "agent_workspace", "run_directory", "tool")) | {
        "operation_id": "record:1", "is_derived": False, "operation": "execute", "target": command,
        "result": "success", "working_directory": "/home/dev/w", "workspace": "/home/dev/w",
    }  # fmt: skip
    (one,) = examined(row, "s-1", POLICY)
    assert leaves_zone(judged_effects(one, POLICY)) is expected

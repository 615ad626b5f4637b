"""Which tool calls are operations, and in which worktree a path lies."""

from __future__ import annotations

import json
from typing import Any

import pytest

from data_access.rules.derived_operations import ToldOperation, told_operations, worktree_of
from data_access.rules.policy_file import default_policy

PATCH = "*** Begin Patch\n*** Update File: a.py\n@@\n-x\n+y\n*** Add File: b/c.py\n+z\n*** End Patch"


@pytest.mark.parametrize(("tool", "given", "expected"), [
    ("Bash", {"command": "ls -la"}, [("execute", "ls -la", None)]),
    ("shell", {"command": ["bash", "-lc", "rm x"], "workdir": "/srv/a"}, [("execute", "rm x", "/srv/a")]),
    ("shell", {"command": ["git", "log", "a b"]}, [("execute", "git log 'a b'", None)]),
    ("exec_command", {"cmd": "rg --files"}, [("execute", "rg --files", None)]),
    ("functions.exec_command", {"cmd": "ls"}, [("execute", "ls", None)]),
    ("Write", {"file_path": "/srv/a", "content": "x"}, [("write", "/srv/a", None)]),
    ("NotebookEdit", {"notebook_path": "a.ipynb"}, [("write", "a.ipynb", None)]),
    ("str_replace_editor", {"command": "create", "path": "a"}, [("write", "a", None)]),
    ("str_replace_editor", {"command": "view", "path": "a"}, []),
    ("apply_patch", {"input": PATCH}, [("write", "a.py", None), ("write", "b/c.py", None)]),
    ("apply_patch", PATCH, [("write", "a.py", None), ("write", "b/c.py", None)]),
    ("Read", {"file_path": "/etc/passwd"}, []),
    ("Bash", {}, []), ("Bash", {"command": 5}, []), ("Bash", [], []), ("Write", {"file_path": None}, []),
])  # fmt: skip
def test_a_tool_call_is_the_operations_that_it_names(tool: str, given: Any, expected: list[Any]) -> None:
    text = given if isinstance(given, str) else json.dumps(given)
    assert told_operations(tool, text) == tuple(ToldOperation(*one) for one in expected)


def test_what_is_no_json_is_a_command_as_it_stands() -> None:
    assert told_operations("Bash", "ls -la") == (ToldOperation("execute", "ls -la", None),)
    assert told_operations("Bash", None) == ()


@pytest.mark.parametrize(("path", "expected"), [
    ("/srv/r/.claude/worktrees/agent-a1/src/x.py", "/srv/r/.claude/worktrees/agent-a1"),
    ("/srv/r/.worktrees/jarvis/run-1/worker-2/x", "/srv/r/.worktrees/jarvis/run-1/worker-2"),
    ("/srv/r/.worktrees/one/x", "/srv/r/.worktrees/one"),
    ("-src/r/.claude/worktrees/agent-a1", "-src/r/.claude/worktrees/agent-a1"),
    (r"C:\r\.claude\worktrees\a1\x", "C:/r/.claude/worktrees/a1"),
    ("/srv/r/.claude/worktrees", None), ("/srv/r/x.worktrees/a/b", None), ("/srv/r/src", None),
    ("/srv/r/.claude/worktrees/a1/../../../src", None),
])  # fmt: skip
def test_a_worktree_is_known_by_the_patterns_of_the_policy(path: str, expected: str | None) -> None:
    assert worktree_of(path, default_policy().policy) == expected

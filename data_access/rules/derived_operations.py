"""Operations that tool calls of imported logs amount to: commands that were run, files that were written.

Nobody recorded them as operations, so they are marked as derived. A tool that is not known here is none.
"""

from __future__ import annotations

import json
import re
import shlex
from typing import Any, NamedTuple

from data_access.contracts.operations import CheckedKind
from data_access.contracts.policy import Policy
from data_access.rules.work_paths import clean

COMMAND_TOOLS = frozenset(
    {"bash", "shell", "exec", "exec_command", "shell_command", "local_shell", "run_shell_command", "terminal",
     "execute_bash", "run_terminal_cmd", "run_command", "run_in_terminal", "unified_exec",
     "command_execution"}
)  # fmt: skip
"""Tools that run a command, by their names in lower case."""
WRITE_TOOLS = frozenset(
    {"write", "edit", "multiedit", "notebookedit", "create_file", "write_file", "write_to_file", "edit_file",
     "replace", "search_replace", "str_replace_editor", "str_replace_based_edit_tool", "delete_file",
     "apply_patch", "insert_edit_into_file"}
)  # fmt: skip
"""Tools that write files."""
READ_TOOLS = frozenset(
    {"read", "read_file", "view", "view_file", "view_image", "notebookread", "open_file", "cat",
     "grep", "grep_search", "glob", "glob_search", "ls", "list", "list_dir", "list_directory", "list_files",
     "search_files", "file_search", "codebase_search", "read_many_files", "screenshot", "gui_screenshot"}
)  # fmt: skip
"""Tools that only look."""
UNKNOWN_TOOL = "tool.unknown"
"""The rule by which nothing is said of a tool that is not known."""
_COMMANDS = ("command", "cmd", "keystrokes", "script")
_PATHS = ("file_path", "filePath", "path", "notebook_path", "target_file", "filename")
_QUESTIONS = ("url", "query", "pattern", "plan", "prompt", "description")
_FOLDERS = ("workdir", "cwd", "working_directory", "dir_path")
_ONLY_LOOKS = frozenset({"view", "undo_edit"})
_PATCHED = re.compile(r"^\*\*\* (?:Add File|Update File|Delete File|Move to): (.+)$", re.MULTILINE)
_SHELLS = re.compile(r"(?:.*/)?(?:bash|sh|zsh|dash)")


class ToldOperation(NamedTuple):
    """What a tool call did."""

    operation: CheckedKind
    target: str
    folder: str | None
    """Where it ran, as the call itself says."""
    is_known: bool = True
    """False for a tool that is not known: what it does cannot be told."""


def told_operations(tool: str, given: str | None) -> tuple[ToldOperation, ...]:
    """Return the operations of a tool call with the input `given`, as stored; none where it is none."""
    name = _name(tool)
    if given is None or name not in COMMAND_TOOLS | WRITE_TOOLS:
        return ()
    values = _decoded(given)
    if name in COMMAND_TOOLS:
        command = _command(values)
        return () if command is None else (ToldOperation("execute", command, _first(values, _FOLDERS)),)
    if name == "apply_patch":
        text = values if isinstance(values, str) else _first(values, ("input", "patch", "patchText")) or ""
        return tuple(ToldOperation("write", path.strip(), None) for path in _PATCHED.findall(text))
    path = _first(values, _PATHS)
    return () if path is None or _only_looks(values) else (ToldOperation("write", path, None),)


def asked_in_short(given: str) -> str:
    """Return what a tool was asked about, of what it was given: a path, an address, a question; else all."""
    return _first(_decoded(given), (*_PATHS, *_COMMANDS, *_QUESTIONS)) or given


def is_operation(tool: str, given: str | None) -> bool:
    """Tell whether a tool that an audit log says was run is an operation; one that only looks is none."""
    return bool(executed_operations(tool, given))


def executed_operations(tool: str, given: str | None) -> tuple[ToldOperation, ...]:
    """Return the operations of a tool that an audit log says was run, with what it was given.

    A log of operations has no other purpose, so a tool that is not known is one too: it ran, and what it did
    cannot be told.
    """
    name = _name(tool)
    known = told_operations(tool, given)
    if known or name in READ_TOOLS or (name in WRITE_TOOLS and _only_looks(_decoded(given or ""))):
        return known
    return (ToldOperation("execute", f"{tool} {given or ''}".strip(), None, is_known=False),)


def _name(tool: str) -> str:
    """Return the name of a tool without the server it belongs to."""
    return tool.lower().rpartition(".")[2]


def worktree_of(path: str, policy: Policy) -> str | None:
    """Return the worktree in which a path lies, by the patterns of the policy; null for none."""
    text = clean(path)
    found = (_worktree_pattern(one.path).match(text) for one in policy.worktrees.values())
    return max((match[0] for match in found if match), key=len, default=None)


def repository_of(path: str, policy: Policy) -> str | None:
    """Return the main directory of the worktree in which a path lies, by where the pattern begins in it."""
    text = clean(path)
    found = (_worktree_pattern(one.path).match(text) for one in policy.worktrees.values())
    longest = max((match for match in found if match), key=lambda match: len(match[0]), default=None)
    return (longest["above"].rstrip("/") or None) if longest else None


def _worktree_pattern(pattern: str) -> re.Pattern[str]:
    parts = re.split(r"(\{run\}|\{worker\}|\*)", pattern.strip("/"))
    body = "".join("[^/]+" if part.startswith(("{", "*")) else re.escape(part) for part in parts)
    return re.compile(rf"(?P<above>.*?)(?<![^/]){body}(?=/|$)")


def _only_looks(values: Any) -> bool:
    return isinstance(values, dict) and values.get("command") in _ONLY_LOOKS


def _decoded(given: str) -> Any:
    try:
        return json.loads(given)
    except ValueError:
        return given


def _first(values: Any, names: tuple[str, ...]) -> str | None:
    if not isinstance(values, dict):
        return None
    return next((values[name] for name in names if isinstance(values.get(name), str) and values[name]), None)


def _command(values: Any) -> str | None:
    """Return the command line. A list whose program is a shell is how a runtime hands a script over."""
    told: Any = values
    if isinstance(values, dict):
        told = next((values[name] for name in _COMMANDS if values.get(name)), None)
    if isinstance(told, list) and told and all(isinstance(one, str) for one in told):
        is_script = len(told) == 3 and _SHELLS.fullmatch(told[0]) and told[1] in ("-c", "-lc")
        return told[2] if is_script else shlex.join(told)
    return told if isinstance(told, str) and told.strip() else None

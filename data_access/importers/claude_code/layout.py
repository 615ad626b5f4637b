"""Where Claude Code puts its logs, and what a file's place says of it.

    <projects>/<project>/<session>.jsonl                           a session
    <projects>/<project>/<session>/subagents/**/agent-<id>.jsonl   its sub-agents (2.1), to any depth
    <projects>/<project>/agent-<id>.jsonl                          sub-agents beside the sessions (2.0)

A sub-agent may have a side file `agent-<id>.meta.json`; it is read with its log and is no log file itself.
Symbolic links are never followed: what they point to inside the tree is listed there anyway.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import orjson

from data_access.importers.file_walk import files_below, shown_below
from data_access.importers.formats import SourceFile
from data_access.importers.json_lines import first_records
from data_access.importers.loose_values import Json, mapping, native_id, text

LOG_SUFFIX = ".jsonl"
DOCUMENT_SUFFIX = ".json"
AGENT_PREFIX = "agent-"
SIDE_FILE_SUFFIX = ".meta.json"
LARGEST_SIDE_FILE = 1_000_000
FILES_ASKED = 50
RECORDS_ASKED = 20
"""How many records of a file are looked at before saying that it is none of ours."""

_WORKTREE = re.compile(r"[/\\](?:\.claude[/\\]worktrees|\.worktrees)[/\\].*$", re.DOTALL)


@dataclass(frozen=True)
class Place:
    """What the path of a log file says."""

    session_id: str
    """The session of rows that name none."""
    agent_id: str | None
    """The sub-agent whose log this is, null for a session's own file."""
    parent_agent_id: str | None
    """The agent in whose folder the log lies, null where it lies in the session's."""
    project_folder: str | None
    """The folder of the project, as the source spells it."""
    is_in_session_folder: bool
    """True below `<session>/subagents`: then the folder decides the session, whatever the rows say."""


def place_of(path: Path) -> Place:
    """Tell what the path of a log file says of its rows."""
    agent_id = native_id(path.stem.removeprefix(AGENT_PREFIX)) if _is_agent_file(path) else None
    session_folder = _session_folder(path)
    if session_folder is not None:
        project = _project_folder(session_folder)
        parent = _parent_agent(path)
        return Place(session_folder.name, agent_id, parent, project, is_in_session_folder=True)
    return Place(path.stem, agent_id, None, _project_folder(path), is_in_session_folder=False)


def project_of(directory: str) -> str:
    """Return the project a working directory belongs to: a worktree of it is the same project."""
    return _WORKTREE.sub("", directory) or directory


def is_worktree(directory: str) -> bool:
    """Tell whether a working directory is a worktree made for one agent."""
    return _WORKTREE.search(directory) is not None


def side_file(path: Path) -> Json:
    """Return what stands in the side file of a sub-agent's log; empty where there is none."""
    beside = path.with_name(path.stem + SIDE_FILE_SUFFIX)
    try:
        if beside.is_symlink() or beside.stat().st_size > LARGEST_SIDE_FILE:
            return {}
        return mapping(orjson.loads(beside.read_bytes()))
    except (OSError, orjson.JSONDecodeError):
        return {}


def log_files(root: Path) -> Iterator[SourceFile]:
    """List the log files of a tree, a project, a session or one file, in a stable order."""
    if root.is_dir():
        inner = os.path.join(root, "projects")
        for place in _logs_below(inner if os.path.isdir(inner) else str(root)):
            yield SourceFile(Path(place), shown_below(str(root), place))
        return
    yield SourceFile(root, root.name)
    if not _is_agent_file(root):
        for path in _logs_of_session(root):
            yield SourceFile(path, path.relative_to(root.parent).as_posix())


def looks_like_claude_code(path: Path) -> bool:
    """Tell whether a file, or a folder as a whole, was written by Claude Code.

    A folder is, when every log file in it that holds anything is; of very many, a sample is opened.
    """
    if not path.is_dir():
        return path.suffix in (LOG_SUFFIX, DOCUMENT_SUFFIX) and path.is_file() and _has_our_record(path)
    filled = [file.path for file in log_files(path) if _holds_anything(file.path)]
    return bool(filled) and all(map(_has_our_record, filled[:: 1 + len(filled) // FILES_ASKED]))


def _is_agent_file(path: Path) -> bool:
    return path.name.startswith(AGENT_PREFIX)


def _session_folder(path: Path) -> Path | None:
    for folder in path.parents:
        if folder.name == "subagents" and not folder.parent.name.startswith(AGENT_PREFIX):
            return folder.parent
    return None


def _parent_agent(path: Path) -> str | None:
    names = [folder.parent.name for folder in path.parents if folder.name == "subagents"]
    if names and names[0].startswith(AGENT_PREFIX):
        return native_id(names[0].removeprefix(AGENT_PREFIX))
    return None


def _project_folder(path: Path) -> str | None:
    parts = path.parts[:-1]
    if "projects" in parts:
        below = parts[len(parts) - parts[::-1].index("projects") :]
        return below[0] if below else None
    return parts[-1] if parts and parts[-1].startswith("-") else None


def _logs_below(folder: str) -> Iterator[str]:
    return (path for path in files_below(folder, hidden=True) if _is_log_name(path) and _is_log(path))


def _is_log_name(name: str) -> bool:
    return name.endswith((LOG_SUFFIX, DOCUMENT_SUFFIX)) and not name.endswith(SIDE_FILE_SUFFIX)


def _is_log(path: str) -> bool:
    """A document beside the logs is one only if it holds their records: some tools keep a session as one."""
    return path.endswith(LOG_SUFFIX) or _has_our_record(Path(path))


def _logs_of_session(path: Path) -> Iterator[Path]:
    folder = path.with_suffix("")
    if folder.is_dir() and not folder.is_symlink():
        yield from map(Path, _logs_below(str(folder)))
    for beside in sorted(path.parent.glob(f"{AGENT_PREFIX}*{LOG_SUFFIX}")):
        if beside.is_file() and not beside.is_symlink() and _first_session(beside) == path.stem:
            yield beside


def _first_session(path: Path) -> object:
    return next((value["sessionId"] for value in _first_records(path) if "sessionId" in value), None)


def _first_records(path: Path) -> Iterator[Json]:
    with suppress(OSError):
        yield from first_records(path, RECORDS_ASKED)


def _holds_anything(path: Path) -> bool:
    try:
        return os.path.getsize(path) > 0
    except OSError:
        return False


def _has_our_record(path: Path) -> bool:
    return any(map(is_claude_code_record, _first_records(path)))


def is_claude_code_record(value: Json) -> bool:
    """Tell whether a record is one that only Claude Code writes."""
    kind, message = value.get("type"), mapping(value.get("message"))
    if kind in ("user", "assistant"):
        return isinstance(value.get("message"), dict) and ("role" not in message or message["role"] == kind)
    if kind is None:
        return "usage" in message and ("requestId" in value or "sessionId" in value)
    if kind == "summary":
        return "leafUuid" in value
    return "isSidechain" in value or ("sessionId" in value and text(kind) in SESSION_RECORDS)


SESSION_RECORDS = frozenset(
    ("queue-operation", "permission-mode", "mode", "custom-title", "ai-title", "last-prompt", "agent-name")
)

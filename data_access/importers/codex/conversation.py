"""What a log says of its conversation: title, project, where it comes from, and its surroundings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import orjson

from data_access.contracts.rows import ConversationRow
from data_access.importers.codex.file_memory import ThreadMemory
from data_access.importers.codex.naming import FORMAT
from data_access.importers.loose_values import Json, mapping, text
from data_access.importers.source_record import SourceRecord
from data_access.rules.identity import digest
from data_access.rules.text_safety import one_line

BY_PERSON, FIRST_PROMPT, NONE = 3, 1, 0
LONGEST_TITLE = 200
_WORKTREE = re.compile(r"[/\\](?:\.claude[/\\]worktrees|\.worktrees)[/\\].*$", re.DOTALL)
_SURROUNDINGS = (
    "originator",
    "cli_version",
    "model_provider",
    "agent_nickname",
    "agent_role",
    "thread_source",
)


def surroundings(record: SourceRecord, memory: ThreadMemory, meta: Json) -> ConversationRow:
    """Return what the head of a log says of where its conversation takes place."""
    git = mapping(meta.get("git"))
    extra: dict[str, Any] = {name: meta[name] for name in _SURROUNDINGS if text(meta.get(name))}
    extra |= {
        f"git_{name}": git[name]
        for name in ("branch", "commit_hash", "repository_url")
        if text(git.get(name))
    }
    if memory.fork.forked_from:
        extra["forked_from"] = memory.fork.forked_from
    if isinstance(meta.get("source"), str):
        extra["source"] = meta["source"]
    directory = text(meta.get("cwd"))
    return _row(
        record,
        project=_project(directory) or text(git.get("repository_url")),
        parent=memory.fork.parent_id,
        extra=extra,
    )


def titled(record: SourceRecord, content: str, rank: int) -> Iterator[ConversationRow]:
    """Yield a title, unless the text has none in it."""
    title = one_line(content, LONGEST_TITLE)
    if title:
        yield _row(record, title=title, rank=rank)


def is_worktree(directory: str | None) -> bool:
    """Tell whether a working directory is a worktree made for one agent."""
    return directory is not None and _WORKTREE.search(directory) is not None


def _project(directory: str | None) -> str | None:
    return (_WORKTREE.sub("", directory) or directory) if directory else None


def _row(
    record: SourceRecord,
    *,
    title: str | None = None,
    rank: int = NONE,
    project: str | None = None,
    parent: str | None = None,
    extra: Json | None = None,
) -> ConversationRow:
    told = orjson.dumps(extra).decode() if extra else None
    at, name = record.occurred_at, record.conversation_id
    values = (name, FORMAT, at, None, title, rank, project, parent, None, None, told)
    return ConversationRow(
        record.conversation_key,
        digest(record.conversation_key, *values),
        *values,
        file_id=record.file_id,
        line=record.line,
    )

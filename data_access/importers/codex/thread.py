"""Whose log a file is: the thread, the one it was forked from or started by, and which rows are copies.

The first `session_meta` names the thread; a fork embeds its parent's behind it, and repeats the parent's
history, stamped with the time of the fork or with its own times, before anything of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

from data_access.importers.loose_values import Json, epoch_time, mapping, moment, native_id, text

QUIET = timedelta(milliseconds=250)
"""A copied history is written in one go; no answer of a model comes within this time."""
_IN_NAME = re.compile(r"rollout-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}-(.+)")
_SUFFIXES = (".zst", ".gz", ".jsonl")


def name_of_file(path: Path) -> str:
    """Return the thread that a file's name gives, else the bare name."""
    stem = path.name
    for suffix in _SUFFIXES:
        stem = stem.removesuffix(suffix)
    found = _IN_NAME.fullmatch(stem)
    return native_id(found[1] if found else stem) or "log"


@dataclass
class Fork:
    """Where a thread comes from and how far the copied history at the head of its log reaches."""

    thread_id: str
    parent_id: str | None = None
    """The thread that started or was forked into this one."""
    forked_from: str | None = None
    """The thread whose history stands copied in this one; null where none does."""
    forked_at: datetime | None = None
    nickname: str | None = None
    role: str | None = None
    is_subagent: bool = False
    is_past_copies: bool = False
    _burst_at: datetime | None = None

    @classmethod
    def of_meta(cls, thread_id: str, meta: Json) -> Fork:
        """Read the `session_meta` of the thread itself."""
        source = mapping(mapping(meta.get("source")).get("subagent"))
        spawn = mapping(source.get("thread_spawn"))
        forked_from = native_id(meta.get("forked_from_id"))
        asked_by = native_id(meta.get("parent_thread_id")) or native_id(spawn.get("parent_thread_id"))
        return cls(
            thread_id,
            next((parent for parent in (forked_from, asked_by) if parent not in (None, thread_id)), None),
            forked_from if forked_from != thread_id else None,
            moment(meta.get("timestamp"))[0],
            text(meta.get("agent_nickname")) or text(spawn.get("agent_nickname")),
            text(meta.get("agent_role")) or text(spawn.get("agent_role")) or text(spawn.get("agent_type")),
            bool(source)
            or "subagent" in (meta.get("thread_source"), mapping(meta.get("source")).get("type")),
        )

    def begin(self, written_at: datetime | None) -> None:
        """Take the time at which the head was written: what the parent said until then can be copied."""
        times = [at for at in (self.forked_at, written_at) if at is not None]
        self.forked_at = max(times, default=None)

    def embed(self, other_id: str) -> bool:
        """Take the `session_meta` of another thread: the log goes on with a copy of its history."""
        if other_id == self.thread_id or self.forked_from is not None:
            return False
        self.forked_from = other_id
        self.parent_id = self.parent_id or other_id
        return True

    def is_copy(self, occurred_at: datetime | None, turn_id: str | None) -> bool:
        """Tell whether a row stands there as a copy of the parent's history."""
        if self.forked_from is None or self.is_past_copies:
            return self._is_older(occurred_at)
        turn, own = _made_at(turn_id), _made_at(self.thread_id)
        if turn is not None and own is not None:
            self.is_past_copies = turn >= own
            return turn < own
        if occurred_at is None or self._is_older(occurred_at):
            return True
        if self._burst_at is not None and occurred_at - self._burst_at > QUIET:
            self.is_past_copies = True
            return False
        self._burst_at = max(self._burst_at or occurred_at, occurred_at)
        return True

    def _is_older(self, occurred_at: datetime | None) -> bool:
        known = self.forked_from is not None and self.forked_at is not None and occurred_at is not None
        return known and occurred_at < self.forked_at  # type: ignore[operator]


def _made_at(name: str | None) -> datetime | None:
    """Return the time that an id of version 7 holds."""
    try:
        made = UUID(name or "")
    except ValueError:
        return None
    if made.version != 7:
        return None
    read = epoch_time(made.int >> 80)
    return read if read is not None and datetime(2020, 1, 1, tzinfo=UTC) < read else None

"""Tells the entries of an audit log: rows of operations, executions of tools, and objects that hold such.

A row names its session, what was done to what, who approved it and how it ended. An execution names a tool,
what it was given and whether it succeeded; the ring it comes from knows no session. Either may stand alone,
in a list, or in what a runtime answers when it is asked for its log: an object around the list, or the
contents of a resource of the Model Context Protocol, whose text is the list.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from data_access.importers.json_recovery import Found, json_pieces
from data_access.importers.loose_values import Json, native_id

FORMAT_NAME = "audit_log"
ROW_FIELDS = ("timestamp", "sessionId", "operation", "target", "approvedBy", "result")
EXECUTION_FIELDS = ("timestamp", "tool", "args", "success")
SESSION_FIELDS = ("sessionId", "session_id", "conversationId", "conversation_id")
_MOST_MISSING = 1
"""Fields of a row that may be missing where it is still recognised as one, to be told what it lacks."""
_DEPTH = 3
"""How deep a list of entries may lie: an answer, its result, the contents in it."""
_LOOKED_INTO = 20
"""Members of a list that may hold a list of entries."""


class Cut(NamedTuple):
    """A stretch of a list that stands as text, which holds no object."""

    text: str
    reason: str


class EntryList(NamedTuple):
    """A list with entries."""

    holder: Json
    """The object it stands in."""
    name: str
    """Its field there."""
    members: list[Any]
    """As decoded, and a `Cut` for what could not be where the list stands as text."""


def is_row(value: object) -> bool:
    """Tell whether a value is a row of an operation, or one that lacks little."""
    if not isinstance(value, dict) or "approvedBy" not in value:
        return False
    return sum(name not in value for name in ROW_FIELDS) <= _MOST_MISSING


def is_execution(value: object) -> bool:
    """Tell whether a value is the execution of a tool."""
    if not isinstance(value, dict) or not all(name in value for name in EXECUTION_FIELDS):
        return False
    return isinstance(value["tool"], str) and isinstance(value["success"], bool)


def is_entry(value: object) -> bool:
    """Tell whether a value is an entry of an audit log."""
    return is_row(value) or is_execution(value)


def holds_entries(value: Json) -> bool:
    """Tell whether an object is an entry or holds a list with one."""
    return is_entry(value) or any(True for _ in lists_in(value))


def lists_in(value: Json, depth: int = _DEPTH) -> Iterator[EntryList]:
    """Yield the lists with entries that an object holds, down to a few levels."""
    for name, inner in value.items():
        if isinstance(inner, str):
            members = _members_of_text(inner)
        elif isinstance(inner, list):
            members = inner
        else:
            members = []
        if any(map(is_entry, members)):
            yield EntryList(value, name, members)
        elif depth:
            for below in [inner] if isinstance(inner, dict) else members[:_LOOKED_INTO]:
                if isinstance(below, dict):
                    yield from lists_in(below, depth - 1)


def _members_of_text(text: str) -> list[Any]:
    if text[:1] != "[" or '"timestamp"' not in text:
        return []
    return [
        piece.value if isinstance(piece, Found) else Cut(text[piece.start : piece.end], piece.reason)
        for piece in json_pieces(text)
    ]


def session_of(value: Json) -> str | None:
    """Return the session that an object around entries names."""
    return next((told for name in SESSION_FIELDS if (told := native_id(value.get(name)))), None)

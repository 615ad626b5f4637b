"""Finds what a session UI state holds: its head, and its lists, wherever in the document they lie.

Front ends spell names with capitals or underscores and put the state beside or inside the session. Nothing is
dropped here: what is in no list is the head.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from data_access.importers.loose_values import Json, mapping, native_id, text

FORMAT_NAME = "session_state"
PLAN_MARK = "execution-plan@"
WRAPPERS = (
    "session",
    "metadata",
    "meta",
    "uiState",
    "ui_state",
    "sessionUiState",
    "session_ui_state",
    "state",
)
"""Objects of a document whose fields are read as if they were its own."""
LISTS = {
    "execution_plans": "execution_plan",
    "artifacts": "artifact",
    "agent_artifacts": "artifact",
    "presentation_events": "presentation",
    "presentations": "presentation",
    "messages": "message",
}
"""Lists of a state, by their name with underscores, and what their members are."""
_OWN_LISTS = ("execution_plans", "agent_artifacts", "presentation_events")
"""Lists by which a state is known; the others are common names."""
_REVISIONS = ("revisions", "history", "versions", "current")
_DEEPEST = 4
_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class Member(NamedTuple):
    """One member of a list of a state."""

    where: str
    """For people who look for it: `executionPlans[2]`."""
    kind: str
    """A word of `LISTS`, or `wrapping` for what stands beside the revisions of a member."""
    value: Any


class SessionState(NamedTuple):
    """One document, taken apart."""

    head: Json
    """All that is in none of its lists, as it was written."""
    members: tuple[Member, ...]

    def told(self, *names: str) -> Any:
        """Return the first value that one of these names has, in the document or in an object inside it."""
        for name in names:
            for part in _parts(self.head):
                for spelled, value in part.items():
                    if snake(spelled) == name and value is not None:
                        return value
        return None

    def session_id(self) -> str | None:
        """Return the session, by its own id or by what all of its plans name."""
        given = native_id(self.told("session_id")) or native_id(mapping(self.head.get("session")).get("id"))
        named = {native_id(spelled(mapping(one.value), "session_id")) for one in self.members}
        named.discard(None)
        return given or native_id(self.head.get("id")) or (named.pop() if len(named) == 1 else None)


def is_state(value: Json) -> bool:
    """Tell a state from any other object: by a list that only states have, or as a single plan."""
    if _is_plan(value):
        return True
    return any(
        snake(name) in _OWN_LISTS and isinstance(item, list | dict)
        for part in _parts(value)
        for name, item in part.items()
    )


def state_of(value: Json) -> SessionState:
    """Take a document apart."""
    if _is_plan(value):
        return SessionState({}, (Member("plan", "execution_plan", value),))
    head: Json = {}
    members: list[Member] = []
    for name, item in value.items():
        if name in WRAPPERS and isinstance(item, dict):
            head[name] = _without_lists(item, members)
        else:
            head |= _without_lists({name: item}, members)
    return SessionState(head, tuple(members))


def _without_lists(part: Json, members: list[Member]) -> Json:
    left: Json = {}
    for name, item in part.items():
        kind = LISTS.get(snake(name))
        if kind is None or not isinstance(item, list | dict):
            left[name] = item
        else:
            members.extend(_members(name, kind, item, 0))
    return left


def _members(where: str, kind: str, value: Any, depth: int) -> Iterator[Member]:
    if isinstance(value, list):
        for number, item in enumerate(value):
            inner = f"{where}[{number}]"
            if depth < _DEEPEST and (isinstance(item, list) or _holds_revisions(kind, item)):
                yield from _members(inner, kind, item, depth + 1)
            else:
                yield Member(inner, kind, item)
    elif _is_one(kind, value) or depth >= _DEEPEST:
        yield Member(where, kind, value)
    else:
        beside = {name: item for name, item in value.items() if not isinstance(item, list | dict)}
        if beside:
            yield Member(where, "wrapping", beside)
        for name, item in value.items():
            if name not in beside:
                yield from _members(f"{where}.{name[:50]}", kind, item, depth + 1)


def _holds_revisions(kind: str, value: Any) -> bool:
    return isinstance(value, dict) and not _is_one(kind, value) and any(name in value for name in _REVISIONS)


def _is_one(kind: str, value: Any) -> bool:
    """Tell a member from a map of members."""
    if not isinstance(value, dict):
        return True
    if kind == "execution_plan":
        return "nodes" in value or not any(isinstance(item, list | dict) for item in value.values())
    return any(not isinstance(item, list | dict) for item in value.values())


def _is_plan(value: Json) -> bool:
    version = value.get("schema_version", value.get("schemaVersion"))
    return isinstance(version, str) and version.startswith(PLAN_MARK) and "nodes" in value


def _parts(value: Json) -> Iterator[Json]:
    yield value
    for name in WRAPPERS:
        inner = value.get(name)
        if isinstance(inner, dict):
            yield inner


def snake(name: str) -> str:
    """Return a name as this desk spells it: `executionPlans` as `execution_plans`."""
    return _CAPITAL.sub("_", name).lower()


def spelled(value: Json, *names: str) -> Any:
    """Return the first of these fields that says something, however it is spelled."""
    by_name = {snake(name): item for name, item in reversed(value.items())}
    return next((by_name[name] for name in names if by_name.get(name) is not None), None)


def title_of(state: SessionState) -> str | None:
    """Return the title that a state gives its session."""
    return text(state.told("title", "session_title", "name"))

"""How one JSON value became another, field by field, for people to read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import orjson
from pydantic import JsonValue

MOST_FIELDS = 300
"""So many fields are told; of a larger value the rest is counted."""
_DEEPEST = 6

How = Literal["changed", "told", "gone", "same"]
"""`told`: only the later value speaks of it; `gone`: only the earlier one."""


@dataclass(frozen=True)
class FieldChange:
    """One field of a value: its place, its text before and after; None where a side does not speak of it."""

    path: str
    before: str | None
    after: str | None

    @property
    def how(self) -> How:
        """What happened to the field, as far as both sides tell."""
        if self.before is None:
            return "told"
        if self.after is None:
            return "gone"
        return "same" if self.before == self.after else "changed"


def field_changes(old: JsonValue, new: JsonValue) -> tuple[FieldChange, ...]:
    """Return the fields of both values, those that changed first; a null value speaks of no field.

    Lists are compared place by place. What lies deeper than six levels is given as JSON.
    """
    before, after = dict(_flat(old)), dict(_flat(new))
    paths = dict.fromkeys([*before, *after])
    fields = [FieldChange(path, before.get(path), after.get(path)) for path in paths]
    order = {"changed": 0, "gone": 1, "told": 2, "same": 3}
    return tuple(sorted(fields, key=lambda one: order[one.how]))


def _flat(value: JsonValue, path: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    if value is None and not depth:
        return
    inner = _inner(value)
    if not inner or depth >= _DEEPEST:
        yield path, _text(value)
        return
    for name, part in inner:
        yield from _flat(part, f"{path}.{name}" if path else name, depth + 1)


def _inner(value: JsonValue) -> list[tuple[str, JsonValue]]:
    if isinstance(value, dict):
        return list(value.items())
    return [(str(place), part) for place, part in enumerate(value)] if isinstance(value, list) else []


def _text(value: JsonValue) -> str:
    if isinstance(value, str):
        return value
    return orjson.dumps(value).decode()

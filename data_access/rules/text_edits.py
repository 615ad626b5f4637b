"""Which changes of texts a tool call asks for, whatever its tool calls them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

_PATHS = ("file_path", "path", "notebook_path", "filename", "file")
_OLD = ("old_string", "old_str", "old_text", "old")
_NEW = ("new_string", "new_str", "new_text", "new_source", "new")
_WHOLE = ("content", "file_text", "contents", "insert_text")


class AskedEdit(NamedTuple):
    """One change; `old_text` is null when the call does not say what it replaces."""

    path: str | None
    old_text: str | None
    new_text: str


def asked_edits(tool_input: str | None) -> list[AskedEdit]:
    """Return the changes that the JSON input of a tool call asks for; none for any other input."""
    if tool_input is None or not tool_input.lstrip().startswith("{"):
        return []
    try:
        asked = json.loads(tool_input)
    except (ValueError, RecursionError):
        return []
    return list(_edits(asked, _text(asked, _PATHS)))


def _edits(asked: Mapping[str, Any], path: str | None) -> Iterator[AskedEdit]:
    several = asked.get("edits")
    if isinstance(several, list):
        for one in several:
            if isinstance(one, dict):
                yield from _edits({**one, "edits": None}, _text(one, _PATHS) or path)
        return
    old, new = _text(asked, _OLD), _text(asked, _NEW)
    if new is None and path is not None:
        new = _text(asked, _WHOLE)
    if new is not None and (old is not None or path is not None):
        yield AskedEdit(path, old, new)


def _text(asked: Mapping[str, Any], names: tuple[str, ...]) -> str | None:
    return next((value for name in names if isinstance(value := asked.get(name), str)), None)

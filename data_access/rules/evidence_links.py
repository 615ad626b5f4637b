"""What a piece of evidence points at: a tool call or a task, named in a field or by the bare id."""

from __future__ import annotations

from typing import NamedTuple

from pydantic import JsonValue


class EvidenceLink(NamedTuple):
    """The ids that one piece of evidence names."""

    tool_call_id: str | None
    task_id: str | None
    bare_text: str | None
    """The whole piece where it is a text: an id, or words."""


def evidence_items(stated: JsonValue) -> list[JsonValue]:
    """Return the pieces of evidence, whether a list or a single one is stated."""
    if stated is None:
        return []
    return stated if isinstance(stated, list) else [stated]


def evidence_link(item: JsonValue) -> EvidenceLink:
    """Return what a piece of evidence names."""
    if isinstance(item, str):
        return EvidenceLink(None, None, item)
    if isinstance(item, dict):
        call, task = item.get("tool_call_id"), item.get("task_id")
        return EvidenceLink(
            call if isinstance(call, str) else None, task if isinstance(task, str) else None, None
        )
    return EvidenceLink(None, None, None)


def ids_named(stated: JsonValue) -> list[str]:
    """Return every id that stated evidence names, and every bare text, which may be one."""
    links = map(evidence_link, evidence_items(stated))
    return list(dict.fromkeys(name for link in links for name in link if name is not None))

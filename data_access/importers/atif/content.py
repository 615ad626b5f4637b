"""The text of a message or an observation, and the payload of a step with its large parts kept apart.

Images are referred to by path or address: the reference is shown and nothing is fetched. Token ids and log
probabilities are kept as one piece each, never as a row a number.
"""

from __future__ import annotations

from typing import Any

import orjson

from data_access.contracts.rows import ContentPartRow
from data_access.importers.loose_values import Json, mapping, text

LONGEST_INLINE = 8_000
PREVIEW = 200
MOST_NUMBERS_INLINE = 50
_NUMBER_LISTS = ("prompt_token_ids", "completion_token_ids", "logprobs")


def content_text(content: object) -> str | None:
    """Return what a message or a result says: text, or parts of text and images in their order."""
    if isinstance(content, str):
        return content or None
    if isinstance(content, list):
        return "\n\n".join(filter(None, map(_part_text, content))) or None
    return None if content is None else orjson.dumps(content).decode()


def _part_text(part: object) -> str | None:
    if isinstance(part, str):
        return part
    told = mapping(part)
    if isinstance(told.get("text"), str):
        return str(told["text"])
    if told.get("type") == "image":
        path = text(mapping(told.get("source")).get("path")) or ""
        return f"[image: {path[:PREVIEW]}]"
    return orjson.dumps(part).decode() if part else None


class Parts:
    """Takes the large pieces out of one step."""

    def __init__(self, conversation_key: str, event_id: str, file_id: int, line: int) -> None:
        self._place = (file_id, line)
        self._names = (conversation_key, event_id)
        self.rows: list[ContentPartRow] = []

    def payload(self, step: Json) -> str:
        """Return the step as JSON with a reference in the place of each piece that is kept apart."""
        slim = {key: self._slim(key, item) for key, item in step.items()}
        return orjson.dumps(slim).decode()

    def _slim(self, key: str, value: Any) -> Any:
        if key == "reasoning_content" and isinstance(value, str) and value:
            return self._taken(value, "thinking")
        if isinstance(value, str):
            return self._taken(value, "text") if len(value) > LONGEST_INLINE else value
        if key in _NUMBER_LISTS and isinstance(value, list) and len(value) > MOST_NUMBERS_INLINE:
            return self._taken(orjson.dumps(value).decode(), "text", "application/json")
        if isinstance(value, list):
            return [self._slim("", item) for item in value]
        if isinstance(value, dict):
            return {name: self._slim(name, item) for name, item in value.items()}
        return value

    def _taken(self, content: str, kind: str, media_type: str | None = None) -> Json:
        key, event_id = self._names
        part_id = f"{event_id}#{len(self.rows) + 1}"
        size = len(content.encode())
        self.rows.append(
            ContentPartRow(key, part_id, event_id, kind, media_type, size, content, *self._place)
        )
        return {"$part": part_id, "kind": kind, "bytes": size, "preview": content[:PREVIEW]}

"""Keeps thinking, images, documents and very long text apart from the event they stand in.

The event's payload holds a reference with a preview instead. Nothing is dropped: payload and parts together
are the record. The same text twice in one record is one part.
"""

from __future__ import annotations

from typing import Any

import orjson

from data_access.contracts.rows import ContentPartRow
from data_access.importers.claude_code.source_record import SourceRecord
from data_access.importers.loose_values import Json, mapping

LONGEST_INLINE = 8_000
"""Characters of a string that stay in the payload."""
PREVIEW = 200
_MEDIA_KINDS = ("image", "document")
_SIGNS = ('thinking"', '"base64"', '"document"')
"""A short record without any of these has nothing to be kept apart."""


def payload_and_parts(record: SourceRecord) -> tuple[str, list[ContentPartRow]]:
    """Return the payload as JSON text and the parts taken out of it."""
    text = record.text
    if len(text) <= LONGEST_INLINE and not any(sign in text for sign in _SIGNS):
        return text, []
    taking = _Taking(record)
    slim = taking.slim(record.value)
    if not taking.parts:
        return text, []
    return orjson.dumps(slim).decode(), list(taking.parts.values())


class _Taking:
    """One walk through a record."""

    def __init__(self, record: SourceRecord) -> None:
        self.record = record
        self.parts: dict[str, ContentPartRow] = {}

    def slim(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._taken(value, "text") if len(value) > LONGEST_INLINE else value
        if isinstance(value, list):
            return [self.slim(item) for item in value]
        if isinstance(value, dict):
            return self._object(value)
        return value

    def _object(self, value: Json) -> Json:
        kind = value.get("type")
        if kind == "thinking" and isinstance(value.get("thinking"), str):
            return {
                **self._members(value, "thinking"),
                "thinking": self._taken(value["thinking"], "thinking"),
            }
        if kind == "redacted_thinking" and isinstance(value.get("data"), str):
            return {**self._members(value, "data"), "data": self._taken(value["data"], "thinking")}
        if kind in _MEDIA_KINDS:
            return self._medium(value, kind)
        return self._members(value)

    def _members(self, value: Json, but: str | None = None) -> Json:
        return {key: item if key == but else self.slim(item) for key, item in value.items()}

    def _medium(self, value: Json, kind: str) -> Json:
        """Images and documents keep their bytes in `source.data`, results of Read in `file.base64`."""
        for holder, place in (("source", "data"), ("file", "base64")):
            inner = mapping(value.get(holder))
            if isinstance(inner.get(place), str) and inner[place]:
                media_type = inner.get("media_type") or inner.get("type")
                slim = {
                    **self._members(inner, place),
                    place: self._taken(
                        inner[place], kind, media_type if isinstance(media_type, str) else None
                    ),
                }
                return {**self._members(value, holder), holder: slim}
        return self._members(value)

    def _taken(self, content: str, kind: str, media_type: str | None = None) -> Json | str:
        if not content:
            return content
        part = self.parts.get(content)
        if part is None:
            part = self._part(content, kind, media_type)
            self.parts[content] = part
        preview = media_type or "" if kind in _MEDIA_KINDS else content[:PREVIEW]
        return {"$part": part.part_id, "kind": part.kind, "bytes": part.size_bytes, "preview": preview}

    def _part(self, content: str, kind: str, media_type: str | None) -> ContentPartRow:
        record = self.record
        return ContentPartRow(
            record.conversation_key,
            f"{record.event_id}#{len(self.parts) + 1}",
            record.event_id,
            kind,
            media_type,
            len(content.encode()),
            content,
            record.file_id,
            record.line,
        )

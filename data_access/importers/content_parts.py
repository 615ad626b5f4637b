"""Keeps thinking, images, documents and very long text apart from the event they stand in.

The event's payload holds a reference with a preview instead. Nothing is dropped: payload and parts together
are the record. The same text twice in one record is one part. What else of its records a format wants kept
apart, it says in an `object` of its own.
"""

from __future__ import annotations

from typing import Any

import orjson

from data_access.contracts.rows import ContentPartRow
from data_access.importers.loose_values import Json
from data_access.importers.source_record import SourceRecord

LONGEST_INLINE = 8_000
"""Characters of a string that stay in the payload."""
PREVIEW = 200
MEDIA_KINDS = ("image", "document")


class PartTaking:
    """One walk through a record."""

    def __init__(self, record: SourceRecord) -> None:
        self.record = record
        self.parts: dict[str, ContentPartRow] = {}
        self.is_changed = False

    def payload_and_parts(self) -> tuple[str, list[ContentPartRow]]:
        """Return the payload as JSON text and the parts taken out of it."""
        slim = self.slim(self.record.value)
        if not self.is_changed:
            return self.record.text, []
        return orjson.dumps(slim).decode(), list(self.parts.values())

    def slim(self, value: Any) -> Any:
        """Return a value without what was taken out of it."""
        if isinstance(value, str):
            return self.taken(value, "text") if len(value) > LONGEST_INLINE else value
        if isinstance(value, list):
            return [self.slim(item) for item in value]
        if isinstance(value, dict):
            return self.object(value)
        return value

    def object(self, value: Json) -> Json:
        """Return an object without what was taken out of it; a format's own rules come here."""
        return self.members(value)

    def members(self, value: Json, but: str | None = None) -> Json:
        """Return an object with every member slim, except one that is treated apart."""
        return {key: item if key == but else self.slim(item) for key, item in value.items()}

    def taken(self, content: str, kind: str, media_type: str | None = None) -> Json | str:
        """Take a text out as a part; return the reference that stands in its place."""
        if not content:
            return content
        self.is_changed = True
        part = self.parts.get(content)
        if part is None:
            part = self._part(content, kind, media_type)
            self.parts[content] = part
        preview = media_type or "" if kind in MEDIA_KINDS else content[:PREVIEW]
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

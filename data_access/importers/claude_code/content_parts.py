"""What is kept apart of Claude Code's records: thinking, and the bytes of images and documents."""

from __future__ import annotations

from data_access.contracts.rows import ContentPartRow
from data_access.importers.content_parts import LONGEST_INLINE, MEDIA_KINDS, PartTaking
from data_access.importers.loose_values import Json, mapping
from data_access.importers.source_record import SourceRecord

_SIGNS = ('thinking"', '"base64"', '"document"')
"""A short record without any of these has nothing to be kept apart."""


def payload_and_parts(record: SourceRecord) -> tuple[str, list[ContentPartRow]]:
    """Return the payload as JSON text and the parts taken out of it."""
    text = record.text
    if len(text) <= LONGEST_INLINE and not any(sign in text for sign in _SIGNS):
        return text, []
    return _Taking(record).payload_and_parts()


class _Taking(PartTaking):
    """One walk through a record."""

    def object(self, value: Json) -> Json:
        kind = value.get("type")
        if kind == "thinking" and isinstance(value.get("thinking"), str):
            return {**self.members(value, "thinking"), "thinking": self.taken(value["thinking"], "thinking")}
        if kind == "redacted_thinking" and isinstance(value.get("data"), str):
            return {**self.members(value, "data"), "data": self.taken(value["data"], "thinking")}
        if kind in MEDIA_KINDS:
            return self._medium(value, kind)
        return self.members(value)

    def _medium(self, value: Json, kind: str) -> Json:
        """Images and documents keep their bytes in `source.data`, results of Read in `file.base64`."""
        for holder, place in (("source", "data"), ("file", "base64")):
            inner = mapping(value.get(holder))
            if isinstance(inner.get(place), str) and inner[place]:
                media_type = inner.get("media_type") or inner.get("type")
                told = media_type if isinstance(media_type, str) else None
                slim = {**self.members(inner, place), place: self.taken(inner[place], kind, told)}
                return {**self.members(value, holder), holder: slim}
        return self.members(value)

"""What is kept apart of Codex's records: images, and what nobody can read.

Encrypted content is of no use to anybody here: its size is noted and the content itself is not kept.
"""

from __future__ import annotations

import re

from data_access.contracts.rows import ContentPartRow
from data_access.importers.content_parts import LONGEST_INLINE, PartTaking
from data_access.importers.loose_values import Json
from data_access.importers.source_record import SourceRecord

_SIGNS = ('encrypted_content"', '"data:')
_DATA_ADDRESS = re.compile(r"data:([\w.+-]+/[\w.+-]+)[^,]{0,100},")


def payload_and_parts(record: SourceRecord) -> tuple[str, list[ContentPartRow]]:
    """Return the payload as JSON text and the parts taken out of it."""
    text = record.text
    if len(text) <= LONGEST_INLINE and not any(sign in text for sign in _SIGNS):
        return text, []
    return _Taking(record).payload_and_parts()


class _Taking(PartTaking):
    """One walk through a record."""

    def object(self, value: Json) -> Json:
        sealed = value.get("encrypted_content")
        if isinstance(sealed, str) and sealed:
            self.is_changed = True
            slim = self.members(value, "encrypted_content")
            return {**slim, "encrypted_content": {"$sealed": True, "bytes": len(sealed.encode())}}
        return self._media(value)

    def _media(self, value: Json) -> Json:
        for key in ("image_url", "data", "result"):
            address = value.get(key)
            if isinstance(address, str) and (found := _DATA_ADDRESS.match(address[:300])):
                kind = "image" if found[1].startswith("image/") else "document"
                return {**self.members(value, key), key: self.taken(address[found.end() :], kind, found[1])}
        return self.members(value)

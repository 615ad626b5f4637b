"""What an agent thought, as far as the log tells it: summaries and raw text, each section once."""

from __future__ import annotations

from data_access.contracts.rows import ContentPartRow
from data_access.importers.codex.spoken import texts_of
from data_access.importers.loose_values import Json, text
from data_access.importers.source_record import SourceRecord


def sections_of(value: Json) -> list[str]:
    """Return what can be read of a reasoning item; encrypted content cannot."""
    return texts_of(value.get("summary")) + texts_of(value.get("content"))


def sections_of_item(item: Json) -> list[str]:
    """Return the same of an item of a turn or a stream."""
    said = text(item.get("text"))
    return [said] if said else texts_of(item.get("summary_text")) + texts_of(item.get("raw_content"))


def thought_row(record: SourceRecord, name: str, section: str) -> ContentPartRow:
    """Return a section as a part of its event."""
    return ContentPartRow(
        record.conversation_key,
        f"thought-{name}",
        record.event_id,
        "thinking",
        None,
        len(section.encode()),
        section,
        record.file_id,
        record.line,
    )

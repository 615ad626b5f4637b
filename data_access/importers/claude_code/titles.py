"""What the records of a file say of their conversations: title, project, surroundings.

A `summary` names the conversation that holds its leaf, which is often another than the file it stands in;
it is used only where the leaf is in the same file.
"""

from __future__ import annotations

from datetime import datetime

import orjson

from data_access.contracts.rows import ConversationRow
from data_access.importers.claude_code.layout import Place, project_of
from data_access.importers.loose_values import Json, mapping, native_id, text
from data_access.importers.source_record import SourceRecord
from data_access.rules.identity import digest
from data_access.rules.text_safety import one_line

BY_PERSON, BY_SOURCE, FIRST_PROMPT, NONE = 3, 2, 1, 0
LONGEST_TITLE = 200
TITLE_RECORDS = {
    "custom-title": ("customTitle", BY_PERSON),
    "ai-title": ("aiTitle", BY_SOURCE),
    "summary": ("summary", BY_SOURCE),
}
_SURROUNDINGS = ("cwd", "gitBranch", "version", "entrypoint", "slug")


def conversation_row(
    conversation_key: str,
    conversation_id: str,
    observed_at: datetime | None,
    file_id: int,
    line: int,
    *,
    title: str | None = None,
    rank: int = NONE,
    project: str | None = None,
    extra: Json | None = None,
) -> ConversationRow:
    """Return one statement about a conversation."""
    told = orjson.dumps(extra).decode() if extra else None
    values = (conversation_id, "claude_code", observed_at, None, title, rank, project, None, None, None, told)
    return ConversationRow(
        conversation_key, digest(conversation_key, *values), *values, file_id=file_id, line=line
    )


def surroundings(record: SourceRecord, place: Place) -> ConversationRow:
    """Return what a row says of where its conversation took place."""
    value = record.value
    directory = directory_of(value)
    extra = {key: value[key] for key in _SURROUNDINGS if text(value.get(key))}
    forked_from = native_id(mapping(value.get("forkedFrom")).get("sessionId"))
    if forked_from:
        extra["forked_from"] = forked_from
    return conversation_row(
        record.conversation_key,
        record.conversation_id,
        record.occurred_at,
        record.file_id,
        record.line,
        project=project_of(directory) if directory else place.project_folder,
        extra=extra,
    )


def directory_of(value: Json) -> str | None:
    """Return the working directory of a row."""
    return text(value.get("cwd")) or text(value.get("project"))


def title_in(value: Json) -> tuple[str, int] | None:
    """Return the title and its rank that a title record states."""
    entry = TITLE_RECORDS.get(str(value.get("type")))
    title = text(value.get(entry[0])) if entry else None
    return (as_title(title), entry[1]) if entry and title and as_title(title) else None


def as_title(content: str) -> str:
    """Return text as one line of a title's length."""
    return one_line(content, LONGEST_TITLE)

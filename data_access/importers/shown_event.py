"""How a record of a log stands on a timeline: its type, how bad it is, one line of what it says."""

from __future__ import annotations

import re
from typing import NamedTuple

import orjson

from data_access.contracts.rows import EventRow
from data_access.importers.source_record import SourceRecord
from data_access.rules import text_safety

LONGEST_SUMMARY = 300
READ_AHEAD = 2 * LONGEST_SUMMARY
_MOSTLY_ENOUGH = LONGEST_SUMMARY + 30
"""Characters that fill a line, unless there is much white space among them."""
_WORD = re.compile(r"[^a-z0-9]+")


class Shown(NamedTuple):
    """How a record stands on the timeline."""

    event_type: str
    summary: str | None
    """Text of any length; it is cut to one line when the event is written."""
    severity: str | None = None
    flags: tuple[tuple[str, object], ...] = ()
    """What else is to be known of the record: `meta`, `malformed`."""


def one_line(content: str) -> str:
    """Return text as one safe line of a summary's length; plain text takes the short way."""
    line = " ".join(content[:_MOSTLY_ENOUGH].split())
    if (
        len(line) > LONGEST_SUMMARY
        and line[LONGEST_SUMMARY - 2] != " "
        and line.isascii()
        and line.isprintable()
    ):
        return line[: LONGEST_SUMMARY - 1] + "…"
    line = " ".join(content[:READ_AHEAD].split())
    if not (line.isascii() and line.isprintable()):
        return text_safety.one_line(line, LONGEST_SUMMARY)
    is_whole = len(line) <= LONGEST_SUMMARY and len(content) <= READ_AHEAD
    return line if is_whole else line[: LONGEST_SUMMARY - 1] + "…"


def event_word(prefix: str, kind: object) -> str:
    """Return `<prefix>.<kind>` with the kind as a plain word."""
    word = _WORD.sub("_", kind[:80].lower()).strip("_") if isinstance(kind, str) else ""
    return f"{prefix}.{word}" if word else prefix


def event_row(record: SourceRecord, shown: Shown, payload: str) -> EventRow:
    """Return the event that a record is; each agent's dialogue is one thread, named after the agent."""
    return EventRow(
        record.conversation_key,
        record.event_id,
        record.agent_id,
        record.agent_id,
        None,
        shown.event_type,
        None,
        shown.severity,
        record.occurred_at,
        None,
        record.time_is_naive,
        one_line(shown.summary) if shown.summary else None,
        payload,
        orjson.dumps(dict(shown.flags)).decode() if shown.flags else None,
        record.line,
        record.file_id,
        record.line,
    )

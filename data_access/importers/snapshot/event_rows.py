"""One event of a snapshot's trace or of the bulk form as a row; both say it with the same fields."""

from __future__ import annotations

from typing import NamedTuple

from data_access.contracts.rows import EventRow
from data_access.importers.foreign_row import ForeignRow
from data_access.importers.snapshot.fields import SEVERITIES, SUMMARY_LENGTH

NO_EVENT_TYPE = "has no event_type"


class EventPlace(NamedTuple):
    """Where an event was read and what it is called when it does not say."""

    conversation_key: str
    event_id: str
    sequence: int
    file_id: int
    line: int


def event_row(row: ForeignRow, place: EventPlace) -> EventRow | str:
    """Return the event, or the reason why it is none."""
    event_type = row.name("event_type")
    if event_type is None:
        return NO_EVENT_TYPE
    occurred_at, recorded_at = row.moment("occurred_at"), row.moment("recorded_at")
    sequence = row.count("sequence")
    return EventRow(
        conversation_key=place.conversation_key,
        event_id=row.name("event_id") or place.event_id,
        agent_id=row.text("agent_id"),
        thread_id=row.text("thread_id"),
        task_id=row.text("task_id"),
        event_type=event_type,
        phase=row.text("phase"),
        severity=row.word("severity", SEVERITIES),
        occurred_at=occurred_at,
        recorded_at=recorded_at,
        time_is_naive=row.time_is_naive,
        summary=_summary(row),
        payload=row.json("payload"),
        extra=row.extra(),
        sequence=place.sequence if sequence is None else sequence,
        file_id=place.file_id,
        line=place.line,
    )


def _summary(row: ForeignRow) -> str | None:
    """Take the summary; one that is too long stays behind too, so that nothing of it is lost."""
    whole = row.left.get("summary")
    text = row.text("summary")
    if text is None or len(text) <= SUMMARY_LENGTH:
        return text
    row.left["summary"] = whole
    return text[: SUMMARY_LENGTH - 1] + "…"

"""One record of a log with everything that follows from its place: whose it is, when, under which name."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from data_access.importers.loose_values import Json


class SourceRecord(NamedTuple):
    """A decoded record and its identity; row makers take it and read nothing else."""

    value: Json
    text: str
    """The record as JSON, masked."""
    line: int
    file_id: int
    conversation_key: str
    conversation_id: str
    agent_id: str
    event_id: str
    occurred_at: datetime | None
    time_is_naive: bool

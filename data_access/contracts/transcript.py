"""The dialogue of a run as it is read: what was said, what was called in between, and what came of it."""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from data_access.contracts.common import Contract, ToolStatus, UtcTime
from data_access.contracts.visibility import RunAnswer

TranscriptKind = Literal["message", "tool_call", "thinking", "event"]


class TranscriptMessage(Contract):
    """Something that was said."""

    sender: str | None
    recipient: str | None
    role: str | None
    content: str | None
    """At most 20,000 characters; the event has it in full."""
    content_length: int
    """Characters of the whole text."""
    is_from_program: bool
    """True when a program put it into the dialogue: a reminder, a wrapper, the summary of a compaction."""
    extra: JsonValue


class TextEdit(Contract):
    """A change of a text that a tool call asked for."""

    path: str | None
    old_text: str | None
    """Null when the whole text was written, or when the call does not say what it replaced."""
    new_text: str
    is_cut: bool
    """True when a text was longer than the 20,000 characters given here."""


class TranscriptCall(Contract):
    """A tool call with what came of it."""

    tool: str | None
    status: ToolStatus
    started_at: UtcTime | None
    ended_at: UtcTime | None
    duration_seconds: float | None
    is_duration_unreliable: bool
    task_id: str | None
    input_preview: str | None
    """At most 2,000 characters."""
    input_length: int
    output_preview: str | None
    """Of the output, or of the error where it failed; at most 2,000 characters."""
    output_length: int
    edits: tuple[TextEdit, ...]
    started_agent_ids: tuple[str, ...]
    """Agents that this call started."""


class TranscriptThinking(Contract):
    """Thinking, folded: its text is a part of the event."""

    part_ids: tuple[str, ...]
    size_bytes: int


class TranscriptEvent(Contract):
    """An error that stands in no message and no tool call."""

    event_type: str
    severity: str | None
    summary: str | None


class TranscriptItem(Contract):
    """One item of the dialogue; the field named like its kind holds it, the others are null."""

    kind: TranscriptKind
    item_id: str
    event_id: str | None
    """The event to open for all of it; null where the source ties none to it."""
    agent_id: str | None
    """Whose dialogue it stands in."""
    thread_id: str | None
    occurred_at: UtcTime | None
    is_error: bool
    cursor: str
    """A page that begins with this item: pass it as `cursor`."""
    message: TranscriptMessage | None = None
    tool_call: TranscriptCall | None = None
    thinking: TranscriptThinking | None = None
    event: TranscriptEvent | None = None


class Transcript(RunAnswer):
    """One page of a dialogue, in its order."""

    items: tuple[TranscriptItem, ...]
    total: int
    errors: int
    """Errors in the whole dialogue."""
    before: int
    """How many items come before this page."""
    truncated: bool
    """True when the dialogue goes on beyond this page, in the direction it is read: backwards after
    `previous_cursor` and `last`, else forwards."""
    next_cursor: str | None
    """The page after this one; null when it is the last."""
    previous_cursor: str | None
    """The page before this one; null when it is the first."""


class TranscriptMatch(RunAnswer):
    """The next place in a dialogue that was looked for."""

    item: TranscriptItem | None
    """Null when nothing more matches; its `cursor` opens the page that begins there."""
    number: int
    """Which of the matches it is, from 1; 0 when there is none."""
    total: int
    """How many places match in the whole dialogue."""

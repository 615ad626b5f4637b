"""Where a text stands in what the runs left behind."""

from __future__ import annotations

from typing import Literal

from data_access.contracts.common import Contract, UtcTime


class SearchHit(Contract):
    """One event, message or task that holds the text."""

    kind: Literal["event", "message", "task"]
    conversation_id: str
    conversation_key: str
    run_title: str | None
    item_id: str
    event_id: str | None
    """The event to open."""
    agent_id: str | None
    thread_id: str | None
    task_id: str | None
    occurred_at: UtcTime | None
    excerpt: str
    """At most 240 characters around the first place."""
    is_cut_before: bool
    is_cut_after: bool

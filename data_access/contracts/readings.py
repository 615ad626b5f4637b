"""What the readings answer: the shapes that pages, the command line and the faces share."""

from __future__ import annotations

from typing import Any

from pydantic import JsonValue

from data_access.contracts.common import Basis, Contract, Origin, Purpose, UtcTime
from data_access.contracts.usage import UsageTotals


class RunSummary(Contract):
    """One run (conversation) with its counts and its usage."""

    conversation_key: str
    """Unique on this desk."""
    conversation_id: str
    """The source's own id; not unique across formats."""
    parent_conversation_id: str | None
    source_format: str
    basis: Basis
    project: str | None
    title: str | None
    purpose: Purpose
    origin: Origin
    first_at: UtcTime | None
    last_at: UtcTime | None
    agents: int
    events: int
    messages: int
    tool_calls: int
    errors: int
    own: UsageTotals
    """All agents of this run."""
    with_descendants: UsageTotals
    """This run and its child runs, to any depth."""


class AgentUsage(Contract):
    """One agent of a run, with what it spent itself and what it and its sub-agents spent."""

    agent_id: str
    name: str | None
    role: str | None
    parent_agent_id: str | None
    """As the source says; the parent may be missing here when `is_orphan`."""
    is_orphan: bool
    """True when the named parent is not known on this desk."""
    depth: int
    """0 for a root."""
    models: tuple[str, ...]
    first_at: UtcTime | None
    last_at: UtcTime | None
    events: int
    own: UsageTotals
    with_descendants: UsageTotals


class EventItem(Contract):
    """One event as a list shows it; its payload is read by id."""

    conversation_id: str
    conversation_key: str
    event_id: str
    event_type: str
    agent_id: str | None
    thread_id: str | None
    task_id: str | None
    phase: str | None
    severity: str | None
    occurred_at: UtcTime | None
    recorded_at: UtcTime | None
    time_is_naive: bool
    summary: str | None
    sequence: int
    source_file: str | None
    line: int
    payload: JsonValue | None = None
    """The source record, where it was asked for."""


Extra = dict[str, Any]

"""A run as a tree: agents, what they called, whom those calls started, with cost and errors rolled up."""

from __future__ import annotations

from typing import Literal

from data_access.contracts.common import Contract, UtcTime
from data_access.contracts.usage import UsageTotals
from data_access.contracts.visibility import RunAnswer


class TraceNode(Contract):
    """One row of the tree."""

    node_id: str
    """`run:<key>`, `agent:<id>`, `no_agent`, `model:<call key>` or `tool:<id>`; of a trace `span:<id>` and
    `unattached`. Pass it as `parent`."""
    kind: Literal["run", "agent", "model_call", "tool_call", "step", "unattached"]
    """`step` is any other span; `unattached` gathers spans whose parent was never seen."""
    native_id: str | None
    label: str | None
    """A name for people: of the agent, the model, the tool, the step."""
    role: str | None
    """Of an agent; of a span its name, where the label is another."""
    status: str | None
    """Of a tool call `ok`, `error`, `denied` or `unfinished`; of a model call `unfinished` or null."""
    is_orphan: bool
    """True for an agent or a span whose named parent is unknown."""
    started_at: UtcTime | None
    ended_at: UtcTime | None
    duration_seconds: float | None
    """Null where the source does not allow to say it."""
    is_duration_unreliable: bool
    own: UsageTotals
    inclusive: UsageTotals
    """With all below it."""
    own_errors: int
    errors: int
    """With all below it: a failure of a child shows at every row above."""
    children: int
    event_id: str | None
    """The event to open."""


class Trace(RunAnswer):
    """The rows directly below one row, in the order of time, a page at a time."""

    run: TraceNode
    """The root row."""
    parent: TraceNode | None
    """Whose children are given; null for the top of the tree."""
    items: tuple[TraceNode, ...]
    total: int
    """How many rows stand directly below in all."""
    truncated: bool
    """True when rows follow the last one given here."""
    next_cursor: str | None

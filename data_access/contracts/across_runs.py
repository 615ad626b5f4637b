"""What shows only when many calls are looked at together: slow, failing, repeated, growing, dear, silent."""

from __future__ import annotations

from typing import Literal

from data_access.contracts.common import Contract, Money, UtcTime
from data_access.contracts.phases import Phases
from data_access.contracts.readings import RunSummary
from data_access.contracts.usage import CostGroup
from data_access.contracts.visibility import TaskStatusCount


class Latency(Contract):
    """How long the calls of one model or tool take."""

    kind: Literal["model", "tool"]
    name: str | None
    calls: int
    measured: int
    """Calls of which the source tells start and end; the figures rest on these."""
    unreliable: int
    """Calls that ended before they began, by their clock: they are left out."""
    p50_seconds: float | None
    p95_seconds: float | None
    longest_seconds: float | None


class ToolReliability(Contract):
    """How the calls of one tool end."""

    tool: str | None
    calls: int
    ok: int
    errors: int
    denied: int
    unfinished: int
    runs: int
    last_error_at: UtcTime | None


class RepeatedCall(Contract):
    """One tool called again and again with the same input by one agent."""

    conversation_id: str
    conversation_key: str
    agent_id: str | None
    tool: str
    input_preview: str
    """At most 500 characters."""
    in_a_row: int
    """The longest stretch in which the agent called nothing else."""
    in_run: int
    """How often in all."""
    errors: int
    first_at: UtcTime | None
    last_at: UtcTime | None
    event_id: str | None
    """Where the longest stretch begins."""


class ContextPoint(Contract):
    """The size of the input of one model call."""

    call_key: str
    agent_id: str | None
    model: str | None
    occurred_at: UtcTime
    event_id: str | None
    input_tokens: int | None
    """Fresh, read from and written to a cache together; null where the source does not say."""
    change: int | None
    """Against the call of the same agent before."""
    is_compacted: bool
    """True when the dialogue was compacted since that call."""


class CostOutlier(Contract):
    """A model call that cost many times what its agent's calls usually cost in that run."""

    conversation_id: str
    conversation_key: str
    agent_id: str | None
    call_key: str
    model: str | None
    occurred_at: UtcTime | None
    event_id: str | None
    cost_usd: Money
    median_usd: float
    """Of the priced calls of this agent in this run."""
    times_median: float
    calls: int
    """How many calls the median rests on."""


class AgentOutlier(Contract):
    """An agent that cost many times in one run what it usually costs in a run."""

    conversation_id: str
    conversation_key: str
    run_title: str | None
    last_at: UtcTime | None
    agent_id: str
    agent: str
    """What makes it the same agent in several runs of a project: its name, else its role, else its id."""
    cost_usd: Money
    """Its own cost in this run."""
    median_usd: float
    """Of its own cost over the runs it took part in."""
    times_median: float
    runs: int
    """How many runs the median rests on."""


class QuietRun(Contract):
    """A run with open work that has been silent; nobody says that it still runs."""

    conversation_id: str
    conversation_key: str
    title: str | None
    last_at: UtcTime
    quiet_minutes: int
    unfinished_calls: int
    """Tool calls without a result."""
    last_tool: str | None
    """The tool of the newest of them."""
    open_tasks: int
    """Tasks in the newest list of active tasks that have not ended."""


class ComparedRun(Contract):
    """One side of a comparison."""

    run: RunSummary
    wall_seconds: float | None
    by_model: tuple[CostGroup, ...]
    by_agent: tuple[CostGroup, ...]
    tools: tuple[ToolReliability, ...]
    phases: Phases
    tasks: tuple[TaskStatusCount, ...]


class RunComparison(Contract):
    """Two runs side by side."""

    as_of: UtcTime
    a: ComparedRun
    b: ComparedRun
    same_task: bool
    """True when the two have the same project and the same title: only then is one dearer than the other."""

"""What shows only when many calls are looked at together: slow, failing, repeated, growing, dear, silent."""

from __future__ import annotations

from data_access.contracts.common import CallKind, Contract, Money, Origin, ToolStatus, UtcTime
from data_access.contracts.phases import Phases
from data_access.contracts.readings import RunSummary
from data_access.contracts.usage import CostGroup
from data_access.contracts.visibility import TaskStatusCount


class InRun(Contract):
    """Where something over many runs was seen."""

    conversation_id: str
    conversation_key: str
    run_title: str | None
    origin: Origin


class OfAgent(InRun):
    """Which agent of which run it is."""

    agent_id: str | None
    """Null where the source ties it to no agent."""
    agent: str | None
    """What to call the agent: its name, else its role, else its id."""


class Latency(Contract):
    """How long the calls of one model or tool take."""

    kind: CallKind
    name: str | None
    """Null where the source names none."""
    calls: int
    runs: int
    """In how many runs."""
    measured: int
    """Calls of which the source tells start and end; the figures rest on these."""
    unreliable: int
    """Calls that ended before they began, by their clock: they are left out."""
    unknown: int
    """Calls of which the source does not tell both ends: they are left out."""
    p50_seconds: float | None
    """The median; null when nothing is measured."""
    p95_seconds: float | None
    longest_seconds: float | None
    longest_conversation_key: str | None
    """The run of the longest call."""
    longest_event_id: str | None
    """The event of the longest call."""
    first_at: UtcTime | None
    last_at: UtcTime | None
    """Between which moments the calls began."""


class TimedCall(OfAgent):
    """One call of a model or a tool, with how long it took and how it ended."""

    kind: CallKind
    name: str | None
    call_id: str
    """`tool_call_id` of a tool, `call_key` of a model."""
    status: ToolStatus | None
    """Of a model only `unfinished`, where its source says that the answer was cut off; else null."""
    started_at: UtcTime | None
    ended_at: UtcTime | None
    seconds: float | None
    """Null when either end is unknown; below zero when the clock jumped."""
    event_id: str | None


class ToolReliability(Contract):
    """How the calls of one tool end."""

    tool: str | None
    calls: int
    ok: int
    errors: int
    denied: int
    unfinished: int
    """Without a result: still at work, or its end is not known."""
    runs: int
    last_error_at: UtcTime | None
    last_error_conversation_key: str | None
    last_error_event_id: str | None
    first_at: UtcTime | None
    last_at: UtcTime | None
    """Between which moments the calls began."""


class RepeatedCall(OfAgent):
    """One tool called again and again with the same input by one agent."""

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


class ContextPeak(OfAgent):
    """How far the context of one agent grew in one run."""

    calls: int
    """Dated model calls of the agent in the run."""
    measured: int
    """Calls of which the source tells the size of the input; the figures rest on these."""
    first_tokens: int | None
    """Input of the first of them."""
    peak_tokens: int | None
    """The largest input; null where the source tells none."""
    peak_at: UtcTime | None
    peak_model: str | None
    peak_event_id: str | None
    last_tokens: int | None
    compactions: int
    """How often the dialogue was compacted between two calls of the agent."""


class CostOutlier(OfAgent):
    """A model call that cost many times what its agent's calls usually cost in that run."""

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


class AgentOutlier(OfAgent):
    """An agent that cost many times in one run what it usually costs in a run.

    `agent` is what makes it the same agent in several runs of a project.
    """

    last_at: UtcTime | None
    cost_usd: Money
    """Its own cost in this run."""
    median_usd: float
    """Of its own cost over the runs it took part in."""
    times_median: float
    runs: int
    """How many runs the median rests on."""


class QuietRun(InRun):
    """A run with open work that has been silent; nobody says that it still runs."""

    last_at: UtcTime
    quiet_minutes: int
    unfinished_calls: int
    """Tool calls without a result."""
    last_tool: str | None
    """The tool of the newest of them."""
    last_tool_event_id: str | None
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

"""What the visibility readings answer: who talked to whom, why a task counts as done, how a run stands.

Every answer names its run, the moment it speaks of, what it rests on and what its source does not tell.
"""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from data_access.contracts.common import Basis, Contract, Money, ToolStatus, UtcTime
from data_access.contracts.readings import EventItem
from data_access.contracts.usage import UsageTotals

SourceLack = Literal[
    "snapshots",
    "execution_mode",
    "phases",
    "isolation",
    "verifier",
    "agents",
    "tasks",
    "task_hierarchy",
    "task_results",
    "messages",
    "agent_messages",
    "tool_outcomes",
    "usage",
]
"""What a source may not tell."""


class NotInSource(Contract):
    """Something the source of this run does not tell: it is absent, not empty."""

    what: SourceLack
    says: str
    """The same as a sentence."""


class RunAnswer(Contract):
    """What every answer about one run begins with."""

    as_of: UtcTime
    """The moment the answer speaks of: now, or the older snapshot it was asked for."""
    basis: Basis
    conversation_id: str
    conversation_key: str
    snapshot_at: UtcTime | None
    """`captured_at` of the newest snapshot that counts; null where the source keeps none."""
    not_in_source: tuple[NotInSource, ...]


class SnapshotItem(Contract):
    """One continuity snapshot that a run can be read as of."""

    conversation_id: str
    conversation_key: str
    snapshot_id: str
    captured_at: UtcTime
    phase: str | None
    checkpoint: str | None
    agent_id: str | None
    """Who took it."""


TaskListing = Literal["listed", "result_noted", "no_longer_listed", "stated"]
"""`listed`: in the newest list of active tasks. `result_noted`: a result of it stands in the source.
`no_longer_listed`: it was listed, is not any more, and no result says why: outcome unknown.
`stated`: the source speaks of it outside such lists."""


class TaskItem(Contract):
    """One runtime task, as its source last spoke of it."""

    task_id: str
    title: str | None
    agent_id: str | None
    parent_task_id: str | None
    status: str | None
    """The source's last word; of a task that is no longer listed it may be out of date."""
    listing: TaskListing
    is_outcome_unknown: bool
    """True when the task is no longer listed and the last word on it was not that it had ended."""
    phase: str | None
    started_at: UtcTime | None
    ended_at: UtcTime | None
    duration_seconds: float | None
    """From start to end; null when either is unknown."""
    is_duration_unreliable: bool
    """True when the clock jumped: the end lies before the start, or events show a jump in between."""
    observed_at: UtcTime | None
    """When the source last spoke of it."""


# Topology -------------------------------------------------------------------------------------------------


class TopologyNode(Contract):
    """An agent, a task, or somebody that messages name who is no known agent."""

    node_id: str
    """`agent:<id>`, `task:<id>` or `participant:<id>`; unique in this answer."""
    kind: Literal["agent", "task", "participant"]
    native_id: str
    label: str | None
    """A name for people, where the source gives one."""
    role: str | None
    """Of an agent."""
    status: str | None
    """Of a task: the source's last word."""
    listing: TaskListing | None
    """Of a task."""
    is_outcome_unknown: bool
    parent_node_id: str | None
    """The agent or task above, also when it is unknown here; then `is_unattached`."""
    is_unattached: bool
    """True when the source names a parent that is not known on this desk yet."""
    depth: int
    """0 for a root; agents and tasks are trees of their own."""
    events: int
    errors: int
    first_at: UtcTime | None
    last_at: UtcTime | None


class TopologyEdge(Contract):
    """A relation between two nodes of the answer."""

    kind: Literal["spawned", "messaged", "assigned", "parent_of"]
    source: str
    target: str
    count: int
    """How many messages; 1 for the other kinds."""
    first_at: UtcTime | None
    last_at: UtcTime | None


class UnattachedGroup(Contract):
    """Agents or tasks that name a parent nobody has told of; they attach when it arrives."""

    kind: Literal["agent", "task"]
    missing_id: str
    """The parent they name."""
    node_ids: tuple[str, ...]


class TaskStatusCount(Contract):
    """How many tasks stand at one status."""

    status: str | None
    """The source's own word; `outcome_unknown` for tasks that vanished; null where it gives none."""
    tasks: int


class TaskPlace(Contract):
    """Where a task stands in the hierarchy; places come parent before child."""

    task_id: str
    parent_task_id: str | None
    depth: int
    is_unattached: bool


class Topology(RunAnswer):
    """Who works in a run and how they relate."""

    nodes: tuple[TopologyNode, ...]
    edges: tuple[TopologyEdge, ...]
    """Between the nodes given here only."""
    task_summary: tuple[TaskStatusCount, ...]
    """Over all tasks, whatever is given here; the most frequent first."""
    hierarchy: tuple[TaskPlace, ...]
    unattached: tuple[UnattachedGroup, ...]
    total_nodes: int
    total_edges: int
    truncated: bool
    """True when the run has more nodes or edges than are given here."""


# Tasks and verification -----------------------------------------------------------------------------------


class TaskResult(Contract):
    """A result of a task as the source states it."""

    status: str | None
    summary: str | None
    output: str | None
    evidence: JsonValue
    modified_files: JsonValue
    git_diff_summary: str | None
    isolation: JsonValue
    observed_at: UtcTime | None
    """When the source first said so."""


class ToolOutcome(Contract):
    """One tool call with what came of it."""

    tool_call_id: str
    tool: str | None
    agent_id: str | None
    task_id: str | None
    status: ToolStatus
    started_at: UtcTime | None
    ended_at: UtcTime | None
    duration_seconds: float | None
    is_duration_unreliable: bool
    input: str | None
    output: str | None
    error: str | None
    event_id: str | None


class TaskToolOutcome(ToolOutcome):
    """A tool call that belongs to a task, and why."""

    linked_by: Literal["task", "agent", "cited"]
    """`task`: the call names the task. `agent`: an agent that was started for the task made it.
    `cited`: the result or a check names the call."""


class CheckedEvidence(Contract):
    """One thing a verifier rests on, linked to what it checked."""

    number: int
    """Its place in the source's list, from 1."""
    summary: str | None
    stated: JsonValue
    """As the source states it."""
    tool_call_id: str | None
    task_id: str | None
    tool: str | None
    tool_status: ToolStatus | None
    """How the call it checked ended; null when it names none, or none that is known."""
    link: Literal["tool_outcome", "task", "missing", "none"]
    """What it points at; `missing`: it names a call or task that this desk does not know."""


class Verification(Contract):
    """A verifier's word."""

    status: str | None
    summary: str | None
    evidence: tuple[CheckedEvidence, ...]
    observed_at: UtcTime | None
    """When the source first said so."""


class Verifier(RunAnswer):
    """The verification of a run: the newest word, and what was said before."""

    verification: Verification | None
    """Null when the source has no verifier, or none had spoken."""
    earlier: tuple[Verification, ...]
    """Earlier words that differ, the newest first, at most 100."""
    total: int
    """How many different words there are, the newest included."""
    truncated: bool


class TaskEvidence(RunAnswer):
    """On what evidence a task counts as done, or does not."""

    task: TaskItem
    child_task_ids: tuple[str, ...]
    result: TaskResult | None
    """The newest one."""
    earlier_results: tuple[TaskResult, ...]
    """Results that were stated before and say something else, the newest first, at most 100."""
    tool_outcomes: tuple[TaskToolOutcome, ...]
    """In the order of time, at most 500."""
    total_tool_outcomes: int
    truncated: bool
    """True when there are more tool outcomes or earlier results than are given here."""
    checks: tuple[CheckedEvidence, ...]
    """What the run's verifier says of this task or of one of its tool calls."""
    run_verification: Verification | None
    """The verifier's word on the whole run: it need not speak of this task."""


# Threads --------------------------------------------------------------------------------------------------


class ThreadMessage(Contract):
    """One message: who said what to whom."""

    conversation_id: str
    conversation_key: str
    thread_id: str | None
    message_id: str
    sender: str | None
    recipient: str | None
    role: str | None
    content: str | None
    occurred_at: UtcTime | None
    reply_to: str | None
    event_id: str | None
    extra: JsonValue
    """What else the source says of it; `meta`, `wrapper` and `compact_summary` mark what a program said."""
    sequence: int


# Summary --------------------------------------------------------------------------------------------------


class Isolation(Contract):
    """Where the run works, as its source states it."""

    mode: str | None
    isolation_id: str | None
    parent_conversation_id: str | None
    workspace_path: str | None
    metadata: JsonValue


class RuntimeSummary(RunAnswer):
    """How a run stands."""

    title: str | None
    project: str | None
    execution_mode: str | None
    phase: str | None
    """The source's current phase."""
    checkpoint: str | None
    thread_id: str | None
    agent_id: str | None
    root_agent_id: str | None
    isolation: Isolation | None
    verification: Verification | None
    cost: UsageTotals
    """Of the run itself."""
    cost_with_descendants: UsageTotals | None
    """With its child runs; null when an older snapshot is read."""
    reported_total_usd: Money | None
    """The source's own newest total: for comparison, never added."""
    first_at: UtcTime | None
    last_at: UtcTime | None
    events: int
    errors: int
    messages: int
    agents: int
    tool_calls: int
    tool_errors: int
    """Calls that ended in `error` or `denied`."""
    unfinished_calls: int
    tasks: int
    task_summary: tuple[TaskStatusCount, ...]
    snapshots: int
    """How many snapshots count here."""
    recent_events: tuple[EventItem, ...]
    """The newest ten, the newest first."""

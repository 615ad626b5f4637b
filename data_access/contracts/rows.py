"""Rows that importers hand to the store: one NamedTuple per table, plain Python values, columns in order.

They are tuples and not models because a log tree holds hundreds of thousands of them. `TABLES` says
which table a type fills and which column, beside `conversation_key`, identifies a row: a row whose
identity is already stored is a duplicate and writes nothing but its membership. `file_id` and `line`
say where the row was read; `file_id` is given by the import, the importer writes what the sink tells it.
"""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import NamedTuple


class ConversationRow(NamedTuple):
    """What one file says of a conversation; several rows are merged field by field."""

    conversation_key: str
    observation_id: str
    """Identity of this statement: the same file content gives the same one."""
    conversation_id: str
    """The native id."""
    source_format: str
    observed_at: datetime | None
    """When the source says so; of two statements the later one wins."""
    purpose: str | None
    title: str | None
    title_rank: int
    """3 set by a person, 2 made by the source, 1 taken from the first prompt, 0 from a sub-agent's prompt or
    none; the higher wins, then the later one, of prompts the earlier one."""
    project: str | None
    """Stable key of the project: its path, or the name the source gives."""
    parent_conversation_id: str | None
    machine: str | None
    person: str | None
    extra: str | None
    """JSON of fields the desk has no column for."""
    file_id: int
    line: int


class SnapshotRow(NamedTuple):
    """One continuity snapshot."""

    conversation_key: str
    snapshot_id: str
    captured_at: datetime
    execution_mode: str | None
    phase: str | None
    checkpoint: str | None
    thread_id: str | None
    agent_id: str | None
    root_agent_id: str | None
    isolation_mode: str | None
    isolation_id: str | None
    isolation_parent_conversation_id: str | None
    isolation_workspace_path: str | None
    isolation_metadata: str | None
    extra: str | None
    file_id: int
    line: int


class AgentRow(NamedTuple):
    """What one record says of an agent; a view merges the rows."""

    conversation_key: str
    observation_id: str
    agent_id: str
    name: str | None
    role: str | None
    parent_agent_id: str | None
    parent_rank: int
    """3 the spawning record, 2 a side file, 1 the session's main agent as fallback, 0 no parent told."""
    spawned_by_tool_call_id: str | None
    workspace_path: str | None
    observed_at: datetime | None
    extra: str | None
    file_id: int
    line: int


class NamedAgentRow(AgentRow):
    """An agent that a record only names: a row of the same table, but no record of its own."""


class EventRow(NamedTuple):
    """One event; `sequence` is the source order and breaks ties of time."""

    conversation_key: str
    event_id: str
    agent_id: str | None
    thread_id: str | None
    task_id: str | None
    event_type: str
    phase: str | None
    severity: str | None
    """`info`, `warning`, `error`, or null where the source does not say."""
    occurred_at: datetime | None
    recorded_at: datetime | None
    time_is_naive: bool
    """True when the source gave no zone and one was assumed."""
    summary: str | None
    """At most 300 characters of plain text."""
    payload: str | None
    """The source record as JSON, masked, large parts replaced by references."""
    extra: str | None
    sequence: int
    file_id: int
    line: int


class ContentPartRow(NamedTuple):
    """A large or sensitive piece kept apart from its event: thinking, an image, a huge result."""

    conversation_key: str
    part_id: str
    """`<event_id>#<n>`, as the reference in the payload says."""
    event_id: str
    kind: str
    """`thinking`, `image`, `document`, `text`."""
    media_type: str | None
    size_bytes: int
    content: str
    file_id: int
    line: int


class MessageRow(NamedTuple):
    """One message between people and agents."""

    conversation_key: str
    message_id: str
    thread_id: str | None
    sender: str | None
    recipient: str | None
    role: str | None
    content: str | None
    occurred_at: datetime | None
    reply_to: str | None
    event_id: str | None
    extra: str | None
    sequence: int
    file_id: int
    line: int


class TaskRow(NamedTuple):
    """What one record says of a runtime task; a view merges the rows."""

    conversation_key: str
    observation_id: str
    task_id: str
    title: str | None
    agent_id: str | None
    parent_task_id: str | None
    status: str | None
    phase: str | None
    started_at: datetime | None
    ended_at: datetime | None
    observed_at: datetime | None
    listed: bool
    """True when it stood in a snapshot's list of active tasks."""
    extra: str | None
    sequence: int
    file_id: int
    line: int
    isolation_request: str | None = None
    """JSON of how it is to be kept apart, where the source says so."""


class NamedTaskRow(TaskRow):
    """A task that a record only names: a row of the same table, but no record of its own."""


class TaskResultRow(NamedTuple):
    """The result of a runtime task as one record gives it."""

    conversation_key: str
    observation_id: str
    task_id: str
    status: str | None
    summary: str | None
    output: str | None
    evidence: str | None
    modified_files: str | None
    git_diff_summary: str | None
    isolation: str | None
    observed_at: datetime | None
    extra: str | None
    sequence: int
    file_id: int
    line: int


class TodoRow(NamedTuple):
    """One line of a todo list as it stood when the source wrote it."""

    conversation_key: str
    todo_id: str
    agent_id: str | None
    list_id: str
    """The record that wrote the list; the newest list of an agent is its current one."""
    ordinal: int
    content: str | None
    status: str | None
    observed_at: datetime | None
    sequence: int
    file_id: int
    line: int


class ToolRow(NamedTuple):
    """A tool call or a half of it: `part` is `call`, `result` or `both`; a view joins the halves."""

    conversation_key: str
    observation_id: str
    tool_call_id: str
    part: str
    tool: str | None
    agent_id: str | None
    task_id: str | None
    status: str | None
    """On a result: `ok`, `error`, `denied`, `unfinished`; null where the source does not say."""
    started_at: datetime | None
    ended_at: datetime | None
    input: str | None
    output: str | None
    error: str | None
    event_id: str | None
    extra: str | None
    sequence: int
    file_id: int
    line: int


class VerificationRow(NamedTuple):
    """The verifier's word as one record gives it."""

    conversation_key: str
    observation_id: str
    status: str | None
    summary: str | None
    evidence: str | None
    """JSON list; each item may name a `tool_call_id` or a `task_id` it checked."""
    observed_at: datetime | None
    sequence: int
    file_id: int
    line: int


class PermissionRow(NamedTuple):
    """What a record says of a request for permission, in the words of its source; a view merges the rows."""

    conversation_key: str
    observation_id: str
    permission_id: str
    agent_id: str | None
    task_id: str | None
    tool_call_id: str | None
    tool: str | None
    operation: str | None
    target: str
    reason: str | None
    options: str | None
    """JSON list."""
    state: str | None
    outcome: str | None
    chosen: str | None
    answered_by: str | None
    answer: str | None
    asked_at: datetime | None
    expires_at: datetime | None
    answered_at: datetime | None
    observed_at: datetime | None
    event_id: str | None
    extra: str | None
    sequence: int
    file_id: int
    line: int


class UsageRow(NamedTuple):
    """One row of a source that speaks of a billed model call; rows of one call are merged, never added."""

    conversation_key: str
    observation_id: str
    """Hash of every value below but the place: the same statement read twice is one observation."""
    call_key: str
    """Identity of the billed call across conversations: format and native call id, else the row's id."""
    call_id: str | None
    """The native id, where the source has one."""
    conversation_id: str
    agent_id: str | None
    task_id: str | None
    phase: str | None
    model: str | None
    occurred_at: datetime | None
    is_fork_copy: bool
    """True when the source says the row was copied from another conversation."""
    is_finished: bool | None
    """False when the source itself marks the call unfinished, null when it does not say."""
    fresh_input: int | None
    cache_read: int | None
    cache_write_5m: int | None
    cache_write_1h: int | None
    cache_write_unspecified: int | None
    output: int | None
    reasoning: int | None
    """Part of `output`."""
    web_searches: int
    service: str | None
    """What was asked for at other prices than the standard ones, for example `speed=fast`."""
    reported_cost_usd: Decimal | None
    event_id: str | None
    file_id: int
    line: int
    replay_id: str | None = None
    """What a copy of this row in a fork has in common with it; null where a source copies no history."""
    forked_from: str | None = None
    """Key of the conversation whose history stands copied in this one, null where it is no fork."""
    forked_at: datetime | None = None
    """When the fork was made: only what its origin had said by then can be a copy of it."""
    is_running_total: bool = False
    """True for all usage of the conversation so far, from a source without single calls: it counts only where
    the conversation has no calls."""


class SpanRow(NamedTuple):
    """One statement of a span of a trace: what it says, and where it stands in its trace.

    The store makes the span's event, its usage and its reported total of it. Several statements of one span
    are merged.
    """

    conversation_key: str
    observation_id: str
    """Hash of the whole statement: the same one read twice is one row."""
    conversation_id: str
    """The id of the trace."""
    span_id: str
    parent_span_id: str | None
    """As the source says; the parent may never come."""
    name: str | None
    kind: str
    """Also the event's type: `agent_run, model_call, embedding, reranking, tool_call, retrieval, guardrail,
    evaluation, step`."""
    status: str | None
    """`ok` or `error`; null where the source leaves it open."""
    started_at: datetime | None
    ended_at: datetime | None
    told_agent_id: str | None
    """The agent the span itself names."""
    told_agent_name: str | None
    told_phase: str | None
    response_id: str | None
    """The provider's id of the answer."""
    scope: str | None
    """The instrumentation that made the span."""
    tool: str | None
    told_tool_call_id: str | None
    model: str | None
    service: str | None
    input_tokens: int | None
    """As stated, with cache."""
    fresh_input: int | None
    cache_read: int | None
    cache_write: int | None
    output_tokens: int | None
    reasoning: int | None
    total_tokens: int | None
    reported_cost_usd: Decimal | None
    agent_id: str | None
    """Whose the span is: the agent it names, else the nearest one named above it. This and the four that
    follow are settled over the whole trace, anew whenever spans of it arrive."""
    phase: str | None
    counts: str | None
    """`call`: its usage is a billed call's. `total`: it sums up calls below. Null: it is no call."""
    call_key: str | None
    """Of a span that counts as a call; two instrumentations of one call share it."""
    tool_call_id: str | None
    severity: str | None
    summary: str | None
    payload: bytes
    """The span as JSON in UTF-8, masked, large parts replaced by references."""
    sequence: int
    file_id: int
    line: int


class ReportedTotalRow(NamedTuple):
    """A total that the source states itself: for reconciliation, never added."""

    conversation_key: str
    observation_id: str
    agent_id: str | None
    scope: str
    """`conversation` or `agent`."""
    total_usd: Decimal | None
    total_tokens: int | None
    observed_at: datetime | None
    extra: str | None
    file_id: int
    line: int


class WorkspaceRow(NamedTuple):
    """One worktree or branch of a repository, as git knew it at one moment."""

    conversation_key: str
    """Key of the repository on its machine, where other rows have that of their run: git speaks of no run."""
    observation_id: str
    machine: str
    repository: str
    observed_at: datetime
    """When git was asked; what was found at the same moment is one look."""
    told: str
    """What git said, as JSON (`ObservedWorkspace`)."""
    file_id: int
    line: int


class OperationRow(NamedTuple):
    """One operation that the audit log of a runtime recorded, or one tool that it says was run.

    Null is "the log does not say"; which operation the tool amounts to is told when it is read.
    """

    conversation_key: str
    """Key of the session within audit logs, where other rows have that of their run: the run of that id may
    be of any format, and need not be imported."""
    observation_id: str
    """Hash of all that the entry says."""
    conversation: str | None
    """The session, as the log names it."""
    occurred_at: datetime
    time_is_naive: bool
    operation: str | None
    """`install`, `execute`, `download`, `write`."""
    target: str | None
    tool: str | None
    given: str | None
    """What the tool was given: text, or JSON."""
    approved_by: str | None
    """`auto`, `user`, `policy`."""
    result: str | None
    """`success`, `failed`, `denied`."""
    duration_ms: float | None
    agent_id: str | None
    task_id: str | None
    working_directory: str | None
    workspace: str | None
    checksum: str | None
    extra: str | None
    file_id: int
    line: int


class ResourceSampleRow(NamedTuple):
    """What an agent used at one moment, as a line of a file says."""

    conversation_key: str
    """Key of the session as the sample names it, which need not be on this desk."""
    observation_id: str
    """Hash of what the line says: the same sample read twice is one row."""
    conversation: str
    """Native id or key of the session, as the sample names it."""
    sampled_at: datetime
    time_is_naive: bool
    """True when the sample gave no zone and UTC was assumed."""
    agent_id: str | None
    disk_bytes: int | None
    """This and the three that follow are null where they were not measured."""
    command_seconds: float | None
    memory_bytes: int | None
    network_bytes_per_second: int | None
    extra: str | None
    """JSON of fields the desk has no column for."""
    file_id: int
    line: int


Row = (
    ConversationRow
    | SnapshotRow
    | AgentRow
    | NamedAgentRow
    | EventRow
    | ContentPartRow
    | MessageRow
    | TaskRow
    | NamedTaskRow
    | TaskResultRow
    | TodoRow
    | ToolRow
    | VerificationRow
    | PermissionRow
    | UsageRow
    | ReportedTotalRow
    | SpanRow
    | WorkspaceRow
    | OperationRow
    | ResourceSampleRow
)


class Table(NamedTuple):
    """Where a row type is kept."""

    name: str
    identity: str
    """The column that identifies a row beside `conversation_key`."""


TABLES: dict[type[Row], Table] = {
    ConversationRow: Table("conversation_observation", "observation_id"),
    SnapshotRow: Table("snapshot", "snapshot_id"),
    AgentRow: Table("agent_observation", "observation_id"),
    NamedAgentRow: Table("agent_observation", "observation_id"),
    EventRow: Table("event", "event_id"),
    ContentPartRow: Table("content_part", "part_id"),
    MessageRow: Table("message", "message_id"),
    TaskRow: Table("task_observation", "observation_id"),
    NamedTaskRow: Table("task_observation", "observation_id"),
    TaskResultRow: Table("task_result_observation", "observation_id"),
    TodoRow: Table("todo", "todo_id"),
    ToolRow: Table("tool_observation", "observation_id"),
    VerificationRow: Table("verification_observation", "observation_id"),
    PermissionRow: Table("permission_observation", "observation_id"),
    UsageRow: Table("usage_observation", "observation_id"),
    ReportedTotalRow: Table("reported_total", "observation_id"),
    SpanRow: Table("span", "observation_id"),
    WorkspaceRow: Table("workspace_observation", "observation_id"),
    OperationRow: Table("operation_observation", "observation_id"),
    ResourceSampleRow: Table("resource_sample_observation", "observation_id"),
}
"""Every table an importer may fill, in the order they are written."""

ROW_TYPES: tuple[type[Row], ...] = tuple(TABLES)

OF_NO_RUN: tuple[type[Row], ...] = (WorkspaceRow, OperationRow, ResourceSampleRow)
"""Rows that make no run known: what git said, and operations and samples of a session that need not
be imported."""

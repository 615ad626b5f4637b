"""What the agents of a run did, with what the policy says of it, and how their work was kept apart."""

from __future__ import annotations

from pydantic import Field

from data_access.contracts.common import Basis, Contract, Listing, UtcTime
from data_access.contracts.isolation import IsolationFinding, IsolationLevel, IsolationMode
from data_access.contracts.operations import (
    ApprovedBy,
    OperationKind,
    OperationResult,
)
from data_access.contracts.policy import Capability, Verdict, Zone
from data_access.contracts.queries import RunQuery


class RunOperationsQuery(RunQuery):
    """Which operations of a run are meant."""

    agent_id: str | None = Field(default=None, max_length=2000)
    """Of this agent alone."""
    operation: OperationKind | None = None
    """Of this kind alone."""
    verdict: Verdict | None = None
    """Only those of which the policy says this."""
    limit: int = Field(default=200, ge=1, le=2000)
    """At most so many, the earliest first, 1 to 2000."""


class RunOperation(Contract):
    """One operation of an agent, recorded by its runtime or derived from a tool call of its log."""

    operation_id: str
    """`record:` and the number of the record, or `call:` and the native id of the tool call."""
    is_derived: bool
    """True when nobody recorded it as an operation: it follows from a tool call."""
    agent_id: str | None
    task_id: str | None
    occurred_at: UtcTime | None
    operation: OperationKind
    target: str
    """Cut after 2,000 characters."""
    tool: str | None
    working_directory: str | None
    """Null where neither the call nor the log says."""
    workspace: str | None
    """The folder the agent was given; else that of its run."""
    approved_by: ApprovedBy | None
    """Null where nobody says, as in every log."""
    result: OperationResult | None
    """Null while its outcome is not known."""
    verdict: Verdict
    rule: str
    why: str
    zone: Zone | None
    capability: Capability
    is_dangerous: bool
    level_called_for: IsolationLevel | None
    files: tuple[str, ...]
    """Files it wrote, by what it says; at most 50."""
    event_id: str | None


class RunOperations(Listing[RunOperation]):
    """Operations of a run, the earliest first."""

    conversation_id: str
    conversation_key: str
    examined: int
    """Operations that were looked at."""
    policy: str
    policy_version: str


class SharedFile(Contract):
    """A file that several agents wrote."""

    path: str
    agents: tuple[str, ...]


class AgentWork(Contract):
    """What one agent did, and how its work was kept apart."""

    agent_id: str | None
    """Null for what the source ties to no agent."""
    name: str | None
    parent_agent_id: str | None
    mode: IsolationMode | None
    """As published; else a worktree that its source names or in which all its writes lie; else `session` for
    an agent that another one started. Null where nothing says."""
    is_mode_seen: bool
    """True when the mode follows from where it worked, and nobody stated it."""
    workspace: str | None
    """The worktree it worked in."""
    level_had: IsolationLevel | None
    level_called_for: IsolationLevel | None
    operations: int
    by_verdict: dict[Verdict, int]
    dangerous: int
    """Operations with a command on the dangerous list."""
    files: tuple[str, ...]
    """Files it wrote and not failed, sorted; at most 200."""
    files_total: int
    shared_files: tuple[SharedFile, ...]
    """Those that other agents wrote too; at most 200."""
    added: tuple[str, ...]
    """What it installed or fetched, in the words of its operations; at most 100."""


class RunIsolation(Contract):
    """How the work of a run was kept apart, agent by agent, and what speaks against it."""

    as_of: UtcTime
    basis: Basis
    conversation_id: str
    conversation_key: str
    main_directory: str | None
    """The folder the run belongs to."""
    agents: tuple[AgentWork, ...]
    findings: tuple[IsolationFinding, ...]
    examined: int
    truncated: bool
    """True when the run has more operations than were looked at: counts are at least so many."""
    policy: str
    policy_version: str

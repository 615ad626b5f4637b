"""What the agents of a run did, with what the policy says of it, and how their work was kept apart."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from data_access.contracts.common import Basis, Contract, CursorText, Listing, Origin, UtcTime
from data_access.contracts.isolation import (
    CalledForBy,
    CleanupPolicy,
    CleanupStatus,
    FindingKind,
    IsolationFinding,
    IsolationLevel,
    IsolationMode,
    LevelSource,
    PatternKept,
)
from data_access.contracts.operations import (
    ApprovedBy,
    OperationKind,
    OperationResult,
)
from data_access.contracts.policy import Capability, Verdict, Zone
from data_access.contracts.queries import RunQuery
from data_access.contracts.workspaces import WorkspaceState


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


class OperationSeen(Contract):
    """One operation of an agent, recorded by its runtime or derived from a tool call of its log."""

    operation_id: str
    """`record:` and the number of the record, `audit:` and the id of the entry of an audit log, or `call:`
    and the native id of the tool call."""
    is_derived: bool
    """True when nobody recorded which operation it was: it follows from the tool that was run."""
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
    duration_ms: float | None
    """How long it took; null where nobody says."""
    origin: Origin
    """Of whoever says so: the run's own for a tool call, that of its import for an entry of an audit log."""
    verdict: Verdict
    rule: str
    why: str
    zone: Zone | None
    capability: Capability
    is_dangerous: bool
    level_called_for: IsolationLevel | None
    event_id: str | None


class RunOperation(OperationSeen):
    """One operation of a run."""

    files: tuple[str, ...]
    """Files it wrote, by what it says; at most 50."""


class RunOperations(Listing[RunOperation]):
    """Operations of a run, the earliest first."""

    conversation_id: str
    conversation_key: str
    examined: int
    """Operations that were looked at."""
    policy: str
    policy_version: str


class UnattachedQuery(Contract):
    """Which operations of unknown sessions are meant."""

    session: str | None = Field(default=None, max_length=2000)
    """Of this session alone."""
    limit: int = Field(default=200, ge=1, le=2000)
    """At most so many, the newest first, 1 to 2000."""


class UnattachedOperation(RunOperation):
    """An operation of a session that is no run of this desk, or of which nobody says whose it is.

    It belongs to its run from the moment that run is imported.
    """

    session: str | None
    """As its record names it; null where it names none."""


class SharedFile(Contract):
    """A file that several agents wrote."""

    path: str
    agents: tuple[str, ...]


class SeenByGit(Contract):
    """What git said of the workspace of an agent when somebody looked last."""

    workspace_key: str
    """The desk's key of it, as in the list of workspaces."""
    path: str | None
    """Null for a branch without a worktree."""
    branch: str | None
    state: WorkspaceState
    dirty_files: int | None
    """Files that differ from the last commit; null where they were not read."""
    unmerged_commits: int | None
    is_merged: bool | None
    base: str | None
    machine: str
    as_of: UtcTime


class GivenBack(Contract):
    """What came back of a task that was kept apart, as far as it is on record."""

    status: str | None
    """Of the task, in the words of its runtime."""
    is_published: bool
    """False where the source of the run states it with the result of a task."""
    parts: tuple[str, ...]
    """What is there of `modified_files`, `git_diff_summary`, `task_result`, `verification_evidence`."""
    missing: tuple[str, ...]
    """What is not there; empty where its source has no place for it."""
    modified_files: tuple[str, ...] | None
    """At most 50; null where nobody says."""
    modified_files_total: int | None
    git_diff_summary: str | None
    """Cut after 2,000 characters."""


class AgentWork(Contract):
    """What one agent did, and how its work was kept apart.

    An agent of which several tasks are on record has a line for each, and one for what it did besides.
    """

    agent_id: str | None
    """Null for what the source ties to no agent."""
    name: str | None
    role: str | None
    parent_agent_id: str | None
    task_id: str | None
    """The task that was kept apart; null where no record names one."""
    mode: IsolationMode | None
    """As published or stated with a result; else a worktree that its source names, that the run itself stands
    in, or in which all its writes lie; else `session` for an agent that another one started."""
    level_known_by: LevelSource | None
    """Null where nothing says which level it had."""
    is_mode_seen: bool
    """True when the level is derived, and nobody recorded it."""
    workspace: str | None
    """The folder it worked in, where that is known."""
    branch: str | None
    branch_known_by: Literal["published", "stated", "git"] | None
    pattern: PatternKept | None
    """Null where it had no worktree that is known."""
    asked_mode: IsolationMode | None
    """What was asked for; null where nobody says."""
    is_request_published: bool
    """False where the call that started the agent says what was asked for."""
    merge_allowed: bool | None
    cleanup_policy: CleanupPolicy | None
    cleanup_status: CleanupStatus | None
    """As its runtime stated it; null where it did not."""
    given_back: GivenBack | None
    """Null where no result is on record."""
    git: SeenByGit | None
    """Null where git was not asked."""
    level_had: IsolationLevel | None
    level_called_for: IsolationLevel | None
    called_for_by: CalledForBy | None
    folders: int
    """Folders in which it wrote files that its operations do not name."""
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


class RunsApartQuery(Contract):
    """Which runs with agents that were kept apart are meant."""

    recorded_only: bool = False
    """Only those with a folder of an agent or a record of isolation, and not every run of several agents."""
    cursor: CursorText | None = None
    """`next_cursor` of the page before."""
    limit: int = Field(default=10, ge=1, le=50)
    """At most so many, 1 to 50."""


class AgentApart(Contract):
    """One agent of a run in short: how apart it was, and what it wrote."""

    agent_id: str | None
    name: str | None
    role: str | None
    task_id: str | None
    level_had: IsolationLevel | None
    level_known_by: LevelSource | None
    level_called_for: IsolationLevel | None
    is_below: bool
    """True when the level it had is known to be below the one called for."""
    workspace: str | None
    branch: str | None
    merge_allowed: bool | None
    operations: int
    files: tuple[str, ...]
    """Files it wrote, sorted; at most 20."""
    files_total: int
    shared: int
    """Files of it that other agents wrote too."""
    git_diff_summary: str | None
    """As its result tells it; cut after 300 characters."""
    git: SeenByGit | None


class RunApart(Contract):
    """One run in short: how its agents were kept apart."""

    conversation_key: str
    conversation_id: str
    title: str | None
    project: str | None
    origin: Origin
    last_at: UtcTime | None
    tool_calls: int
    is_examined: bool
    """False where the runs of the page have too many tool calls to look at this one: ask for it alone."""
    is_examined_whole: bool
    main_directory: str | None
    agents: tuple[AgentApart, ...]
    """Those that had less than called for first; at most 20."""
    agents_total: int
    below: int
    """Agents that had less than called for."""
    by_level_had: dict[IsolationLevel | Literal["not_known"], int]
    by_level_called_for: dict[IsolationLevel | Literal["not_known"], int]
    by_finding: dict[FindingKind, int]
    shared_files: tuple[SharedFile, ...]
    """Files that several agents wrote; at most 20."""
    shared_files_total: int


class RunsApart(Listing[RunApart]):
    """Runs whose agents were, or should have been, kept apart, the newest first."""

    policy: str
    policy_version: str


class WrittenFilesQuery(RunQuery):
    """Which files that the agents of a run wrote are meant."""

    agent_id: str | None = Field(default=None, max_length=2000)
    """Written by this agent, whoever else wrote them."""
    shared_only: bool = False
    """Only those that several agents wrote."""
    cursor: CursorText | None = None
    """`next_cursor` of the page before."""
    limit: int = Field(default=100, ge=1, le=500)
    """At most so many, 1 to 500."""


class FileWriter(Contract):
    """One of those who wrote a file."""

    agent_id: str | None
    name: str | None
    operations: int
    """Operations of it that wrote the file."""
    event_id: str | None
    """The event of its last one; null where it has none."""


class WrittenFile(Contract):
    """A file that agents of a run wrote, as their operations say; what failed or was denied wrote none."""

    path: str
    writers: tuple[FileWriter, ...]
    """The first to write it first; at most 50."""
    writers_total: int
    first_at: UtcTime | None
    last_at: UtcTime | None


class WrittenFiles(Listing[WrittenFile]):
    """Files that the agents of a run wrote, by their paths."""

    conversation_id: str
    conversation_key: str
    written: int
    """Files of the run in all, whatever was asked for."""
    shared: int
    """Those of them that several agents wrote."""
    examined: int
    """Operations that were looked at."""
    is_examined_whole: bool
    """False when the run has more operations than were looked at: there may be more files."""


class RunIsolation(Contract):
    """How the work of a run was kept apart, agent by agent, and what speaks against it."""

    as_of: UtcTime
    basis: Basis
    conversation_id: str
    conversation_key: str
    main_directory: str | None
    """The folder the run belongs to; of a run that stands in a worktree that of its repository."""
    agents: tuple[AgentWork, ...]
    findings: tuple[IsolationFinding, ...]
    examined: int
    truncated: bool
    """True when the run has more operations than were looked at: counts are at least so many."""
    policy: str
    policy_version: str


class RunWorkspaceQuery(WrittenFilesQuery):
    """Which files and how many operations of a run are to stand beside how it was kept apart."""

    operations: int = Field(default=12, ge=0, le=500)
    """At most so many operations, what the rules do not simply allow first."""


class RunWorkspace(Contract):
    """All of how a run was kept apart at once."""

    isolation: RunIsolation
    files: WrittenFiles
    operations: RunOperations
    """Of the agent that was asked for; what the rules do not simply allow comes first."""


class FilesOfSeveralAgentsQuery(Contract):
    """Which page of the files that several agents wrote is meant."""

    cursor: CursorText | None = None
    """`next_cursor` of the page before."""
    limit: int = Field(default=50, ge=1, le=500)
    """At most so many, 1 to 500."""


class FileOfSeveralAgents(Contract):
    """A file that several agents of one run wrote."""

    conversation_key: str | None
    """Null where the run is not on this desk."""
    conversation_id: str | None
    run_title: str | None
    origin: Origin
    path: str
    agents: tuple[str, ...]
    """What they are called; at most 20."""
    agents_total: int
    last_at: UtcTime | None


class FilesOfSeveralAgents(Listing[FileOfSeveralAgents]):
    """Files that several agents of one run wrote, over the whole desk, the newest first."""

    runs_to_examine: int
    """Runs that are still to be examined: files of them may be missing."""

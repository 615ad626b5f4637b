"""Isolation: how a task was to be kept apart, where it was done, and what speaks against it.

A runtime keeps the work apart; the desk reads what it says of it and what git knows, and never makes, merges
or removes a worktree. Field names and words are those of the isolation API that runtimes publish.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from data_access.contracts.common import Basis, Contract, UtcTime
from data_access.contracts.given_values import GivenJson, Name, PlainId, Prose, WithoutNul

IsolationMode = Literal["none", "session", "worktree", "sandbox"]
IsolationLevel = Literal["L0", "L1", "L2", "L3"]
LEVEL_OF_MODE: dict[IsolationMode, IsolationLevel] = {
    "none": "L0",
    "session": "L1",
    "worktree": "L2",
    "sandbox": "L3",
}
"""L0 nothing apart; L1 own memory and context; L2 own git worktree and branch; L3 own container."""
WorkspaceStrategy = Literal["ephemeral", "persistent", "shared"]
"""A workspace for this task alone, one that outlives it, or one of several tasks."""
CleanupPolicy = Literal["on_success", "always", "never"]
"""When the runtime removes the workspace by itself."""
CleanupStatus = Literal["pending", "done", "failed", "kept"]
FindingKind = Literal[
    "level_too_low",
    "context_leaked_in",
    "context_leaked_out",
    "shared_worktree",
    "main_directory_written",
    "left_over",
    "dirty",
    "awaiting_merge",
    "merged_not_allowed",
    "result_not_recovered",
]
"""What can speak against the isolation of a task."""
FindingCause = Literal[
    "dangerous_commands",
    "files_written",
    "more_asked_for",
    "full_history",
    "more_given_back",
    "main_directory_written",
    "same_worktree",
    "cleanup_failed",
    "cleanup_due",
    "not_committed",
    "merged_all_the_same",
    "commits_wait",
    "nothing_given_back",
]
"""What a finding was seen by; one kind may have several."""
FindingGround = Literal["operations", "request", "result", "session", "workspaces", "git"]
"""Kinds of record that a finding rests on: operations of the agent, how its task was to be kept apart, what
came of it, its session, where it and others worked, what git said."""
LevelSource = Literal["published", "stated", "folder", "writes", "started"]
"""How the level that an agent had is known. Recorded: its runtime published it, or the source of the run
states its worktree. Derived: the run itself stands in a worktree, all that the agent wrote lies in one, or
another agent started it and it so had a context of its own."""
PatternKept = Literal["kept", "other_branch", "other_folder", "neither"]
"""Whether folder and branch of a worktree are named as one source lays down; else which is not."""
CalledForBy = Literal["dangerous_commands", "files_written", "nothing_written"]
"""What of its operations calls for a level: L3, L2, or no more than L0."""

WorkspacePath = Annotated[str, Field(min_length=1, max_length=4096), WithoutNul]
"""A folder as its source writes it: shown and compared, never opened."""
GitName = Annotated[str, Field(min_length=1, max_length=1024), WithoutNul]
"""Name of a branch or a commit."""
FilePaths = Annotated[tuple[WorkspacePath, ...], Field(max_length=10_000)]


class IsolationRequest(Contract):
    """How a task is to be kept apart, as whoever gave it asked."""

    task_id: PlainId
    """The task, as its runtime names it."""
    goal: Prose
    """What the task is to reach."""
    isolation_mode: IsolationMode
    """`none` L0, `session` L1, `worktree` L2, `sandbox` L3."""
    workspace_strategy: WorkspaceStrategy = "ephemeral"
    allow_merge_back: bool = False
    """Whether what the task wrote may be merged into the branch it came from."""
    cleanup_policy: CleanupPolicy = "on_success"


class IsolatedWorkspace(Contract):
    """Where an isolated task was done, as its runtime states it."""

    mode: IsolationMode
    workspace_path: WorkspacePath | None = None
    """The working folder; null where nothing but the context is apart."""
    branch: GitName | None = None
    cleanup_status: CleanupStatus | None = None
    """`kept` says that it was left on purpose; null where the runtime does not say."""


class IsolationResult(Contract):
    """What came out of an isolated task; nothing else of its context comes back."""

    task_id: PlainId
    """The task, as its runtime names it: that of the request."""
    status: Name
    """Of the task, in the words of its runtime, for example `completed`."""
    isolation: IsolatedWorkspace
    evidence: Annotated[tuple[GivenJson, ...], Field(max_length=1000)] = ()
    """What the runtime names as evidence, in its own form."""
    summary: Prose | None = None
    """Ready for a verifier to read."""
    modified_files: FilePaths | None = None
    """Null where the runtime does not say; empty where it says that there are none."""
    git_diff_summary: Prose | None = None
    """For example `3 files changed, 40 insertions(+), 2 deletions(-)`."""
    task_result: GivenJson = None
    """What the task gave back, in its own form: JSON of at most 20 levels."""
    verification_evidence: Annotated[tuple[GivenJson, ...], Field(max_length=1000)] = ()
    """What the result was checked against, in the runtime's own form."""


class SessionIsolation(Contract):
    """L1: the context that an isolated session has of its own, as the state of its runtime keeps it."""

    isolation_mode: IsolationMode
    isolation_id: Name | None = None
    isolation_parent_conversation_id: Name | None = None
    isolation_workspace_path: WorkspacePath | None = None
    isolation_metadata: GivenJson = None
    messages_inherited: int | None = Field(default=None, ge=0)
    """How many messages of the parent it was given; null where nobody says."""
    history_inherited: bool | None = None
    """True when it was given the parent's full history, which L1 does not do; null where nobody says."""
    returned: Annotated[tuple[Name, ...], Field(max_length=100)] | None = None
    """Kinds of record that went back to the parent; `task_result`, `evidence` and `summary` are all there
    should be. Null where nobody says."""


class ObservedWorktree(Contract):
    """L2: a git worktree as git itself knew it at one moment; every null is something that was not read."""

    path: WorkspacePath
    repository: WorkspacePath
    """The main working directory it belongs to."""
    branch: GitName | None
    """Null when no branch is checked out, or the branch could not be read."""
    head: GitName | None = None
    """The commit that is checked out."""
    is_main: bool
    """True for the main working directory."""
    exists: bool
    """False when git lists it and its folder is gone."""
    dirty_files: FilePaths | None = None
    """Changed or untracked files; null when the status was not read."""
    base: GitName | None = None
    """The branch that `unmerged_commits` and `is_merged` compare with."""
    unmerged_commits: int | None = Field(default=None, ge=0)
    """Commits of the branch that `base` does not have."""
    is_merged: bool | None = None
    """True when the branch has commits of its own history and `base` holds all of them."""
    last_commit_at: UtcTime | None = None
    as_of: UtcTime
    """When git was asked."""


class IsolatedWork(Contract):
    """What is known of one isolated task or agent, gathered for the rules; null is "nobody says"."""

    worker: Name
    """The agent or task that worked, as the finding names it."""
    agent_id: Name | None = None
    """Tells workers of one name apart; null where its source ties the work to no agent."""
    task_id: Name | None = None
    basis: Basis
    request: IsolationRequest | None = None
    result: IsolationResult | None = None
    session: SessionIsolation | None = None
    mode: IsolationMode | None = None
    """What it had: of the result, else of the session, else seen in where it worked."""
    main_directory: WorkspacePath | None = None
    """The working directory it should leave alone."""
    workspace_path: WorkspacePath | None = None
    has_finished: bool | None = None
    tells_what_came_back: bool = True
    """False where its source has no place for what a task gave back: nothing told means nothing then."""
    written_files: FilePaths | None = None
    """Absolute paths it wrote; null where writes are not recorded."""
    written_folders: FilePaths = ()
    """Folders in which it wrote files that its operations do not name."""
    dangerous_commands: Annotated[tuple[str, ...], Field(max_length=1000)] | None = None
    """Commands it ran that policy calls dangerous; null where commands are not recorded."""
    worktree: ObservedWorktree | None = None
    """Null where git was not asked."""


class IsolationFinding(Contract):
    """One thing that speaks against the isolation of a task."""

    kind: FindingKind
    cause: FindingCause
    worker: str
    agent_id: str | None
    task_id: str | None
    level_had: IsolationLevel | None
    """Null where nobody says."""
    level_called_for: IsolationLevel | None
    """What its operations called for; null where they are not recorded."""
    rule: str
    """Name of the rule that says so."""
    why: str
    """One sentence with the values it rests on."""
    amount: int | None = None
    """How many files, commands, commits or messages it is about."""
    folders: int = 0
    """In how many folders besides files were written that no operation names."""
    names: tuple[str, ...] = ()
    """Whom or what the sentence names: other workers, a branch and its base, what was given back or not."""
    paths: tuple[str, ...] = ()
    """Files or folders it is about."""
    rests_on: tuple[FindingGround, ...]
    basis: Basis
    events: tuple[str, ...] = ()
    """Events of the operations it rests on, the earliest first, at most 20; none where they have no event."""
    workspace_key: str | None = None
    """The desk's key of the workspace of which git was asked."""

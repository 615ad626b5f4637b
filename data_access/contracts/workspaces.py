"""Workspaces: the worktrees and branches of real git repositories, as one look at them found them.

Everything was read and nothing changed. What could not be read is null, with a problem that says why; a name
that is no text has its odd bytes written as `\\xff`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from data_access.contracts.common import Basis, Contract, CursorText, Listing, Origin, UtcTime
from data_access.contracts.given_values import Name
from data_access.contracts.isolation import CleanupStatus, GitName, IsolationLevel, WorkspacePath

WorkspaceKind = Literal["main", "linked", "branch"]
"""The main working directory, a linked worktree, or a branch of the pattern without any worktree."""
WorkspaceState = Literal[
    "missing", "dirty", "empty", "awaiting_merge", "merged", "clean", "bare", "not_known"
]
"""What matters most: the folder is gone; files are changed; there is no commit yet; commits wait for the
base; the base holds all that was committed here; nothing is changed and the base has every commit; a
repository without files; the files or the base could not be read."""
LeftOverReason = Literal["missing", "prunable", "cleanup_failed", "merged", "settled", "no_result", "old"]
"""Why a workspace may be left over: its folder is gone; git would prune it; its runtime says that cleaning up
failed; its work is merged; its result is
recorded and nothing in it waits; nobody recorded a result of it; nothing has moved in it for long."""
ResultState = Literal["recorded", "not_recorded"]
Amount = Annotated[int, Field(ge=0, lt=2**63)]
Told = Annotated[str, Field(max_length=2000)]
"""A text that git or a repository gives."""


class CommitSeen(Contract):
    """The last commit of a workspace."""

    commit_id: GitName
    committed_at: UtcTime | None
    """When it was committed; null where the commit gives no time that can be."""
    author: Told
    subject: Told


class DirtyFiles(Contract):
    """Files that differ from the last commit; a file may count as staged and as unstaged."""

    files: Amount
    """How many files in all."""
    staged: Amount
    unstaged: Amount
    untracked: Amount
    """Without ignored ones, and without other worktrees that lie inside."""
    conflicted: Amount
    submodules: Amount
    """Of the files, those that are submodules at another commit; inside them nobody looked."""
    names: Annotated[tuple[WorkspacePath, ...], Field(max_length=1000)] = ()
    """The first of them, below the workspace."""
    is_cut: bool = False
    """True when there were too many to read: every count is at least so many."""


class UnmergedCommits(Contract):
    """How a branch stands to the base."""

    base: GitName
    """The branches it was compared with, for example `main, origin/main`."""
    commits: Amount
    """Commits that no base has. A branch that was squashed or rebased into the base keeps its own."""
    is_cut: bool = False
    """True when there were too many to count: there are at least so many."""
    is_merged: bool | None = None
    """True when the branch had commits of its own and the base holds all of them; null where nobody can say
    whether it had any."""


class SizeOnDisk(Contract):
    """What a workspace takes on the disk, without the repository and without worktrees that lie inside."""

    size_bytes: Amount
    files: Amount
    is_cut: bool = False
    """True when the count was ended: it takes at least so much."""
    unreadable: Amount = 0
    """Folders that could not be looked into."""


class WorkspaceResult(Contract):
    """The newest result of a task that names where it was worked out, from the records of the desk."""

    conversation_key: str | None
    """Null where a runtime published it and the run is not on this desk."""
    conversation_id: str
    """The run, as its source or the runtime names it."""
    task_id: str
    status: str | None
    """Of the task, in the words of its runtime."""
    workspace_path: str | None
    """As the runtime wrote it: absolute, or below its repository."""
    branch: str | None
    cleanup_status: CleanupStatus | None
    """Null where the runtime says nothing that the contract knows."""
    git_diff_summary: str | None = None
    """Cut after 500 characters; null where the runtime gives none."""
    modified_files: int | None = None
    """How many files it names as changed; null where it does not say."""
    recorded_at: UtcTime | None
    """When the result was stated."""
    project: str | None
    origin: Origin
    basis: Basis
    """`published` by a runtime, else the kind of source of the run."""


class Suggestion(Contract):
    """A command that a person may run after looking; the desk never runs one."""

    purpose: Literal["look", "prune", "unlock", "remove", "delete_branch"]
    command: str
    """For a POSIX shell, quoted as a whole: it can be pasted as it stands."""


class ObservedWorkspace(Contract):
    """One worktree, or one branch of the pattern, as git knew it at one moment; nothing concluded from it."""

    repository: WorkspacePath
    """The main working directory, or the folder of a bare repository."""
    kind: WorkspaceKind
    path: WorkspacePath | None
    """Null for a branch without a worktree."""
    exists: bool
    """False where git lists a folder that is gone."""
    is_bare: bool = False
    branch: GitName | None
    """Null where no branch is checked out."""
    head: GitName | None
    """The commit; null where there is none yet."""
    is_detached: bool = False
    is_locked: bool = False
    lock_reason: Told | None = None
    """Empty where it is locked and nobody said why."""
    is_prunable: bool = False
    prunable_reason: Told | None = None
    is_busy: bool = False
    """True when git was at work in it: its index was locked."""
    dirty: DirtyFiles | None = None
    bases: Annotated[tuple[GitName, ...], Field(max_length=20)] = ()
    """The branches that hold finished work, as the repository names them."""
    unmerged: UnmergedCommits | None = None
    size: SizeOnDisk | None = None
    last_commit: CommitSeen | None = None
    active_at: UtcTime | None = None
    """When something last moved in it as git knows: the commit, the checkout, the index or the branch."""
    problems: Annotated[tuple[Told, ...], Field(max_length=100)] = ()
    """What could not be read, and why."""
    as_of: UtcTime
    """When git was asked."""


class Workspace(ObservedWorkspace):
    """A workspace with what follows from how it was found, and from what is on record."""

    level: IsolationLevel
    """`L2` for a linked worktree or a branch of the pattern, `L0` for the main working directory."""
    source: str | None
    """Whose pattern its branch or folder follows; null where it follows none."""
    run: str | None = None
    """The run that the name gives."""
    worker: str | None = None
    """The worker that the name gives."""
    state: WorkspaceState
    result: ResultState | None = None
    """Null when no records were asked, and where nobody would record one: the main working directory."""
    results: tuple[WorkspaceResult, ...] = ()
    """The newest first, at most 20."""
    left_over: tuple[LeftOverReason, ...] = ()
    """Empty while it is in use, or where it is the main working directory."""
    suggestions: tuple[Suggestion, ...] = ()


class WorkspacesQuery(Contract):
    """What to look for in repositories."""

    patterns: Annotated[tuple[str, ...], Field(max_length=20)] = ()
    """Patterns of branches, for example `jarvis/{run}/{worker}`; none for those of the policy."""
    base: str | None = None
    """The branch that holds finished work; else it is found."""
    older_than_days: int = Field(default=7, ge=0, le=36_500)
    """From how many days without a move a workspace counts as old."""
    left_over_only: bool = False
    """Only what may be left over."""
    with_sizes: bool = True
    """Whether to measure what each takes on the disk."""
    seconds: float = Field(default=120.0, gt=0, le=3600)
    """How long to look at one repository at most."""
    limit: int = Field(default=200, ge=1, le=10_000)
    """At most so many workspaces."""


class WorkspaceRecord(ObservedWorkspace):
    """One line of a file with workspaces, as `caseboard workspaces --save` writes it."""

    workspace: Literal["caseboard.workspace@1"]
    machine: Name
    """Where the repository lies: its folder alone would not tell it from another of the same name."""


class WorkspaceRun(Contract):
    """A run that worked in a workspace."""

    conversation_key: str
    conversation_id: str
    title: str | None
    agent_id: str | None
    """Null where the run as a whole stands in the workspace."""
    agent_name: str | None
    known_by: Literal["agent", "result", "run"]
    """The folder that its source names for the agent, a result on record, or where the run itself stands."""
    last_at: UtcTime | None


class StoredWorkspace(Workspace):
    """A workspace of the newest look at its repository, with what follows from it today."""

    workspace_key: str
    """The desk's key of the workspace, the same in every look: of its folder, or of its branch."""
    repository_key: str
    """The desk's key of the repository on its machine."""
    machine: str
    origin: Origin
    runs: tuple[WorkspaceRun, ...] = ()
    """Runs that worked there, by folder or by branch, the newest first; at most 20."""


class StoredWorkspacesQuery(Contract):
    """Which stored workspaces to list."""

    repository: str | None = None
    """Only of this repository: its folder or its key."""
    state: WorkspaceState | None = None
    level: IsolationLevel | None = None
    left_over_only: bool = False
    """Only what may be left over."""
    older_than_days: int = Field(default=7, ge=0, le=36_500)
    """From how many days without a move a workspace counts as old."""
    limit: int = Field(default=200, ge=1, le=5_000)
    """At most so many, 1 to 5,000."""
    cursor: CursorText | None = None
    """`next_cursor` of the page before."""
    workspace_key: str | None = Field(default=None, max_length=100)
    """Give this one as `chosen` too, whatever page and filters leave it out."""


class RepositoryLooked(Contract):
    """A repository and when somebody looked at it last."""

    repository_key: str
    repository: str
    machine: str
    bases: tuple[str, ...]
    """The branches that hold finished work; empty where none was given or found."""
    looked_at: UtcTime
    workspaces: int
    left_over: int
    """Workspaces that may be left over."""
    origin: Origin


class StoredWorkspaceListing(Listing[StoredWorkspace]):
    """Stored workspaces; the counts are of every one of the repositories named, whatever else was asked."""

    repositories: tuple[RepositoryLooked, ...]
    by_state: dict[WorkspaceState, int]
    by_level: dict[IsolationLevel, int]
    by_left_over: dict[LeftOverReason, int]
    """One workspace may count under several."""
    older_than_days: int
    chosen: StoredWorkspace | None = None
    """The one whose key was given; null where there is none of that key."""


class WorkspaceResultsQuery(Contract):
    """How many results to list."""

    limit: int = Field(default=10_000, ge=1, le=10_000)
    """At most so many, 1 to 10,000."""


class RepositorySeen(Contract):
    """One repository of a listing."""

    repository: WorkspacePath
    base: GitName | None
    """The branches that hold finished work; null where none was given or found."""
    worktrees: int
    """Worktrees that git lists, the main working directory included."""
    branches: int
    """Local branches of the pattern."""
    problems: tuple[Told, ...] = ()


class WorkspaceListing(Listing[Workspace]):
    """The workspaces of the repositories that were named."""

    repositories: tuple[RepositorySeen, ...]
    patterns: tuple[str, ...]
    """Patterns of branches and folders that were looked for."""
    older_than_days: int
    """From how many days without a move a workspace counts as old."""
    records_asked: bool
    """False when no database was asked which results are recorded."""

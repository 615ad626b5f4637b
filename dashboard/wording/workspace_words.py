"""The words of workspaces in English: how a worktree stands, why it may be left over, what may be done."""

from __future__ import annotations

from dataclasses import dataclass, field

from dashboard.wording.counted import Counted


@dataclass(frozen=True)
class WorkspaceWords:
    """Worktrees and branches of real repositories."""

    title: str = "Workspaces"
    states: dict[str, str] = field(
        default_factory=lambda: {
            "missing": "folder gone",
            "dirty": "files changed",
            "empty": "no commit yet",
            "awaiting_merge": "awaiting merge",
            "merged": "merged",
            "clean": "nothing waits",
            "bare": "without files",
            "not_known": "not known",
        }
    )
    left_over: dict[str, str] = field(
        default_factory=lambda: {
            "missing": "its folder is gone",
            "prunable": "git would prune it",
            "cleanup_failed": "cleaning up failed",
            "merged": "merged, not removed",
            "settled": "result recorded, nothing waits",
            "no_result": "no result recorded",
            "old": "nothing moved for {days} days",
        }
    )
    results: dict[str, str] = field(
        default_factory=lambda: {"recorded": "recorded", "not_recorded": "not recorded"}
    )
    kinds: dict[str, str] = field(
        default_factory=lambda: {
            "main": "main directory",
            "linked": "worktree",
            "branch": "branch without worktree",
        }
    )
    purposes: dict[str, str] = field(
        default_factory=lambda: {
            "look": "look first",
            "prune": "let git forget what is gone",
            "unlock": "unlock",
            "remove": "remove the worktree",
            "delete_branch": "delete the branch",
        }
    )
    locked: str = "locked: {reason}"
    locked_without: str = "locked, no reason given"
    detached: str = "detached at {commit}"
    busy: str = "git is at work in it"
    at_least: str = "at least {n}"
    changed: Counted = Counted("{n} file", "{n} files")
    staged: str = "{n} staged"
    unstaged: str = "{n} not staged"
    untracked: str = "{n} untracked"
    conflicted: str = "{n} in conflict"
    lead: str = (
        "What agents left in git repositories, as git knew it when somebody looked last. Nothing was changed "
        "by looking, and the desk runs no command."
    )
    levels: dict[str, str] = field(
        default_factory=lambda: {
            "L0": "L0 none",
            "L1": "L1 session",
            "L2": "L2 worktree",
            "L3": "L3 sandbox",
        }
    )
    all: str = "Workspaces"
    everything: str = "All"
    may_be_left_over: str = "May be left over"
    which: str = "Which workspaces"
    workspace: str = "Workspace"
    state: str = "State"
    level: str = "Level"
    any_state: str = "Every state"
    any_level: str = "Every level"
    old_after: str = "Old after"
    days: Counted = Counted("{n} day", "{n} days")
    changed_column: str = "Changed"
    unmerged_column: str = "Unmerged"
    unmerged_commits: str = "Unmerged commits"
    size: str = "Size"
    last_commit: str = "Last commit"
    result: str = "Result"
    worked_here: str = "Worked here"
    more_runs: Counted = Counted("{n} more", "{n} more")
    run_known_by: dict[str, str] = field(
        default_factory=lambda: {
            "agent": "its source names this folder for the agent",
            "result": "a result on record names this folder or branch",
            "run": "the run stands in this folder",
        }
    )
    why_left_over: str = "Why left over"
    is_locked: str = "locked"
    prunable: str = "Git would prune it"
    moved: str = "Last move"
    looked: str = "Looked at"
    machine: str = "Machine"
    repository: str = "Repository"
    repositories: str = "Repositories"
    repositories_hint: str = "Each with the newest look at it; earlier looks are kept and not shown."
    base: str = "Base"
    folder: str = "Folder"
    branch: str = "Branch"
    changed_files: str = "Changed files"
    files_cut: str = "The first {shown} of {total} files."
    problems: str = "What could not be read"
    you_may_run: str = (
        "What you may run on {machine}, after looking. None of it forces anything; the desk runs none of it."
    )
    cut: str = "The first {shown} of {total}; filters narrow the list."
    only_repository: str = "Only {name}"
    all_repositories: str = "All repositories"
    repository_gone: str = "Nobody has kept a look at this repository"
    empty_title: str = "Nobody has looked at a repository yet"
    empty: str = (
        "Run this where the repository lies, with its folder instead of REPO. It changes nothing in it, "
        "and runs no program of it."
    )
    none_match: str = "No workspace is like this."
    clear: str = "Show all"

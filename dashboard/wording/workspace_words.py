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
    unmerged: Counted = Counted("{n} commit", "{n} commits")

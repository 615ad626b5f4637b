"""How a workspace stands, why it may be left over, and what a person may do about it; nothing is done here.

Follows the words of `contracts.workspaces`. Whoever cleans up looks first: a suggestion never forces
anything, so git still refuses to remove what would be lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from data_access.contracts.workspaces import (
    DirtyFiles,
    LeftOverReason,
    ResultState,
    Suggestion,
    UnmergedCommits,
    WorkspaceKind,
    WorkspaceState,
)
from data_access.rules.commands_to_paste import shell_command


class WorkspaceFacts(NamedTuple):
    """What was read of a workspace, as far as states rest on it; paths and names as the system has them."""

    repository: str
    kind: WorkspaceKind
    path: str | None
    branch: str | None
    head: str | None
    exists: bool
    is_bare: bool
    is_locked: bool
    is_prunable: bool
    dirty: DirtyFiles | None
    unmerged: UnmergedCommits | None
    bases: Sequence[str]
    active_at: datetime | None


def state_of(facts: WorkspaceFacts) -> WorkspaceState:
    """Return the one word for a workspace: what matters most comes first."""
    if not facts.exists:
        return "missing"
    if facts.is_bare:
        return "bare"
    if facts.kind != "branch":
        if facts.dirty is None:
            return "not_known"
        if facts.dirty.files:
            return "dirty"
    if facts.head is None:
        return "empty"
    return _state_of_commits(facts.unmerged)


def _state_of_commits(unmerged: UnmergedCommits | None) -> WorkspaceState:
    if unmerged is None or (unmerged.is_cut and not unmerged.commits):
        return "not_known"
    if unmerged.commits:
        return "awaiting_merge"
    return "merged" if unmerged.is_merged else "clean"


def left_over(
    facts: WorkspaceFacts,
    state: WorkspaceState,
    result: ResultState | None,
    *,
    now: datetime,
    older_than: timedelta,
) -> tuple[LeftOverReason, ...]:
    """Return why a workspace may be left over; nothing for the main working directory.

    That no result is recorded counts only once nothing moves any more: while work goes on there is none.
    """
    if facts.kind == "main":
        return ()
    is_old = facts.exists and facts.active_at is not None and now - facts.active_at > older_than
    holds = {
        "missing": state == "missing",
        "prunable": facts.is_prunable,
        "merged": state == "merged",
        "settled": state == "clean" and result == "recorded",
        "no_result": is_old and result == "not_recorded",
        "old": is_old,
    }
    return tuple(reason for reason in _REASONS if holds[reason])


_REASONS: tuple[LeftOverReason, ...] = ("missing", "prunable", "merged", "settled", "no_result", "old")


def suggestions(
    facts: WorkspaceFacts, state: WorkspaceState, reasons: Sequence[LeftOverReason]
) -> tuple[Suggestion, ...]:
    """Return commands that a person may run about a workspace, what only looks first."""
    if facts.kind == "main":
        return ()
    return tuple(_suggested(facts, state, reasons))


def _suggested(
    facts: WorkspaceFacts, state: WorkspaceState, reasons: Sequence[LeftOverReason]
) -> Iterator[Suggestion]:
    git = ("git", "-C", facts.repository)
    if facts.path is not None and (state == "missing" or facts.is_prunable):
        if facts.is_locked:
            yield _told("unlock", *git, "worktree", "unlock", facts.path)
        yield _told("look", *git, "worktree", "prune", "--dry-run", "--verbose")
        yield _told("prune", *git, "worktree", "prune", "--verbose")
        return
    if facts.path is not None and state == "dirty":
        yield _told("look", "git", "-C", facts.path, "status")
    tip = facts.branch or facts.head
    if tip and facts.bases and facts.unmerged is not None and facts.unmerged.commits:
        named = f"refs/heads/{tip}" if facts.branch else tip
        yield _told("look", *git, "log", "--oneline", named, "--not", *facts.bases, "--")
    if {"merged", "settled"} & set(reasons):
        yield from _removal(facts, git)


def _removal(facts: WorkspaceFacts, git: Sequence[str]) -> Iterator[Suggestion]:
    if facts.path is not None:
        if facts.is_locked:
            yield _told("unlock", *git, "worktree", "unlock", facts.path)
        yield _told("remove", *git, "worktree", "remove", facts.path)
    if facts.branch is not None:
        yield _told("delete_branch", *git, "branch", "-d", "--", facts.branch)


def _told(purpose: str, *words: str) -> Suggestion:
    return Suggestion.model_validate({"purpose": purpose, "command": shell_command(words)})

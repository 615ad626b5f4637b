"""How a workspace stands, why it may be left over, and what a person may do about it; nothing is done here.

Follows the words of `contracts.workspaces`. Whoever cleans up looks first: a suggestion never forces
anything, so git still refuses to remove what would be lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from data_access.contracts.isolation import CleanupStatus
from data_access.contracts.workspaces import (
    LeftOverReason,
    ObservedWorkspace,
    ResultState,
    Suggestion,
    UnmergedCommits,
    Workspace,
    WorkspaceState,
)
from data_access.rules.commands_to_paste import shell_command
from data_access.rules.recorded_workspaces import RecordedWorkspaces
from data_access.rules.workspace_patterns import NamedWorkspace, Patterns

RESTS_AFTER = timedelta(hours=1)
"""So long after its last move nobody is taken to be at work in a workspace."""


class SystemNames(NamedTuple):
    """Names as the system has them, with bytes that are no text, for commands."""

    repository: str
    path: str | None
    branch: str | None


class Judging(NamedTuple):
    """By what workspaces are judged."""

    patterns: Patterns
    recorded: RecordedWorkspaces | None
    """Null where nobody was asked for records."""
    is_whole: bool
    """Whether the records are all there are: only then is something not recorded."""
    older_than: timedelta
    now: datetime


def judged(one: ObservedWorkspace, names: SystemNames | None, by: Judging) -> Workspace:
    """Return a workspace with what follows; without `names` nothing is suggested."""
    named = _named(one, by.patterns)
    results = by.recorded.of(one.repository, one.path, one.branch) if by.recorded else ()
    if_none: ResultState | None = "not_recorded" if by.recorded and by.is_whole else None
    result: ResultState | None = "recorded" if results else None if one.kind == "main" else if_none
    state = state_of(one)
    cleanup = results[0].cleanup_status if results else None
    reasons = left_over(one, state, result, cleanup, now=by.now, older_than=by.older_than)
    return Workspace(
        **{name: getattr(one, name) for name in ObservedWorkspace.model_fields},
        level="L0" if one.kind == "main" else "L2",
        source=named.source if named else None,
        run=named.run if named else None,
        worker=named.worker if named else None,
        state=state,
        result=result,
        results=results,
        left_over=reasons,
        suggestions=suggestions(one, names, state, reasons) if names else (),
    )


def _named(one: ObservedWorkspace, patterns: Patterns) -> NamedWorkspace | None:
    if one.kind == "main":
        return None
    return patterns.of_branch(one.branch) or patterns.of_folder((one.path or "").replace("\\", "/"))


def state_of(one: ObservedWorkspace) -> WorkspaceState:
    """Return the one word for a workspace: what matters most comes first."""
    if not one.exists:
        return "missing"
    if one.is_bare:
        return "bare"
    if one.kind != "branch":
        if one.dirty is None:
            return "not_known"
        if one.dirty.files:
            return "dirty"
    if one.head is None:
        return "empty"
    return _state_of_commits(one.unmerged)


def _state_of_commits(unmerged: UnmergedCommits | None) -> WorkspaceState:
    if unmerged is None or (unmerged.is_cut and not unmerged.commits):
        return "not_known"
    if unmerged.commits:
        return "awaiting_merge"
    return "merged" if unmerged.is_merged else "clean"


def left_over(
    one: ObservedWorkspace,
    state: WorkspaceState,
    result: ResultState | None,
    cleanup: CleanupStatus | None = None,
    *,
    now: datetime,
    older_than: timedelta,
) -> tuple[LeftOverReason, ...]:
    """Return why a workspace may be left over; nothing for the main working directory.

    That no result is recorded counts only once nothing moves any more: while work goes on there is none. Nor
    is a worktree left over whose work was merged a moment ago: its agent may be about to go on. `cleanup` is
    what the newest record says of cleaning up.
    """
    if one.kind == "main":
        return ()
    rests = one.active_at is None or now - one.active_at >= RESTS_AFTER
    is_old = one.exists and one.active_at is not None and now - one.active_at > older_than
    holds = {
        "missing": state == "missing",
        "prunable": one.is_prunable,
        "cleanup_failed": one.exists and cleanup == "failed",
        "merged": state == "merged" and rests,
        "settled": state == "clean" and result == "recorded" and rests,
        "no_result": is_old and result == "not_recorded",
        "old": is_old,
    }
    return tuple(reason for reason in _REASONS if holds[reason])


_REASONS: tuple[LeftOverReason, ...] = (
    "missing",
    "prunable",
    "cleanup_failed",
    "merged",
    "settled",
    "no_result",
    "old",
)


def suggestions(
    one: ObservedWorkspace, names: SystemNames, state: WorkspaceState, reasons: Sequence[LeftOverReason]
) -> tuple[Suggestion, ...]:
    """Return commands that a person may run about a workspace, what only looks first."""
    if one.kind == "main":
        return ()
    return tuple(_suggested(one, names, state, reasons))


def _suggested(
    one: ObservedWorkspace, names: SystemNames, state: WorkspaceState, reasons: Sequence[LeftOverReason]
) -> Iterator[Suggestion]:
    git = ("git", "-C", names.repository)
    if names.path is not None and (state == "missing" or one.is_prunable):
        if one.is_locked:
            yield _told("unlock", *git, "worktree", "unlock", names.path)
        yield _told("look", *git, "worktree", "prune", "--dry-run", "--verbose")
        yield _told("prune", *git, "worktree", "prune", "--verbose")
        return
    if names.path is not None and state == "dirty":
        yield _told("look", "git", "-C", names.path, "status")
    tip = f"refs/heads/{names.branch}" if names.branch else one.head
    if tip and one.bases and one.unmerged is not None and one.unmerged.commits:
        yield _told("look", *git, "log", "--oneline", tip, "--not", *one.bases, "--")
    if {"merged", "settled"} & set(reasons):
        yield from _removal(one, names)


def _removal(one: ObservedWorkspace, names: SystemNames) -> Iterator[Suggestion]:
    git = ("git", "-C", names.repository)
    if names.path is not None:
        if one.is_locked:
            yield _told("unlock", *git, "worktree", "unlock", names.path)
        yield _told("remove", *git, "worktree", "remove", names.path)
    if names.branch is not None:
        yield _told("delete_branch", *git, "branch", "-d", "--", names.branch)


def _told(purpose: str, *words: str) -> Suggestion:
    return Suggestion.model_validate({"purpose": purpose, "command": shell_command(words)})

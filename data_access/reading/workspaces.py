"""The workspaces of real repositories, joined with what the desk has on record; nothing is changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from data_access.contracts.common import Listing
from data_access.contracts.workspaces import (
    ObservedWorkspace,
    RepositorySeen,
    WorkspaceKind,
    WorkspaceListing,
    WorkspaceResult,
    WorkspacesQuery,
)
from data_access.errors import CaseboardError
from data_access.importers.worktrees.repository import RepositoryLook, WorkspaceSeen, look_at_repository
from data_access.rules.file_names import name_text
from data_access.rules.recorded_workspaces import RecordedWorkspaces
from data_access.rules.workspace_patterns import Patterns, WorkspacePattern, given_patterns
from data_access.rules.workspace_states import Judging, SystemNames, judged

_LONGEST_REASON = 2000


def workspaces(
    repositories: Sequence[Path],
    query: WorkspacesQuery,
    results: Listing[WorkspaceResult] | None = None,
    *,
    usual: tuple[WorkspacePattern, ...],
    now: datetime | None = None,
) -> WorkspaceListing:
    """Look at every repository once and list all of its worktrees, then its branches of the pattern.

    `usual` are the patterns where the query gives none. `results` are those on record; None says that nobody
    was asked, and where their list is cut nothing counts as not recorded. A repository that cannot be read is
    named with its problem beside those that can. Raises: `InvalidInput`, `GitMissing`, `GitTooOld`, and where
    there is only one repository what is wrong with it.
    """
    patterns = Patterns(given_patterns(query.patterns, usual))
    moment = now or datetime.now(UTC)
    looks: dict[Path, RepositoryLook] = {}
    refused: list[RepositorySeen] = []
    for place in repositories:
        try:
            look = look_at_repository(
                place, patterns, base=query.base, seconds=query.seconds, with_sizes=query.with_sizes
            )
        except CaseboardError as fault:
            if len(repositories) == 1 or fault.code in ("git_missing", "git_too_old"):
                raise
            refused.append(_refused(place, fault))
        else:
            looks.setdefault(look.repository, look)
    by = Judging(
        patterns=patterns,
        recorded=None if results is None else RecordedWorkspaces(results.items),
        is_whole=results is not None and not results.truncated,
        older_than=timedelta(days=query.older_than_days),
        now=moment,
    )
    every = [
        judged(_observed(look, seen, moment), _names(look, seen), by)
        for look in looks.values()
        for seen in look.workspaces
    ]
    return WorkspaceListing(
        as_of=moment,
        basis="git",
        items=tuple(every),
        total=len(every),
        truncated=False,
        repositories=(*map(_repository, looks.values()), *refused),
        patterns=tuple(pattern.branch for pattern in patterns.patterns),
        older_than_days=query.older_than_days,
        records_asked=results is not None,
    )


def narrowed(listing: WorkspaceListing, query: WorkspacesQuery) -> WorkspaceListing:
    """Return what of a whole listing was asked for, cut at the limit."""
    items = [one for one in listing.items if one.left_over or not query.left_over_only]
    return listing.model_copy(
        update={
            "items": tuple(items[: query.limit]),
            "total": len(items),
            "truncated": len(items) > query.limit,
        }
    )


def _observed(look: RepositoryLook, seen: WorkspaceSeen, moment: datetime) -> ObservedWorkspace:
    listed = seen.listed
    kind: WorkspaceKind = "branch" if listed is None else "main" if listed.is_main else "linked"
    return ObservedWorkspace(
        repository=name_text(look.repository),
        kind=kind,
        path=None if listed is None else name_text(listed.path),
        exists=seen.exists,
        is_bare=listed is not None and listed.is_bare,
        branch=_text(seen.branch),
        head=seen.head,
        is_detached=listed is not None and listed.is_detached,
        is_locked=listed is not None and listed.lock_reason is not None,
        lock_reason=_reason(listed.lock_reason) if listed else None,
        is_prunable=listed is not None and listed.prunable_reason is not None,
        prunable_reason=_reason(listed.prunable_reason) if listed else None,
        is_busy=seen.is_busy,
        dirty=seen.dirty,
        bases=tuple(map(name_text, look.bases)),
        unmerged=seen.unmerged,
        size=seen.size,
        last_commit=seen.last_commit,
        active_at=seen.active_at,
        problems=tuple(name_text(problem)[:_LONGEST_REASON] for problem in seen.problems),
        as_of=moment,
    )


def _names(look: RepositoryLook, seen: WorkspaceSeen) -> SystemNames:
    return SystemNames(str(look.repository), str(seen.listed.path) if seen.listed else None, seen.branch)


def _repository(look: RepositoryLook) -> RepositorySeen:
    return RepositorySeen(
        repository=name_text(look.repository),
        base=name_text(", ".join(look.bases)) or None,
        worktrees=look.worktrees,
        branches=look.branches,
        problems=look.problems,
    )


def _refused(place: Path, fault: CaseboardError) -> RepositorySeen:
    return RepositorySeen(
        repository=name_text(place),
        base=None,
        worktrees=0,
        branches=0,
        problems=(fault.message[:_LONGEST_REASON],),
    )


def _text(name: str | None) -> str | None:
    return name_text(name) if name else None


def _reason(told: str | None) -> str | None:
    """Return a reason as it was given; empty says that none was."""
    return None if told is None else name_text(told)[:_LONGEST_REASON]

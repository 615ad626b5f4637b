"""The workspaces of real repositories, joined with what the desk has on record; nothing is changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from data_access.contracts.common import Listing
from data_access.contracts.workspaces import (
    RepositorySeen,
    ResultState,
    Workspace,
    WorkspaceKind,
    WorkspaceListing,
    WorkspaceResult,
    WorkspacesQuery,
)
from data_access.errors import CaseboardError
from data_access.importers.worktrees.repository import RepositoryLook, WorkspaceSeen, look_at_repository
from data_access.rules.file_names import name_text
from data_access.rules.recorded_workspaces import RecordedWorkspaces
from data_access.rules.workspace_patterns import NamedWorkspace, Patterns, given_patterns
from data_access.rules.workspace_states import WorkspaceFacts, left_over, state_of, suggestions

_LONGEST_REASON = 2000


def workspaces(
    repositories: Sequence[Path],
    query: WorkspacesQuery,
    results: Listing[WorkspaceResult] | None = None,
    *,
    now: datetime | None = None,
) -> WorkspaceListing:
    """Look at every repository once and list its worktrees, then its branches of the pattern.

    `results` are those on record; None says that nobody was asked, and where their list is cut nothing counts
    as not recorded. A repository that cannot be read is named
    with its problem beside those that can. Raises: `InvalidInput`, `GitMissing`, `GitTooOld`, and where there
    is only one repository what is wrong with it.
    """
    patterns = Patterns(given_patterns(query.patterns))
    recorded = None if results is None else RecordedWorkspaces(results.items)
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
    may_be_unknown = results is None or results.truncated
    teller = _Teller(patterns, recorded, query, moment, may_be_unknown=may_be_unknown)
    every = [teller.told(look, seen) for look in looks.values() for seen in look.workspaces]
    items = [one for one in every if one.left_over or not query.left_over_only]
    return WorkspaceListing(
        as_of=moment,
        basis="git",
        items=tuple(items[: query.limit]),
        total=len(items),
        truncated=len(items) > query.limit,
        repositories=(*map(_repository, looks.values()), *refused),
        patterns=tuple(pattern.branch for pattern in patterns.patterns),
        older_than_days=query.older_than_days,
        records_asked=recorded is not None,
    )


class _Teller:
    """Puts into words of the contract what was seen."""

    def __init__(
        self,
        patterns: Patterns,
        recorded: RecordedWorkspaces | None,
        query: WorkspacesQuery,
        now: datetime,
        *,
        may_be_unknown: bool,
    ) -> None:
        self._patterns = patterns
        self._if_none_found: ResultState | None = None if may_be_unknown else "not_recorded"
        self._recorded = recorded
        self._older_than = timedelta(days=query.older_than_days)
        self._now = now

    def told(self, look: RepositoryLook, seen: WorkspaceSeen) -> Workspace:
        facts = _facts(look, seen)
        path, repository = _text(facts.path), name_text(look.repository)
        named = self._named(facts)
        results = self._recorded.of(repository, path, _text(facts.branch)) if self._recorded else ()
        if_none_found = None if facts.kind == "main" else self._if_none_found
        result: ResultState | None = "recorded" if results else if_none_found
        state = state_of(facts)
        reasons = left_over(facts, state, result, now=self._now, older_than=self._older_than)
        listed = seen.listed
        return Workspace(
            repository=repository,
            kind=facts.kind,
            path=path,
            branch=_text(facts.branch),
            head=seen.head,
            is_detached=listed is not None and listed.is_detached,
            level="L0" if facts.kind == "main" else "L2",
            source=named.source if named else None,
            run=named.run if named else None,
            worker=named.worker if named else None,
            state=state,
            is_locked=facts.is_locked,
            lock_reason=_reason(listed.lock_reason) if listed else None,
            is_prunable=facts.is_prunable,
            prunable_reason=_reason(listed.prunable_reason) if listed else None,
            is_busy=seen.is_busy,
            dirty=seen.dirty,
            unmerged=seen.unmerged,
            size=seen.size,
            last_commit=seen.last_commit,
            active_at=seen.active_at,
            result=result,
            results=results,
            left_over=reasons,
            suggestions=suggestions(facts, state, reasons),
            problems=tuple(name_text(problem)[:_LONGEST_REASON] for problem in seen.problems),
            as_of=self._now,
        )

    def _named(self, facts: WorkspaceFacts) -> NamedWorkspace | None:
        if facts.kind == "main":
            return None
        by_branch = self._patterns.of_branch(_text(facts.branch))
        return by_branch or self._patterns.of_folder((_text(facts.path) or "").replace("\\", "/"))


def _facts(look: RepositoryLook, seen: WorkspaceSeen) -> WorkspaceFacts:
    listed = seen.listed
    kind: WorkspaceKind = "branch" if listed is None else "main" if listed.is_main else "linked"
    return WorkspaceFacts(
        repository=str(look.repository),
        kind=kind,
        path=None if listed is None else str(listed.path),
        branch=seen.branch,
        head=seen.head,
        exists=seen.exists,
        is_bare=listed is not None and listed.is_bare,
        is_locked=listed is not None and listed.lock_reason is not None,
        is_prunable=listed is not None and listed.prunable_reason is not None,
        dirty=seen.dirty,
        unmerged=seen.unmerged,
        bases=look.bases,
        active_at=seen.active_at,
    )


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

"""Workspaces as they stood when somebody looked last, judged by what is on record now."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from data_access.contracts.isolation import IsolationLevel
from data_access.contracts.workspaces import (
    ObservedWorkspace,
    RepositoryLooked,
    StoredWorkspace,
    StoredWorkspaceListing,
    WorkspaceRun,
    WorkspaceState,
)
from data_access.reading.workspace_results import workspace_results
from data_access.rules.identity import digest
from data_access.rules.observed_worktrees import ObservedWorktrees, SeenWorkspace, plain_path
from data_access.rules.page_cursor import read_cursor, write_cursor
from data_access.rules.recorded_workspaces import RecordedWorkspaces
from data_access.rules.workspace_patterns import Patterns, WorkspacePattern
from data_access.rules.workspace_states import Judging, SystemNames, judged
from data_access.store.connection import Store

MOST_JUDGED = 5_000
_MOST_RUNS = 5_000
_MOST_RUNS_OF_ONE = 20
_ORDER = "stored_workspaces"


def stored_workspaces(
    store: Store,
    *,
    patterns: tuple[WorkspacePattern, ...],
    repository: str | None = None,
    state: WorkspaceState | None = None,
    level: IsolationLevel | None = None,
    left_over_only: bool = False,
    older_than_days: int = 7,
    limit: int = 200,
    cursor: str | None = None,
    workspace_key: str | None = None,
    now: datetime | None = None,
) -> StoredWorkspaceListing:
    """List the workspaces of the newest look at each repository, as they may be left over now.

    `patterns` tell runs and workers from names. Counts are of all that match the repository, whatever the
    other filters; so is the one with the key `workspace_key`, given as `chosen`. At most 5,000 workspaces are
    judged; what lies behind is said to be cut.
    Raises: `InvalidInput`.
    """
    moment = now or datetime.now(UTC)
    rows = store.rows("workspaces_seen", {"repository": repository, "most": MOST_JUDGED})
    results = workspace_results(store)
    by = Judging(
        patterns=Patterns(patterns),
        recorded=RecordedWorkspaces(results.items),
        is_whole=not results.truncated,
        older_than=timedelta(days=older_than_days),
        now=moment,
    )
    every = [_judged(row, by) for row in rows]
    asked = [
        (_place(row), one)
        for row, one in zip(rows, every, strict=True)
        if state in (None, one.state) and level in (None, one.level) and (one.left_over or not left_over_only)
    ]
    begin = None if cursor is None else read_cursor(cursor, _ORDER, (str, str, int, int))
    behind = [pair for pair in asked if begin is None or pair[0] > begin]
    page = behind[:limit]
    chosen = [one for one in every if one.workspace_key == workspace_key][:1]
    is_cut = len(behind) > len(page)
    stored = rows[0]["total"] if rows else 0
    return StoredWorkspaceListing(
        as_of=moment,
        basis="git",
        items=_with_runs(store, [one for _, one in page]),
        total=len(asked),
        truncated=is_cut or stored > len(rows),
        next_cursor=write_cursor(_ORDER, page[-1][0]) if is_cut else None,
        repositories=_repositories(every),
        by_state=dict(Counter(one.state for one in every)),
        by_level=dict(Counter(one.level for one in every)),
        by_left_over=dict(Counter(reason for one in every for reason in one.left_over)),
        older_than_days=older_than_days,
        chosen=next(iter(_with_runs(store, chosen)), None),
    )


def _place(row: Mapping[str, Any]) -> tuple[str, str, int, int]:
    return row["repository"], row["machine"], row["file_id"], row["line"]


def _with_runs(store: Store, items: Sequence[StoredWorkspace]) -> tuple[StoredWorkspace, ...]:
    """Return workspaces with the runs that worked in each, by its folder, else by its branch."""
    if not items:
        return ()
    asked = {
        "folders": sorted({plain_path(one.path) for one in items if one.path}),
        "branches": sorted({one.branch for one in items if one.branch and one.kind != "main"}),
        "repositories": sorted({plain_path(one.repository) for one in items}),
        "most": _MOST_RUNS,
    }
    by_folder: dict[str, list[WorkspaceRun]] = defaultdict(list)
    by_branch: dict[tuple[str, str], list[WorkspaceRun]] = defaultdict(list)
    for row in store.rows("runs_in_workspaces", asked):
        found = WorkspaceRun(**{name: row[name] for name in WorkspaceRun.model_fields})
        if row["branch"] is None:
            by_folder[row["place"]].append(found)
        else:
            by_branch[row["directory"], row["branch"]].append(found)
    return tuple(one.model_copy(update={"runs": _runs_of(one, by_folder, by_branch)}) for one in items)


def _runs_of(
    one: StoredWorkspace,
    by_folder: Mapping[str, Sequence[WorkspaceRun]],
    by_branch: Mapping[tuple[str, str], Sequence[WorkspaceRun]],
) -> tuple[WorkspaceRun, ...]:
    found = [*by_folder.get(plain_path(one.path), ())] if one.path else []
    if one.branch and one.kind != "main":
        known = {(run.conversation_key, run.agent_id) for run in found}
        more = by_branch.get((plain_path(one.repository), one.branch), ())
        found += [run for run in more if (run.conversation_key, run.agent_id) not in known]
    return tuple(found[:_MOST_RUNS_OF_ONE])


def workspaces_near_run(
    store: Store, repository: str | None, folders: Collection[str] = ()
) -> ObservedWorktrees:
    """Return the workspaces of the newest look at a repository, and those in these whole folders."""
    rows = store.rows(
        "workspaces_near_run",
        {"repository": repository, "folders": sorted(map(plain_path, folders)), "most": MOST_JUDGED},
    )
    return ObservedWorktrees(map(_seen, rows))


def _seen(row: Mapping[str, Any]) -> SeenWorkspace:
    return SeenWorkspace(
        workspace_key=workspace_key(row["repository_key"], row["path"], row["branch"]),
        is_linked=row["kind"] == "linked",
        **{name: row[name] for name in ("repository", "path", "branch", "machine", "as_of", "told")},
    )


def workspace_key(repository_key: str, path: str | None, branch: str | None) -> str:
    """Return the desk's key of a workspace: of its folder, or of its branch where it has none."""
    return digest(repository_key, path.replace("\\", "/") if path else branch)


def _judged(row: Mapping[str, Any], by: Judging) -> StoredWorkspace:
    seen = ObservedWorkspace.model_validate_json(row["told"])
    one = judged(seen, _names(seen), by)
    return StoredWorkspace(
        **{name: getattr(one, name) for name in type(one).model_fields},
        workspace_key=workspace_key(row["repository_key"], one.path, one.branch),
        repository_key=row["repository_key"],
        machine=row["machine"],
        origin=row["origin"],
    )


def _names(one: ObservedWorkspace) -> SystemNames | None:
    """Return the names for commands; None where a name may stand for bytes that are no text."""
    names = SystemNames(one.repository, one.path, one.branch)
    return None if any("\\" in (name or "") for name in (*names, *one.bases)) else names


def _repositories(every: Sequence[StoredWorkspace]) -> tuple[RepositoryLooked, ...]:
    told: dict[str, list[StoredWorkspace]] = {}
    for one in every:
        told.setdefault(one.repository_key, []).append(one)
    return tuple(
        RepositoryLooked(
            repository_key=key,
            repository=some[0].repository,
            machine=some[0].machine,
            bases=some[0].bases,
            looked_at=some[0].as_of,
            workspaces=len(some),
            left_over=sum(bool(one.left_over) for one in some),
            origin=some[0].origin,
        )
        for key, some in told.items()
    )

"""Where each agent of a run worked and how that is known: what is on record, else what its work shows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_args

from data_access.contracts.isolation import (
    IsolatedWorkspace,
    IsolationMode,
    IsolationRequest,
    IsolationResult,
    LevelSource,
)
from data_access.contracts.policy import Policy
from data_access.reading.run_operations import ExaminedRun
from data_access.reading.stored_json import decoded
from data_access.reading.stored_workspaces import workspaces_near_run
from data_access.rules.derived_operations import repository_of, worktree_of
from data_access.rules.examined_operations import Examined
from data_access.rules.observed_worktrees import ObservedWorktrees, SeenWorkspace, whole_path
from data_access.rules.stated_isolation import StatedSession, stated_request, stated_result, stated_session
from data_access.store.connection import Store

RECORDED: frozenset[LevelSource] = frozenset({"published", "stated"})
"""How a level is known that somebody recorded; every other one is derived."""
_ENDED = frozenset(
    {"completed", "complete", "success", "succeeded", "ok", "done", "passed", "failed", "failure", "error",
     "cancelled", "canceled", "killed", "stopped", "aborted", "timeout"}
)  # fmt: skip


class _Place(NamedTuple):
    """Where an agent worked, and how apart that is."""

    mode: IsolationMode | None
    known_by: LevelSource | None
    workspace: str | None


class PlacedAgent(NamedTuple):
    """An agent, or one task of it, with where it worked, what it did there and what is on record of it."""

    row: Mapping[str, Any]
    done: Sequence[Examined]
    mode: IsolationMode | None
    known_by: LevelSource | None
    workspace: str | None
    request: IsolationRequest | None
    result: IsolationResult | None
    session: StatedSession | None
    """How apart it is by its own snapshots."""
    is_result_published: bool
    has_finished: bool | None
    seen: SeenWorkspace | None

    @property
    def who(self) -> str:
        """What it is called."""
        return self.row["name"] or self.row["agent_id"] or "?"

    @property
    def asked_mode(self) -> IsolationMode | None:
        """What the call that started it asked for."""
        told = self.row["asked_mode"]
        return told if told in get_args(IsolationMode) else None

    @property
    def files(self) -> list[str]:
        """Files it wrote, sorted."""
        return sorted({path for one in self.done for path in one.files})

    @property
    def is_worker(self) -> bool:
        """Whether it was given its work by another agent, or worked in a place of its own."""
        is_apart = self.session is not None and self.session.isolation.isolation_mode != "none"
        return bool(self.row["parent_agent_id"] or self.workspace or self.request or self.result or is_apart)


class AgentsApart(NamedTuple):
    """The agents of a run, and the directory that they should leave alone."""

    main_directory: str | None
    agents: list[PlacedAgent]


def agents_apart(store: Store, found: ExaminedRun, policy: Policy) -> AgentsApart:
    """Return the agents of an examined run with where each worked, those started by others behind."""
    run = {"conversation_key": found.run.conversation_key}
    sessions = _sessions(store.rows("isolation_in_snapshots", run))
    rows = store.rows("isolation_of_run", run)
    told = {row["agent_id"] for row in rows}
    rows += [_UNTOLD | {"agent_id": agent_id} for agent_id in sessions if agent_id not in told]
    own = found.main_directory
    root = (repository_of(own, policy) if own else None) or own
    stated = [row["workspace_path"] for row in rows] + [
        row["result"]["workspace_path"] for row in rows if row["result"]
    ]
    stated += [one.isolation.isolation_workspace_path for one in sessions.values()]
    folders = {whole_path(root, path) for path in (own, *stated) if path}
    near = workspaces_near_run(store, root, folders)
    standing = near.of(None, own, None)
    if standing is not None and standing.is_linked:
        root = standing.repository
    where = _Where(policy, near, root, own, sessions)
    return AgentsApart(root, [where.apart(row, done) for row, done in _lines(rows, found.items)])


def _lines(
    rows: Sequence[Mapping[str, Any]], items: Sequence[Examined]
) -> Iterator[tuple[Mapping[str, Any], list[Examined]]]:
    """Pair each line with what was done on it; nothing that was done counts twice."""
    by_agent: dict[str | None, list[Examined]] = defaultdict(list)
    for one in items:
        by_agent[one.row["agent_id"]].append(one)
    lines: dict[str | None, list[Mapping[str, Any]]] = defaultdict(list)
    for row in rows:
        lines[row["agent_id"]].append(row)
    for agent_id, own in lines.items():
        done = by_agent.pop(agent_id, [])
        yield from [(own[0], done)] if len(own) == 1 else _by_task(own, done)
    for agent_id, done in by_agent.items():
        yield _UNTOLD | {"agent_id": agent_id}, done


def _by_task(
    own: Sequence[Mapping[str, Any]], done: Iterable[Examined]
) -> Iterator[tuple[Mapping[str, Any], list[Examined]]]:
    by_task: dict[str | None, list[Examined]] = defaultdict(list)
    named = {row["task_id"] for row in own}
    for one in done:
        by_task[one.row["task_id"] if one.row["task_id"] in named else None].append(one)
    for row in own:
        yield row, by_task.pop(row["task_id"], [])
    if besides := by_task.get(None):
        yield (
            {**own[0], "task_id": None, "request": None, "result": None, "stated": None, "sought": None},
            besides,
        )


_UNTOLD: dict[str, Any] = dict.fromkeys(
    ("agent_id", "name", "role", "parent_agent_id", "workspace_path", "asked_mode", "task_id", "request",
     "result", "stated", "sought")
)  # fmt: skip


class _Where:
    """Tells where an agent of one run worked."""

    def __init__(
        self,
        policy: Policy,
        near: ObservedWorktrees,
        root: str | None,
        own: str | None,
        sessions: Mapping[str | None, StatedSession],
    ) -> None:
        self._policy, self._near, self._root, self._sessions = policy, near, root, sessions
        self._run_stands_in = self._tree(own) if own else None

    def apart(self, row: Mapping[str, Any], done: Sequence[Examined]) -> PlacedAgent:
        """Return an agent with its place; what is published goes before what its source states."""
        published = _published_result(row)
        told = published or _stated_result(row, None)
        place = self._place(row, done, told, is_published=published is not None)
        # What came back of an agent is on record also where nobody says how apart it was.
        result = told or _stated_result(row, place)
        session = self._sessions.get(row["agent_id"])
        branch = (result.isolation.branch if result else None) or (session.branch if session else None)
        is_ended = published is not None or (result is not None and result.status.lower() in _ENDED)
        return PlacedAgent(
            row=row,
            done=done,
            mode=place.mode,
            known_by=place.known_by,
            workspace=place.workspace,
            request=_request(row),
            result=result,
            session=session,
            is_result_published=published is not None,
            has_finished=True if is_ended else None,
            seen=self._near.of(self._root, place.workspace, branch),
        )

    def _place(
        self,
        row: Mapping[str, Any],
        done: Sequence[Examined],
        result: IsolationResult | None,
        *,
        is_published: bool,
    ) -> _Place:
        stated = row["workspace_path"]
        if result is not None:
            known_by: LevelSource = "published" if is_published else "stated"
            return _Place(result.isolation.mode, known_by, result.isolation.workspace_path or stated)
        session = self._sessions.get(row["agent_id"])
        if session is not None:
            told = session.isolation
            return _Place(told.isolation_mode, "stated", told.isolation_workspace_path or stated)
        if stated is not None and (tree := self._tree(stated)):
            return _Place("worktree", "stated", tree)
        trees = {self._tree(path) for one in done for path in one.written}
        if len(trees) == 1 and (tree := next(iter(trees))):
            return _Place("worktree", "folder" if tree == self._run_stands_in else "writes", tree)
        if row["parent_agent_id"]:
            # Whoever is started by another agent has a context of its own.
            return _Place("session", "started", stated)
        if stated is None and self._run_stands_in:
            return _Place("worktree", "folder", self._run_stands_in)
        return _Place(None, None, stated)

    def _tree(self, path: str) -> str | None:
        """Return the worktree in which a path lies: as git knows it, else by the patterns of the policy."""
        seen = self._near.linked_above(whole_path(self._root, path))
        return seen or worktree_of(path, self._policy)


def _sessions(rows: Iterable[Mapping[str, Any]]) -> dict[str | None, StatedSession]:
    told = {row["agent_id"]: stated_session(row, decoded(row["isolation_metadata"])) for row in rows}
    return {agent_id: session for agent_id, session in told.items() if session is not None}


def _request(row: Mapping[str, Any]) -> IsolationRequest | None:
    """Return how a task was to be kept apart; what is published goes before what its source states."""
    told, sought = row["request"], row["sought"]
    if told is not None:
        return IsolationRequest(**{name: told[name] for name in IsolationRequest.model_fields})
    return None if sought is None else stated_request(decoded(sought["told"]), row["task_id"], sought["goal"])


def _published_result(row: Mapping[str, Any]) -> IsolationResult | None:
    told = row["result"]
    if told is None:
        return None
    where = {name: told[name] for name in ("workspace_path", "branch", "cleanup_status")}
    packed = ("evidence", "modified_files", "task_result", "verification_evidence")
    plain = ("task_id", "status", "summary", "git_diff_summary")
    return IsolationResult(
        isolation=IsolatedWorkspace(mode=told["isolation_mode"], **where),
        **{name: told[name] for name in plain},
        **{name: decoded(told[name]) for name in packed},
    )


def _stated_result(row: Mapping[str, Any], place: _Place | None) -> IsolationResult | None:
    """Return a result that the source of the run states; `place` is where it was seen to work."""
    told = row["stated"]
    if told is None:
        return None
    return stated_result(
        {**told, "task_id": row["task_id"]},
        decoded(told["isolation"]),
        decoded(told["modified_files"]),
        seen_mode=place.mode if place else None,
        seen_path=place.workspace if place else None,
    )

"""How the work of a run was kept apart: workspaces, levels, files, overlaps, and what speaks against it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from data_access.contracts.isolation import (
    IsolatedWork,
    IsolatedWorkspace,
    IsolationMode,
    IsolationRequest,
    IsolationResult,
)
from data_access.contracts.operations import PolicyInForce
from data_access.contracts.run_operations import AgentWork, RunIsolation, SharedFile
from data_access.reading.run_operations import Examined, ExaminedRun, examined_run
from data_access.reading.stored_json import decoded
from data_access.reading.stored_workspaces import observed_worktrees
from data_access.rules.derived_operations import worktree_of
from data_access.rules.isolation_findings import isolation_findings, level_had, level_its_work_called_for
from data_access.rules.observed_worktrees import ObservedWorktrees
from data_access.store.connection import Store

_MOST_FILES = 200
_MOST_ADDED = 100
_MOST_PATHS = 10_000


class _Apart(NamedTuple):
    """An agent with where it worked."""

    row: Mapping[str, Any]
    done: list[Examined]
    mode: IsolationMode | None
    workspace: str | None
    is_seen: bool = False

    @property
    def files(self) -> list[str]:
        return sorted({path for one in self.done for path in one.files})


def run_isolation(store: Store, conversation: str, *, policy: PolicyInForce) -> RunIsolation:
    """Say how the work of a run was kept apart, agent by agent, and what speaks against it.

    It rests on what was published, else on the log: a mode that nobody stated is marked as seen. What git
    says of a worktree is that of the newest look at the folder the run belongs to.
    Raises: `NotFound`, `AmbiguousId`.
    """
    found = examined_run(store, conversation, policy=policy)
    rows = store.rows("isolation_of_run", {"conversation_key": found.run.conversation_key})
    by_agent: dict[str | None, list[Examined]] = defaultdict(list)
    for one in found.items:
        by_agent[one.row["agent_id"]].append(one)
    told = {row["agent_id"] for row in rows}
    unnamed = [_no_agent(agent_id) for agent_id in by_agent if agent_id not in told]
    apart = [_apart(row, by_agent[row["agent_id"]], policy) for row in (*rows, *unnamed)]
    seen = observed_worktrees(store, found.main_directory)
    works = [_work(one, found, seen) for one in apart]
    judged = [work for one, work in zip(apart, works, strict=True) if _is_worker(one)]
    writers = _writers(apart)
    return RunIsolation(
        as_of=found.run.as_of,
        basis=found.run.basis,
        main_directory=found.main_directory,
        agents=tuple(_agent(one, work, writers) for one, work in zip(apart, works, strict=True)),
        findings=isolation_findings(judged),
        examined=found.looked_at,
        truncated=found.looked_at < found.total,
        policy=policy.source,
        policy_version=policy.version,
        **found.run.identity,
    )


def _no_agent(agent_id: str | None) -> dict[str, Any]:
    names = ("name", "parent_agent_id", "workspace_path", "task_id", "request", "result")
    return {"agent_id": agent_id} | dict.fromkeys(names)


def _apart(row: Mapping[str, Any], done: list[Examined], policy: PolicyInForce) -> _Apart:
    result, stated = row["result"], row["workspace_path"]
    if result is not None:
        return _Apart(row, done, result["isolation_mode"], result["workspace_path"] or stated)
    if stated is not None:
        return _Apart(row, done, "worktree", worktree_of(stated, policy.policy) or stated, is_seen=True)
    trees = {worktree_of(path, policy.policy) for one in done for path in one.written}
    if len(trees) == 1 and None not in trees:
        return _Apart(row, done, "worktree", next(iter(trees)), is_seen=True)
    # Whoever is started by another agent has a context of its own.
    return _Apart(row, done, "session" if row["parent_agent_id"] else None, None, is_seen=True)


def _is_worker(one: _Apart) -> bool:
    """Tell whether an agent was given its work by another, or had its isolation published."""
    row = one.row
    return bool(row["parent_agent_id"] or row["workspace_path"] or row["request"] or row["result"])


def _work(one: _Apart, found: ExaminedRun, seen: ObservedWorktrees) -> IsolatedWork:
    row = one.row
    branch = row["result"]["branch"] if row["result"] is not None else None
    written = tuple(dict.fromkeys(path for done in one.done for path in done.written))[:_MOST_PATHS]
    is_open = not found.items or any(done.check.level_called_for is None for done in one.done)
    return IsolatedWork(
        worker=row["name"] or row["agent_id"] or "?",
        task_id=row["task_id"],
        basis=found.run.basis,
        request=_request(row["request"]),
        result=_result(row["result"]),
        mode=one.mode,
        main_directory=found.main_directory,
        workspace_path=one.workspace,
        has_finished=True if row["result"] is not None else None,
        written_files=None if is_open and not written else written,
        dangerous_commands=None if not found.items else tuple(_dangerous(one.done)),
        worktree=seen.of(found.main_directory, one.workspace, branch),
    )


def _dangerous(done: Sequence[Examined]) -> list[str]:
    return [one.target[:2000] for one in done if one.check.is_dangerous and one.was_done][:1000]


def _request(row: Mapping[str, Any] | None) -> IsolationRequest | None:
    if row is None:
        return None
    return IsolationRequest(**{name: row[name] for name in IsolationRequest.model_fields})


def _result(row: Mapping[str, Any] | None) -> IsolationResult | None:
    if row is None:
        return None
    where = {name: row[name] for name in ("workspace_path", "branch", "cleanup_status")}
    packed = ("evidence", "modified_files", "task_result", "verification_evidence")
    plain = ("task_id", "status", "summary", "git_diff_summary")
    return IsolationResult(
        isolation=IsolatedWorkspace(mode=row["isolation_mode"], **where),
        **{name: row[name] for name in plain},
        **{name: decoded(row[name]) for name in packed},
    )


def _writers(apart: Sequence[_Apart]) -> dict[str, list[str]]:
    """Return who wrote each file that several agents wrote."""
    writers: dict[str, list[str]] = defaultdict(list)
    for one in apart:
        for path in one.files:
            writers[path].append(one.row["name"] or one.row["agent_id"] or "?")
    return {path: names for path, names in writers.items() if len(set(names)) > 1}


def _agent(one: _Apart, work: IsolatedWork, writers: Mapping[str, list[str]]) -> AgentWork:
    files = one.files
    shared = [
        SharedFile(path=path, agents=tuple(sorted(set(writers[path])))) for path in files if path in writers
    ]
    added = [
        effect.target
        for done in one.done
        if done.was_done
        for effect in done.effects
        if effect.kind in ("install", "upgrade", "fetch")
    ]
    return AgentWork(
        agent_id=one.row["agent_id"],
        name=one.row["name"],
        parent_agent_id=one.row["parent_agent_id"],
        mode=one.mode,
        is_mode_seen=one.is_seen and one.mode is not None,
        workspace=one.workspace,
        level_had=level_had(work),
        level_called_for=level_its_work_called_for(work),
        operations=len(one.done),
        by_verdict=dict(sorted(Counter(done.check.verdict for done in one.done).items())),
        dangerous=len(_dangerous(one.done)),
        files=tuple(files[:_MOST_FILES]),
        files_total=len(files),
        shared_files=tuple(shared[:_MOST_FILES]),
        added=tuple(dict.fromkeys(added))[:_MOST_ADDED],
    )

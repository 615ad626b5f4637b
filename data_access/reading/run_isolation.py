"""How the work of a run was kept apart: workspaces, levels, files, overlaps, and what speaks against it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from data_access.contracts.isolation import (
    CalledForBy,
    CleanupStatus,
    IsolatedWork,
    IsolationFinding,
    IsolationResult,
)
from data_access.contracts.operations import PolicyInForce
from data_access.contracts.run_operations import AgentWork, GivenBack, RunIsolation, SeenByGit, SharedFile
from data_access.reading.agents_apart import RECORDED, PlacedAgent, agents_apart
from data_access.reading.run_operations import ExaminedRun, examined_run
from data_access.rules.examined_operations import Examined
from data_access.rules.isolation_findings import (
    RECOVERED,
    isolation_findings,
    level_had,
    level_its_work_called_for,
    not_given_back,
    not_recorded,
)
from data_access.rules.observed_worktrees import SeenWorkspace, in_words_of_isolation
from data_access.rules.stated_isolation import as_name, as_path
from data_access.rules.workspace_patterns import Patterns, pattern_kept, policy_patterns
from data_access.rules.workspace_states import state_of
from data_access.store.connection import Store

_MOST_FILES = 200
_MOST_ADDED = 100
_MOST_PATHS = 10_000
_MOST_EVENTS = 20
_MOST_MODIFIED = 50
_LONGEST_TOLD = 2000


def run_isolation(store: Store, conversation: str, *, policy: PolicyInForce) -> RunIsolation:
    """Say how the work of a run was kept apart, agent by agent, and what speaks against it.

    It rests on what is on record, else on what the work shows: a level that nobody recorded is marked as
    seen. What git says of a workspace is that of the newest look at it.
    Raises: `NotFound`, `AmbiguousId`.
    """
    return isolation_of(store, examined_run(store, conversation, policy=policy), policy)


def isolation_of(store: Store, found: ExaminedRun, policy: PolicyInForce) -> RunIsolation:
    """Do what `run_isolation` does with a run that is examined already."""
    apart = agents_apart(store, found, policy.policy)
    works = [_work(one, found, apart.main_directory) for one in apart.agents]
    pairs = list(zip(apart.agents, works, strict=True))
    writers = _writers(apart.agents)
    patterns = Patterns(policy_patterns(policy.policy.worktrees))
    return RunIsolation(
        as_of=found.run.as_of,
        basis=found.run.basis,
        main_directory=apart.main_directory,
        agents=tuple(_agent(one, work, writers, patterns) for one, work in pairs),
        findings=tuple(_findings(pairs)),
        examined=found.looked_at,
        truncated=found.looked_at < found.total,
        policy=policy.source,
        policy_version=policy.version,
        **found.run.identity,
    )


def _work(one: PlacedAgent, found: ExaminedRun, main_directory: str | None) -> IsolatedWork:
    written = one.files[:_MOST_PATHS]
    folders = tuple(dict.fromkeys(path for done in one.done for path in done.folders if as_path(path)))
    is_open = not found.items or any(done.check.level_called_for is None for done in one.done)
    return IsolatedWork(
        worker=as_name(one.who) or "?",
        agent_id=as_name(one.row["agent_id"]),
        task_id=as_name(one.row["task_id"]),
        basis=found.run.basis,
        request=one.request,
        result=one.result,
        session=one.session.isolation if one.session else None,
        mode=one.mode,
        main_directory=as_path(main_directory),
        workspace_path=as_path(one.workspace),
        has_finished=one.has_finished,
        tells_what_came_back=one.is_result_published,
        written_files=None if is_open and not written else tuple(filter(as_path, written)),
        written_folders=folders[:_MOST_PATHS],
        dangerous_commands=None if not found.items else tuple(_dangerous(one.done)),
        worktree=in_words_of_isolation(one.seen.one) if one.seen else None,
    )


def _dangerous(done: Sequence[Examined]) -> list[str]:
    return [one.target[:2000] for one in done if _is_dangerous(one)][:1000]


def _is_dangerous(one: Examined) -> bool:
    return one.check.is_dangerous and one.was_done


def _findings(pairs: Sequence[tuple[PlacedAgent, IsolatedWork]]) -> Iterable[IsolationFinding]:
    """Return what speaks against the isolation of the workers, each with the records that say so."""
    judged = {(work.agent_id, work.worker, work.task_id): one for one, work in pairs if one.is_worker}
    for finding in isolation_findings([work for one, work in pairs if one.is_worker]):
        one = judged[finding.agent_id, finding.worker, finding.task_id]
        is_of_git = "git" in finding.rests_on and one.seen is not None
        yield finding.model_copy(
            update={
                "events": _events(one, finding),
                "workspace_key": one.seen.workspace_key if is_of_git and one.seen else None,
            }
        )


def _events(one: PlacedAgent, finding: IsolationFinding) -> tuple[str, ...]:
    """Return the events of the operations that a finding rests on."""
    if "operations" not in finding.rests_on:
        return ()
    paths = set(finding.paths)
    resting = (
        done.row["event_id"]
        for done in one.done
        if (_is_dangerous(done) if finding.cause == "dangerous_commands" else paths & set(done.written))
    )
    return tuple(dict.fromkeys(filter(None, resting)))[:_MOST_EVENTS]


def _writers(apart: Sequence[PlacedAgent]) -> dict[str, list[str]]:
    """Return who wrote each file that several agents wrote."""
    writers: dict[str, dict[str | None, str]] = defaultdict(dict)
    for one in apart:
        for path in one.files:
            writers[path][one.row["agent_id"]] = one.who
    return {path: sorted(by.values()) for path, by in writers.items() if len(by) > 1}


def _agent(
    one: PlacedAgent, work: IsolatedWork, writers: Mapping[str, Sequence[str]], patterns: Patterns
) -> AgentWork:
    files = one.files
    shared = [SharedFile(path=path, agents=tuple(writers[path])) for path in files if path in writers]
    had, called_for = level_had(work), level_its_work_called_for(work)
    branch, branch_known_by = _branch(one)
    in_worktree = one.workspace if had in ("L2", "L3") else None
    return AgentWork(
        **{name: one.row[name] for name in ("agent_id", "name", "role", "parent_agent_id", "task_id")},
        mode=one.mode,
        level_known_by=one.known_by,
        is_mode_seen=one.known_by is not None and one.known_by not in RECORDED,
        workspace=one.workspace,
        branch=branch,
        branch_known_by=branch_known_by,
        pattern=pattern_kept(patterns, in_worktree, branch),
        asked_mode=one.request.isolation_mode if one.request else one.asked_mode,
        is_request_published=one.row["request"] is not None,
        merge_allowed=one.request.allow_merge_back if one.request else None,
        cleanup_policy=one.request.cleanup_policy if one.request else None,
        cleanup_status=_cleanup_status(one),
        given_back=_given_back(one.result, work) if one.result else None,
        git=_seen_by_git(one.seen) if one.seen else None,
        level_had=had,
        level_called_for=called_for,
        called_for_by=_called_for_by(work) if called_for else None,
        folders=len(work.written_folders),
        operations=len(one.done),
        by_verdict=dict(sorted(Counter(done.check.verdict for done in one.done).items())),
        dangerous=len(_dangerous(one.done)),
        files=tuple(files[:_MOST_FILES]),
        files_total=len(files),
        shared_files=tuple(shared[:_MOST_FILES]),
        added=tuple(_added(one.done)),
    )


def _branch(one: PlacedAgent) -> tuple[str | None, Literal["published", "stated", "git"] | None]:
    if one.result is not None and one.result.isolation.branch:
        return one.result.isolation.branch, "published" if one.is_result_published else "stated"
    if one.session is not None and one.session.branch:
        return one.session.branch, "stated"
    if one.seen is not None and one.seen.branch:
        return one.seen.branch, "git"
    return None, None


def _cleanup_status(one: PlacedAgent) -> CleanupStatus | None:
    told = one.result.isolation.cleanup_status if one.result else None
    return told or (one.session.cleanup_status if one.session else None)


def _called_for_by(work: IsolatedWork) -> CalledForBy:
    if work.dangerous_commands:
        return "dangerous_commands"
    is_written = work.written_files or work.written_folders
    return "files_written" if is_written else "nothing_written"


def _given_back(result: IsolationResult, work: IsolatedWork) -> GivenBack:
    files = result.modified_files
    return GivenBack(
        status=None if result.status == "?" else result.status,
        is_published=work.tells_what_came_back,
        parts=tuple(name for name in RECOVERED if name not in not_recorded(result)),
        missing=not_given_back(work),
        modified_files=None if files is None else files[:_MOST_MODIFIED],
        modified_files_total=None if files is None else len(files),
        git_diff_summary=result.git_diff_summary and result.git_diff_summary[:_LONGEST_TOLD],
    )


def _seen_by_git(seen: SeenWorkspace) -> SeenByGit:
    one = seen.one
    unmerged = one.unmerged
    return SeenByGit(
        workspace_key=seen.workspace_key,
        path=one.path,
        branch=one.branch,
        state=state_of(one),
        dirty_files=one.dirty.files if one.dirty else None,
        unmerged_commits=unmerged.commits if unmerged else None,
        is_merged=unmerged.is_merged if unmerged else None,
        base=unmerged.base if unmerged else None,
        machine=seen.machine,
        as_of=one.as_of,
    )


def _added(done: Sequence[Examined]) -> list[str]:
    added = (
        effect.target
        for one in done
        if one.was_done
        for effect in one.effects
        if effect.kind in ("install", "upgrade", "fetch")
    )
    return list(dict.fromkeys(added))[:_MOST_ADDED]

"""Each finding of isolation stands exactly where its rule says, and never where a fact is unknown."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from data_access.contracts.isolation import (
    LEVEL_OF_MODE,
    IsolatedWork,
    IsolatedWorkspace,
    IsolationRequest,
    IsolationResult,
    ObservedWorktree,
    SessionIsolation,
)
from data_access.rules.isolation_findings import isolation_findings

MAIN = "/srv/repo"
TREES = (f"{MAIN}/.worktrees/a", f"{MAIN}/.worktrees/b", f"{MAIN}/.worktrees/a/inside", "/elsewhere/c")
FILES = (f"{MAIN}/x.py", f"{TREES[0]}/y.py", f"{TREES[1]}/z.py", "/tmp/t")
MODES = st.sampled_from(["none", "session", "worktree", "sandbox"])
AT = datetime(2026, 5, 1, tzinfo=UTC)
RANK = {"L0": 0, "L1": 1, "L2": 2, "L3": 3}


def or_unknown(known: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | known


def some(*values: str) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(values), unique=True, max_size=3).map(tuple)


REQUESTS = st.builds(
    IsolationRequest,
    task_id=st.just("t"),
    goal=st.just("g"),
    isolation_mode=MODES,
    workspace_strategy=st.sampled_from(["ephemeral", "persistent", "shared"]),
    allow_merge_back=st.booleans(),
    cleanup_policy=st.sampled_from(["on_success", "always", "never"]),
)
RESULTS = st.builds(
    IsolationResult,
    task_id=st.just("t"),
    status=st.sampled_from(["completed", "Done", "failed", "odd"]),
    isolation=st.builds(
        IsolatedWorkspace,
        mode=MODES,
        cleanup_status=or_unknown(st.sampled_from(["pending", "done", "failed", "kept"])),
    ),
    modified_files=or_unknown(some("a")),
    git_diff_summary=or_unknown(st.just("1 file")),
    task_result=or_unknown(st.just({})),
    verification_evidence=some("e"),
)
SESSIONS = st.builds(
    SessionIsolation,
    isolation_mode=MODES,
    messages_inherited=or_unknown(st.integers(0, 9)),
    history_inherited=or_unknown(st.booleans()),
    returned=or_unknown(some("task_result", "summary", "messages", "memory")),
)
OBSERVED = st.builds(
    ObservedWorktree,
    path=st.sampled_from(TREES),
    repository=st.just(MAIN),
    branch=or_unknown(st.just("b")),
    is_main=st.booleans(),
    exists=st.booleans(),
    dirty_files=or_unknown(some("d1", "d2")),
    base=or_unknown(st.just("main")),
    unmerged_commits=or_unknown(st.integers(0, 3)),
    is_merged=or_unknown(st.booleans()),
    as_of=st.just(AT),
)


def works(number: int) -> st.SearchStrategy[IsolatedWork]:
    return st.builds(
        IsolatedWork,
        worker=st.sampled_from(["w", f"w{number}"]),
        agent_id=st.just(f"agent-{number}"),
        basis=st.just("log"),
        request=or_unknown(REQUESTS),
        result=or_unknown(RESULTS),
        session=or_unknown(SESSIONS),
        mode=or_unknown(MODES),
        main_directory=or_unknown(st.just(MAIN)),
        workspace_path=or_unknown(st.sampled_from(TREES)),
        has_finished=or_unknown(st.booleans()),
        tells_what_came_back=st.booleans(),
        written_files=or_unknown(some(*FILES)),
        written_folders=some(MAIN, TREES[0]),
        dangerous_commands=or_unknown(some("rm x")),
        worktree=or_unknown(OBSERVED),
    )


def level(work: IsolatedWork) -> str | None:
    """The level it had, as the domain says: of the work itself, else of its result, else of its session."""
    told = [
        work.mode,
        work.result and work.result.isolation.mode,
        work.session and work.session.isolation_mode,
    ]
    return next((LEVEL_OF_MODE[mode] for mode in told if mode), None)


def is_inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder + "/")


def expected(work: IsolatedWork, others: list[IsolatedWork]) -> Counter[str]:
    """What the domain says of one work, rule by rule, written anew from its words."""
    had, asked, result = level(work), work.request, work.result
    done, own = work.has_finished is True, work.workspace_path
    writes = (work.written_files or ()) + work.written_folders
    apart = had in ("L2", "L3")
    holds = {
        "dangerous_commands": had is not None and RANK[had] < 3 and bool(work.dangerous_commands),
        "files_written": had in ("L0", "L1") and bool(writes) and not work.dangerous_commands,
        "more_asked_for": bool(had and asked and RANK[had] < RANK[LEVEL_OF_MODE[asked.isolation_mode]]),
        "main_directory_written": bool(
            apart and work.main_directory and own
            and any(is_inside(path, MAIN) and not is_inside(path, own) for path in writes)
        ),
        "same_worktree": bool(
            apart and own and not (asked and asked.workspace_strategy == "shared")
            and any(
                level(other) in ("L2", "L3") and other.workspace_path
                and (is_inside(other.workspace_path, own) or is_inside(own, other.workspace_path))
                for other in others
            )
        ),
        "nothing_given_back": bool(
            apart and done and work.tells_what_came_back
            and (
                result is None or not result.verification_evidence
                or None in (result.modified_files, result.git_diff_summary, result.task_result)
            )
        ),
    }  # fmt: skip
    return Counter(cause for cause, is_so in (holds | of_session(work) | of_git(work)).items() if is_so)


def of_session(work: IsolatedWork) -> dict[str, bool]:
    session = work.session
    told = session is not None and session.isolation_mode != "none"
    strange = session is not None and bool({"messages", "memory"} & set(session.returned or ()))
    return {
        "full_history": bool(told and session and session.history_inherited),
        "more_given_back": told and strange,
    }


def of_git(work: IsolatedWork) -> dict[str, bool]:
    tree, asked, result, done = work.worktree, work.request, work.result, work.has_finished is True
    stated = result.isolation.cleanup_status if result else None
    linked = tree is not None and not tree.is_main
    success = result is not None and result.status in ("completed", "Done")
    due = asked is not None and (
        asked.cleanup_policy == "always" or (asked.cleanup_policy == "on_success" and success)
    )
    return {
        "cleanup_failed": stated == "failed" and (done or not linked),
        "cleanup_due": bool(
            linked and tree and tree.exists and done and due and stated not in ("kept", "failed")
        ),
        "not_committed": bool(linked and tree and tree.exists and done and tree.dirty_files),
        "merged_all_the_same": bool(
            linked and tree and asked and not asked.allow_merge_back and tree.is_merged
        ),
        "commits_wait": bool(
            linked and tree and asked and asked.allow_merge_back and done and tree.unmerged_commits
        ),
    }


@given(st.integers(1, 3).flatmap(lambda n: st.tuples(*map(works, range(n)))))
def test_each_finding_stands_exactly_where_its_rule_says(some_works: tuple[IsolatedWork, ...]) -> None:
    found: dict[str | None, Counter[str]] = {work.agent_id: Counter() for work in some_works}
    for finding in isolation_findings(some_works):
        found[finding.agent_id][finding.cause] += 1
    for work in some_works:
        others = [other for other in some_works if other is not work]
        assert found[work.agent_id] == expected(work, others)


NEEDS = {
    "dangerous_commands": ("dangerous_commands",),
    "more_asked_for": ("request",),
    "full_history": ("session",),
    "more_given_back": ("session",),
    "main_directory_written": ("main_directory", "workspace_path"),
    "same_worktree": ("workspace_path",),
    "cleanup_failed": ("result",),
    "cleanup_due": ("request", "worktree", "has_finished"),
    "not_committed": ("worktree", "has_finished"),
    "merged_all_the_same": ("request", "worktree"),
    "commits_wait": ("request", "worktree", "has_finished"),
    "nothing_given_back": ("has_finished",),
}
"""What has to be known for each; a level as well where the rule compares it."""


@given(works(0), st.sampled_from(sorted(NEEDS)), st.data())
def test_what_is_unknown_is_never_held_against_anybody(
    work: IsolatedWork, cause: str, data: st.DataObject
) -> None:
    taken = data.draw(st.sampled_from(NEEDS[cause]))
    unknown = work.model_copy(update={taken: None})
    assert cause not in {finding.cause for finding in isolation_findings((unknown,))}
    nothing = work.model_copy(update=dict.fromkeys(("mode", "result", "session")))
    levels = {
        "dangerous_commands", "files_written", "more_asked_for", "main_directory_written", "same_worktree",
        "nothing_given_back",
    }  # fmt: skip
    assert not levels & {finding.cause for finding in isolation_findings((nothing,))}


@given(st.tuples(works(0), works(1)))
def test_a_finding_carries_numbers_and_grounds_that_fit_it(pair: tuple[IsolatedWork, ...]) -> None:
    by_agent = {work.agent_id: work for work in pair}
    for finding in isolation_findings(pair):
        work = by_agent[finding.agent_id]
        assert finding.rests_on
        assert ("git" in finding.rests_on) <= (work.worktree is not None)
        if finding.cause in ("files_written", "main_directory_written"):
            assert (finding.amount or 0) + finding.folders == len(finding.paths) > 0
        if finding.cause == "not_committed":
            assert work.worktree is not None
            assert finding.paths == work.worktree.dirty_files

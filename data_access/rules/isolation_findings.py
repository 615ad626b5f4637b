"""What speaks against the isolation of tasks: the level they had, what leaked, was written and left behind.

A finding needs facts on both sides. Where one is not known there is none; each says what it rests on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from data_access.contracts.isolation import (
    LEVEL_OF_MODE,
    FindingKind,
    IsolatedWork,
    IsolationFinding,
    IsolationLevel,
)
from data_access.rules.work_paths import clean

LEVELS: tuple[IsolationLevel, ...] = ("L0", "L1", "L2", "L3")
RETURNED = frozenset(
    {"task_result", "evidence", "summary", "modified_files", "git_diff_summary", "verification_evidence"}
)
"""What an isolated task gives back; anything else of its context stays with it."""
RECOVERED = ("modified_files", "git_diff_summary", "task_result", "verification_evidence")
"""What has to come back from a worktree."""
_UNTOLD: dict[str, tuple[object, ...]] = {
    "modified_files": (None,),
    "git_diff_summary": (None,),
    "task_result": (None,),
    "verification_evidence": ((),),
}
_SUCCESS = frozenset({"completed", "success", "succeeded", "ok", "done"})
_MOST_PATHS = 100


def isolation_findings(works: Sequence[IsolatedWork]) -> tuple[IsolationFinding, ...]:
    """Return what speaks against the isolation of these tasks; each finding names its rule."""
    found = [finding for work in works for finding in _of_one(work)]
    return tuple(found + list(_shared(works)))


def level_had(work: IsolatedWork) -> IsolationLevel | None:
    """Return the level a task had; null where nobody says."""
    mode = work.mode or (work.result.isolation.mode if work.result else None)
    mode = mode or (work.session.isolation_mode if work.session else None)
    return None if mode is None else LEVEL_OF_MODE[mode]


def level_its_work_called_for(work: IsolatedWork) -> IsolationLevel | None:
    """Return the level that what a task did called for: dangerous commands L3, written files L2, else L0.

    Null where its commands or its writes are not recorded, and nothing that is recorded calls for more.
    """
    if work.dangerous_commands:
        return "L3"
    if work.written_files:
        return "L2"
    is_recorded = work.dangerous_commands is not None and work.written_files is not None
    return "L0" if is_recorded else None


def _of_one(work: IsolatedWork) -> Iterator[IsolationFinding]:
    yield from _level(work)
    yield from _context(work)
    yield from _main_directory(work)
    yield from _left_behind(work)
    yield from _merging(work)
    yield from _recovery(work)


def _finding(
    work: IsolatedWork, kind: FindingKind, rule: str, why: str, paths: Sequence[str] = ()
) -> IsolationFinding:
    return IsolationFinding(
        kind=kind,
        worker=work.worker,
        task_id=work.task_id,
        level_had=level_had(work),
        level_called_for=level_its_work_called_for(work),
        rule=rule,
        why=why,
        paths=tuple(paths[:_MOST_PATHS]),
        basis=work.basis,
    )


def _level(work: IsolatedWork) -> Iterator[IsolationFinding]:
    had, called_for = level_had(work), level_its_work_called_for(work)
    if had is None:
        return
    if called_for is not None and LEVELS.index(had) < LEVELS.index(called_for):
        done, paths = (
            (f"it ran {_counted(len(work.dangerous_commands), 'dangerous command')}", ())
            if work.dangerous_commands
            else (f"it wrote {_counted(len(work.written_files or ()), 'file')}", work.written_files or ())
        )
        yield _finding(
            work,
            "level_too_low",
            "isolation.level",
            f"{done}, which calls for {called_for}; it had {had}",
            paths,
        )
    if work.request is not None:
        asked = LEVEL_OF_MODE[work.request.isolation_mode]
        if LEVELS.index(had) < LEVELS.index(asked):
            why = f"{asked} was asked for; it had {had}"
            yield _finding(work, "level_too_low", "isolation.request", why)


def _context(work: IsolatedWork) -> Iterator[IsolationFinding]:
    session = work.session
    if session is None or session.isolation_mode == "none":
        return
    if session.history_inherited:
        count = (
            ""
            if session.messages_inherited is None
            else f" ({_counted(session.messages_inherited, 'message')})"
        )
        why = f"it was given the full history of its parent{count}"
        yield _finding(work, "context_leaked_in", "isolation.session_context", why)
    strange = sorted(set(session.returned or ()) - RETURNED)
    if strange:
        why = f"it gave back {', '.join(strange)} besides its result"
        yield _finding(work, "context_leaked_out", "isolation.session_context", why)


def _main_directory(work: IsolatedWork) -> Iterator[IsolationFinding]:
    had = level_had(work)
    if work.main_directory is None or work.workspace_path is None or had not in ("L2", "L3"):
        return
    main, own = clean(work.main_directory), clean(work.workspace_path)
    # A worktree commonly lies inside the main directory.
    written = [
        path
        for path in work.written_files or ()
        if _lies_in(clean(path), main) and not _lies_in(clean(path), own)
    ]
    if written and main != own:
        why = f"it wrote {_counted(len(written), 'file')} of the main directory, outside its own workspace"
        yield _finding(work, "main_directory_written", "isolation.worktree", why, written)


def _left_behind(work: IsolatedWork) -> Iterator[IsolationFinding]:
    tree, result = work.worktree, work.result
    stated = result.isolation.cleanup_status if result else None
    if tree is None or tree.is_main:
        if stated == "failed":
            yield _finding(
                work, "left_over", "isolation.cleanup", "its runtime says that cleaning up failed", _own(work)
            )
        return
    if tree.exists and tree.dirty_files and work.has_finished:
        why = f"it has ended and {_counted(len(tree.dirty_files), 'file')} of its worktree are not committed"
        yield _finding(work, "dirty", "isolation.worktree", why, tree.dirty_files)
    if stated == "kept" or not work.has_finished:
        return
    if stated == "failed":
        yield _finding(
            work, "left_over", "isolation.cleanup", "its runtime says that cleaning up failed", (tree.path,)
        )
    elif tree.exists and work.request is not None and _should_be_gone(work):
        why = f"it has ended, its cleanup policy is {work.request.cleanup_policy}, and its worktree is there"
        yield _finding(work, "left_over", "isolation.cleanup", why, (tree.path,))


def _should_be_gone(work: IsolatedWork) -> bool:
    policy = work.request.cleanup_policy if work.request else "never"
    has_succeeded = work.result is not None and work.result.status.lower() in _SUCCESS
    return policy == "always" or (policy == "on_success" and has_succeeded)


def _merging(work: IsolatedWork) -> Iterator[IsolationFinding]:
    tree, request = work.worktree, work.request
    if tree is None or tree.is_main or request is None:
        return
    base = tree.base or "the branch it came from"
    if not request.allow_merge_back and tree.is_merged:
        why = f"its branch {tree.branch or tree.head} is merged into {base}, which was not allowed"
        yield _finding(work, "merged_not_allowed", "isolation.merge_back", why, (tree.path,))
    if request.allow_merge_back and work.has_finished and tree.unmerged_commits:
        why = f"it has ended and {_counted(tree.unmerged_commits, 'commit')} wait to be merged into {base}"
        yield _finding(work, "awaiting_merge", "isolation.merge_back", why, (tree.path,))


def _recovery(work: IsolatedWork) -> Iterator[IsolationFinding]:
    if not work.has_finished or level_had(work) not in ("L2", "L3"):
        return
    result = work.result
    # No evidence is an empty list; a list of files that is empty says that none were changed.
    missing = [name for name in RECOVERED if result is None or getattr(result, name) in _UNTOLD[name]]
    if missing:
        why = f"it has ended and gave back no {', no '.join(missing)}"
        yield _finding(work, "result_not_recovered", "isolation.recovery", why, _own(work))


def _shared(works: Sequence[IsolatedWork]) -> Iterator[IsolationFinding]:
    apart = [work for work in works if level_had(work) in ("L2", "L3") and work.workspace_path is not None]
    for work in apart:
        if work.request is not None and work.request.workspace_strategy == "shared":
            continue
        own = clean(work.workspace_path or "")
        others = sorted(
            {other.worker for other in apart if other.worker != work.worker and _overlap(other, own)}
        )
        if others:
            why = f"it works in the same worktree as {', '.join(others[:20])}"
            yield _finding(work, "shared_worktree", "isolation.worktree", why, (own,))


def _overlap(other: IsolatedWork, own: str) -> bool:
    theirs = clean(other.workspace_path or "")
    return _lies_in(theirs, own) or _lies_in(own, theirs)


def _lies_in(path: str, folder: str) -> bool:
    return f"{path}/".startswith(f"{folder.rstrip('/')}/")


def _own(work: IsolatedWork) -> tuple[str, ...]:
    return (work.workspace_path,) if work.workspace_path else ()


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"

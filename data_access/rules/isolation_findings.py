"""What speaks against the isolation of tasks: the level they had, what leaked, was written and left behind.

A finding needs facts on both sides. Where one is not known there is none; each says what it rests on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from data_access.contracts.isolation import (
    LEVEL_OF_MODE,
    FindingCause,
    FindingGround,
    FindingKind,
    IsolatedWork,
    IsolationFinding,
    IsolationLevel,
    IsolationResult,
)
from data_access.rules.work_paths import clean, is_rooted

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
_MOST_NAMED = 20


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
    if work.written_files or work.written_folders:
        return "L2"
    is_recorded = work.dangerous_commands is not None and work.written_files is not None
    return "L0" if is_recorded else None


def is_below(had: IsolationLevel | None, called_for: IsolationLevel | None) -> bool:
    """Tell whether a level had is below the one called for; of what is not known nothing is said."""
    return had is not None and called_for is not None and LEVELS.index(had) < LEVELS.index(called_for)


def _of_one(work: IsolatedWork) -> Iterator[IsolationFinding]:
    yield from _level(work)
    yield from _context(work)
    yield from _main_directory(work)
    yield from _left_behind(work)
    yield from _merging(work)
    yield from _recovery(work)


class _Seen(NamedTuple):
    """What a cause amounts to, by which rule, and which records say so."""

    kind: FindingKind
    cause: FindingCause
    rule: str
    rests_on: tuple[FindingGround, ...]


_SEEN = (
    _Seen("level_too_low", "dangerous_commands", "isolation.level", ("operations",)),
    _Seen("level_too_low", "files_written", "isolation.level", ("operations",)),
    _Seen("level_too_low", "more_asked_for", "isolation.request", ("request",)),
    _Seen("context_leaked_in", "full_history", "isolation.session_context", ("session",)),
    _Seen("context_leaked_out", "more_given_back", "isolation.session_context", ("session",)),
    _Seen("main_directory_written", "main_directory_written", "isolation.worktree", ("operations",)),
    _Seen("shared_worktree", "same_worktree", "isolation.worktree", ("workspaces",)),
    _Seen("left_over", "cleanup_failed", "isolation.cleanup", ("result",)),
    _Seen("left_over", "cleanup_due", "isolation.cleanup", ("request", "result", "git")),
    _Seen("dirty", "not_committed", "isolation.worktree", ("result", "git")),
    _Seen("merged_not_allowed", "merged_all_the_same", "isolation.merge_back", ("request", "git")),
    _Seen("awaiting_merge", "commits_wait", "isolation.merge_back", ("request", "result", "git")),
    _Seen("result_not_recovered", "nothing_given_back", "isolation.recovery", ("result",)),
)
_BY_CAUSE = {seen.cause: seen for seen in _SEEN}


def _finding(
    work: IsolatedWork,
    cause: FindingCause,
    why: str,
    *,
    amount: int | None = None,
    folders: int = 0,
    names: Sequence[str] = (),
    paths: Sequence[str] = (),
) -> IsolationFinding:
    seen = _BY_CAUSE[cause]
    return IsolationFinding(
        kind=seen.kind,
        cause=cause,
        worker=work.worker,
        agent_id=work.agent_id,
        task_id=work.task_id,
        level_had=level_had(work),
        level_called_for=level_its_work_called_for(work),
        rule=seen.rule,
        why=why,
        amount=amount,
        folders=folders,
        names=tuple(names),
        paths=tuple(paths[:_MOST_PATHS]),
        rests_on=seen.rests_on,
        basis=work.basis,
    )


def _level(work: IsolatedWork) -> Iterator[IsolationFinding]:
    had, called_for = level_had(work), level_its_work_called_for(work)
    if had is None:
        return
    if is_below(had, called_for):
        yield _below(work, f"which calls for {called_for}; it had {had}")
    if work.request is not None:
        asked = LEVEL_OF_MODE[work.request.isolation_mode]
        if LEVELS.index(had) < LEVELS.index(asked):
            yield _finding(work, "more_asked_for", f"{asked} was asked for; it had {had}", names=(asked,))


def _below(work: IsolatedWork, meaning: str) -> IsolationFinding:
    ran = work.dangerous_commands
    if ran:
        why = f"it ran {_counted(len(ran), 'dangerous command')}, {meaning}"
        return _finding(work, "dangerous_commands", why, amount=len(ran))
    files, folders = work.written_files or (), work.written_folders
    why = f"it wrote {_written(len(files), len(folders))}, {meaning}"
    return _finding(
        work, "files_written", why, amount=len(files), folders=len(folders), paths=(*files, *folders)
    )


def _written(files: int, folders: int) -> str:
    told = [_counted(files, "file")] if files else []
    return " and ".join([*told, f"in {_counted(folders, 'folder')}"] if folders else told)


def _context(work: IsolatedWork) -> Iterator[IsolationFinding]:
    session = work.session
    if session is None or session.isolation_mode == "none":
        return
    if session.history_inherited:
        number = session.messages_inherited
        count = "" if number is None else f" ({_counted(number, 'message')})"
        why = f"it was given the full history of its parent{count}"
        yield _finding(work, "full_history", why, amount=number)
    strange = sorted(set(session.returned or ()) - RETURNED)
    if strange:
        why = f"it gave back {', '.join(strange)} besides its result"
        yield _finding(work, "more_given_back", why, names=strange)


def _main_directory(work: IsolatedWork) -> Iterator[IsolationFinding]:
    own = _own_folder(work)
    if work.main_directory is None or own is None or level_had(work) not in ("L2", "L3"):
        return
    main = clean(work.main_directory)
    # A worktree commonly lies inside the main directory.
    files = [path for path in work.written_files or () if _lies_beside(path, main, own)]
    folders = [path for path in work.written_folders if _lies_beside(path, main, own)]
    if (files or folders) and main != own:
        told = _written(len(files), len(folders))
        why = f"it wrote {told} of the main directory, outside its own workspace"
        paths = (*files, *folders)
        yield _finding(
            work, "main_directory_written", why, amount=len(files), folders=len(folders), paths=paths
        )


def _lies_beside(path: str, main: str, own: str) -> bool:
    written = clean(path)
    return _lies_in(written, main) and not _lies_in(written, own)


def _left_behind(work: IsolatedWork) -> Iterator[IsolationFinding]:
    tree, result = work.worktree, work.result
    stated = result.isolation.cleanup_status if result else None
    failed = "its runtime says that cleaning up failed"
    if tree is None or tree.is_main:
        if stated == "failed":
            yield _finding(work, "cleanup_failed", failed, paths=_own(work))
        return
    if tree.exists and tree.dirty_files and work.has_finished:
        number = len(tree.dirty_files)
        why = f"it has ended and {_counted(number, 'file')} of its worktree are not committed"
        yield _finding(work, "not_committed", why, amount=number, paths=tree.dirty_files)
    if stated == "kept" or not work.has_finished:
        return
    if stated == "failed":
        yield _finding(work, "cleanup_failed", failed, paths=(tree.path,))
    elif tree.exists and work.request is not None and _should_be_gone(work):
        policy = work.request.cleanup_policy
        why = f"it has ended, its cleanup policy is {policy}, and its worktree is there"
        yield _finding(work, "cleanup_due", why, names=(policy,), paths=(tree.path,))


def _should_be_gone(work: IsolatedWork) -> bool:
    policy = work.request.cleanup_policy if work.request else "never"
    has_succeeded = work.result is not None and work.result.status.lower() in _SUCCESS
    return policy == "always" or (policy == "on_success" and has_succeeded)


def _merging(work: IsolatedWork) -> Iterator[IsolationFinding]:
    tree, request = work.worktree, work.request
    if tree is None or tree.is_main or request is None:
        return
    branch, base = tree.branch or tree.head or "", tree.base or "the branch it came from"
    names = (branch, tree.base or "")
    if not request.allow_merge_back and tree.is_merged:
        why = f"its branch {branch} is merged into {base}, which was not allowed"
        yield _finding(work, "merged_all_the_same", why, names=names, paths=(tree.path,))
    waiting = tree.unmerged_commits
    if request.allow_merge_back and work.has_finished and waiting:
        why = f"it has ended and {_counted(waiting, 'commit')} wait to be merged into {base}"
        yield _finding(work, "commits_wait", why, amount=waiting, names=names, paths=(tree.path,))


def _recovery(work: IsolatedWork) -> Iterator[IsolationFinding]:
    missing = not_given_back(work) if work.has_finished and level_had(work) in ("L2", "L3") else ()
    if missing:
        why = f"it has ended and gave back no {', no '.join(missing)}"
        yield _finding(work, "nothing_given_back", why, names=missing, paths=_own(work))


def not_given_back(work: IsolatedWork) -> tuple[str, ...]:
    """Return what should come back from a worktree and is not on record; none where no source would tell."""
    return not_recorded(work.result) if work.tells_what_came_back else ()


def not_recorded(result: IsolationResult | None) -> tuple[str, ...]:
    """Return what of a result is not there. No evidence is an empty list; an empty list of files says that
    none were changed."""
    return tuple(name for name in RECOVERED if result is None or getattr(result, name) in _UNTOLD[name])


def _shared(works: Sequence[IsolatedWork]) -> Iterator[IsolationFinding]:
    apart = [
        (work, own)
        for work in works
        if level_had(work) in ("L2", "L3") and (own := _own_folder(work)) is not None
    ]
    at: dict[str, list[IsolatedWork]] = defaultdict(list)
    below: dict[str, list[IsolatedWork]] = defaultdict(list)
    for work, own in apart:
        at[own].append(work)
        for folder in _above(own):
            below[folder].append(work)
    for work, own in apart:
        if work.request is not None and work.request.workspace_strategy == "shared":
            continue
        near = [*at[own], *below[own], *(other for folder in _above(own) for other in at.get(folder, ()))]
        names = sorted({_who(other): other.worker for other in near if _who(other) != _who(work)}.values())
        if names:
            told = names[:_MOST_NAMED]
            why = f"it works in the same worktree as {', '.join(told)}"
            yield _finding(work, "same_worktree", why, amount=len(names), names=told, paths=(own,))


def _above(folder: str) -> Iterator[str]:
    """Return the folders that a folder lies in, the nearest first."""
    while (above := folder.rstrip("/").rpartition("/")[0]) and above != folder:
        yield above
        folder = above


def _who(work: IsolatedWork) -> str:
    return work.agent_id or work.worker


def _lies_in(path: str, folder: str) -> bool:
    return f"{path}/".startswith(f"{folder.rstrip('/')}/")


def _own_folder(work: IsolatedWork) -> str | None:
    """Return the workspace; runtimes name it whole, or as it lies below the main directory."""
    told, main = work.workspace_path, work.main_directory
    if told is None:
        return None
    if main is None or is_rooted(told):
        return clean(told)
    # A source may keep no root: then its folders begin alike.
    begins_alike = not is_rooted(main) and f"{told}/".startswith(f"{main.partition('/')[0]}/")
    return clean(told if begins_alike else f"{main}/{told}")


def _own(work: IsolatedWork) -> tuple[str, ...]:
    return (work.workspace_path,) if work.workspace_path else ()


def _counted(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"

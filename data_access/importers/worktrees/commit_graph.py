"""Branches and commits of a repository: which there are, what they say, which of them a base does not have.

All commits that no base has are read at once, whatever the number of branches, and counted here.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from data_access.contracts.workspaces import CommitSeen
from data_access.importers.worktrees.git_process import GitProcess
from data_access.importers.worktrees.shadow import Shadow
from data_access.rules.text_safety import one_line

MOST_COMMITS = 100_000
"""So many commits that no base has are read of one repository."""
MOST_COUNTED = 2_000
"""Up to so many are counted for one branch."""
_BASE_LINE = 50_000
_LONGEST_TEXT = 300
_LOG_LINES = 1_000
_COMMITTED = (b"commit", b"cherry-pick", b"rebase", b"revert", b"am:")
"""How git begins a line of the log of a branch when it made a commit there."""
_HEADS, _REMOTES = "refs/heads/", "refs/remotes/"


@dataclass(frozen=True)
class Branches:
    """The branches of a repository with the commits they stand at."""

    local: Mapping[str, str]
    remote: Mapping[str, str]
    """By `remote/name`."""
    remote_default: str | None
    """What the remote `origin` calls its main branch, as `origin/name`."""

    def tip(self, name: str) -> str | None:
        """Return the commit of a local or remote branch."""
        return self.local.get(name) or self.remote.get(name)


def branches_of(git: GitProcess, common: Path) -> Branches | None:
    """Return the branches; None where git cannot list them."""
    told = git.answer(
        "--git-dir",
        common,
        "for-each-ref",
        "--format=%(refname)%00%(objectname)%00%(symref)%00",
        _HEADS,
        _REMOTES,
    )
    if not told.is_good:
        return None
    fields = [os.fsdecode(field.removeprefix(b"\n")) for field in told.out.split(b"\0")]
    local, remote, default = {}, {}, None
    for name, commit, target in zip(fields[0::3], fields[1::3], fields[2::3], strict=False):
        if name.startswith(_HEADS):
            local[name.removeprefix(_HEADS)] = commit
        elif name == f"{_REMOTES}origin/HEAD":
            default = target.removeprefix(_REMOTES) or None
        elif not target:
            remote[name.removeprefix(_REMOTES)] = commit
    return Branches(local, remote, default)


def commits_seen(shadow: Shadow, commit_ids: Collection[str]) -> dict[str, CommitSeen]:
    """Return what these commits say, without those that are not there."""
    told = shadow.answer(
        "rev-list",
        "--stdin",
        "--no-walk=unsorted",
        "--ignore-missing",
        "--no-commit-header",
        "--format=%H%x00%ct%x00%an%x00%s%x00",
        asked=_lines(commit_ids),
    )
    fields = [
        field.removeprefix(b"\n").decode("utf-8", "backslashreplace") for field in told.out.split(b"\0")
    ]
    return {
        commit: CommitSeen(
            commit_id=commit,
            committed_at=moment(when),
            author=one_line(author, _LONGEST_TEXT),
            subject=one_line(subject, _LONGEST_TEXT),
        )
        for commit, when, author, subject in zip(
            fields[0::4], fields[1::4], fields[2::4], fields[3::4], strict=False
        )
    }


def moment(seconds: str | float) -> datetime | None:
    """Return a moment from seconds since 1970; None where there is no such moment."""
    try:
        return datetime.fromtimestamp(float(seconds), UTC)
    except (ValueError, OverflowError, OSError):
        return None


@dataclass(frozen=True)
class Unmerged:
    """Commits of a tip that no base has."""

    commits: int
    is_cut: bool


def unmerged_commits(shadow: Shadow, tips: Collection[str], bases: Sequence[str]) -> dict[str, Unmerged]:
    """Count for each tip the commits that no base has; a tip that cannot be read is left out."""
    told = shadow.answer(
        "rev-list",
        "--stdin",
        "--parents",
        "--ignore-missing",
        f"--max-count={MOST_COMMITS}",
        asked=_lines([*tips, *(f"^{base}" for base in bases)]),
    )
    if told.code:
        return {}
    parents = {}
    for line in told.out.decode("ascii", "replace").splitlines():
        commit, *above = line.split(" ")
        parents[commit] = above
    is_cut = told.is_cut or len(parents) >= MOST_COMMITS
    return {tip: _reached(tip, parents, is_cut=is_cut) for tip in tips}


def _reached(tip: str, parents: Mapping[str, Sequence[str]], *, is_cut: bool) -> Unmerged:
    seen: set[str] = set()
    waiting = [tip] if tip in parents else []
    while waiting and len(seen) <= MOST_COUNTED:
        commit = waiting.pop()
        if commit not in seen:
            seen.add(commit)
            waiting += (above for above in parents[commit] if above in parents)
    counted = min(len(seen), MOST_COUNTED)
    return Unmerged(counted, is_cut or len(seen) > MOST_COUNTED)


def commits_on_the_line(shadow: Shadow, bases: Sequence[str]) -> frozenset[str] | None:
    """Return the commits that were made on the bases themselves, merges followed to their first parent.

    None where there are too many to know them all.
    """
    told = shadow.answer(
        "rev-list", "--stdin", "--first-parent", f"--max-count={_BASE_LINE}", asked=_lines(bases)
    )
    commits = frozenset(told.out.decode("ascii", "replace").split())
    return commits if told.is_good and len(commits) < _BASE_LINE else None


@dataclass(frozen=True)
class BranchLog:
    """What git noted when it moved a branch on this machine."""

    has_committed: bool
    """Whether anything was committed on it; that it only followed another is no commit of its own."""
    moved_at: datetime | None


def branch_log(git: GitProcess, common: Path, branch: str) -> BranchLog | None:
    """Return what the log of a branch says; None where none is kept."""
    told = git.answer(
        "--git-dir",
        common,
        "log",
        "--walk-reflogs",
        "--date=unix",
        "--format=%gd%x00%gs",
        "--no-show-signature",
        "--no-mailmap",
        "--no-decorate",
        "--no-patch",
        f"--max-count={_LOG_LINES}",
        "--end-of-options",
        f"{_HEADS}{branch}",
        "--",
    )
    lines = [line.split(b"\0", 1) for line in told.out.splitlines() if b"\0" in line]
    if not told.is_good or not lines:
        return None
    newest = lines[0][0].rpartition(b"@{")[2].rstrip(b"}")
    return BranchLog(
        has_committed=any(what.startswith(_COMMITTED) for _, what in lines),
        moved_at=moment(newest.decode("ascii", "replace")),
    )


def _lines(words: Iterable[str]) -> bytes:
    return "".join(f"{word}\n" for word in words).encode("ascii", "replace")

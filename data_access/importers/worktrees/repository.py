"""One look at one repository: its worktrees and its branches of the pattern, each with what could be read."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from data_access.contracts.workspaces import CommitSeen, DirtyFiles, SizeOnDisk, UnmergedCommits
from data_access.errors import NoRepository, RepositoryNotOwned, RepositoryUnreadable
from data_access.importers.worktrees.commit_graph import (
    Branches,
    BranchLog,
    branch_log,
    branches_of,
    commits_on_the_line,
    commits_seen,
    moment,
    unmerged_commits,
)
from data_access.importers.worktrees.disk_size import size_on_disk
from data_access.importers.worktrees.file_status import dirty_files
from data_access.importers.worktrees.git_process import GitAnswer, GitProcess
from data_access.importers.worktrees.shadow import Shadow, shadow_of
from data_access.importers.worktrees.worktree_list import (
    ListedWorktree,
    git_folder_of,
    listed_worktrees,
    moments_of,
)
from data_access.rules.commands_to_paste import shell_command
from data_access.rules.file_names import name_text
from data_access.rules.workspace_patterns import Patterns

MOST_WORKTREES = 1_000
MOST_BRANCHES = 5_000
MOST_LOGS_READ = 200
"""So many branches are asked for their log, one git command each."""
_USUAL_BASES = ("main", "master", "trunk")
_TOO_LONG = "git took too long"


@dataclass
class WorkspaceSeen:
    """One worktree or branch with what was read of it; names and paths as the system has them."""

    listed: ListedWorktree | None
    branch: str | None
    head: str | None
    exists: bool = True
    is_busy: bool = False
    dirty: DirtyFiles | None = None
    unmerged: UnmergedCommits | None = None
    size: SizeOnDisk | None = None
    last_commit: CommitSeen | None = None
    active_at: datetime | None = None
    problems: list[str] = field(default_factory=list)

    def note_move(self, moved_at: datetime | None) -> None:
        """Keep the latest moment at which something moved."""
        if moved_at is not None and (self.active_at is None or moved_at > self.active_at):
            self.active_at = moved_at


@dataclass(frozen=True)
class RepositoryLook:
    """What one look at one repository found."""

    repository: Path
    bases: tuple[str, ...]
    worktrees: int
    branches: int
    workspaces: tuple[WorkspaceSeen, ...]
    problems: tuple[str, ...]


def look_at_repository(
    place: Path, patterns: Patterns, *, base: str | None, seconds: float, with_sizes: bool
) -> RepositoryLook:
    """Read the repository that `place` belongs to, within `seconds`.

    Raises: `GitMissing`, `GitTooOld`, `NoRepository`, `RepositoryNotOwned`, `RepositoryUnreadable`.
    """
    git = GitProcess(seconds)
    common = _common_folder(git, place)
    told = git.answer("--git-dir", common, "worktree", "list", "--porcelain", "-z")
    if not told.is_good:
        raise _unreadable(place, told)
    listed = _rightly_placed(git, place, common, listed_worktrees(told.out))
    with shadow_of(git, common) as shadow:
        return _Look(git, common, shadow, listed, patterns).taken(base, with_sizes=with_sizes)


class _Look:
    def __init__(
        self,
        git: GitProcess,
        common: Path,
        shadow: Shadow,
        listed: Sequence[ListedWorktree],
        patterns: Patterns,
    ) -> None:
        self.git = git
        self.common = common
        self.shadow = shadow
        self.listed = listed
        self.patterns = patterns
        self.problems: list[str] = []
        self.logs: dict[str, BranchLog | None] = {}

    def taken(self, base: str | None, *, with_sizes: bool) -> RepositoryLook:
        branches = branches_of(self.git, self.common)
        if branches is None:
            self.problems.append("its branches could not be listed")
            branches = Branches({}, {}, None)
        bases = self._bases(base, branches)
        workspaces = [self._worktree(one) for one in self.listed[:MOST_WORKTREES]]
        ours = self._branches_without_worktree(branches)
        workspaces += ours[:MOST_BRANCHES]
        if len(self.listed) > MOST_WORKTREES or len(ours) > MOST_BRANCHES:
            self.problems.append(
                f"only the first {MOST_WORKTREES:,} worktrees and {MOST_BRANCHES:,} branches are here"
            )
        self._add_commits(workspaces, {name: tip for name in bases if (tip := branches.tip(name))})
        if with_sizes:
            self._add_sizes(workspaces)
        return RepositoryLook(
            repository=self.listed[0].path,
            bases=bases,
            worktrees=len(self.listed),
            branches=sum(self.patterns.of_branch(name) is not None for name in branches.local),
            workspaces=tuple(workspaces),
            problems=tuple(self.problems),
        )

    def _bases(self, given: str | None, branches: Branches) -> tuple[str, ...]:
        """Return the branches that hold finished work: the one given or found, and its twin at the remote."""
        if given is not None and branches.tip(given) is None:
            self.problems.append(f"it has no branch {name_text(given)} to compare with; give another --base")
            return ()
        name = given or self._base_found(branches)
        if name is None:
            self.problems.append("no branch to compare with was found; give one with --base")
            return ()
        local = name.removeprefix("origin/") if name not in branches.local else name
        twins = (local, f"origin/{local}") if given is None else (given,)
        return tuple(twin for twin in twins if branches.tip(twin))

    def _base_found(self, branches: Branches) -> str | None:
        checked_out = self.listed[0].branch
        if checked_out is not None and self.patterns.of_branch(checked_out):
            checked_out = None
        for name in (branches.remote_default, *_USUAL_BASES, checked_out):
            if name and branches.tip(name):
                return name
        return None

    def _worktree(self, listed: ListedWorktree) -> WorkspaceSeen:
        seen = WorkspaceSeen(listed, listed.branch, listed.head)
        if listed.is_bare:
            return seen
        if not _is_folder(listed.path):
            seen.exists = False
            return seen
        git_folder = git_folder_of(listed, self.common)
        if git_folder is None:
            seen.problems.append(
                "its folder does not name this repository as its own: it was not looked into"
            )
            return seen
        seen.is_busy = os.path.lexists(git_folder / "index.lock")
        for seconds in moments_of(git_folder):
            seen.note_move(moment(seconds))
        self._add_status(seen, listed, git_folder)
        return seen

    def _add_status(self, seen: WorkspaceSeen, listed: ListedWorktree, git_folder: Path) -> None:
        told = self.shadow.status(listed.path, git_folder, listed.head)
        nested = set(_below(listed.path, self.listed))
        if told.is_good or (told.is_cut and told.out):
            seen.dirty = dirty_files(told.out, nested, is_cut=told.is_cut)
        else:
            seen.problems.append(f"its files could not be compared: {_why(told)}")

    def _branches_without_worktree(self, branches: Branches) -> list[WorkspaceSeen]:
        checked_out = {one.branch for one in self.listed}
        return [
            WorkspaceSeen(None, name, commit)
            for name, commit in sorted(branches.local.items())
            if name not in checked_out and self.patterns.of_branch(name) is not None
        ]

    def _add_commits(self, workspaces: Sequence[WorkspaceSeen], bases: Mapping[str, str]) -> None:
        heads = {seen.head for seen in workspaces if seen.head}
        commits = commits_seen(self.shadow, heads) if heads else {}
        for seen in workspaces:
            seen.last_commit = commits.get(seen.head or "")
            if seen.head and seen.last_commit is None:
                seen.problems.append("its last commit could not be read")
            if seen.listed is None:
                log = self._log_of(seen)
                seen.note_move(log.moved_at if log else None)
            seen.note_move(seen.last_commit.committed_at if seen.last_commit else None)
        if bases and commits:
            self._add_unmerged([seen for seen in workspaces if seen.last_commit], bases)

    def _log_of(self, seen: WorkspaceSeen) -> BranchLog | None:
        """Return the log of a branch, as long as not too many were read."""
        if seen.branch is None:
            return None
        if seen.branch not in self.logs and len(self.logs) < MOST_LOGS_READ:
            self.logs[seen.branch] = branch_log(self.git, self.common, seen.branch)
        return self.logs.get(seen.branch)

    def _add_unmerged(self, workspaces: Sequence[WorkspaceSeen], bases: Mapping[str, str]) -> None:
        tips = sorted({seen.head for seen in workspaces if seen.head})
        counted = unmerged_commits(self.shadow, tips, tuple(bases.values()))
        line = commits_on_the_line(self.shadow, tuple(bases.values()))
        for seen in workspaces:
            count = counted.get(seen.head or "")
            if count is None:
                seen.problems.append("its commits could not be compared with the base")
                continue
            seen.unmerged = UnmergedCommits(
                base=name_text(", ".join(bases))[:1024],
                commits=count.commits,
                is_cut=count.is_cut,
                is_merged=None if count.is_cut else self._is_merged(seen, count.commits, bases, line),
            )

    def _is_merged(
        self, seen: WorkspaceSeen, commits: int, bases: Collection[str], line: Collection[str] | None
    ) -> bool | None:
        if commits or seen.branch in bases:
            return False
        if line is not None and seen.head not in line:
            return True  # it came in beside the line of the base, with a merge
        log = self._log_of(seen)
        return log.has_committed if log else None

    def _add_sizes(self, workspaces: Sequence[WorkspaceSeen]) -> None:
        for seen in workspaces:
            if seen.listed is None or not seen.exists or seen.listed.is_bare or seen.dirty is None:
                continue
            path = seen.listed.path
            inside = {str(other.path) for other in self.listed if path in other.path.parents}
            seconds = min(10.0, max(1.0, self.git.seconds_left))
            with suppress(OSError):
                seen.size = size_on_disk(str(path), {str(path / ".git"), *inside}, most_seconds=seconds)


def _common_folder(git: GitProcess, place: Path) -> Path:
    """Return the git directory that all worktrees share. Raises: as `look_at_repository`."""
    try:
        is_folder = place.is_dir()
    except (OSError, ValueError):
        is_folder = False
    if not is_folder:
        raise NoRepository(f"There is no folder {name_text(place)}. Check the path.")
    told = git.answer("-C", place, "rev-parse", "--path-format=absolute", "--git-common-dir")
    if told.is_good:
        return Path(os.fsdecode(told.out.removesuffix(b"\n")))
    if "dubious ownership" in told.said or "not owned by" in told.said:
        command = shell_command(
            ("git", "config", "--global", "--add", "safe.directory", str(place.resolve()))
        )
        raise RepositoryNotOwned(
            f"{name_text(place)} belongs to another user, so git does not read it. "
            f"If you trust whoever owns it: {command}"
        )
    if told.code == 128 and "not a git repository" in told.said:
        raise NoRepository(f"{name_text(place)} is in no git repository. Name the folder of one.")
    raise _unreadable(place, told)


def _unreadable(place: Path, told: GitAnswer) -> RepositoryUnreadable:
    return RepositoryUnreadable(f"git cannot read {name_text(place)}: {_why(told)}. Mend it, then ask again.")


def _why(told: GitAnswer) -> str:
    first = name_text(told.said).splitlines()[:1]
    words = _TOO_LONG if told.is_cut else (first[0] if first else f"it ended with {told.code}")
    return words.removeprefix("fatal: ").removeprefix("error: ").rstrip(".")


def _rightly_placed(
    git: GitProcess, place: Path, common: Path, listed: Sequence[ListedWorktree]
) -> tuple[ListedWorktree, ...]:
    """Return the list with the main working directory where it is.

    Where the git directory lies elsewhere (of a submodule, for one) git lists that instead. What a repository
    says of its working directory is believed where `place` lies in it and it names the repository itself.
    """
    main, *others = listed
    if main.is_bare or main.path != common:
        return tuple(listed)
    told = git.answer("-C", place, "rev-parse", "--show-toplevel")
    top = Path(os.fsdecode(told.out.removesuffix(b"\n"))) if told.is_good and told.out.strip() else None
    if top is not None and (top == place.resolve() or top in place.resolve().parents):
        pointed = git.answer("-C", top, "rev-parse", "--path-format=absolute", "--git-dir")
        if pointed.is_good and Path(os.fsdecode(pointed.out.removesuffix(b"\n"))) == common:
            return (ListedWorktree(**{**main.__dict__, "path": top}), *others)
    return tuple(listed)


def _below(path: Path, listed: Sequence[ListedWorktree]) -> Iterator[str]:
    """Yield the worktrees inside `path` as git names them there."""
    for other in listed:
        if path in other.path.parents:
            yield other.path.relative_to(path).as_posix()


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False

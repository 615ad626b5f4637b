"""Which observed workspace a task worked in, and what git said of it in the words of isolation."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from data_access.contracts.isolation import ObservedWorktree
from data_access.contracts.workspaces import ObservedWorkspace


class SeenWorkspace(NamedTuple):
    """A workspace of the newest look at its repository; all of it is read only where it is asked for."""

    workspace_key: str
    repository: str
    path: str | None
    branch: str | None
    is_linked: bool
    machine: str
    as_of: datetime
    told: str
    """What git said, as it is stored."""

    @property
    def one(self) -> ObservedWorkspace:
        """What git said of it."""
        return ObservedWorkspace.model_validate_json(self.told)


class ObservedWorktrees:
    """Workspaces of one look at each repository, by their folder and by their branch."""

    def __init__(self, seen: Iterable[SeenWorkspace]) -> None:
        self._by_folder: dict[str, SeenWorkspace] = {}
        self._by_branch: dict[tuple[str, str], SeenWorkspace] = {}
        # Of two machines with the same folder the later look holds.
        for one in sorted(seen, key=lambda one: one.as_of):
            if one.path is not None:
                self._by_folder[plain_path(one.path)] = one
            if one.branch is not None:
                self._by_branch[plain_path(one.repository), one.branch] = one

    def of(
        self, main_directory: str | None, workspace_path: str | None, branch: str | None
    ) -> SeenWorkspace | None:
        """Return the workspace in that folder, else that with the branch; None where git was not asked."""
        if workspace_path is not None:
            found = self._by_folder.get(whole_path(main_directory, workspace_path))
            if found is not None:
                return found
        if branch is not None and main_directory is not None:
            return self._by_branch.get((plain_path(main_directory), branch.removeprefix("refs/heads/")))
        return None

    def linked_above(self, path: str) -> str | None:
        """Return the linked worktree in which a whole path lies; None where git knows of none."""
        folder = plain_path(path)
        while folder.strip("/."):
            found = self._by_folder.get(folder)
            if found is not None:
                return folder if found.is_linked else None
            folder = posixpath.dirname(folder)
        return None


def in_words_of_isolation(one: ObservedWorkspace) -> ObservedWorktree:
    """Return what git said of a workspace as the rules of isolation read it."""
    unmerged = one.unmerged
    return ObservedWorktree(
        path=one.path or one.repository,
        repository=one.repository,
        branch=one.branch,
        head=one.head,
        is_main=one.kind == "main",
        exists=one.exists and one.path is not None,
        dirty_files=one.dirty.names if one.dirty else None,
        base=unmerged.base if unmerged else None,
        unmerged_commits=unmerged.commits if unmerged else None,
        is_merged=unmerged.is_merged if unmerged else None,
        last_commit_at=one.last_commit.committed_at if one.last_commit else None,
        as_of=one.as_of,
    )


def whole_path(main_directory: str | None, path: str) -> str:
    """Return a folder as it is compared, one without a root below the main directory."""
    return plain_path(posixpath.join(main_directory or "", plain_path(path)))


def plain_path(path: str) -> str:
    """Return a path as it is compared: forward slashes, no `.` and no slash at the end."""
    return posixpath.normpath(path.replace("\\", "/"))

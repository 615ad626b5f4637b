"""Which observed worktree an isolated task worked in, and what git said of it in the words of isolation."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable

from data_access.contracts.isolation import ObservedWorktree
from data_access.contracts.workspaces import ObservedWorkspace


class ObservedWorktrees:
    """Worktrees of one look at each repository, by their folder and by their branch."""

    def __init__(self, seen: Iterable[ObservedWorkspace]) -> None:
        self._by_folder: dict[str, ObservedWorkspace] = {}
        self._by_branch: dict[tuple[str, str], ObservedWorkspace] = {}
        # Of two machines with the same folder the later look holds.
        for one in sorted(seen, key=lambda one: one.as_of):
            if one.path is not None:
                self._by_folder[_plain(one.path)] = one
                if one.branch is not None:
                    self._by_branch[_plain(one.repository), one.branch] = one

    def of(
        self, main_directory: str | None, workspace_path: str | None, branch: str | None
    ) -> ObservedWorktree | None:
        """Return the worktree in that folder, else the one with that branch; None where git was not asked."""
        found = None
        if workspace_path is not None:
            found = self._by_folder.get(_plain(posixpath.join(main_directory or "", _plain(workspace_path))))
        if found is None and branch is not None and main_directory is not None:
            found = self._by_branch.get((_plain(main_directory), branch.removeprefix("refs/heads/")))
        return _in_words_of_isolation(found) if found else None


def _in_words_of_isolation(one: ObservedWorkspace) -> ObservedWorktree:
    unmerged = one.unmerged
    return ObservedWorktree(
        path=one.path or one.repository,
        repository=one.repository,
        branch=one.branch,
        head=one.head,
        is_main=one.kind == "main",
        exists=one.exists,
        dirty_files=one.dirty.names if one.dirty else None,
        base=unmerged.base if unmerged else None,
        unmerged_commits=unmerged.commits if unmerged else None,
        is_merged=unmerged.is_merged if unmerged else None,
        last_commit_at=one.last_commit.committed_at if one.last_commit else None,
        as_of=one.as_of,
    )


def _plain(path: str) -> str:
    return posixpath.normpath(path.replace("\\", "/"))

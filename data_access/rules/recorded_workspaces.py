"""Which recorded results belong to a workspace: they name its folder, or its branch and no other folder."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterable

from data_access.contracts.workspaces import WorkspaceResult

MOST_RESULTS = 20


class RecordedWorkspaces:
    """Recorded results by the folder and by the branch they name."""

    def __init__(self, results: Iterable[WorkspaceResult]) -> None:
        self._by_folder: dict[str, list[WorkspaceResult]] = defaultdict(list)
        self._by_branch: dict[str, list[WorkspaceResult]] = defaultdict(list)
        for result in results:
            if result.workspace_path:
                self._by_folder[_plain(result.workspace_path)].append(result)
            if result.branch:
                self._by_branch[result.branch.removeprefix("refs/heads/")].append(result)

    def of(self, repository: str, path: str | None, branch: str | None) -> tuple[WorkspaceResult, ...]:
        """Return what is recorded of a workspace, the newest first as far as the records were.

        A folder may be written below its repository, as runtimes do. A branch alone is not enough where the
        record names an absolute folder that is none of this repository.
        """
        found = {}
        if path is not None:
            place, root = _plain(path), _plain(repository)
            below = place.removeprefix(f"{root}/") if place.startswith(f"{root}/") else None
            for name in (place, below):
                for result in self._by_folder.get(name or "", ()):
                    found[id(result)] = result
        for result in self._by_branch.get(branch or "", ()):
            if self._may_be_here(result, repository, path):
                found[id(result)] = result
        return tuple(found.values())[:MOST_RESULTS]

    @staticmethod
    def _may_be_here(result: WorkspaceResult, repository: str, path: str | None) -> bool:
        named = _plain(result.workspace_path or "")
        if not _is_absolute(named):
            return True
        return named == _plain(path or "") or named.startswith(f"{_plain(repository)}/")


def _plain(path: str) -> str:
    """Return a path as it is compared: forward slashes, no `.` and no slash at the end."""
    written = path.replace("\\", "/")
    return posixpath.normpath(written) if written else ""


def _is_absolute(path: str) -> bool:
    return path.startswith("/") or path[1:2] == ":"

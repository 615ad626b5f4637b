"""Looks at a repository: what runs left in its worktrees, as `caseboard workspaces --save` writes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sample_data.makers.continuity import Fields
from sample_data.makers.moments import before_end, spelled


def lantern_docs() -> Iterator[Fields]:
    """Yield what the look at the documentation site found, the main directory first."""
    look = Look("/srv/demo/lantern-docs", before_end(minutes=20))
    yield look.main(_days(0.2), "Kim", "Release 14")
    yield look.linked("docs-release-14", _days(0.8), "coder", "Write the upgrade notes", is_merged=True)
    yield look.linked(
        "jarvis/oxygen-alarm-7/coder", _days(0.1), "coder", "冬季读数的报警规则", commits=2,
        dirty={"files": 3, "unstaged": 2, "untracked": 1,
               "names": ["alarm/rule.py", "alarm/冬季.csv", "notes.md"]},
    )  # fmt: skip
    yield look.linked(
        "jarvis/oxygen-alarm-7/verifier", _days(0.3), "verifier", "Check the rule on winter readings",
        commits=1,
    )  # fmt: skip
    yield look.linked(
        "worktree-calm-river", _days(3), "Kim", "Release 13", below=".claude/worktrees/calm-river",
        is_locked=True, lock_reason="kept for the review on Friday",
    )  # fmt: skip
    yield look.linked(
        "jarvis/tide-tables/explorer", _days(9), "explorer", "List the harbours", commits=1, exists=False,
        is_prunable=True, prunable_reason="gitdir file points to non-existent location",
    )  # fmt: skip
    yield look.branch("jarvis/tide-tables/idle", _days(12), "Kim", "Release 13")


@dataclass(frozen=True)
class Look:
    """One look at a repository of the machine `demo`."""

    repository: str
    looked_at: datetime

    def main(self, at: datetime, author: str, subject: str) -> Fields:
        """Tell of the main working directory."""
        return self._seen("main", "main", self.repository, at, author, subject, has_files=True)

    def linked(
        self,
        branch: str,
        at: datetime,
        author: str,
        subject: str,
        *,
        below: str | None = None,
        dirty: Fields | None = None,
        exists: bool = True,
        **told: Any,
    ) -> Fields:
        """Tell of a worktree; it lies in `.worktrees/` under the name of its branch where nothing is said.

        `tip_of` names the branch whose commit it has, where it has none of its own.
        """
        path = f"{self.repository}/{below or f'.worktrees/{branch}'}"
        return self._seen(
            "linked", branch, path, at, author, subject, has_files=exists, dirty=dirty, exists=exists, **told
        )  # fmt: skip

    def branch(self, branch: str, at: datetime, author: str, subject: str) -> Fields:
        """Tell of a branch without a worktree."""
        return self._seen("branch", branch, None, at, author, subject, has_files=False)

    def _seen(
        self,
        kind: str,
        branch: str,
        path: str | None,
        at: datetime,
        author: str,
        subject: str,
        *,
        has_files: bool,
        dirty: Fields | None = None,
        commits: int = 0,
        is_merged: bool = False,
        tip_of: str | None = None,
        **told: Any,
    ) -> Fields:
        counts = ("files", "staged", "unstaged", "untracked", "conflicted", "submodules")
        commit = f"{sum(map(ord, tip_of or branch)):040x}"
        return {
            "workspace": "caseboard.workspace@1",
            "machine": "demo",
            "repository": self.repository,
            "kind": kind,
            "path": path,
            "exists": True,
            "branch": branch,
            "head": commit,
            "bases": ["main"],
            "dirty": dict.fromkeys(counts, 0) | (dirty or {}) if has_files else None,
            "unmerged": {"base": "main", "commits": commits, "is_merged": is_merged},
            "size": {"size_bytes": 48_000_000 + 1_000 * len(branch), "files": 812} if has_files else None,
            "last_commit": {
                "commit_id": commit,
                "committed_at": spelled(at),
                "author": author,
                "subject": subject,
            },
            "active_at": spelled(at),
            "as_of": spelled(self.looked_at),
            **told,
        }


def _days(days: float) -> datetime:
    return before_end(days=days, minutes=25)

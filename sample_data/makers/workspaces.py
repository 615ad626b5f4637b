"""A look at one repository: what runs left in its worktrees, as `caseboard workspaces --save` writes it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sample_data.makers.continuity import Fields
from sample_data.makers.moments import before_end, spelled

REPOSITORY = "/srv/demo/lantern-docs"
LOOKED = spelled(before_end(minutes=20))


def lines() -> Iterator[Fields]:
    """Yield the records of the look, the main directory first."""
    yield _seen("main", "main", "", days=0.2, author="Kim", subject="Release 14")
    yield _seen(
        "linked",
        "docs-release-14",
        ".worktrees/docs-release-14",
        days=0.8,
        author="coder",
        subject="Write the upgrade notes",
        unmerged={"commits": 0, "is_merged": True},
    )
    yield _seen(
        "linked",
        "jarvis/oxygen-alarm-7/coder",
        ".worktrees/jarvis/oxygen-alarm-7/coder",
        days=0.1,
        author="coder",
        subject="冬季读数的报警规则",
        dirty={
            "files": 3,
            "unstaged": 2,
            "untracked": 1,
            "names": ["alarm/rule.py", "alarm/冬季.csv", "notes.md"],
        },
        unmerged={"commits": 2, "is_merged": False},
    )
    yield _seen(
        "linked",
        "jarvis/oxygen-alarm-7/verifier",
        ".worktrees/jarvis/oxygen-alarm-7/verifier",
        days=0.3,
        author="verifier",
        subject="Check the rule on winter readings",
        unmerged={"commits": 1, "is_merged": False},
    )
    yield _seen(
        "linked",
        "worktree-calm-river",
        ".claude/worktrees/calm-river",
        days=3,
        author="Kim",
        subject="Release 13",
        is_locked=True,
        lock_reason="kept for the review on Friday",
    )
    yield _seen(
        "linked",
        "jarvis/tide-tables/explorer",
        ".worktrees/jarvis/tide-tables/explorer",
        days=9,
        author="explorer",
        subject="List the harbours",
        exists=False,
        is_prunable=True,
        prunable_reason="gitdir file points to non-existent location",
        unmerged={"commits": 1, "is_merged": False},
    )
    yield _seen("branch", "jarvis/tide-tables/idle", None, days=12, author="Kim", subject="Release 13")


def _seen(
    kind: str, branch: str, below: str | None, *, days: float, author: str, subject: str, **told: Any
) -> Fields:
    at = spelled(before_end(days=days, minutes=25))
    none = dict.fromkeys(("files", "staged", "unstaged", "untracked", "conflicted", "submodules"), 0)
    dirty = none | told.pop("dirty", {})
    has_files = kind != "branch" and told.get("exists", True)
    commit = f"{sum(map(ord, branch)):040x}"
    return {
        "workspace": "caseboard.workspace@1",
        "machine": "demo",
        "repository": REPOSITORY,
        "kind": kind,
        "path": None if below is None else f"{REPOSITORY}/{below}".rstrip("/"),
        "exists": True,
        "branch": branch,
        "head": commit,
        "bases": ["main"],
        "dirty": dirty if has_files else None,
        "unmerged": {"base": "main", **told.pop("unmerged", {"commits": 0, "is_merged": False})},
        "size": {"size_bytes": 48_000_000 + 1_000 * len(branch), "files": 812} if has_files else None,
        "last_commit": {"commit_id": commit, "committed_at": at, "author": author, "subject": subject},
        "active_at": at,
        "as_of": LOOKED,
        **told,
    }

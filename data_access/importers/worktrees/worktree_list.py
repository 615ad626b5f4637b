"""What git says of worktrees: `git worktree list --porcelain -z`, and where each of them really is."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISDIR, S_ISREG

_LARGEST_LINK = 8 << 10
_HEADS = "refs/heads/"


@dataclass(frozen=True)
class ListedWorktree:
    """One worktree as git lists it."""

    path: Path
    is_main: bool
    head: str | None = None
    """The commit; None where there is none yet, and in a bare repository."""
    branch: str | None = None
    is_bare: bool = False
    is_detached: bool = False
    lock_reason: str | None = None
    """None where it is not locked, empty where it is and nobody said why."""
    prunable_reason: str | None = None


def listed_worktrees(told: bytes) -> tuple[ListedWorktree, ...]:
    """Read the answer of git; the main working directory comes first."""
    records = (record for record in told.split(b"\0\0") if record.strip(b"\0"))
    return tuple(_worktree(record, is_main=number == 0) for number, record in enumerate(records))


def _worktree(record: bytes, *, is_main: bool) -> ListedWorktree:
    said: dict[str, str] = {}
    for line in record.strip(b"\0").split(b"\0"):
        name, _, value = line.partition(b" ")
        said[name.decode("ascii", "replace")] = os.fsdecode(value)
    head = said.get("HEAD", "")
    branch = said.get("branch")
    return ListedWorktree(
        path=Path(said.get("worktree", "")),
        is_main=is_main,
        head=head if head.strip("0") else None,
        branch=branch.removeprefix(_HEADS) if branch else None,
        is_bare="bare" in said,
        is_detached="detached" in said,
        lock_reason=said.get("locked"),
        prunable_reason=said.get("prunable"),
    )


def git_folder_of(worktree: ListedWorktree, common: Path) -> Path | None:
    """Return the folder with the index of a worktree; None where the worktree is not this repository's.

    A repository may list any folder of the machine: only one that names the repository itself is looked into.
    """
    if worktree.is_main:
        return common
    link = worktree.path / ".git"
    with suppress(OSError, ValueError):
        state = link.lstat()
        if not S_ISREG(state.st_mode) or state.st_size > _LARGEST_LINK:
            return None
        told = os.fsdecode(link.read_bytes()).removesuffix("\n")
        if not told.startswith("gitdir: "):
            return None
        named = (worktree.path / told.removeprefix("gitdir: ")).resolve()
        if named.parent == (common / "worktrees").resolve() and S_ISDIR(named.lstat().st_mode):
            return named
    return None


def moments_of(git_folder: Path) -> Iterator[float]:
    """Yield when the checkout and the index of a worktree were last written, in seconds since 1970."""
    for name in ("HEAD", "index"):
        with suppress(OSError):
            yield (git_folder / name).lstat().st_mtime

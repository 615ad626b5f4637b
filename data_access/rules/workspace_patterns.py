"""Which branches and folders are workspaces of agents, and which run and worker their names give.

A pattern is a name with `{run}` and `{worker}` for one part each and `*` for any signs within a part.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from data_access.contracts.isolation import PatternKept
from data_access.contracts.policy import WorktreePattern
from data_access.errors import InvalidInput, Problem

GIVEN = "given"
"""The source of a pattern that a person gave with the question."""
_PLACES = re.compile(r"\{run\}|\{worker\}|\*")
_MEANING = {"{run}": r"(?P<run>[^/]+)", "{worker}": r"(?P<worker>[^/]+)", "*": "[^/]*"}
_LONGEST = 200


class WorkspacePattern(NamedTuple):
    """How one source names its workspaces."""

    source: str
    branch: str
    """Pattern of the whole name of a branch; one of `*` alone tells no branch from another and fits none."""
    folder: str | None = None
    """Pattern of the end of a path."""


class NamedWorkspace(NamedTuple):
    """What the names of a workspace give."""

    source: str
    run: str | None
    worker: str | None


class Patterns:
    """Patterns, ready to be compared with names."""

    def __init__(self, patterns: Iterable[WorkspacePattern]) -> None:
        self.patterns = tuple(patterns)
        self._branches = [
            (one.source, _compiled(one.branch)) for one in self.patterns if one.branch.strip("*/")
        ]
        self._folders = [
            (one.source, _compiled(one.folder, opening="(?:^|.*/)")) for one in self.patterns if one.folder
        ]

    def of_branch(self, branch: str | None) -> NamedWorkspace | None:
        """Return what the name of a branch gives; None where it follows no pattern."""
        return _first(self._branches, branch)

    def of_folder(self, path: str | None) -> NamedWorkspace | None:
        """Return what a path gives, written with forward slashes."""
        return _first(self._folders, path)


def pattern_kept(patterns: Patterns, path: str | None, branch: str | None) -> PatternKept | None:
    """Say whether folder and branch of a worktree are named as their source lays down; None for no folder.

    A source that leaves the branch open, and a branch that nobody knows, speak against nothing.
    """
    if path is None:
        return None
    by_folder, by_branch = patterns.of_folder(path.replace("\\", "/")), patterns.of_branch(branch)
    if by_folder is None:
        return "other_folder" if by_branch else "neither"
    names = {one.source: one.branch for one in patterns.patterns}
    is_open = branch is None or not names[by_folder.source].strip("*/")
    return "kept" if is_open or (by_branch and by_branch.source == by_folder.source) else "other_branch"


def policy_patterns(worktrees: Mapping[str, WorktreePattern]) -> tuple[WorkspacePattern, ...]:
    """Return the patterns that a policy lays down, by their source."""
    return tuple(WorkspacePattern(source, one.branch, one.path) for source, one in worktrees.items())


def given_patterns(
    branches: Iterable[str], usual: tuple[WorkspacePattern, ...]
) -> tuple[WorkspacePattern, ...]:
    """Return the patterns that a person gave, else the `usual` ones. Raises: `InvalidInput`."""
    given = tuple(WorkspacePattern(GIVEN, branch) for branch in branches)
    for pattern in given:
        _require_usable(pattern.branch)
    return given or usual


def _require_usable(pattern: str) -> None:
    why = None
    if not pattern.strip("/ ") or len(pattern) > _LONGEST:
        why = f"it is empty or longer than {_LONGEST} signs"
    elif pattern.count("{run}") > 1 or pattern.count("{worker}") > 1:
        why = "it names a part twice"
    elif re.search(r"[{}]", _PLACES.sub("", pattern)):
        why = "it has braces around something else than run or worker"
    if why:
        fix = "Write it like jarvis/{run}/{worker} or agent-*."
        raise InvalidInput(f"{pattern} is no pattern.", problems=(Problem("pattern", why, fix),))


def _compiled(pattern: str, opening: str = "") -> re.Pattern[str]:
    parts = _PLACES.split(pattern)
    places = _PLACES.findall(pattern)
    text = re.escape(parts[0])
    for place, part in zip(places, parts[1:], strict=True):
        text += _MEANING[place] + re.escape(part)
    return re.compile(opening + text, re.DOTALL)


def _first(compiled: list[tuple[str, re.Pattern[str]]], name: str | None) -> NamedWorkspace | None:
    if name is None:
        return None
    for source, pattern in compiled:
        found = pattern.fullmatch(name)
        if found:
            parts = found.groupdict()
            return NamedWorkspace(source, parts.get("run"), parts.get("worker"))
    return None

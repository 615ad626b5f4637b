"""What git says of changed files: `git status --porcelain=v2 -z`, counted."""

from __future__ import annotations

import os
from collections.abc import Collection

from data_access.contracts.workspaces import DirtyFiles
from data_access.rules.file_names import name_text

NAMES_KEPT = 100
LONGEST_NAME = 4096
_FIELDS = {b"1": 8, b"u": 10}
"""Fields before the name: of a changed file, of one in conflict."""


def dirty_files(told: bytes, nested: Collection[str], *, is_cut: bool) -> DirtyFiles:
    """Count the changed files of a status; `nested` are worktrees inside it, as git names them below it."""
    staged = unstaged = untracked = conflicted = submodules = 0
    names: list[str] = []
    files = 0
    records = told.split(b"\0")
    # The last piece is empty, or a record that was cut.
    for record in records[:-1]:
        kind, _, rest = record.partition(b" ")
        name, changes, is_submodule = _name_and_changes(kind, rest)
        if name is None or (kind == b"?" and os.fsdecode(name).rstrip("/") in nested):
            continue
        files += 1
        staged += kind == b"1" and changes[:1] not in (b".", b"")
        unstaged += kind == b"1" and changes[1:2] not in (b".", b"")
        untracked += kind == b"?"
        conflicted += kind == b"u"
        submodules += is_submodule
        if len(names) < NAMES_KEPT:
            names.append(name_text(os.fsdecode(name))[:LONGEST_NAME])
    return DirtyFiles(
        files=files,
        staged=staged,
        unstaged=unstaged,
        untracked=untracked,
        conflicted=conflicted,
        submodules=submodules,
        names=tuple(names),
        is_cut=is_cut,
    )


def _name_and_changes(kind: bytes, rest: bytes) -> tuple[bytes | None, bytes, bool]:
    if kind == b"?":
        return rest, b"", False
    fields = rest.split(b" ", _FIELDS.get(kind, 1) - 1)
    if kind not in _FIELDS or len(fields) < _FIELDS[kind]:
        return None, b"", False
    return fields[-1], fields[0], fields[1][:1] == b"S"

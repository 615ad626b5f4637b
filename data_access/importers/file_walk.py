"""Walks a folder for files, asking the system once for each folder and never once more for each file."""

from __future__ import annotations

import os
from collections.abc import Iterator


def files_below(folder: str, *, hidden: bool) -> Iterator[str]:
    """Yield the path of every regular file in a stable order: those of a folder, then its folders by name.

    Links are not followed and not listed, a folder that cannot be read is left out, and so are hidden folders
    unless `hidden` is true.
    """
    waiting = [folder]
    while waiting:
        entries = _entries(waiting.pop())
        yield from (entry.path for entry in entries if entry.is_file(follow_symlinks=False))
        waiting += [
            entry.path
            for entry in reversed(entries)
            if entry.is_dir(follow_symlinks=False) and (hidden or not entry.name.startswith("."))
        ]


def shown_below(folder: str, path: str) -> str:
    """Return a path that `files_below` gave relative to the folder, with forward slashes."""
    return path[len(os.path.join(folder, "")) :].replace(os.sep, "/")


def _entries(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return []

"""How much a folder takes on the disk: bounded in time and number, following no link and leaving no disk."""

from __future__ import annotations

import os
from collections.abc import Collection
from stat import S_ISDIR
from time import monotonic

from data_access.contracts.workspaces import SizeOnDisk

MOST_ENTRIES = 500_000
MOST_SECONDS = 10.0
_BLOCK = 512
"""What a block of `st_blocks` is, whatever the disk uses."""


def size_on_disk(
    folder: str,
    leave_out: Collection[str] = (),
    *,
    most_entries: int = MOST_ENTRIES,
    most_seconds: float = MOST_SECONDS,
) -> SizeOnDisk:
    """Add up the files below `folder` but not below `leave_out`; a file with two names counts once."""
    ends = monotonic() + most_seconds
    disk = os.lstat(folder).st_dev
    size_bytes = files = unreadable = seen = 0
    linked: set[tuple[int, int]] = set()
    waiting = [folder]
    while waiting:
        try:
            entries = os.scandir(waiting.pop())
        except OSError:
            unreadable += 1
            continue
        with entries:
            for entry in entries:
                seen += 1
                if seen > most_entries or monotonic() > ends:
                    return SizeOnDisk(size_bytes=size_bytes, files=files, is_cut=True, unreadable=unreadable)
                try:
                    state = os.lstat(entry.path)
                except OSError:
                    unreadable += 1
                    continue
                if entry.path in leave_out or state.st_dev != disk:
                    continue
                if S_ISDIR(state.st_mode):
                    waiting.append(entry.path)
                elif state.st_nlink < 2 or (state.st_dev, state.st_ino) not in linked:
                    linked.add((state.st_dev, state.st_ino)) if state.st_nlink > 1 else None
                    size_bytes += _taken(state)
                    files += 1
    return SizeOnDisk(size_bytes=size_bytes, files=files, unreadable=unreadable)


def _taken(state: os.stat_result) -> int:
    blocks = getattr(state, "st_blocks", None)  # unknown on Windows
    return state.st_size if blocks is None else blocks * _BLOCK

"""`import --follow`: reads growing logs again whenever they have changed, until somebody stops it.

A pass is one normal import of the changed files, one batch for each format among them. Nothing is kept open
in between, so that a desk can start.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from data_access.errors import CaseboardError, DeskUnreachable, StoreHeld

LOOK_SECONDS = 2.0
MOST_AT_ONCE = 500
"""So many changed files are loaded together."""
_LOGS = {".json", ".jsonl", ".gz", ".zst"}

State = dict[Path, tuple[int, int]]
"""Size and time of the last change of every log."""


def follow(
    paths: Sequence[Path],
    load: Callable[[Sequence[Path]], None],
    complain: Callable[[Path, CaseboardError], None],
    *,
    pause: Callable[[float], None] = time.sleep,
) -> None:
    """Call `load` for all files below `paths` that change between two looks, for ever.

    Where it refuses them each is loaded alone, to `complain` about those it refuses. A file that could not be
    read because another program holds the database is tried again.
    """
    seen = logs_below(paths)
    load(paths)
    while True:
        pause(LOOK_SECONDS)
        now = logs_below(paths)
        changed = sorted(file for file, state in now.items() if seen.get(file) != state)
        for start in range(0, len(changed), MOST_AT_ONCE):
            for file in _load(changed[start : start + MOST_AT_ONCE], load, complain):
                seen[file] = now[file]


def _load(
    files: Sequence[Path],
    load: Callable[[Sequence[Path]], None],
    complain: Callable[[Path, CaseboardError], None],
) -> Sequence[Path]:
    """Load files at once, or one by one where they are refused; return those that are done with."""
    try:
        load(files)
    except (StoreHeld, DeskUnreachable) as fault:
        complain(files[0], fault)
        return []
    except CaseboardError as fault:
        if len(files) > 1:
            return [file for one in files for file in _load([one], load, complain)]
        complain(files[0], fault)
    return files


def logs_below(paths: Sequence[Path]) -> State:
    """Return the state of every log that lies at or below `paths`; what vanishes meanwhile is left out."""
    found: State = {}
    for file in _files(paths):
        try:
            state = file.stat()
        except OSError:
            continue
        found[file] = (state.st_size, state.st_mtime_ns)
    return found


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if not path.is_dir():
            yield path
            continue
        for folder, _, names in os.walk(path):
            yield from (Path(folder, name) for name in names if Path(name).suffix in _LOGS)

"""Where Codex puts its logs, and how one is told from the other files there.

    <home>/sessions/YYYY/MM/DD/rollout-<local time>-<thread>.jsonl   a thread
    <home>/archived_sessions/rollout-...                              one that was put away
    ... .jsonl.zst                                                    one that rested long enough

The home is `~/.codex` or `$CODEX_HOME`. What `codex exec --json` prints lies wherever somebody put it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from data_access.importers.codex.record_shapes import is_codex_record
from data_access.importers.file_walk import files_below, shown_below
from data_access.importers.formats import SourceFile
from data_access.importers.json_lines import first_records
from data_access.importers.loose_values import Json

FOLDERS = ("sessions", "archived_sessions")
LOG_SUFFIXES = (".jsonl", ".jsonl.zst", ".jsonl.gz")
FILES_ASKED = 50
RECORDS_ASKED = 20
"""How many records of a file are looked at before saying that it is none of ours."""


def log_files(root: Path) -> Iterator[SourceFile]:
    """List the logs of a home, a folder or one file, in a stable order; of twins only the unpacked one."""
    if not root.is_dir():
        yield SourceFile(root, root.name)
        return
    inner = [os.path.join(root, name) for name in FOLDERS if os.path.isdir(os.path.join(root, name))]
    for folder in inner or [str(root)]:
        for place in files_below(folder, hidden=True):
            if place.endswith(LOG_SUFFIXES) and not _has_plain_twin(place):
                yield SourceFile(Path(place), shown_below(str(root), place))


def looks_like_codex(path: Path) -> bool:
    """Tell whether a file, or a folder as a whole, was written by Codex.

    A folder is, when every log file in it that holds anything is; of very many, a sample is opened.
    """
    if not path.is_dir():
        return path.name.endswith(LOG_SUFFIXES) and path.is_file() and _has_our_record(path)
    filled = [file.path for file in log_files(path) if _holds_anything(file.path)]
    return bool(filled) and all(map(_has_our_record, filled[:: 1 + len(filled) // FILES_ASKED]))


def is_side_file(path: Path) -> bool:
    """Tell whether a file lies beside the folders of logs or is a packed twin."""
    if path.name.endswith(LOG_SUFFIXES) and _has_plain_twin(str(path)):
        return True
    return path.parent.name == ".codex" or all((path.parent / name).is_dir() for name in FOLDERS)


def _has_plain_twin(place: str) -> bool:
    stem = place.removesuffix(".zst")
    return stem != place and os.path.isfile(stem)


def _holds_anything(path: Path) -> bool:
    try:
        return os.path.getsize(path) > 0
    except OSError:
        return False


def _has_our_record(path: Path) -> bool:
    return any(map(is_codex_record, _first_records(path)))


def _first_records(path: Path) -> Iterator[Json]:
    with suppress(OSError):
        yield from first_records(path, RECORDS_ASKED)

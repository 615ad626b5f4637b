"""Where agents of this user leave their logs and how much lies there; names and sizes, nothing is read."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from dashboard.import_sources import server_source
from data_access.errors import CaseboardError

PROJECTS = "projects"
CODEX_FOLDERS = ("sessions", "archived_sessions")
_SUB_AGENT = "agent-"
_LOG_SUFFIXES = (".jsonl", ".jsonl.zst")


@dataclass(frozen=True)
class FoundLogs:
    """The logs of one folder."""

    folder: Path
    source_format: str
    projects: int | None
    """Null where the folders do not tell."""
    sessions: int
    """Logs of main agents; each is a run."""
    files: int
    """All log files, sub-agents' own ones included."""
    size_bytes: int
    newest_at: datetime | None
    """When the newest of them was last written."""


def log_folders(environ: Mapping[str, str] = os.environ) -> tuple[Path, ...]:
    """List the folders in which local agents of this user keep their logs, those that exist.

    `CLAUDE_CONFIG_DIR` (several, separated by commas) and `CODEX_HOME` go before the usual places in the home
    folder.
    """
    found: dict[Path, Path] = {}
    for folder in (*_claude_folders(environ), *_codex_folders(environ)):
        if folder.is_dir():
            found.setdefault(folder.resolve(), folder)
    return tuple(found.values())


def _claude_folders(environ: Mapping[str, str]) -> list[Path]:
    named = [
        Path(part.strip()).expanduser()
        for part in environ.get("CLAUDE_CONFIG_DIR", "").split(",")
        if part.strip()
    ]
    config = Path(environ.get("XDG_CONFIG_HOME") or _home(environ) / ".config")
    homes = named or [_home(environ) / ".claude", config / "claude"]
    # A name given may be the folder of projects itself.
    return [home if home.name == PROJECTS else home / PROJECTS for home in homes]


def _codex_folders(environ: Mapping[str, str]) -> list[Path]:
    named = environ.get("CODEX_HOME", "").strip()
    home = Path(named).expanduser() if named else _home(environ) / ".codex"
    return [home / name for name in CODEX_FOLDERS]


def find_local_logs(
    environ: Mapping[str, str] = os.environ, *, roots: Sequence[Path] | None = None
) -> tuple[FoundLogs, ...]:
    """Count what lies in each log folder of this user; folders without a log are left out.

    With `roots`, only folders inside one of these are looked at.
    """
    folders = (folder for folder in log_folders(environ) if roots is None or _is_inside(folder, roots))
    return tuple(found for found in map(_counted, folders) if found.files)


def _is_inside(folder: Path, roots: Sequence[Path]) -> bool:
    try:
        server_source(str(folder), roots)
    except CaseboardError:
        return False
    return True


def _home(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("HOME") or environ.get("USERPROFILE") or Path.home())


def _counted(folder: Path) -> FoundLogs:
    projects, sessions, files, size, newest = set(), 0, 0, 0, 0.0
    for entry, depth, project in _logs_below(folder):
        try:
            status = entry.stat(follow_symlinks=False)
        except OSError:
            continue
        files += 1
        size += status.st_size
        newest = max(newest, status.st_mtime)
        projects.add(project)
        sessions += depth == 1 and not entry.name.startswith(_SUB_AGENT)
    newest_at = datetime.fromtimestamp(newest, UTC) if files else None
    if folder.name in CODEX_FOLDERS:  # by day, not by project; each thread has a log of its own
        return FoundLogs(folder, "codex", None, files, files, size, newest_at)
    return FoundLogs(folder, "claude_code", len(projects), sessions, files, size, newest_at)


def _logs_below(folder: Path) -> Iterator[tuple[os.DirEntry[str], int, str]]:
    """Give each log with its depth below `folder` and the project it lies in; follows no link."""
    waiting: list[tuple[str, int, str]] = [(str(folder), 0, "")]
    while waiting:
        place, depth, project = waiting.pop()
        try:
            with os.scandir(place) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append((entry.path, depth + 1, project or entry.name))
                    elif entry.name.endswith(_LOG_SUFFIXES) and entry.is_file(follow_symlinks=False):
                        yield entry, depth, project
        except OSError:
            continue  # a folder that may not be listed has nothing to offer

"""The folder beside the database with the logs that other machines sent: its place, size, oldest files.

What was imported stands in the database; the folder only spares a machine to send a grown log whole again.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from data_access.errors import ReceivedFull


def received_folder(database: Path | None) -> Path:
    """Return where received logs lie; for a database in memory below the folder of temporary files."""
    beside = Path(tempfile.gettempdir()) / "caseboard" if database is None else database
    return beside.with_name(f"{beside.name}.received")


def require_room(folder: Path, more_bytes: int, total_bytes: int) -> None:
    """Pass when so many more bytes still fit. Raises: `ReceivedFull`."""
    held = sum(size for _, size, _ in _files(folder))
    if held + more_bytes <= total_bytes:
        return
    raise ReceivedFull(
        f"This desk keeps {total_bytes:,} bytes of sent logs and has {held:,}: {more_bytes:,} more do not "
        "fit. Whoever runs it raises `upload_total_mb`, or lowers `upload_keep_days` to drop old ones sooner."
    )


def drop_old(folder: Path, now: datetime, days: int) -> int:
    """Remove logs of which nothing has arrived for so many days; return how many. 0 days keep all.

    What they brought stays. A machine that still has such a log and sees it grow sends it whole again.
    """
    if not days:
        return 0
    before = (now - timedelta(days=days)).timestamp()
    old = [file for file, _, changed in _files(folder) if changed < before]
    for file in old:
        file.unlink(missing_ok=True)
    return len(old)


def copy_received(folder: Path, target: Path) -> int:
    """Copy the folder; return the number of logs. One that is arriving may be copied as a beginning of it."""
    copied = 0
    for file, _, _ in _files(folder):
        place = target / file.relative_to(folder)
        place.parent.mkdir(parents=True, exist_ok=True)
        try:
            shutil.copy2(file, place)
        except FileNotFoundError:  # it was old and has just gone
            continue
        copied += 1
    return copied


def _files(folder: Path) -> Iterator[tuple[Path, int, float]]:
    """Yield each log with its size and the time of its last part; links are none of ours."""
    for inner, _, names in os.walk(folder):
        for name in sorted(names):
            file = Path(inner, name)
            try:
                state = file.lstat()
            except OSError:
                continue
            if not file.is_symlink():
                yield file, state.st_size, state.st_mtime

"""`import --to`: sends the logs of this machine to the desk of a team, only what it does not have yet."""

from __future__ import annotations

import base64
import hashlib
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from data_access.contracts.uploads import PART_BYTES, LogStanding
from data_access.errors import DeskBusy, TimeLimit

if TYPE_CHECKING:
    from dashboard.asking import RunningDesk

_TRIES = 8


def send_log(desk: RunningDesk, file: Path, named: dict[str, str | None]) -> bool:
    """Send what the desk lacks of a log; return False when it has all of it."""
    content = file.read_bytes()
    offer = {**named, "size_bytes": len(content), "content_hash": hashlib.sha256(content).hexdigest()}
    standing: LogStanding = _patiently(desk, "offer_log", offer)
    if standing.is_whole:
        return False
    has_beginning = hashlib.sha256(content[: standing.have_bytes]).hexdigest() == standing.have_hash
    at = standing.have_bytes if has_beginning else 0
    while True:
        part = content[at : at + PART_BYTES]
        sent = {**offer, "offset": at, "content": base64.b64encode(part).decode()}
        standing = _patiently(desk, "send_log_part", sent)
        at += len(part)
        if at >= len(content):
            return True


def _patiently(desk: RunningDesk, name: str, given: Mapping[str, object]) -> LogStanding:
    """Ask; wait twice as long each time while the desk has its hands full."""
    for attempt in range(_TRIES):
        try:
            answer: LogStanding = desk.ask(name, **given)
            return answer
        except (DeskBusy, TimeLimit):
            if attempt == _TRIES - 1:
                raise
            time.sleep(min(30.0, 0.5 * 2**attempt))
    raise AssertionError("unreachable")


def shown_path(roots: Sequence[Path], file: Path) -> str:
    """Return the path of a log as the other desk gets it: below its root, whose name comes first."""
    root = next(root for root in roots if root == file or root in file.parents)
    return file.name if file == root else f"{root.name}/{file.relative_to(root).as_posix()}"

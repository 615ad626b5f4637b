"""Whether a duration can be trusted: a clock that was set back makes a stretch of time happen twice."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple


class ClockJump(NamedTuple):
    """A source wrote a moment, and after it an earlier one."""

    back_to: datetime
    back_from: datetime


def is_unreliable(started_at: datetime | None, ended_at: datetime | None, jumps: Sequence[ClockJump]) -> bool:
    """Tell whether the clock jumped between two moments; false when either is unknown."""
    if started_at is None or ended_at is None:
        return False
    if ended_at < started_at:
        return True
    return any(started_at <= jump.back_from and jump.back_to <= ended_at for jump in jumps)

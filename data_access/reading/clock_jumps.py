"""Where the clock of a run's sources went back."""

from __future__ import annotations

from data_access.rules.clock_jumps import ClockJump
from data_access.store.connection import Store


def clock_jumps(store: Store, conversation_key: str) -> list[ClockJump]:
    """List the jumps by more than two seconds, the earliest first."""
    return [ClockJump(**row) for row in store.rows("clock_jumps", {"conversation_key": conversation_key})]

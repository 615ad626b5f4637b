"""The clock of a running desk that examines what agents did, after an import and when the policy changes.

Pages and calls read what was examined last and say how much is missing. A policy file that cannot be read is
told by whoever asks for it; until it can, nothing is examined.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from dashboard.current_desk import Desk
from dashboard.policy_in_force import policy_in_force
from data_access.errors import PolicyFileInvalid, StoreError
from data_access.reading.change_counter import change_counter
from data_access.rules.examined_operations import examined_by
from data_access.store.connection import Store
from data_access.writing.examine_operations import step_by_step

SECONDS = 3.0
_Standing = tuple[str, int]


@contextmanager
def operations_examined(desk: Desk, *, every: float = SECONDS) -> Iterator[None]:
    """Examine what is to be examined while the block lasts; nothing without a store."""
    if desk.store is None:
        yield
        return
    stop = threading.Event()
    clock = threading.Thread(
        target=_tick, args=(desk, desk.store, stop, every), name="operations", daemon=True
    )
    clock.start()
    try:
        yield
    finally:
        stop.set()
        clock.join(every + 10)


def _tick(desk: Desk, store: Store, stop: threading.Event, every: float) -> None:
    done: _Standing | None = None
    while not stop.wait(every):
        try:
            done = _examine(desk, store, stop, done)
        except (StoreError, PolicyFileInvalid):
            continue  # a full disk, a closing store, a file being written: the next tick tries again


def _examine(desk: Desk, store: Store, stop: threading.Event, done: _Standing | None) -> _Standing | None:
    """Examine what is due unless the desk stands as it was `done`; return how it stood at the beginning."""
    policy = policy_in_force(desk.settings)
    stands = examined_by(policy), change_counter(store, "runs", "imports", "workspaces").value
    if stands == done:
        return done
    for _ in step_by_step(store, policy):
        if stop.wait(0.01):  # lets whoever asks for a page in between
            return None
    return stands

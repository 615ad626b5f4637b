"""Knows which writes of cases have reached the desk and wait for their turn.

One write at a time: behind a long import others wait. What reached the desk in time is in time, so nothing
of a task expires meanwhile that had not expired when the first of its waiting writes arrived.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from weakref import WeakKeyDictionary

from data_access.store.connection import Store

_guard = threading.Lock()
_waiting: WeakKeyDictionary[Store, dict[str, list[datetime]]] = WeakKeyDictionary()


@contextmanager
def waiting(store: Store, task_id: str | None, arrived: datetime) -> Iterator[None]:
    """Note that a write on this task has arrived, for as long as the block lasts."""
    if task_id is None:
        yield
        return
    with _guard:
        arrivals = _waiting.setdefault(store, {}).setdefault(task_id, [])
        arrivals.append(arrived)
    try:
        yield
    finally:
        with _guard:
            arrivals.remove(arrived)
            if not arrivals:
                _waiting[store].pop(task_id, None)


def first_arrival(store: Store, task_id: str, otherwise: datetime) -> datetime:
    """Return when the first of the waiting writes on this task arrived, at the latest `otherwise`."""
    with _guard:
        return min(_waiting.get(store, {}).get(task_id, ()), default=otherwise)


def tasks_waited_for(store: Store) -> list[str]:
    """Return the tasks on which a write waits."""
    with _guard:
        return sorted(_waiting.get(store, {}))

"""The clock of a running desk: every few seconds it writes down what has expired, as the desk itself.

Readings count an expiry from its moment on; the clock makes it stand in the change log and queues what waits.
It also works out what revisions of reports changed where that is missing: in a database from before that was
kept, or after a write that was cut off.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from data_access.errors import StoreError
from data_access.store.connection import Store
from data_access.writing.case_expiries import settle_expiries
from data_access.writing.case_write import utc_now
from data_access.writing.revision_changes import step_by_step

SECONDS = 3.0


@contextmanager
def expiries_settled(store: Store | None, *, every: float = SECONDS) -> Iterator[None]:
    """Settle what expires, and what is to be worked out, while the block lasts; nothing without a store."""
    if store is None:
        yield
        return
    stop = threading.Event()
    # Comparing many long reports takes minutes: no lease waits for that.
    clocks = [
        threading.Thread(target=_tick, args=(work, store, stop, every), name=name, daemon=True)
        for name, work in (("expiries", _settle), ("revision changes", _work_out))
    ]
    for clock in clocks:
        clock.start()
    try:
        yield
    finally:
        stop.set()
        for clock in clocks:
            clock.join(every + 10)


def _tick(
    work: Callable[[Store, threading.Event], None], store: Store, stop: threading.Event, every: float
) -> None:
    while not stop.wait(every):
        try:
            work(store, stop)
        except StoreError:
            continue  # a full disk or a closing store; pages and calls say so, the next tick tries again


def _settle(store: Store, _: threading.Event) -> None:
    settle_expiries(store, utc_now)


def _work_out(store: Store, stop: threading.Event) -> None:
    for _ in step_by_step(store):
        if stop.is_set():
            break

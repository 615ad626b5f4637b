"""The clock of a running desk: every few seconds it writes down what has expired, as the desk itself.

Readings count an expiry from its moment on; the clock makes it stand in the change log and queues what waits.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from data_access.errors import StoreError
from data_access.store.connection import Store
from data_access.writing.case_expiries import settle_expiries
from data_access.writing.case_write import utc_now

SECONDS = 3.0


@contextmanager
def expiries_settled(store: Store | None, *, every: float = SECONDS) -> Iterator[None]:
    """Settle what expires while the block lasts; without a store there is nothing to settle."""
    if store is None:
        yield
        return
    stop = threading.Event()
    clock = threading.Thread(target=_tick, args=(store, stop, every), name="expiries", daemon=True)
    clock.start()
    try:
        yield
    finally:
        stop.set()
        clock.join(every + 10)


def _tick(store: Store, stop: threading.Event, every: float) -> None:
    while not stop.wait(every):
        try:
            settle_expiries(store, utc_now)
        except StoreError:
            continue  # a full disk or a closing store; pages and calls say so, the next tick tries again

"""Takes spans in and stores them in groups: what arrives while a commit runs goes into the next one.

Most of what a commit costs does not depend on how much it stores. Where several senders send at once, a group
therefore waits a moment until as many of them are there as last time.

Whoever delivers gets a promise that is kept when the spans are stored, and broken with the reason when they
are not. What was taken and is not settled yet is bounded, the group that is being stored included; more is
refused until there is room.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from data_access.contracts.receiving import SpanDelivery, SpanReceipt
from data_access.errors import CaseboardError, InvalidInput, ReceiverFull, StoreError
from data_access.store.connection import Store

if TYPE_CHECKING:
    from data_access.writing.receive_spans import SpanReceiver

MOST_WAITING_BYTES = 32 * 2**20
MOST_WAITING = 512
"""Requests that were taken and are neither stored nor refused yet."""
GROUP_BYTES = 8 * 2**20
"""Of one commit; one request may be larger."""
LONGEST_GATHERING = 0.1
"""Seconds that a group waits for further senders."""
RECENTLY = 1.0
"""Seconds for which the number of senders of the last group holds for the next one."""
_FAULTS_OF_ONE = (
    ArithmeticError,
    AttributeError,
    LookupError,
    MemoryError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What a delivery that nobody foresaw may cause."""


class _Waiting(NamedTuple):
    delivery: SpanDelivery
    promise: Future[SpanReceipt]


class SpanIntake:
    """The one way for spans into the store of a running desk."""

    def __init__(self, store: Store, prices: Path | None = None) -> None:
        self._place = (store, prices)
        self._receiver: SpanReceiver | None = None
        self._guard = threading.Condition()
        self._waiting: deque[_Waiting] = deque()
        self._unsettled = 0
        self._unsettled_bytes = 0
        self._senders = 1
        """How many sent at once when the last group was stored."""
        self._stored_at = 0.0
        self._is_storing = False
        self._is_open = True
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="spans")

    def offer(self, delivery: SpanDelivery) -> Future[SpanReceipt]:
        """Hand spans in. Raises: `ReceiverFull`, and `StoreError` once the intake is closed."""
        size = len(delivery.body)
        with self._guard:
            if not self._is_open:
                raise StoreError("The desk is closing. Send the spans again when it is open.")
            if self._unsettled and (
                self._unsettled_bytes + size > MOST_WAITING_BYTES or self._unsettled >= MOST_WAITING
            ):
                raise ReceiverFull("More spans arrive than can be stored. Send them again in a moment.")
            waiting = _Waiting(delivery, Future())
            self._waiting.append(waiting)
            self._unsettled += 1
            self._unsettled_bytes += size
            self._guard.notify()
            if not self._is_storing:
                self._is_storing = True
                self._worker.submit(self._store_all)
        return waiting.promise

    def close(self) -> None:
        """Take nothing more, store what waits."""
        with self._guard:
            self._is_open = False
            self._guard.notify()
        self._worker.shutdown(wait=True)

    def _store_all(self) -> None:
        while group := self._next_group():
            try:
                self._store(group)
            except _FAULTS_OF_ONE:
                # One of them cannot be stored, and it must not fall on the others.
                for one in group:
                    self._store_alone(one)
            finally:
                self._make_room(group)

    def _store_alone(self, one: _Waiting) -> None:
        try:
            self._store([one])
        except _FAULTS_OF_ONE as fault:
            logging.getLogger(__name__).exception("a delivery of spans could not be stored")
            one.promise.set_exception(StoreError(f"The spans could not be stored: {type(fault).__name__}."))

    def _store(self, group: Sequence[_Waiting]) -> None:
        """Store a group and keep or break its promises; any other fault leaves them open."""
        try:
            receipts = self._ready().store([one.delivery for one in group])
        except CaseboardError as fault:
            for one in group:
                one.promise.set_exception(fault)
        else:
            for one, receipt in zip(group, receipts, strict=True):
                if isinstance(receipt, InvalidInput):
                    one.promise.set_exception(receipt)
                else:
                    one.promise.set_result(receipt)

    def _ready(self) -> SpanReceiver:
        """Load what reads spans when the first ones come: most desks start without."""
        if self._receiver is None:
            from data_access.writing.receive_spans import SpanReceiver

            self._receiver = SpanReceiver(*self._place)
        return self._receiver

    def _next_group(self) -> list[_Waiting]:
        """Return what is stored next, at least one request; nothing when nothing waits."""
        group: list[_Waiting] = []
        size = 0
        with self._guard:
            if self._waiting:
                self._guard.wait_for(self._are_all_there, LONGEST_GATHERING)
            while self._waiting and (not group or size + len(self._waiting[0].delivery.body) <= GROUP_BYTES):
                one = self._waiting.popleft()
                size += len(one.delivery.body)
                group.append(one)
            self._is_storing = bool(group)
        return group

    def _are_all_there(self) -> bool:
        """Tell whether nobody else is likely to send something for this group."""
        is_over = time.monotonic() - self._stored_at > RECENTLY
        is_full = self._unsettled_bytes >= GROUP_BYTES
        return is_over or is_full or len(self._waiting) >= self._senders or not self._is_open

    def _make_room(self, settled: Sequence[_Waiting]) -> None:
        with self._guard:
            self._senders = len(settled) + len(self._waiting)
            self._stored_at = time.monotonic()
            self._unsettled -= len(settled)
            self._unsettled_bytes -= sum(len(one.delivery.body) for one in settled)

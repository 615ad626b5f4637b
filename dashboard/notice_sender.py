"""The sender of a running desk: one thread that takes notices from the outbox and sends them, one at a time.

It holds no lock while it sends. What it could not note before it was stopped it sends again: a receiver is
told everything at least once, and knows a repetition by its id.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from dashboard.webhook import GONE, Outcome, Webhook, deliver, next_try
from data_access.contracts.notices import DueNotice
from data_access.errors import StoreError
from data_access.reading.change_counter import change_counter
from data_access.reading.notices import PATIENCE, due_notices, webhook_standing
from data_access.store.connection import Store
from data_access.writing.notices import Attempt, keep_attempt, note_gone, turn_webhook

SECONDS = 2.0
_LAST_MOMENTS = 1.0
"""So long a stopping desk waits for an attempt that runs."""
_FAILURES_OF_RECEIVER = 3
"""After so many in a row the receiver is left alone for a while."""
_IDLE = timedelta(seconds=30)
"""The outbox is looked into so often when nothing moves and nothing is to be tried."""
_LONGEST_REST = timedelta(minutes=5)
_FIRST_REST = timedelta(seconds=5)

Deliver = Callable[[Webhook, DueNotice, datetime], Outcome]


@contextmanager
def notices_sent(
    store: Store | None, webhook: Webhook | None, *, every: float = SECONDS, send: Deliver = deliver
) -> Iterator[None]:
    """Send notices while the block lasts; without a receiver none are sent and none are kept for later."""
    if store is None:
        yield
        return
    turn_webhook(store, webhook.receiver if webhook else None)
    if webhook is None:
        yield
        return
    sender = _Sender(store, webhook, send)
    thread = threading.Thread(target=sender.run, args=(every,), name="notices", daemon=True)
    thread.start()
    try:
        yield
    finally:
        sender.stop.set()
        thread.join(_LAST_MOMENTS)


@dataclass
class _Sender:
    store: Store
    webhook: Webhook
    send: Deliver
    stop: threading.Event = field(default_factory=threading.Event)
    rests: int = 0
    """How often in a row the receiver was left alone."""
    rests_until: datetime | None = None
    seen: int = -1
    """How far the desk had moved on at the last look into the outbox."""
    look_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    """When to look again although nothing has moved."""

    def run(self, every: float) -> None:
        """Go through the outbox again and again until stopped."""
        while not self.stop.wait(every):
            try:
                if self._has_cause():
                    self._round()
            except StoreError:
                continue  # a full disk or a closing store; the notices wait

    def _has_cause(self) -> bool:
        """Say whether a look can find something: the desk moved on, or the time of an attempt has come."""
        moved = change_counter(self.store, "cases", "notices").value
        has_cause = moved != self.seen or datetime.now(UTC) >= self.look_at
        self.seen = moved
        return has_cause

    def _look_again(self, at: datetime | None) -> None:
        """Look again at this moment at the latest; what was to be looked at before that stands."""
        now = datetime.now(UTC)
        moments = [one for one in (self.look_at, at, now + _IDLE) if one is not None and one > now]
        self.look_at = min(moments)

    def _round(self) -> None:
        self._look_again(None)
        standing = webhook_standing(self.store)
        if not standing.is_on or standing.gone_at is not None:
            return
        now = datetime.now(UTC)
        is_resting = self.rests_until is not None and now < self.rests_until
        held: set[str] = set()
        failures = 0
        for notice in due_notices(self.store, now, after=standing.after, only_asked_for=is_resting):
            if notice.task_id in held and not notice.is_asked_for:
                continue
            if self.stop.is_set():
                return
            outcome = self._attempt(notice)
            if outcome.status == GONE:
                return
            if outcome.error is None:
                self.rests, self.rests_until = 0, None
            failures = failures + 1 if outcome.is_of_receiver else 0
            if outcome.error is not None and notice.attempts + 1 < PATIENCE:
                held.add(notice.task_id)
            if failures >= _FAILURES_OF_RECEIVER:
                self._rest()
                return

    def _attempt(self, notice: DueNotice) -> Outcome:
        at = datetime.now(UTC)
        outcome = self.send(self.webhook, notice, at)
        if outcome.status == GONE:
            note_gone(self.store, at)
        failed = outcome.error is not None
        later = next_try(notice, outcome, at, self.webhook.keep_days) if failed else None
        self._look_again(later)
        told = Attempt(notice.notice_id, notice.task_id, at, outcome.status, outcome.error, later)
        keep_attempt(self.store, told)
        return outcome

    def _rest(self) -> None:
        rest = min(_LONGEST_REST, _FIRST_REST * 2 ** min(self.rests, 10))
        self.rests += 1
        self.rests_until = datetime.now(UTC) + rest
        self._look_again(self.rests_until)

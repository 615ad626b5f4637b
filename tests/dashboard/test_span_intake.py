"""Spans that arrive together are stored together, and what waits is bounded."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager

import pytest

from dashboard import span_intake
from dashboard.span_intake import SpanIntake
from data_access.contracts.principal import LOCAL_AGENT
from data_access.contracts.receiving import SpanDelivery, SpanReceipt
from data_access.errors import InvalidInput, ReceiverFull, StoreError
from data_access.store.connection import Store
from tests.trace_requests import request, trace


def delivery(number: int) -> SpanDelivery:
    return SpanDelivery(request(trace(number)), False, LOCAL_AGENT, "rest")


@contextmanager
def held(store: Store) -> Iterator[None]:
    """Keep everybody from writing until the block ends."""
    is_held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with store.transaction():
            is_held.set()
            done.wait(30)

    holder = threading.Thread(target=hold)
    holder.start()
    is_held.wait(30)
    try:
        yield
    finally:
        done.set()
        holder.join()


def offered_until_full(intake: SpanIntake) -> list[Future[SpanReceipt]]:
    taken: list[Future[SpanReceipt]] = []
    for number in range(1, 100):
        try:
            taken.append(intake.offer(delivery(number)))
        except ReceiverFull:
            return taken
    raise AssertionError("the intake took everything")


def commits(store: Store) -> int:
    (counter,) = store.rows("change_counter", {"scopes": ["imports"]})
    return int(counter["value"])


def test_what_arrives_while_a_commit_runs_goes_into_the_next_one(fresh_store: Store) -> None:
    intake = SpanIntake(fresh_store)
    with held(fresh_store):
        promises = [intake.offer(delivery(number)) for number in range(1, 41)]
    assert [promise.result(60) for promise in promises] == [SpanReceipt(7, 0, "")] * 40
    intake.close()
    assert commits(fresh_store) <= 2


def test_a_delivery_that_cannot_be_read_does_not_hold_up_the_others(fresh_store: Store) -> None:
    intake = SpanIntake(fresh_store)
    with held(fresh_store):
        first = intake.offer(delivery(1))
        bad = intake.offer(SpanDelivery(b"\xff\xff", False, LOCAL_AGENT, "rest"))
        last = intake.offer(delivery(2))
    assert (first.result(60), last.result(60)) == (SpanReceipt(7, 0, ""), SpanReceipt(7, 0, ""))
    with pytest.raises(InvalidInput):
        bad.result(60)
    intake.close()


def test_more_than_can_wait_is_refused_and_what_waits_is_stored(
    fresh_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(span_intake, "MOST_WAITING", 5)
    intake = SpanIntake(fresh_store)
    with held(fresh_store):
        taken = offered_until_full(intake)
    assert len(taken) == 5
    assert [promise.result(60) for promise in taken] == [SpanReceipt(7, 0, "")] * len(taken)
    intake.close()


def test_bytes_that_wait_are_bounded_and_one_large_delivery_is_taken(
    fresh_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(span_intake, "MOST_WAITING_BYTES", 10)
    intake = SpanIntake(fresh_store)
    with held(fresh_store):
        taken = offered_until_full(intake)
    assert len(taken) == 1
    assert all(promise.result(60).spans == 7 for promise in taken)
    intake.close()


def test_closing_stores_what_waits_and_takes_nothing_more(fresh_store: Store) -> None:
    intake = SpanIntake(fresh_store)
    with held(fresh_store):
        promises = [intake.offer(delivery(number)) for number in range(1, 6)]
        closing = threading.Thread(target=intake.close)
        closing.start()
    closing.join(60)
    assert [promise.result(0).spans for promise in promises] == [7] * 5
    with pytest.raises(StoreError):
        intake.offer(delivery(9))


def test_a_store_that_fails_breaks_the_promise_and_the_next_delivery_is_tried(store_file: object) -> None:
    store = Store.open(None)
    intake = SpanIntake(store)
    store.close()
    for number in (1, 2):
        with pytest.raises(StoreError):
            intake.offer(delivery(number)).result(60)
    intake.close()

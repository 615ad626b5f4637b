from datetime import UTC, datetime, timedelta

import pytest

from data_access.reading.change_counter import ChangeCounter, change_counter
from data_access.writing.change_counters import touch

AT = datetime(2026, 5, 1, tzinfo=UTC)


def test_a_scope_nobody_touched_stands_at_nought(fresh_store):
    assert change_counter(fresh_store, "runs") == ChangeCounter(value=0, changed_at=None)


def test_a_touched_scope_moves_and_the_others_stay(fresh_store):
    with fresh_store.transaction() as transaction:
        touch(transaction, ["runs", "runs", "conversation:cc-1"], AT)
    later = AT + timedelta(seconds=3)
    with fresh_store.transaction() as transaction:
        touch(transaction, ["runs"], later)
        touch(transaction, ["runs"], later)
    assert change_counter(fresh_store, "runs") == ChangeCounter(value=3, changed_at=later)
    assert change_counter(fresh_store, "conversation:cc-1") == ChangeCounter(value=1, changed_at=AT)
    assert change_counter(fresh_store, "runs", "conversation:cc-1", "costs").value == 4


def test_touching_nothing_writes_nothing(fresh_store):
    with fresh_store.transaction() as transaction:
        touch(transaction, [], AT)
    assert change_counter(fresh_store).value == 0


def touch_and_fail(store):
    with store.transaction() as transaction:
        touch(transaction, ["runs"], AT)
        raise ZeroDivisionError


def test_a_write_that_fails_moves_no_counter(fresh_store):
    with pytest.raises(ZeroDivisionError):
        touch_and_fail(fresh_store)
    assert change_counter(fresh_store, "runs").value == 0

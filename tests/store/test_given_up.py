"""An answer that nobody waits for any more ends its statements, and only its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest

from data_access.errors import TimeLimit
from data_access.store.connection import Store
from data_access.store.given_up import Awaited

LONG = "SELECT count(*) FROM range(10000000000) a WHERE hash(a.range) % 7 = 3"


@pytest.fixture
def store() -> Iterator[Store]:
    with Store.open(None) as opened:
        yield opened


def asked(store: Store, awaited: Awaited | None, told: list[object]) -> threading.Thread:
    def work() -> None:
        try:
            if awaited is None:
                with store.reading() as cursor:
                    told.append(cursor.execute("SELECT count(*) FROM range(30000000)").fetchall())
                return
            with awaited.answering(), store.reading() as cursor:
                told.append(cursor.execute(LONG).fetchall())
        except TimeLimit as fault:
            told.append(fault)

    thread = threading.Thread(target=work)
    thread.start()
    return thread


def test_a_statement_nobody_waits_for_ends_and_others_go_on(store: Store) -> None:
    awaited, ended, kept = Awaited(), [], []
    slow, other = asked(store, awaited, ended), asked(store, None, kept)
    time.sleep(0.4)
    began = time.monotonic()
    awaited.give_up()
    slow.join(10)
    assert not slow.is_alive()
    assert time.monotonic() - began < 5
    other.join(60)
    assert [type(one) for one in ended] == [TimeLimit]
    assert kept == [[(30_000_000,)]]


def test_no_further_statement_begins_for_an_answer_that_was_given_up(store: Store) -> None:
    awaited = Awaited()
    with awaited.answering():
        assert store.rows("conversation_named", {"conversation": "x"}) == []
        awaited.give_up()
        with pytest.raises(TimeLimit), store.reading():
            pass
    with store.reading() as cursor:
        assert cursor.execute("SELECT 1").fetchone() == (1,)


def test_a_write_is_never_ended_halfway(store: Store) -> None:
    awaited = Awaited()
    with awaited.answering(), store.transaction() as transaction:
        awaited.give_up()
        assert transaction.run("next_batch_id")[0]["batch_id"] == 1

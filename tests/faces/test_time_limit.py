"""A call that takes too long is refused in time, and what was being read for it ends too."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace

import pytest

from dashboard.faces.calls import CALLS
from dashboard.faces.time_limit import within_time
from data_access.errors import TimeLimit
from data_access.store.connection import Store
from tests.beside import run_beside

LONG = "SELECT count(*) FROM range(10000000000) a WHERE hash(a.range) % 7 = 3"
BRIEF = replace(CALLS[0], seconds=0.3)


def test_an_answer_in_time_is_given() -> None:
    assert run_beside(within_time, BRIEF, lambda: 7) == 7


def test_a_reading_over_its_time_is_refused_and_ended() -> None:
    ended: list[float] = []
    with Store.open(None) as store:

        def work() -> None:
            try:
                with store.reading() as cursor:
                    cursor.execute(LONG)
            finally:
                ended.append(time.monotonic())

        async def ask() -> None:
            with pytest.raises(TimeLimit, match="took longer than"):
                await within_time(BRIEF, work)
            for _ in range(100):
                if ended:
                    return
                await asyncio.sleep(0.1)

        began = time.monotonic()
        run_beside(ask)
        assert ended
        assert ended[0] - began < 10
        assert store.rows("next_batch_id") == [{"batch_id": 1}]

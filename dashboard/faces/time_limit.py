"""Answers within the time a call may take; when it is over, what was being read for it is ended as well."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

import anyio

from dashboard.faces.calls import Call
from data_access.errors import TimeLimit
from data_access.store.given_up import Awaited

_AGAIN_SECONDS = 0.5
Told = TypeVar("Told")


async def within_time(call: Call, work: Callable[[], Told]) -> Told:
    """Do `work` in a thread of its own, so that a slow reading holds up nobody else. Raises: `TimeLimit`."""
    awaited = Awaited()

    def answered() -> Told:
        with awaited.answering():
            return work()

    with anyio.move_on_after(call.seconds):
        return await anyio.to_thread.run_sync(answered, abandon_on_cancel=True)
    awaited.give_up()
    # A statement that was only about to begin has not heard it.
    asyncio.get_running_loop().call_later(_AGAIN_SECONDS, awaited.give_up)
    raise TimeLimit(
        f"{call.name} took longer than {call.seconds:g} seconds. Ask for less, for example a shorter time."
    )

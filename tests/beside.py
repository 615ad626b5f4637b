"""Runs what is asynchronous beside the test: its thread may be held by the driver of the browser."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import anyio

Result = TypeVar("Result")


def run_beside(work: Callable[..., Awaitable[Result]], *given: Any) -> Result:
    """Run `work` to its end in a thread of its own, and return what it returns or raise what it raises."""
    with ThreadPoolExecutor(1) as beside:
        return beside.submit(anyio.run, work, *given).result()

"""Trajectories of our own to build variations from, and what a desk says of them."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, NamedTuple

from data_access.reading.cost import cost_by
from data_access.store.connection import Store

Json = dict[str, Any]


class Spent(NamedTuple):
    """What a desk counts over all runs; `prompt` is the whole input as the format counts it."""

    calls: int
    prompt: int
    output: int
    cached: int
    cost: Decimal | None


def spent(store: Store) -> Spent:
    total = cost_by(store, "model", timezone="UTC").total
    written = total.cache_write_5m + total.cache_write_1h + total.cache_write_unspecified
    prompt = total.fresh_input + total.cache_read + written
    return Spent(total.usage_calls, prompt, total.output, total.cache_read, total.cost_usd)


def step(number: int, source: str = "agent", message: Any = "done", **more: Any) -> Json:
    return {"step_id": number, "source": source, "message": message, **more}


def metrics(prompt: int, output: int, cached: int = 0, cost: float | None = None, **extra: Any) -> Json:
    told: Json = {"prompt_tokens": prompt, "completion_tokens": output, "cached_tokens": cached}
    return told | ({"cost_usd": cost} if cost is not None else {}) | ({"extra": extra} if extra else {})


def trajectory(*steps: Json, session: str | None = "run-1", **more: Any) -> Json:
    head: Json = {"schema_version": "ATIF-v1.7"} | ({"session_id": session} if session else {})
    agent = {"name": "walker", "version": "1.0", "model_name": "claude-sonnet-4-5"}
    return head | {"agent": agent, "steps": list(steps)} | more


def asked_and_answered(minute: int = 0, *, prompt: int = 1_000, output: int = 100) -> list[Json]:
    """A question and the answer to it, with times."""
    at = f"2026-05-01T10:{minute:02}"
    spent_here = metrics(prompt, output, 10, 0.01)
    return [
        step(2 * minute + 1, "user", f"do {minute}", timestamp=f"{at}:00Z"),
        step(2 * minute + 2, message=f"did {minute}", timestamp=f"{at}:30Z", metrics=spent_here),
    ]

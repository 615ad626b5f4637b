"""What a step says of the model call behind it.

`prompt_tokens` counts the whole input: what was read from the cache and written to it is taken out, so that
the classes are disjoint. The totals of a document (`final_metrics`) may hold those of its sub-agents and of
earlier parts: they are kept as reported and never added.
"""

from __future__ import annotations

from typing import NamedTuple

import orjson

from data_access.importers.loose_values import Json, count, dollars, mapping, sequence, text
from data_access.rules.identity import digest

PLAIN_COUNTS = ("prompt_tokens", "completion_tokens", "cached_tokens")


class TokenClasses(NamedTuple):
    """The disjoint classes of one call."""

    fresh_input: int | None
    cache_read: int | None
    cache_write_5m: int | None
    cache_write_1h: int | None
    cache_write_unspecified: int | None
    output: int | None
    reasoning: int | None


def speaks_of_call(step: Json) -> bool:
    """Tell whether a step's metrics are those of a model call.

    A step that says it made no call (`llm_call_count` 0), and one of the program that refers to sub-agents,
    repeat what others spent; counts that are all zero spent nothing.
    """
    metrics = mapping(step.get("metrics"))
    calls = count(step.get("llm_call_count"))
    counts = [count(metrics.get(name)) for name in PLAIN_COUNTS]
    cost = dollars(metrics.get("cost_usd"))
    if calls == 0 or (cost is None and all(number is None for number in counts)):
        return False
    if step.get("source") != "agent" and _refers_to_sub_agents(step):
        return False
    return bool(calls or cost or any(counts))


def _refers_to_sub_agents(step: Json) -> bool:
    results = sequence(mapping(step.get("observation")).get("results"))
    return any(mapping(result).get("subagent_trajectory_ref") for result in results)


def token_classes(metrics: Json) -> TokenClasses:
    """Split the counts of a call; what the source does not state is unknown."""
    extra = mapping(metrics.get("extra"))
    prompt, cached = count(metrics.get("prompt_tokens")), count(metrics.get("cached_tokens"))
    if cached is None:
        cached = count(extra.get("cache_read_input_tokens"))
    lives = mapping(extra.get("cache_creation"))
    short, long = (count(lives.get(f"ephemeral_{life}_input_tokens")) for life in ("5m", "1h"))
    written = count(extra.get("cache_creation_input_tokens"))
    if written is None and (short or long):
        written = (short or 0) + (long or 0)
    open_life = None if written is None else max(0, written - (short or 0) - (long or 0))
    return TokenClasses(
        _fresh(prompt, cached, written),
        cached,
        short,
        long,
        open_life,
        count(metrics.get("completion_tokens")),
        count(extra.get("reasoning_tokens")),
    )


def _fresh(prompt: int | None, cached: int | None, written: int | None) -> int | None:
    """Take what was cached out of the prompt, and what was written where the prompt has room for it."""
    if prompt is None:
        return None
    left = max(0, prompt - (cached or 0))
    return left - (written or 0) if (written or 0) <= left else left


def model_of(step: Json, agent: Json) -> str | None:
    """Return the model of a step, else the agent's."""
    return text(step.get("model_name")) or text(agent.get("model_name"))


def total_tokens(final_metrics: Json) -> int | None:
    """Return the input and output of a document's totals."""
    counts = [count(final_metrics.get(f"total_{name}")) for name in PLAIN_COUNTS[:2]]
    return None if all(number is None for number in counts) else sum(number or 0 for number in counts)


def total_id(final_metrics: Json, agent_id: str, part: int, steps: int) -> str:
    """Return the identity of a document's totals; that of a later version sorts behind that of an earlier."""
    told = orjson.dumps(final_metrics, option=orjson.OPT_SORT_KEYS)
    return f"{part:04}-{steps:07}-{digest(agent_id, told)}"

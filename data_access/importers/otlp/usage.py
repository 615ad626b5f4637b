"""What a span says of tokens and money, under each of the conventions in use, in disjoint classes.

Input includes what was read from and written to a cache, as the conventions say; where the figures show
that it does not (less input than cache, or a total that only adds up so), it is taken as it stands. Output
includes reasoning in the same way. A stated cost of nothing for tokens spent means unknown.
"""

from __future__ import annotations

from collections.abc import Collection
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple

import orjson

from data_access.importers.loose_values import MOST_USD, count, dollars, mapping
from data_access.importers.otlp.span_record import Attributes

_INPUT = (
    "llm.token_count.prompt",
    "gen_ai.usage.input_tokens",
    "gen_ai.usage.prompt_tokens",
    "llm.usage.prompt_tokens",
    "ai.usage.inputTokens",
    "ai.usage.promptTokens",
)
_OUTPUT = (
    "llm.token_count.completion",
    "gen_ai.usage.output_tokens",
    "gen_ai.usage.completion_tokens",
    "llm.usage.completion_tokens",
    "ai.usage.outputTokens",
    "ai.usage.completionTokens",
)
_TOTAL = (
    "llm.token_count.total",
    "gen_ai.usage.total_tokens",
    "llm.usage.total_tokens",
    "ai.usage.totalTokens",
)
_CACHE_READ = (
    "llm.token_count.prompt_details.cache_read",
    "gen_ai.usage.cache_read.input_tokens",
    "gen_ai.usage.cache_read_input_tokens",
    "gen_ai.usage.details.cache_read_tokens",
    "gen_ai.usage.details.cache_read_input_tokens",
    "gen_ai.usage.input_token_details.cache_read",
    "ai.usage.cachedInputTokens",
)
_CACHE_WRITE = (
    "llm.token_count.prompt_details.cache_write",
    "gen_ai.usage.cache_creation.input_tokens",
    "gen_ai.usage.cache_creation_input_tokens",
    "gen_ai.usage.details.cache_write_tokens",
    "gen_ai.usage.details.cache_creation_input_tokens",
    "gen_ai.usage.input_token_details.cache_creation",
)
_REASONING = (
    "llm.token_count.completion_details.reasoning",
    "gen_ai.usage.reasoning.output_tokens",
    "gen_ai.usage.reasoning_tokens",
    "gen_ai.usage.details.reasoning_tokens",
    "gen_ai.usage.output_token_details.reasoning",
    "ai.usage.reasoningTokens",
)
_COST = ("llm.cost.total", "gen_ai.usage.cost", "gen_ai.usage.total_cost", "operation.cost")
_DOCUMENTS = ("mlflow.chat.tokenUsage", "langfuse.observation.usage_details")
"""Attributes that hold all figures in one JSON object."""
MODEL_NAMES = (
    "gen_ai.response.model",
    "llm.model_name",
    "gen_ai.request.model",
    "llm.response.model",
    "llm.request.model",
    "ai.response.model",
    "ai.model.id",
    "embedding.model_name",
    "reranker.model_name",
    "langfuse.observation.model.name",
    "mlflow.llm.model",
)


class SpanUsage(NamedTuple):
    """Figures of one span; every one null where it states none."""

    input_tokens: int | None = None
    """As stated, with cache."""
    fresh_input: int | None = None
    cache_read: int | None = None
    cache_write: int | None = None
    output: int | None = None
    reasoning: int | None = None
    total: int | None = None
    reported_cost_usd: Decimal | None = None


class FigureNames(NamedTuple):
    """Attributes that state figures, the plainest first."""

    input: tuple[str, ...]
    output: tuple[str, ...]
    total: tuple[str, ...]
    cache_read: tuple[str, ...]
    cache_write: tuple[str, ...]
    reasoning: tuple[str, ...]


NO_USAGE = SpanUsage()
_FIGURES = FigureNames(_INPUT, _OUTPUT, _TOTAL, _CACHE_READ, _CACHE_WRITE, _REASONING)
_SAID_BY = frozenset((*_INPUT, *_OUTPUT, *_TOTAL, *_DOCUMENTS))
"""Attributes of which a span with figures has at least one."""


def figure_names(names: Collection[str]) -> FigureNames | None:
    """Return those of `names` that state figures; null where a span with these attributes has none."""
    if _SAID_BY.isdisjoint(names):
        return None
    return FigureNames._make(tuple(one for one in known if one in names) for known in _FIGURES)


def usage_of(attributes: Attributes, names: FigureNames) -> SpanUsage:
    """Return the figures of a span whose attributes that state some are `names`."""
    whole, output = _figure(attributes, names.input), _figure(attributes, names.output)
    total = _figure(attributes, names.total)
    if whole is None and output is None and total is None:
        return _of_document(attributes)
    return _disjoint(
        whole,
        output,
        total,
        _figure(attributes, names.cache_read),
        _figure(attributes, names.cache_write),
        _figure(attributes, names.reasoning),
        _cost(attributes),
    )


def model_of(attributes: Attributes, names: tuple[str, ...]) -> str | None:
    """Return the model that answered, else the one that was asked; `names` are the attributes to look at."""
    for name in names:
        told = attributes[name]
        if isinstance(told, str) and told:
            return told
    return None


def _disjoint(
    whole: int | None,
    output: int | None,
    total: int | None,
    cache_read: int | None,
    cache_write: int | None,
    reasoning: int | None,
    cost: Decimal | None,
) -> SpanUsage:
    cached = (cache_read or 0) + (cache_write or 0)
    fresh = whole
    if whole is not None and cached:
        stands_apart = cached > whole or (total is not None and total == whole + cached + (output or 0))
        fresh, whole = (whole, whole + cached) if stands_apart else (whole - cached, whole)
    if reasoning and output is not None and whole is not None and total == whole + output + reasoning:
        output += reasoning
    spent = (whole or 0) + (output or 0)
    return SpanUsage(
        whole, fresh, cache_read, cache_write, output, reasoning, total, cost if cost or not spent else None
    )


def _figure(attributes: Attributes, names: tuple[str, ...]) -> int | None:
    for name in names:
        if name in attributes:
            found = _count(attributes[name])
            if found is not None:
                return found
    return None


def _count(value: Any) -> int | None:
    if type(value) is int:
        return count(value)
    if isinstance(value, str):
        return count(int(value)) if len(value) <= 20 and value.isdecimal() else None
    return count(int(value) if isinstance(value, float) and value.is_integer() else value)


def _cost(attributes: Attributes) -> Decimal | None:
    for name in _COST:
        if name in attributes:
            return _dollars(attributes[name])
    details = _object(attributes.get("langfuse.observation.cost_details"))
    return _dollars(details.get("total"))


def _dollars(value: Any) -> Decimal | None:
    if isinstance(value, str) and len(value) <= 40:
        try:
            amount = Decimal(value)
        except InvalidOperation:
            return None
        return round(amount, 12) if amount.is_finite() and 0 < amount < MOST_USD else None
    return dollars(value)


def _of_document(attributes: Attributes) -> SpanUsage:
    """Read figures that stand in one JSON object; Langfuse's are disjoint, MLflow's are not."""
    for name in _DOCUMENTS:
        told = _object(attributes.get(name))
        if told:
            whole = _figure(told, ("input_tokens", "input"))
            output = _figure(told, ("output_tokens", "output"))
            read = _figure(told, ("cache_read_input_tokens", "input_cached_tokens", "input_cache_read"))
            write = _figure(told, ("cache_creation_input_tokens", "input_cache_creation"))
            if "input" in told and whole is not None:
                whole += (read or 0) + (write or 0)
            reasoning = _figure(told, ("reasoning_tokens", "output_reasoning_tokens"))
            total = _figure(told, ("total_tokens", "total"))
            if whole is not None or output is not None:
                return _disjoint(whole, output, total, read, write, reasoning, _cost(attributes))
    cost = _cost(attributes)
    return SpanUsage(reported_cost_usd=cost) if cost else NO_USAGE


def _object(value: Any) -> Attributes:
    if isinstance(value, str):
        try:
            value = orjson.loads(value)
        except orjson.JSONDecodeError:
            return {}
    return mapping(value)

"""The list prices that `genai-prices` bundles: dated, tiered, maintained by others, no network needed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING, TypedDict

from data_access.rules.model_names import names_same_model
from data_access.rules.pricing import PER_MILLION, PER_THOUSAND, PriceRow, keyed, per_token

if TYPE_CHECKING:
    from genai_prices import types as library

LONG_CACHE_FACTOR = 2
"""Anthropic's documented price of a one-hour cache write, in times of the input price."""


@dataclass
class ListPrices:
    """The prices that `genai-prices` bundles; the library is loaded when the first model is asked for."""

    source: str = "genai-prices, the list prices bundled with this release"
    _known: dict[str, tuple[PriceRow, ...]] = field(default_factory=dict, repr=False)

    @property
    def version(self) -> str:
        """The library's name and release."""
        from importlib.metadata import version

        return f"genai-prices {version('genai-prices')}"

    def rows_of(self, model: str) -> tuple[PriceRow, ...]:
        """Return the dated and tiered rates of `model`."""
        if model not in self._known:
            self._known[model] = tuple(_library_rows(model, self.version))
        return self._known[model]


def _library_rows(model: str, version: str) -> Iterator[PriceRow]:
    found = _library_model(model)
    if found is None:
        return
    provider, listed = found
    for since, before, daily_from, daily_before, prices in _spans(listed):
        for over, up_to in _tiers(prices):
            yield keyed(
                PriceRow(
                    price_key="",
                    price_version=version,
                    model=model,
                    priced_as=listed.id,
                    provider=provider.id,
                    since_at=since,
                    before_at=before,
                    daily_from=daily_from,
                    daily_before=daily_before,
                    input_over=over,
                    input_up_to=up_to,
                    **_rates(prices, over, listed.id.lower()),
                )
            )


def _library_model(model: str) -> tuple[library.Provider, library.ModelInfo] | None:
    """Find the library's entry for `model`, refusing entries that only look alike.

    Without a provider the library looks by name; `provider/model` is read the way it reads LiteLLM names,
    and `anthropic.` names are Amazon's.
    """
    from genai_prices.data_snapshot import get_snapshot

    name = model.lower()
    for provider_id, bare in _provider_hints(name):
        try:
            provider, listed = get_snapshot().find_provider_model(name, None, provider_id, None)
        except LookupError:
            continue
        if names_same_model(bare, listed.match, provider.id):
            return provider, listed
    return None


def _provider_hints(name: str) -> Iterator[tuple[str | None, str]]:
    yield None, name
    if "/" in name:
        yield "litellm", name.split("/", 1)[1]
    if re.match(r"(?:[a-z-]+\.)?anthropic\.", name):
        yield "aws", name


Span = tuple[datetime | None, datetime | None, str | None, str | None, "library.ModelPrice"]


def _spans(model: library.ModelInfo) -> Iterator[Span]:
    """Cut time where the model's prices change: spans of days, and parts of the day within them."""
    if not isinstance(model.prices, list):
        yield None, None, None, None, model.prices
        return
    constraints = [conditional.constraint for conditional in model.prices]
    days = sorted({day for c in constraints if (day := getattr(c, "start_date", None)) is not None})
    times = sorted({time(), *(_in_utc(edge) for c in constraints for edge in _edges(c))})
    begins = [datetime.combine(day, time(), UTC) for day in days]
    yield from _joined(
        [
            span
            for since, before in pairwise([None, *begins, None])
            for span in _spans_of_a_day(model, since, before, times)
        ]
    )


def _edges(constraint: object) -> tuple[time, ...]:
    edges = getattr(constraint, "start_time", None), getattr(constraint, "end_time", None)
    return tuple(edge for edge in edges if edge is not None)


def _in_utc(moment: time) -> time:
    """Return the time of day in UTC; the library's times without a zone are UTC."""
    if moment.tzinfo is None:
        return moment
    return datetime.combine(date(1970, 1, 1), moment).astimezone(UTC).time()


def _spans_of_a_day(
    model: library.ModelInfo, since: datetime | None, before: datetime | None, times: Sequence[time]
) -> Iterator[Span]:
    """Yield the parts of the day that differ, for days from `since` on; one span when none does."""
    day = since or (before or datetime(2000, 1, 2, tzinfo=UTC)) - timedelta(days=1)
    priced = [(start, model.get_prices(datetime.combine(day, start, UTC))) for start in times]
    if all(prices == priced[0][1] for _, prices in priced):
        yield since, before, None, None, priced[0][1]
        return
    ends = [start.isoformat() for start in times[1:]] + [None]
    for (start, prices), end in zip(priced, ends, strict=True):
        yield since, before, start.isoformat(), end, prices


def _joined(spans: Sequence[Span]) -> Iterator[Span]:
    """Join neighbouring spans of whole days that have the same prices."""
    last: Span | None = None
    for span in spans:
        if last and last[2] is None and span[2] is None and last[4] == span[4]:
            last = (last[0], span[1], None, None, last[4])
            continue
        if last:
            yield last
        last = span
    if last:
        yield last


def _tiers(prices: library.ModelPrice) -> Iterator[tuple[int | None, int | None]]:
    """Cut prompt sizes where a rate changes: a rate holds for the whole call, not for the part above."""
    starts = sorted({tier.start for price in vars(prices).values() for tier in getattr(price, "tiers", ())})
    yield from pairwise([None, *starts, None])


_NOT_TEXT = ("audio", "image", "video", "document", "requests", "reasoning")


class _Rates(TypedDict):
    fresh_input: Decimal | None
    cache_read: Decimal | None
    cache_write_5m: Decimal | None
    cache_write_1h: Decimal | None
    output: Decimal | None
    web_search: Decimal | None
    note: str | None


def _rates(prices: library.ModelPrice, over: int | None, model_id: str) -> _Rates:
    """Return the rates for prompts larger than `over`, and what was assumed for them.

    A class without a price of its own stays unknown, but for two rules: where a provider lists cache reads
    and no writes, writing is ordinary input; and Anthropic's one-hour writes cost twice the input.
    """
    notes: list[str] = []

    def listed(name: str, unit: Decimal = PER_MILLION) -> Decimal | None:
        price = getattr(prices, name)
        if price is None:
            return None
        reached = [
            tier.price for tier in getattr(price, "tiers", ()) if over is not None and over >= tier.start
        ]
        rate, is_exact = per_token(reached[-1] if reached else getattr(price, "base", price), unit)
        if not is_exact:
            notes.append(f"{name} rounded to 12 places")
        return rate

    fresh, output = listed("input_mtok"), listed("output_mtok")
    read = listed("cache_read_mtok")
    short = listed("cache_write_5m_mtok")
    short = listed("cache_write_mtok") if short is None else short
    long = listed("cache_write_1h_mtok")
    if short is None and read is not None:
        short = long = fresh
        notes.append("cache writes at the input price; the provider lists no price of their own")
    elif long is None and fresh is not None and short is not None and "claude" in model_id:
        long = fresh * LONG_CACHE_FACTOR
        notes.append("one-hour cache writes at 2 x input, Anthropic's rule; the provider lists no price")
    if any(kind in name for name in vars(prices) for kind in _NOT_TEXT):
        notes.append("text rates; the provider prices audio, images or requests apart")
    return _Rates(
        fresh_input=fresh,
        cache_read=read,
        cache_write_5m=short,
        cache_write_1h=long,
        output=output,
        web_search=listed("web_searches_kcount", PER_THOUSAND),
        note="; ".join(notes) or None,
    )

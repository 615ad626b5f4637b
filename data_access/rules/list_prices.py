"""The list prices that `genai-prices` bundles: dated, tiered, maintained by others, no network needed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, TypedDict

from data_access.rules.model_names import names_same_model
from data_access.rules.price_spans import price_spans
from data_access.rules.pricing import PER_MILLION, PER_THOUSAND, PriceRow, keyed, per_token

if TYPE_CHECKING:
    from genai_prices import types as library

LONG_CACHE_FACTOR = 2
"""Anthropic's documented price of a one-hour cache write, in times of the input price."""


@dataclass
class ListPrices:
    """The prices that `genai-prices` bundles; the library is loaded when the first model is asked for."""

    source: str = "genai-prices, the list prices bundled with this release"
    _known: dict[tuple[str, str | None], tuple[PriceRow, ...]] = field(default_factory=dict, repr=False)

    @property
    def version(self) -> str:
        """The library's name and release."""
        from importlib.metadata import version

        return f"genai-prices {version('genai-prices')}"

    def rows_of(self, model: str, service: str | None = None) -> tuple[PriceRow, ...]:
        """Return the dated and tiered rates of `model`, asked for as `service`."""
        if (model, service) not in self._known:
            self._known[model, service] = tuple(_library_rows(model, service, self.version))
        return self._known[model, service]


def _library_rows(model: str, service: str | None, version: str) -> Iterator[PriceRow]:
    found = _library_model(model)
    if found is None:
        return
    provider, listed = found
    for span in price_spans(listed, service):
        for over, up_to in _tiers(span.prices):
            yield keyed(
                PriceRow(
                    price_key="",
                    price_version=version,
                    model=model,
                    priced_as=listed.id,
                    provider=provider.id,
                    service=service,
                    since_at=span.since_at,
                    before_at=span.before_at,
                    daily_from=span.daily_from,
                    daily_before=span.daily_before,
                    input_over=over,
                    input_up_to=up_to,
                    **_rates(span.prices, over, listed.id.lower()),
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
    listed = partial(_listed_rate, prices, over, notes)
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


def _listed_rate(
    prices: library.ModelPrice, over: int | None, notes: list[str], name: str, unit: Decimal = PER_MILLION
) -> Decimal | None:
    """Return the listed price `name` for one token; a price that had to be rounded is noted."""
    price = getattr(prices, name)
    if price is None:
        return None
    tiers = getattr(price, "tiers", ())
    reached = [tier.price for tier in tiers if over is not None and over >= tier.start]
    rate, is_exact = per_token(reached[-1] if reached else getattr(price, "base", price), unit)
    if not is_exact:
        notes.append(f"{name} rounded to 12 places")
    return rate

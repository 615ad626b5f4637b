"""What a token costs: exact rates per model, time and size of prompt, whatever source they come from.

A source of prices (`list_prices`, `price_file`) answers a model name with the `PriceRow`s that tile time and
prompt size, each with one rate per token class. A name that no source knows has no rows and stays unpriced;
it never gets another model's price. Nothing here multiplies: that is one statement over whole imports,
`sql/price_calls.sql`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import NamedTuple, Protocol

from data_access.rules.identity import digest

PER_MILLION = Decimal("0.000001")
PER_THOUSAND = Decimal("0.001")
EXACT_TO = Decimal("0.000000000001")
"""Rates are kept to 12 decimal places of a dollar per token."""


class PriceRow(NamedTuple):
    """Rates in US dollars for one token (or one search), columns as in the table `price`.

    A null bound is open; a null rate is unknown: a call with tokens of that class has no known cost.
    """

    price_key: str
    """Identity of the whole row: the same rates of the same source have the same key on every desk."""
    price_version: str
    model: str
    """The name as the logs spell it."""
    priced_as: str
    """The name under which the source lists it."""
    provider: str | None
    service: str | None
    """What was asked for at other prices than the standard ones, for example `speed=fast`."""
    since_at: datetime | None
    before_at: datetime | None
    daily_from: str | None
    """`HH:MM:SS` in UTC; with `daily_before`, the part of the day in which the rates hold."""
    daily_before: str | None
    input_over: int | None
    """The rates hold for calls whose whole input, cache included, is larger than this."""
    input_up_to: int | None
    fresh_input: Decimal | None
    cache_read: Decimal | None
    cache_write_5m: Decimal | None
    cache_write_1h: Decimal | None
    output: Decimal | None
    web_search: Decimal | None
    note: str | None
    """What was assumed for these rates."""


class PriceList(Protocol):
    """One source of prices."""

    @property
    def version(self) -> str:
        """Name of exactly these prices, for example `genai-prices 0.2.3` or `file:<hash>`."""

    @property
    def source(self) -> str:
        """What the prices are, in words for people."""

    def rows_of(self, model: str, service: str | None = None) -> tuple[PriceRow, ...]:
        """Return the rates of `model`, asked for as `service`; empty when the source does not know it."""


@dataclass(frozen=True)
class PriceBook:
    """Price lists in order of precedence: the first that knows a model prices it."""

    lists: tuple[PriceList, ...]

    def rows_of(self, model: str, service: str | None = None) -> tuple[PriceRow, ...]:
        """Return the rates of `model`, asked for as `service`, from the first list that has some."""
        return next((rows for listed in self.lists if (rows := listed.rows_of(model, service))), ())

    def source_of(self, version: str) -> str:
        """Return what the list named `version` is."""
        return next(listed.source for listed in self.lists if listed.version == version)


def keyed(row: PriceRow) -> PriceRow:
    """Give `row` the key that its content makes."""
    return row._replace(price_key=digest(*row[1:]))


def per_token(amount: Decimal, unit: Decimal = PER_MILLION) -> tuple[Decimal, bool]:
    """Return the rate for one token and whether it is exact to the 12 places that are kept."""
    exact = amount * unit
    kept = exact.quantize(EXACT_TO)
    return kept, kept == exact

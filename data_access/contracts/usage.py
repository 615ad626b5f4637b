"""Tokens and money as people and programs read them."""

from __future__ import annotations

from data_access.contracts.common import Contract, Money, UtcTime


class UsageTotals(Contract):
    """Sums over billed calls: token classes are disjoint, `reasoning` is a part of `output`."""

    usage_calls: int = 0
    """Billed model calls."""
    duplicates_ignored: int = 0
    """Further rows that spoke of the same calls and were not added."""
    fresh_input: int = 0
    """Input tokens that were neither read from nor written to a cache."""
    cache_read: int = 0
    """Input tokens read from a cache."""
    cache_write_5m: int = 0
    """Input tokens written to a cache that lives five minutes."""
    cache_write_1h: int = 0
    """Input tokens written to a cache that lives one hour."""
    cache_write_unspecified: int = 0
    """Input tokens written to a cache whose life the source does not say; priced as five minutes, counted in
    `assumed_calls`."""
    output: int = 0
    """Output tokens, reasoning included."""
    reasoning: int = 0
    """The part of the output that the source says was reasoning."""
    cost_usd: Money | None = None
    """The known part of the cost; null only when not one call is priced."""
    unpriced_calls: int = 0
    """Calls whose cost is unknown: the true cost is at least `cost_usd`."""
    unpriced_models: tuple[str, ...] = ()
    """Models of those calls."""
    at_least_calls: int = 0
    """Calls that the source itself marks unfinished: their output is a floor."""
    assumed_calls: int = 0
    """Calls priced with an assumed cache class."""


class CostGroup(UsageTotals):
    """The usage of one day, model, agent, conversation, project, task or phase."""

    key: str | None
    """The group; null where the source does not say."""


class CostReport(Contract):
    """Usage and cost by one dimension, cut into days in `timezone`."""

    as_of: UtcTime
    timezone: str
    """IANA name of the zone in which days are cut."""
    groups: tuple[CostGroup, ...]
    total: UsageTotals

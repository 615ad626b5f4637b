"""Tokens and money as people and programs read them."""

from __future__ import annotations

from datetime import date
from typing import Literal

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

    @property
    def is_nothing(self) -> bool:
        """True when nobody speaks of a call or of money; a total without calls is something."""
        return self.usage_calls == 0 and self.cost_usd is None


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
    unlinked_cases: tuple[str, ...] = ()
    """By case: tasks with rounds of which no run is known; what those cost is not linked, which is not
    zero."""


TokenClass = Literal[
    "fresh_input",
    "cache_read",
    "cache_write_5m",
    "cache_write_1h",
    "cache_write_unspecified",
    "output",
    "web_search",
]
"""What has a rate of its own; `web_search` counts searches, the others tokens."""
UnknownCostReason = Literal["no_model", "no_tokens", "no_price", "no_time", "no_class_price"]
"""Why a call has no cost: the source names no model, or not its input or output tokens; no price list knows
the model, or not as this service; its price depends on a time the call does not have; no price for a class
it has tokens of."""


class AmountLine(Contract):
    """One line of the arithmetic: `tokens` times `rate_usd` is `amount_usd`, exactly."""

    token_class: TokenClass
    tokens: int
    rate_usd: Money | None
    """US dollars for one token or search; null where the price list has none and no tokens need it."""
    amount_usd: Money


class PricedUsage(Contract):
    """Calls of one model that were priced at the same rates."""

    model: str
    """As the logs spell it."""
    priced_as: str
    """Under which name the price list has it."""
    provider: str | None
    service: str | None
    """What was asked for at other prices than the standard ones, for example `speed=fast`."""
    price_version: str
    """For example `genai-prices 0.2.3`, or `file:<hash>`."""
    source: str
    """What that price list is."""
    since_at: UtcTime | None
    before_at: UtcTime | None
    """The rates hold for calls from the one, before the other; null is open."""
    daily_from: str | None
    daily_before: str | None
    """`HH:MM:SS` in UTC, where the rates depend on the time of the day."""
    input_over: int | None
    input_up_to: int | None
    """The rates hold for calls whose whole input is larger than the one, up to the other; null is open."""
    note: str | None
    """What was assumed for these rates."""
    calls: int
    lines: tuple[AmountLine, ...]
    """Classes of which there are tokens."""
    amount_usd: Money
    """The sum of the lines."""


class UncomputedUsage(Contract):
    """Money or calls that no rates explain."""

    model: str | None
    service: str | None
    calls: int
    """0 for a run of which the source states only a total."""
    amount_usd: Money | None
    """What the source says; null where the cost is unknown."""
    reason: UnknownCostReason | Literal["reported", "reported_total"]


class CostArithmetic(Contract):
    """How a sum of money comes about: computed amounts line by line, reported ones, and what is unknown."""

    as_of: UtcTime
    computed: tuple[PricedUsage, ...]
    """The largest amount first."""
    reported: tuple[UncomputedUsage, ...]
    """Costs that the sources state, by model."""
    unknown: tuple[UncomputedUsage, ...]
    computed_usd: Money | None
    reported_usd: Money | None
    total_usd: Money | None
    """The known part; null when nothing is known. The same as the total of the cost report."""


class CostGroupName(Contract):
    """What one group of a cost report is called."""

    key: str
    """As the report spells it."""
    label: str | None
    """Null where the source gives no name."""
    agent_id: str | None
    conversation_key: str
    run_title: str | None


class CostOfStretch(Contract):
    """What one model cost in one day or month."""

    starts_on: date
    model: str | None
    """Null where the source names none."""
    usage_calls: int
    cost_usd: Money | None
    """The known part; null when not one call is priced."""
    unpriced_calls: int


class CostOverTime(Contract):
    """Cost by stretch of time and model, oldest first; stretches without a call are left out."""

    unit: Literal["day", "month"]
    stretches: tuple[CostOfStretch, ...]


class ReportedTotal(Contract):
    """What a source states as its own total, beside what its calls add up to."""

    conversation_key: str
    conversation_id: str
    agent_id: str | None
    """Null for the total of the whole run."""
    observed_at: UtcTime | None
    reported_usd: Money | None
    reported_tokens: int | None
    own: UsageTotals
    """What the calls of this run, or of this agent, add up to."""
    with_descendants: UsageTotals
    """The same with child runs or sub-agents: a source may or may not count them. As of an older snapshot
    without child runs."""
    counts: bool
    """True when there is no breakdown and the reported total itself stands in the sums."""


StatedBasis = Literal["billed", "list_equivalent", "unknown"]
"""`billed`: paid by the token. `list_equivalent`: a subscription, what it would have cost by the list."""
BasisOfMoney = Literal["billed", "list_equivalent", "unknown", "mixed"]
"""`unknown` until a person says so; only `billed` money may be called spent."""


class MoneyBasis(Contract):
    """Whether the money of a project is paid, or only what a subscription would have cost by the list."""

    project: str | None
    """Null for the desk's default."""
    basis: StatedBasis


class RepricingReport(Contract):
    """What pricing everything again came to."""

    priced_calls: int
    """Calls that stand at the figures of these price lists now."""
    price_versions: tuple[str, ...]
    """The price lists, in order of precedence."""
    unpriced_models: dict[str, int]
    """Models of calls whose cost is still unknown, with their calls."""

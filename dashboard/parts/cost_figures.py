"""What was spent: the figures, the notes on what is not known, the picture over time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal

from dashboard.charts.cost_bars import cost_bars
from dashboard.charts.cost_by_day import cost_by_day
from dashboard.desk_session import colours, now, said, zone
from dashboard.parts import cells
from dashboard.parts.picture import chart
from dashboard.parts.piece import Card, Column, Row, cards, note
from dashboard.selections import PERIOD_DAYS, Period
from dashboard.wording import formats
from data_access.contracts.usage import CostOfStretch, CostOverTime, CostReport, UsageTotals

_MOST_MODELS = 9
_MOST_BARS = 8


def cost_cards(totals: UsageTotals, *, key: str = "cost-cards") -> None:
    """Draw cost, calls, tokens, what came from the cache."""
    w = said()
    told = formats.cost(totals, w)
    tokens = formats.all_tokens(totals)
    given = tokens - totals.output
    per_call = (
        totals.cost_usd / totals.usage_calls if totals.cost_usd is not None and totals.usage_calls else None
    )
    cards(
        [
            Card(w.money.cost, told.text, sub=told.weakness, value_tip=told.tip, tip=w.money.list_equivalent),
            Card(w.cost.calls, formats.count(totals.usage_calls), sub=_duplicates(totals)),
            Card(w.cost.per_call, formats.dollars(per_call) if per_call is not None else w.state.nothing),
            Card(w.token.tokens, formats.compact(tokens, w), value_tip=formats.count(tokens)),
            Card(
                w.cost.cache_share,
                formats.share(totals.cache_read, given) or w.state.nothing,
                tip=w.cost.cache_share_hint,
            ),
            Card(w.token.output, formats.compact(totals.output, w), value_tip=formats.count(totals.output)),
        ],
        key=key,
    )


def cost_notes(totals: UsageTotals) -> None:
    """Say what makes the sum a lower bound, and what to do about it."""
    w = said()
    if totals.unpriced_calls:
        models = ", ".join(totals.unpriced_models) or w.state.not_known
        note(
            f"{w.cost.unpriced_title}: {w.money.unpriced(totals.unpriced_calls)}",
            key="unpriced",
            tone="waiting",
            text=w.cost.unpriced.format(models=models),
            lines=[w.cost.unpriced_fix],
        )
    if totals.at_least_calls:
        note(w.money.floor(totals.at_least_calls), key="floor", text=w.cost.floor, tone="unknown")


def cost_picture(reading: CostOverTime, period: Period) -> None:
    """Draw cost over time, divided by model, with the table behind it."""
    w = said()
    priced = [one for one in reading.stretches if one.cost_usd is not None]
    dearest = _dearest({one.model: Decimal(0) for one in priced}, priced)
    shares: dict[tuple[date, str], Decimal] = {}
    for one in priced:
        name = (one.model or w.cost.not_named) if one.model in dearest else w.event.rest
        place = (one.starts_on, name)
        shares[place] = shares.get(place, Decimal(0)) + (one.cost_usd or Decimal(0))
    figure = cost_by_day(
        [(day, name, amount) for (day, name), amount in shares.items()],
        _days(reading, period),
        colours(),
        tick_format=w.time.tick_month if reading.unit == "month" else w.time.tick_day,
    )
    columns = [
        Column(w.cost.day),
        Column(w.cost.model),
        Column(w.cost.calls, right=True),
        Column(w.money.cost, right=True),
    ]
    rows = [
        Row(
            (
                formats.day(one.starts_on, w),
                one.model or w.cost.not_named,
                cells.number(one.usage_calls),
                cells.money(
                    UsageTotals(
                        usage_calls=one.usage_calls, cost_usd=one.cost_usd, unpriced_calls=one.unpriced_calls
                    )
                ),
            )
        )
        for one in reversed(reading.stretches)
    ]
    chart(figure, alt=w.cost.over_time, key=f"cost-over-time-{period}", twin=(columns, rows))


def cost_ranking(report: CostReport, names: Mapping[str, str], title: str) -> None:
    """Draw the dearest groups as bars; the table on the page is their twin."""
    w = said()
    dearest = sorted(
        (group for group in report.groups if group.cost_usd is not None),
        key=lambda group: group.cost_usd or Decimal(0),
        reverse=True,
    )
    bars = [
        (
            names.get(group.key or "", group.key or w.cost.not_named),
            group.cost_usd or Decimal(0),
            formats.cost(group, w).text,
        )
        for group in dearest[:_MOST_BARS]
    ]
    if bars:
        chart(cost_bars(bars, colours()), alt=title, key="cost-ranking")


def _dearest(totals: dict[str | None, Decimal], priced: list[CostOfStretch]) -> set[str | None]:
    for one in priced:
        totals[one.model] += one.cost_usd or Decimal(0)
    return set(sorted(totals, key=lambda name: totals[name], reverse=True)[:_MOST_MODELS])


def _days(reading: CostOverTime, period: Period) -> list[date]:
    """Return the days to draw: every one of a named period, else those with a call."""
    if period == "all":
        return sorted({one.starts_on for one in reading.stretches})
    from zoneinfo import ZoneInfo

    today = now().astimezone(ZoneInfo(zone())).date()
    return [today - timedelta(days=back) for back in reversed(range(PERIOD_DAYS[period]))]


def _duplicates(totals: UsageTotals) -> str | None:
    return said().money.duplicates(totals.duplicates_ignored) if totals.duplicates_ignored else None

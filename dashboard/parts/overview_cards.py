"""The figures at the head of the first page."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from dashboard.desk_session import link, now, said, zone
from dashboard.parts.piece import Card, cards
from dashboard.wording import formats
from data_access.contracts.readings import DeskOverview
from data_access.contracts.usage import UsageTotals


def today_told() -> str:
    """Return the day it is in the desk's zone."""
    day = now().astimezone(ZoneInfo(zone())).date()
    w = said()
    return f"{w.time.weekdays[day.weekday()]} {formats.day(day, w)}"


def overview_cards(desk: DeskOverview) -> None:
    """Draw cost of today, week, month and all time, then what happened."""
    w = said()
    days = desk.activity
    yesterday = formats.cost(desk.yesterday, w).text
    cards(
        [
            _cost(
                w.today.cost_today, desk.today, "today", sub=w.today.cost_yesterday.format(amount=yesterday)
            ),
            _cost(w.today.cost_week, desk.seven_days, "week", spark=_costs(desk, 7)),
            _cost(w.today.cost_month, desk.thirty_days, "month", spark=_costs(desk, 30)),
            _cost(w.today.cost_all, desk.all_time, "all"),
            Card(
                w.today.events_today,
                formats.count(desk.events_today),
                sub=w.today.events_yesterday.format(n=formats.count(desk.events_yesterday)),
                spark=tuple(float(day.events) for day in days[-14:]),
            ),
            Card(
                w.today.runs,
                formats.count(desk.runs),
                sub=w.today.in_projects(desk.projects),
                href=link("runs"),
            ),
        ],
        key="overview-cards",
    )


def _cost(
    label: str, totals: UsageTotals, period: str, *, sub: str | None = None, spark: tuple[float, ...] = ()
) -> Card:
    w = said()
    told = formats.cost(totals, w)
    calls = w.money.calls(totals.usage_calls) if totals.usage_calls else None
    return Card(
        label,
        told.text,
        sub=told.weakness or sub or calls,
        value_tip=told.tip,
        tip=w.money.list_equivalent,
        tone="unknown" if totals.is_nothing else "plain",
        spark=spark,
        href=link("cost", period=None if period == "month" else period, by="model"),
    )


def _costs(desk: DeskOverview, days: int) -> tuple[float, ...]:
    return tuple(float(day.usage.cost_usd or 0) for day in desk.activity[-days:])

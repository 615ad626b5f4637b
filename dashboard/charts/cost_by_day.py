"""Cost by day, stacked by model."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from decimal import Decimal

import plotly.graph_objects as go

from dashboard.charts.labels import plain
from dashboard.theme import Palette, plotly_layout

DayShare = tuple[date, str, Decimal]
"""A day, a model (or what else divides the bar), its known cost."""


def cost_by_day(
    shares: Sequence[DayShare],
    days: Sequence[date],
    colours: Palette,
    *,
    height: int = 240,
    tick_format: str = "%d %b",
) -> go.Figure:
    """Draw one bar a day of `days`, divided as `shares` say; the dearest part lies at the bottom."""
    totals: dict[str, Decimal] = {}
    for _, part, amount in shares:
        totals[part] = totals.get(part, Decimal(0)) + amount
    amounts = {(day, part): amount for day, part, amount in shares}
    figure = go.Figure(layout=plotly_layout(colours, height=height))
    for place, part in enumerate(sorted(totals, key=lambda name: (-totals[name], name))):
        figure.add_bar(
            x=list(days),
            y=[float(amounts.get((day, part), 0)) for day in days],
            customdata=[_told(amounts.get((day, part), Decimal(0))) for day in days],
            name=plain(part),
            marker={"color": colours.series[place % len(colours.series)], "line": {"width": 0}},
            hovertemplate="%{x|%Y-%m-%d}<br>%{fullData.name}: %{customdata}<extra></extra>",
        )
    figure.update_layout(barmode="stack")
    figure.update_yaxes(tickprefix="$", rangemode="tozero")
    figure.update_xaxes(type="date", tickformat=tick_format, nticks=8)
    return figure


def _told(amount: Decimal) -> str:
    """Say an amount to the cent, a smaller one to two digits that are not zero: never as nothing."""
    return f"${amount:,.2f}" if amount >= Decimal("0.01") or not amount else f"${Decimal(f'{amount:.1e}'):f}"

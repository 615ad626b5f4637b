"""What was used over time against its limit: a line an agent, commands as marks, gaps as gaps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

import plotly.graph_objects as go

from dashboard.charts.labels import plain
from dashboard.charts.wall_clock import wall_clock
from dashboard.theme import Palette, plotly_layout
from data_access.contracts.resource_limits import LimitName, ResourceUse
from data_access.rules.resource_limits import breaks_between

MOST_LINES = 8
_UNITS = ((10**9, "GB"), (10**6, "MB"), (10**3, "KB"), (1, "B"))


def resource_use_lines(
    uses: Sequence[ResourceUse],
    limit: LimitName,
    names: Mapping[str | None, str],
    colours: Palette,
    *,
    most: int,
    zone: str,
    limit_label: str,
    commands_label: str,
    height: int = 260,
) -> go.Figure:
    """Draw the use that one limit is about, of the eight agents with most samples; gaps stay gaps."""
    figure = go.Figure(layout=plotly_layout(colours, height=height))
    known = [(one, value) for one in uses if (value := getattr(one, limit)) is not None]
    divisor, unit = unit_of(limit, max([most, *(value for _, value in known)]))
    by_agent: dict[str | None, list[tuple[ResourceUse, float]]] = {}
    for one, value in known:
        if not one.is_derived:
            by_agent.setdefault(one.agent_id, []).append((one, value / divisor))
    largest = sorted(by_agent.items(), key=lambda entry: -len(entry[1]))[:MOST_LINES]
    for place, (agent_id, points) in enumerate(largest):
        moments, values = _with_gaps(points, zone)
        figure.add_scatter(
            x=moments,
            y=values,
            mode="lines+markers",
            connectgaps=False,
            name=plain(names.get(agent_id, agent_id or "")),
            line={"color": colours.series[place], "width": 1.5},
            marker={"size": 5, "color": colours.series[place]},
            hovertemplate=_hover(unit),
        )
    derived = [(one, value / divisor) for one, value in known if one.is_derived]
    if derived:
        figure.add_scatter(
            x=[wall_clock(one.used_at, zone) for one, _ in derived],
            y=[value for _, value in derived],
            mode="markers",
            name=plain(commands_label),
            marker={"symbol": "diamond", "size": 7, "color": colours.series[MOST_LINES]},
            hovertemplate=_hover(unit),
        )
    figure.add_hline(
        y=most / divisor,
        line={"color": colours.failed, "width": 1.5, "dash": "dash"},
        annotation={
            "text": plain(limit_label),
            "font": {"color": colours.failed, "size": 11},
            "bgcolor": colours.surface,
        },
        annotation_position="top left",
    )
    top = max([most, *(value for _, value in known)]) / divisor
    figure.update_yaxes(range=[0, top * 1.2], ticksuffix=f" {unit}")
    figure.update_layout(hovermode="closest")
    return figure


def unit_of(limit: LimitName, largest: float) -> tuple[int, str]:
    """Return by what amounts are divided and the unit that gives: powers of ten for bytes, seconds else."""
    if limit == "command_seconds":
        return 1, "s"
    divisor, unit = next((step for step in _UNITS if largest >= step[0]), _UNITS[-1])
    return divisor, f"{unit}/s" if limit == "network_bytes_per_second" else unit


def _with_gaps(
    points: Sequence[tuple[ResourceUse, float]], zone: str
) -> tuple[list[datetime], list[float | None]]:
    moments, values = [wall_clock(one.used_at, zone) for one, _ in points], [value for _, value in points]
    told: list[float | None] = list(values)
    for place in reversed(breaks_between([one.used_at for one, _ in points])):
        moments.insert(place, moments[place])
        told.insert(place, None)
    return moments, told


def _hover(unit: str) -> str:
    return "%{x|%Y-%m-%d %H:%M:%S}<br>%{fullData.name}: %{y:,.3~f} " + unit + "<extra></extra>"

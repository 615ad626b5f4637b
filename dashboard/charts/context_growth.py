"""How the input of the model calls of a run grew: a line an agent, a mark where it was compacted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from dashboard.charts.labels import plain
from dashboard.charts.wall_clock import wall_clock
from dashboard.theme import Palette, plotly_layout
from data_access.contracts.across_runs import ContextPoint

MOST_LINES = 8


def context_growth_lines(
    points: Sequence[ContextPoint],
    names: Mapping[str | None, str],
    colours: Palette,
    *,
    zone: str,
    compacted_label: str,
    height: int = 240,
) -> go.Figure:
    """Draw the input tokens of calls over time for the eight agents with the most calls."""
    figure = go.Figure(layout=plotly_layout(colours, height=height))
    known = [point for point in points if point.input_tokens is not None]
    agents: dict[str | None, list[ContextPoint]] = {}
    for point in known:
        agents.setdefault(point.agent_id, []).append(point)
    largest = sorted(agents.items(), key=lambda entry: -len(entry[1]))[:MOST_LINES]
    for place, (agent_id, calls) in enumerate(largest):
        figure.add_scatter(
            x=[wall_clock(point.occurred_at, zone) for point in calls],
            y=[point.input_tokens for point in calls],
            mode="lines+markers",
            name=plain(names.get(agent_id, agent_id or "")),
            line={"color": colours.series[place], "width": 1.5},
            marker={"size": 4, "color": colours.series[place]},
            hovertemplate="%{x|%Y-%m-%d %H:%M:%S}<br>%{fullData.name}: %{y:,d}<extra></extra>",
        )
    _mark_compacted(figure, known, colours, zone=zone, label=compacted_label)
    figure.update_yaxes(rangemode="tozero", tickformat=",d")
    figure.update_layout(hovermode="closest")
    return figure


def _mark_compacted(
    figure: go.Figure, points: Sequence[ContextPoint], colours: Palette, *, zone: str, label: str
) -> None:
    marked = [point for point in points if point.is_compacted]
    if marked:
        figure.add_scatter(
            x=[wall_clock(point.occurred_at, zone) for point in marked],
            y=[point.input_tokens for point in marked],
            mode="markers",
            name=plain(label),
            marker={"symbol": "triangle-down", "size": 11, "color": colours.series[2]},
            hovertemplate="%{x|%Y-%m-%d %H:%M:%S}<br>%{fullData.name}: %{y:,d}<extra></extra>",
        )

"""Events of a run over time: stacked bars, one colour a lane, a red mark where errors are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime, timedelta

import plotly.graph_objects as go

from dashboard.charts.labels import plain
from dashboard.charts.wall_clock import wall_clock
from dashboard.theme import Palette, plotly_layout
from data_access.contracts.readings import Timeline

NAMED_LANES = 9
"""Lanes with a colour of their own; the smaller ones are drawn together."""
REST = NAMED_LANES


def event_timeline(
    reading: Timeline,
    names: Mapping[int, str],
    colours: Palette,
    *,
    zone: str,
    errors_label: str,
    rest_label: str,
    height: int = 300,
) -> go.Figure:
    """Draw `reading`; `names` gives the label of each lane by its number, times are shown in `zone`.

    Every bar carries the start of its stretch (ISO, UTC) as customdata, for a click.
    """
    figure = go.Figure(layout=plotly_layout(colours, height=height))
    for layer, counts in _layers(reading).items():
        figure.add_bar(
            x=[_local(start, zone) for start in counts],
            y=list(counts.values()),
            customdata=[start.isoformat() for start in counts],
            width=reading.bin_seconds * 1000 * 0.86,
            offset=0,
            name=plain(rest_label if layer == REST else names[layer]),
            marker={"color": colours.muted if layer == REST else colours.series[layer], "line": {"width": 0}},
            hovertemplate="%{x|%Y-%m-%d %H:%M:%S}<br>%{fullData.name}: %{y}<extra></extra>",
        )
    _mark_errors(figure, reading, colours, zone=zone, label=errors_label)
    figure.update_yaxes(tickformat=",d", dtick=1 if _highest(reading) < 5 else None)
    figure.update_layout(barmode="stack", hovermode="closest")
    return figure


def _layers(reading: Timeline) -> dict[int, dict[datetime, int]]:
    """Count by layer and stretch: a layer a lane while colours last, one more for all the smaller lanes."""
    layers: dict[int, dict[datetime, int]] = {}
    for one in reading.bins:
        is_rest = one.lane_number >= NAMED_LANES or reading.lanes[one.lane_number].is_rest
        counts = layers.setdefault(REST if is_rest else one.lane_number, {})
        counts[one.starts_at] = counts.get(one.starts_at, 0) + one.events
    return dict(sorted(layers.items()))


def _highest(reading: Timeline) -> int:
    heights: dict[datetime, int] = defaultdict(int)
    for one in reading.bins:
        heights[one.starts_at] += one.events
    return max(heights.values(), default=0)


def _mark_errors(figure: go.Figure, reading: Timeline, colours: Palette, *, zone: str, label: str) -> None:
    heights: dict[datetime, int] = defaultdict(int)
    errors: dict[datetime, int] = defaultdict(int)
    for one in reading.bins:
        heights[one.starts_at] += one.events
        errors[one.starts_at] += one.errors
    marked = sorted(start for start, number in errors.items() if number)
    if not marked:
        return
    half = reading.bin_seconds / 2
    top = max(heights.values())
    figure.add_scatter(
        x=[_local(start, zone, shift=half) for start in marked],
        y=[heights[start] + top * 0.045 for start in marked],
        text=[f"{errors[start]:,}" for start in marked],
        customdata=[start.isoformat() for start in marked],
        mode="markers",
        name=label,
        marker={"symbol": "x", "size": 7, "color": colours.failed},
        hovertemplate=f"%{{x|%Y-%m-%d %H:%M:%S}}<br>{label}: %{{text}}<extra></extra>",
    )


def _local(moment: datetime, zone: str, *, shift: float = 0) -> datetime:
    """Return wall-clock time in `zone`, moved by `shift` seconds."""
    local = wall_clock(moment, zone)
    try:
        return local + timedelta(seconds=shift)
    except OverflowError:  # at the very end of the calendar
        return local

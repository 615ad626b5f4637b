"""The data of evidence as a picture: series with their limits, tables as bars or lines, places without a map.

Places are drawn by longitude and latitude on a plain ground: no tiles are fetched from anywhere.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import plotly.graph_objects as go

from dashboard.charts.labels import plain
from dashboard.charts.wall_clock import wall_clock
from dashboard.theme import Palette, plotly_layout
from data_access.contracts.evidence import GeoData, GeoFeature, SeriesData, TableData
from data_access.contracts.given_values import Cell
from data_access.rules.evidence_table import is_out_of_limits

_MARKED = 300
"""Points of a line up to which each has a mark."""
_NAMED = 40
_MOST_BARS = 60
_MOST_COLUMNS = 8

NamedSeries = tuple[str, SeriesData]
"""What the line is called, and its data."""


def series_figure(
    series: Sequence[NamedSeries],
    colours: Palette,
    *,
    zone: str,
    limit_words: tuple[str, str],
    bars: bool = False,
    height: int = 280,
) -> go.Figure:
    """Draw series over time, a limit as a dashed line; values out of their limits are crossed.

    `limit_words` take `value`: the lower limit, the upper one. Where nothing was measured the line is broken.
    """
    figure = go.Figure(layout=plotly_layout(colours, height=height))
    for place, (name, data) in enumerate(series):
        _add_values(figure, name, data, colours.series[place % len(colours.series)], zone, bars)
        _add_out_of_limits(figure, data, colours, zone)
    _add_limits(figure, [data for _, data in series], colours, zone, limit_words)
    first = series[0][1]
    unit = "" if first.unit == "1" else f" [{first.unit}]"
    figure.update_yaxes(title_text=plain(f"{first.parameter}{unit}"))
    figure.update_layout(hovermode="closest", barmode="group")
    return figure


def _add_values(figure: go.Figure, name: str, data: SeriesData, colour: str, zone: str, bars: bool) -> None:
    times = [wall_clock(point.at, zone) for point in data.points]
    told = {
        "x": times,
        "y": [point.value for point in data.points],
        "name": plain(name),
        "hovertemplate": f"%{{x|%Y-%m-%d %H:%M:%S}}<br>%{{y}} {_literal(data.unit)}<extra></extra>",
    }
    if bars:
        figure.add_bar(**told, marker={"color": colour})
        return
    mode = "lines+markers" if len(times) <= _MARKED else "lines"
    line = {"color": colour, "width": 1.8}
    figure.add_scatter(**told, mode=mode, line=line, marker={"size": 5, "color": colour}, connectgaps=False)


def _add_out_of_limits(figure: go.Figure, data: SeriesData, colours: Palette, zone: str) -> None:
    out = [point for point in data.points if is_out_of_limits(point.value, data)]
    if out:
        figure.add_scatter(
            x=[wall_clock(point.at, zone) for point in out],
            y=[point.value for point in out],
            mode="markers",
            marker={"symbol": "x", "size": 8, "color": colours.failed},
            hoverinfo="skip",
        )


def _add_limits(
    figure: go.Figure, series: Sequence[SeriesData], colours: Palette, zone: str, words: tuple[str, str]
) -> None:
    times = [wall_clock(point.at, zone) for data in series for point in data.points]
    ends = [min(times), max(times)]
    limits = {(words[0], data.lower_limit, data.unit) for data in series}
    limits |= {(words[1], data.upper_limit, data.unit) for data in series}
    for phrase, limit, unit in sorted(limits, key=str):
        if limit is not None:
            figure.add_scatter(
                x=ends,
                y=[limit, limit],
                mode="lines",
                name=plain(phrase.format(value=f"{limit:g} {unit if unit != '1' else ''}".strip())),
                line={"color": colours.failed, "width": 1.3, "dash": "dash"},
                marker={"color": colours.failed},
                hoverinfo="skip",
            )


def can_be_drawn(data: TableData) -> bool:
    """Say whether a table has a column of numbers and few enough rows to be told apart."""
    return bool(_numbers(data)) and len(data.rows) <= _MOST_BARS


def table_figure(data: TableData, colours: Palette, *, line: bool = False, height: int = 280) -> go.Figure:
    """Draw the columns of numbers over the first column that is none; over the row number where all are."""
    figure = go.Figure(layout=plotly_layout(colours, height=height))
    numbers = _numbers(data)
    label = next((at for at in range(len(data.columns)) if at not in numbers), None)
    names = [
        plain(f"{at}. {row[label]}" if label is not None else str(at)) for at, row in enumerate(data.rows, 1)
    ]
    for place, at in enumerate(numbers[:_MOST_COLUMNS]):
        column = data.columns[at]
        colour = colours.series[place]
        told = {
            "x": names,
            "y": [row[at] for row in data.rows],
            "name": plain(f"{column.name} [{column.unit}]" if column.unit else column.name),
            "hovertemplate": "%{x}<br>%{fullData.name}: %{y}<extra></extra>",
        }
        if line:
            figure.add_scatter(
                **told, mode="lines+markers", line={"color": colour}, marker={"color": colour, "size": 6}
            )
        else:
            figure.add_bar(**told, marker={"color": colour})
    figure.update_xaxes(type="category")
    figure.update_layout(barmode="group", hovermode="closest")
    return figure


def _numbers(data: TableData) -> list[int]:
    return [
        at
        for at in range(len(data.columns))
        if any(_is_number(row[at]) for row in data.rows)
        and all(row[at] is None or _is_number(row[at]) for row in data.rows)
    ]


def _is_number(value: Cell) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def places_figure(data: GeoData, colours: Palette, *, height: int = 380) -> go.Figure:
    """Draw points, lines and areas by longitude and latitude, distances true at their middle."""
    figure = go.Figure(layout=plotly_layout(colours, height=height))
    named = len(data.features) <= _NAMED
    for place, feature in enumerate(data.features):
        _add_feature(figure, feature, data, colours, colours.series[place % len(colours.series)], named)
    latitudes = [latitude for feature in data.features for _, latitude in feature.coordinates]
    middle = (min(latitudes) + max(latitudes)) / 2
    figure.update_xaxes(title_text="°E", showgrid=True, ticksuffix="°")
    figure.update_yaxes(
        title_text="°N",
        ticksuffix="°",
        scaleanchor="x",
        scaleratio=1 / max(0.05, math.cos(math.radians(middle))),
    )
    figure.update_layout(hovermode="closest")
    return figure


def _add_feature(
    figure: go.Figure, feature: GeoFeature, data: GeoData, colours: Palette, colour: str, named: bool
) -> None:
    shown = [*feature.coordinates, *(feature.coordinates[:1] if feature.geometry == "area" else ())]
    value = "" if feature.value is None else f"{feature.value:g} {data.unit or ''}".strip()
    told = _literal(": ".join(part for part in (feature.name, value) if part))
    is_point = feature.geometry == "point"
    figure.add_scatter(
        x=[longitude for longitude, _ in shown],
        y=[latitude for _, latitude in shown],
        mode=("markers+text" if named else "markers") if is_point else "lines",
        text=[told] if is_point and named else None,
        textposition="top center",
        textfont={"size": 11, "color": colours.text},
        fill="toself" if feature.geometry == "area" else None,
        line={"color": colour, "width": 2},
        marker={"size": 9, "color": colour},
        hovertemplate=f"{told}<br>%{{x:.5f}}°, %{{y:.5f}}°<extra></extra>",
    )


def _literal(text: str) -> str:
    """Return `text` for a template of plotly, which would read `%{...}` as a value of its own."""
    return plain(text).replace("%{", "% {")

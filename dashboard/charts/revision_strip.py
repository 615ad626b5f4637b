"""Open gaps and cost of each revision of a report, one above the other; what is not known is no bar."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from dashboard.charts.labels import plain
from dashboard.theme import Palette, plotly_layout

_EVERY_TICK = 24
"""So many revisions at most are each named at the axis."""


@dataclass(frozen=True)
class RevisionPoint:
    """What is drawn of one revision; `told` texts are shown at the pointer."""

    revision: int
    open_gaps: int | None
    """None: not known."""
    gaps_told: str
    cost: float | None
    """US dollars; None: not known."""
    cost_told: str
    is_floor: bool
    """The cost is at least so much."""


def revision_strip(
    points: Sequence[RevisionPoint],
    colours: Palette,
    *,
    gaps_label: str,
    cost_label: str,
    floor_label: str,
    unknown_label: str,
    height: int = 190,
) -> go.Figure:
    """Draw two rows of bars over the numbers of the revisions; `points` may come in any order."""
    ordered = sorted(points, key=lambda one: one.revision)
    figure = make_subplots(rows=2, cols=1, shared_xaxes=True, vertical_spacing=0.14)
    figure.update_layout(plotly_layout(colours, height=height))
    gaps = [(one.revision, one.open_gaps, one.gaps_told) for one in ordered]
    exact = [(one.revision, one.cost, one.cost_told) for one in ordered if not one.is_floor]
    floors = [(one.revision, one.cost, one.cost_told) for one in ordered if one.is_floor]
    _bars(figure, gaps, gaps_label, colours.series[2], row=1)
    _bars(figure, exact, cost_label, colours.series[0], row=2)
    _bars(figure, floors, floor_label, colours.series[0], row=2, is_floor=True)
    unknown = [(one, 1) for one in gaps if one[1] is None] + [(one, 2) for one in exact if one[1] is None]
    _unknown(figure, unknown, unknown_label, colours)
    most = max((one.open_gaps or 0 for one in ordered), default=0)
    has_cost = any(one.cost is not None for one in ordered)
    _axes(figure, [one.revision for one in ordered], colours, most_gaps=most, has_cost=has_cost)
    return figure


def _bars(
    figure: go.Figure,
    bars: Sequence[tuple[int, float | None, str]],
    label: str,
    colour: str,
    *,
    row: int,
    is_floor: bool = False,
) -> None:
    known = [one for one in bars if one[1] is not None]
    if known:
        figure.add_bar(
            x=[revision for revision, _, _ in known],
            y=[amount for _, amount, _ in known],
            name=plain(label),
            marker={"color": colour, "line": {"width": 0}, "pattern": {"shape": "/" if is_floor else ""}},
            customdata=[plain(told) for _, _, told in known],
            hovertemplate="%{x}: %{customdata}<extra></extra>",
            row=row,
            col=1,
        )


def _unknown(
    figure: go.Figure,
    marks: Sequence[tuple[tuple[int, float | None, str], int]],
    label: str,
    colours: Palette,
) -> None:
    for row in (1, 2):
        here = [mark for mark, place in marks if place == row]
        if here:
            figure.add_scatter(
                x=[revision for revision, _, _ in here],
                y=[0] * len(here),
                mode="text",
                text=["?"] * len(here),
                textposition="top center",
                textfont={"color": colours.muted, "size": 12},
                marker={"color": colours.muted},
                name=plain(label) if row == max(place for _, place in marks) else None,
                customdata=[plain(told) for _, _, told in here],
                hovertemplate="%{x}: %{customdata}<extra></extra>",
                row=row,
                col=1,
            )


def _axes(
    figure: go.Figure, revisions: Sequence[int], colours: Palette, *, most_gaps: int, has_cost: bool
) -> None:
    axis = {
        "gridcolor": colours.line,
        "zerolinecolor": colours.line,
        "tickfont": {"color": colours.muted, "size": 11},
        "fixedrange": True,
    }
    ticks = {"tickvals": list(revisions)} if len(revisions) <= _EVERY_TICK else {"nticks": _EVERY_TICK}
    figure.update_xaxes(**axis, **ticks, showgrid=False, tickformat="d", zeroline=False)
    figure.update_yaxes(**axis, rangemode="tozero", nticks=3, automargin=True)
    figure.update_yaxes(tickformat=",d", dtick=max(1, math.ceil(most_gaps / 2)), row=1, col=1)
    figure.update_yaxes(tickprefix="$", exponentformat="none", showticklabels=has_cost, row=2, col=1)
    if not has_cost:
        figure.update_yaxes(range=[0, 1], row=2, col=1)
    figure.update_layout(barmode="overlay", bargap=0.4, hovermode="closest", dragmode=False)

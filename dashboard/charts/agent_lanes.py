"""Who was at work when: a lane an agent or task from its first event to its last, and how many at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from dashboard.charts.labels import plain
from dashboard.charts.wall_clock import wall_clock
from dashboard.theme import Palette, plotly_layout

MOST_LANES = 300
_NARROWEST = 200
"""The part of the whole width that the narrowest bar takes."""
_LANE_HEIGHT = 22
_STEPS_HEIGHT = 70


@dataclass(frozen=True)
class Lane:
    """One bar: from the first event of an agent or task to the last one."""

    lane_id: str
    label: str
    is_task: bool
    starts_at: datetime
    ends_at: datetime
    errors: int


def agent_lanes(
    lanes: Sequence[Lane],
    colours: Palette,
    *,
    zone: str,
    agents_label: str,
    tasks_label: str,
    at_once_label: str,
) -> go.Figure:
    """Draw `lanes` in their order, the first on top, below a line of how many agents were at work at once.

    Every bar carries its `lane_id` as customdata, for a click.
    """
    height = _STEPS_HEIGHT + max(90, 40 + len(lanes) * _LANE_HEIGHT)
    share = _STEPS_HEIGHT / height
    figure = make_subplots(
        rows=2, cols=1, shared_xaxes=True, row_heights=[share, 1 - share], vertical_spacing=12 / height
    )
    figure.update_layout(plotly_layout(colours, height=height))
    for is_task, label, colour in (
        (False, agents_label, colours.series[0]),
        (True, tasks_label, colours.series[1]),
    ):
        _bars(
            figure,
            [(n, one) for n, one in enumerate(lanes) if one.is_task is is_task],
            label,
            colour,
            colours,
            zone,
            narrowest=_narrowest(lanes),
        )
    steps = at_once([one for one in lanes if not one.is_task])
    figure.add_scatter(
        x=[wall_clock(at, zone) for at, _ in steps],
        y=[number for _, number in steps],
        mode="lines",
        name=plain(at_once_label),
        line={"shape": "hv", "color": colours.series[2], "width": 1.5},
        marker={"color": colours.series[2]},
        hovertemplate="%{x|%Y-%m-%d %H:%M:%S}<br>%{fullData.name}: %{y}<extra></extra>",
        row=1,
        col=1,
    )
    axis = {"gridcolor": colours.line, "tickfont": {"color": colours.muted, "size": 11}, "fixedrange": True}
    figure.update_xaxes(**axis, showgrid=False, type="date")
    figure.update_yaxes(**axis, rangemode="tozero", tickformat=",d", nticks=3, row=1, col=1)
    names = [plain(one.label, longest=18) for one in lanes]
    figure.update_yaxes(**axis, autorange="reversed", tickvals=list(range(len(lanes))), ticktext=names,
                        showgrid=False, automargin=True, row=2, col=1)  # fmt: skip
    figure.update_layout(barmode="overlay", bargap=0.35, hovermode="closest", dragmode=False)
    return figure


def at_once(lanes: Sequence[Lane]) -> list[tuple[datetime, int]]:
    """Return from when on how many of `lanes` were at work; where one ends as another begins, both count."""
    changes = sorted(
        [(one.starts_at, 0, 1) for one in lanes] + [(one.ends_at, 1, -1) for one in lanes],
        key=lambda change: change[:2],
    )
    numbers = accumulate(change for _, _, change in changes)
    return list({at: number for (at, _, _), number in zip(changes, numbers, strict=True)}.items())


def _narrowest(lanes: Sequence[Lane]) -> float:
    """Return how many milliseconds a bar is wide at least: a single moment too is to be seen and hit."""
    if not lanes:
        return 1.0
    whole = max(one.ends_at for one in lanes) - min(one.starts_at for one in lanes)
    return max(1.0, whole.total_seconds() * 1000 / _NARROWEST)


def _bars(
    figure: go.Figure,
    lanes: Sequence[tuple[int, Lane]],
    label: str,
    colour: str,
    colours: Palette,
    zone: str,
    *,
    narrowest: float,
) -> None:
    if not lanes:
        return
    figure.add_bar(
        base=[wall_clock(one.starts_at, zone) for _, one in lanes],
        x=[max(narrowest, (one.ends_at - one.starts_at).total_seconds() * 1000) for _, one in lanes],
        y=[number for number, _ in lanes],
        orientation="h",
        name=plain(label),
        marker={
            "color": colour,
            "line": {"width": [2 if one.errors else 0 for _, one in lanes], "color": colours.failed},
        },
        customdata=[one.lane_id for _, one in lanes],
        text=[plain(one.label) for _, one in lanes],
        textposition="none",
        hovertemplate="%{text}<br>%{base|%Y-%m-%d %H:%M:%S}<extra></extra>",
        row=2,
        col=1,
    )

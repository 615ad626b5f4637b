"""The phases of a run: time of agents and waits for people, side by side and never added up to progress."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from dashboard.charts.labels import plain
from dashboard.theme import Palette, plotly_layout

_BAR_HEIGHT = 30


def phase_bars(
    phases: Sequence[tuple[str, float, float]], colours: Palette, *, agents_label: str, people_label: str
) -> go.Figure:
    """Draw `phases` (name, minutes of agents, minutes of waits for people) as bars, the first on top."""
    figure = go.Figure(layout=plotly_layout(colours, height=max(120, 50 + len(phases) * _BAR_HEIGHT)))
    names = [plain(name, longest=28) for name, _, _ in phases]
    places = list(range(len(phases)))
    for label, number, colour in ((agents_label, 1, colours.series[0]), (people_label, 2, colours.series[2])):
        figure.add_bar(
            x=[phase[number] for phase in phases],
            y=places,
            orientation="h",
            name=plain(label),
            marker={"color": colour, "line": {"width": 0}},
            customdata=names,
            hovertemplate="%{customdata}<br>%{fullData.name}: %{x:.1f} min<extra></extra>",
        )
    figure.update_yaxes(autorange="reversed", tickvals=places, ticktext=names, showgrid=False)
    figure.update_xaxes(showgrid=True, ticksuffix=" min")
    figure.update_layout(barmode="stack")
    return figure

"""Cost by one dimension: a bar each, the dearest on top."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import plotly.graph_objects as go

from dashboard.charts.labels import plain
from dashboard.theme import Palette, plotly_layout

_ROW = 30


def cost_bars(groups: Sequence[tuple[str, Decimal, str]], colours: Palette) -> go.Figure:
    """Draw `groups` (label, known cost, the cost as words), given with the dearest first."""
    figure = go.Figure(layout=plotly_layout(colours, height=max(110, 40 + _ROW * len(groups))))
    figure.add_bar(
        orientation="h",
        x=[float(amount) for _, amount, _ in groups],
        y=list(range(len(groups))),
        text=[plain(words) for _, _, words in groups],
        customdata=[plain(label, longest=80) for label, _, _ in groups],
        textposition="outside",
        cliponaxis=False,
        marker={"color": colours.series[0], "line": {"width": 0}},
        hovertemplate="%{customdata}: %{text}<extra></extra>",
    )
    labels = [plain(label, longest=26) for label, _, _ in groups]
    figure.update_yaxes(
        autorange="reversed", tickvals=list(range(len(groups))), ticktext=labels, showgrid=False
    )
    figure.update_xaxes(tickprefix="$", rangemode="tozero", showgrid=True, nticks=5)
    top = max((float(amount) for _, amount, _ in groups), default=0)
    figure.update_xaxes(range=[0, top * 1.02 or 1])
    figure.update_layout(bargap=0.35, margin={"l": 8, "r": 72, "t": 8, "b": 8})
    return figure

"""The disjoint token classes of a sum as one divided bar."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from dashboard.charts.labels import plain
from dashboard.theme import Palette, plotly_layout


def token_classes(classes: Sequence[tuple[str, int]], colours: Palette) -> go.Figure:
    """Draw `classes` (label, tokens) side by side; classes without tokens are left out."""
    figure = go.Figure(layout=plotly_layout(colours, height=52))
    for place, (label, tokens) in enumerate(classes):
        if tokens:
            figure.add_bar(
                orientation="h", x=[tokens], y=[""], name=plain(label),
                marker={"color": colours.series[place % len(colours.series)], "line": {"width": 0}},
                hovertemplate="%{fullData.name}: %{x:,}<extra></extra>",
            )  # fmt: skip
    figure.update_layout(barmode="stack")
    figure.update_xaxes(visible=False, range=[0, sum(tokens for _, tokens in classes) or 1])
    figure.update_yaxes(visible=False)
    return figure

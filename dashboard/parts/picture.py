"""A picture with its text twin: the chart, and the same figures as a table for readers and screen readers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from dashboard.charts import labels
from dashboard.desk_session import said
from dashboard.parts.piece import Column, Row, ledger, legend
from dashboard.theme import LIGHT, plotly_layout

Table = tuple[Sequence[Column], Sequence[Row]]
_CONFIG = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False, "showTips": False}


def chart(figure: go.Figure, *, alt: str, key: str, twin: Table | None = None) -> None:
    """Draw a plotly figure with its legend and offer its twin."""
    legend(labels.legend(figure), key=f"{key}-legend")
    st.plotly_chart(figure, theme=None, config=_CONFIG, key=key, alt=alt)
    _twin(alt, key, twin)


def clickable_chart(
    figure: go.Figure,
    *,
    alt: str,
    key: str,
    twin: Table | None = None,
    marks: tuple[str, Table] | None = None,
) -> str | None:
    """Draw a plotly figure; return the customdata of the mark that was clicked, None when none was.

    Marks are out of reach without a pointer: rows of `twin`, or of `marks` below it, lead where they lead.
    """
    legend(labels.legend(figure), key=f"{key}-legend")
    state: Any = st.plotly_chart(
        figure, theme=None, config=_CONFIG, key=key, alt=alt, on_select="rerun", selection_mode="points"
    )
    _twin(alt, alt, twin, marks)  # the chart is a new one for each choice, its table stays
    points = state.selection.points if state else []
    found = points[0].get("customdata") if points else None
    first = found[0] if isinstance(found, list) and found else found
    return None if first is None else str(first)


def drawing(
    spec: dict[str, Any],
    *,
    height: int,
    alt: str,
    key: str,
    twin: Table | None = None,
) -> None:
    """Draw an ECharts specification and offer its twin."""
    st.echarts_chart(spec, height=height, key=key, alt=alt)
    _twin(alt, key, twin)


def clickable_graph(spec: dict[str, Any], *, height: int, alt: str, key: str) -> int | None:
    """Draw an ECharts graph; return the number of the node that was clicked, None when none was."""
    state: Any = st.echarts_chart(spec, height=height, key=key, alt=alt, on_select="rerun", renderer="svg")
    chosen = [one for one in state.selection.selected if one["data_type"] == "node"] if state else []
    return int(chosen[0]["data_indices"][-1]) if chosen else None


def warm_up() -> None:
    """Load what the first picture needs, so that the first reader does not wait for it."""
    go.Figure(layout=plotly_layout(LIGHT, height=10)).add_bar(x=[0], y=[0]).to_json()


def _twin(alt: str, key: str, twin: Table | None, marks: tuple[str, Table] | None = None) -> None:
    if twin is None:
        return
    columns, rows = twin
    with st.expander(said().state.table, type="compact"):
        ledger(alt, columns, rows, key=f"{key}-twin", dense=True, first=100)
        if marks is not None:
            title, (mark_columns, mark_rows) = marks
            ledger(title, mark_columns, mark_rows, key=f"{key}-marks", dense=True)

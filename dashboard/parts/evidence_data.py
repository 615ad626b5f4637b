"""The data of evidence on a page: a picture with its table, and the whole of it as CSV."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.charts.evidence_figure import (
    NamedSeries,
    can_be_drawn,
    places_figure,
    series_figure,
    table_figure,
)
from dashboard.desk_session import colours, said, zone
from dashboard.parts.picture import Table, chart
from dashboard.parts.piece import Cell, Column, Row, hint, ledger
from dashboard.wording import formats
from data_access.contracts.evidence import EvidenceData, GeoData, SeriesData, TableData
from data_access.contracts.given_values import Cell as TableValue
from data_access.rules.evidence_table import csv_text, flat_table, is_out_of_limits


def data_picture(data: EvidenceData, *, title: str, key: str) -> None:
    """Draw what evidence carries: a table as it is, series and places as a picture with a table."""
    if isinstance(data, SeriesData):
        series_picture([(title, data)], alt=title, key=key)
    elif isinstance(data, GeoData):
        chart(places_figure(data, colours()), alt=title, key=key, twin=_places(data))
    else:
        columns, rows = table_of(data)
        ledger(title, columns, rows, key=key, dense=True, first=100)


def series_picture(series: Sequence[NamedSeries], *, alt: str, key: str, bars: bool = False) -> None:
    """Draw series over time with their limits, and their values as a table."""
    w = said().evidence
    figure = series_figure(series, colours(), zone=zone(), limit_words=(w.lower, w.upper), bars=bars)
    chart(figure, alt=alt, key=key, twin=_values(series))


def table_picture(data: TableData, *, alt: str, key: str, line: bool = False) -> None:
    """Draw a table as bars or lines with the table below it; one without numbers as a table alone."""
    if can_be_drawn(data):
        chart(table_figure(data, colours(), line=line), alt=alt, key=key, twin=table_of(data))
        return
    hint(said().evidence.not_drawn, key=f"{key}-not-drawn")
    columns, rows = table_of(data)
    ledger(alt, columns, rows, key=key, dense=True, first=100)


def save_csv(data: EvidenceData, *, file_name: str, key: str) -> None:
    """Offer `data` as CSV; the mark at its begin tells spreadsheets how it is encoded."""
    st.download_button(
        said().evidence.csv,
        "\ufeff" + csv_text(flat_table(data)),
        file_name=f"{file_name}.csv",
        mime="text/csv",
        on_click="ignore",
        key=key,
    )


def table_of(data: TableData) -> Table:
    """Return a table as columns, with units, and rows; columns of numbers stand on the right."""
    numbers = [any(isinstance(row[at], int | float) for row in data.rows) for at in range(len(data.columns))]
    columns = [
        Column(named(column.name, column.unit), right=numbers[at]) for at, column in enumerate(data.columns)
    ]
    return columns, [Row(tuple(_cell(value) for value in row)) for row in data.rows]


def named(name: str, unit: str | None) -> str:
    """Return what is measured with its unit."""
    return f"{name} [{unit}]" if unit and unit != "1" else name


def value_told(value: TableValue) -> str:
    """Write a value: a number without noise, anything else as it stands."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return str(value).lower() if isinstance(value, bool) else str(value)
    return f"{value:,}" if isinstance(value, int) else f"{value:,.10g}"


def _cell(value: TableValue) -> Cell:
    return Cell(said().state.nothing, muted=True) if value is None else Cell(value_told(value))


def _values(series: Sequence[NamedSeries]) -> Table:
    w = said().evidence
    several = len(series) > 1
    rows = [
        Row(
            (
                *((name,) if several else ()),
                formats.clock(point.at, zone(), said()),
                _point(point.value, data),
            )
        )
        for name, data in series
        for point in data.points
    ]
    first = series[0][1]
    names = [Column(w.name)] if several else []
    return [*names, Column(w.time), Column(named(first.parameter, first.unit), right=True)], rows


def _point(value: float | None, data: SeriesData) -> Cell:
    if is_out_of_limits(value, data):
        return Cell(value_told(value), tone="failed", sub=said().evidence.out_of_limits)
    return _cell(value)


def _places(data: GeoData) -> Table:
    w = said().evidence
    columns = [
        Column(w.name),
        Column(w.geometry),
        Column(w.vertex, right=True, optional=True),
        Column(w.longitude, right=True),
        Column(w.latitude, right=True),
        Column(named(data.parameter or w.value, data.unit), right=True),
    ]
    rows = [
        Row(
            (
                feature.name,
                w.geometries[feature.geometry],
                str(number),
                f"{longitude:.6g}°",
                f"{latitude:.6g}°",
                _cell(feature.value),
            )
        )
        for feature in data.features
        for number, (longitude, latitude) in enumerate(feature.coordinates, 1)
    ]
    return columns, rows

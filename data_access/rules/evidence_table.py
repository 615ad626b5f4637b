"""The data of evidence as one table, whatever its kind, and as CSV that no spreadsheet takes for formulas."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from io import StringIO

from data_access.contracts.evidence import EvidenceData, GeoData, SeriesData, TableData
from data_access.contracts.given_values import Cell
from data_access.rules.text_safety import csv_cell


@dataclass(frozen=True)
class FlatTable:
    """Columns with their units, and rows of values."""

    columns: tuple[tuple[str, str | None], ...]
    """Name and unit of each."""
    rows: tuple[tuple[Cell, ...], ...]


def flat_table(data: EvidenceData) -> FlatTable:
    """Return `data` as a table: times in UTC, a row for every vertex of what lies on a map."""
    if isinstance(data, SeriesData):
        return _series(data)
    if isinstance(data, GeoData):
        return _places(data)
    return _table(data)


def csv_text(table: FlatTable) -> str:
    """Return `table` as CSV with a line of names, units in brackets; an empty cell for what is not there."""
    written = StringIO()
    out = csv.writer(written)
    out.writerow([csv_cell(f"{name} [{unit}]" if unit else name) for name, unit in table.columns])
    out.writerows([csv_cell(value) for value in row] for row in table.rows)
    return written.getvalue()


def _table(data: TableData) -> FlatTable:
    return FlatTable(tuple((column.name, column.unit) for column in data.columns), data.rows)


def _series(data: SeriesData) -> FlatTable:
    limits = (("lower_limit", data.lower_limit), ("upper_limit", data.upper_limit))
    given = [(name, limit) for name, limit in limits if limit is not None]
    columns = (("at", "UTC"), (data.parameter, data.unit), *((name, data.unit) for name, _ in given))
    bounds = tuple(limit for _, limit in given)
    return FlatTable(columns, tuple((point.at.isoformat(), point.value, *bounds) for point in data.points))


def _places(data: GeoData) -> FlatTable:
    measured = (data.parameter or "value", data.unit)
    columns = (
        ("name", None), ("geometry", None), ("vertex", None), ("longitude", "°"), ("latitude", "°"), measured,
    )  # fmt: skip
    rows = tuple(
        (feature.name, feature.geometry, number, longitude, latitude, feature.value)
        for feature in data.features
        for number, (longitude, latitude) in enumerate(feature.coordinates, 1)
    )
    return FlatTable(columns, rows)


def is_out_of_limits(value: float | None, data: SeriesData) -> bool:
    """Say whether a value of a series lies outside of the limits that it states."""
    if value is None:
        return False
    too_low = data.lower_limit is not None and value < data.lower_limit
    return too_low or (data.upper_limit is not None and value > data.upper_limit)

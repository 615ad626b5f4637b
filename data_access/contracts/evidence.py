"""Evidence of a case and the gaps in it: what was looked at, where, for which window, and what came of it."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Literal

from pydantic import Field, model_validator

from data_access.contracts.common import Contract, Origin, UtcTime
from data_access.contracts.given_values import Cell, GivenTime, Name, Prose

SourceKind = Literal["live_query", "attached_sample", "calculation", "document", "manual"]
RecordState = Literal["valid", "corrected", "withdrawn"]

Number = Annotated[float, Field(allow_inf_nan=False)]


class DataColumn(Contract):
    """A column of a table."""

    name: Name
    unit: Name | None = None
    """Unit of its values, for example `mg/L`."""


class TableData(Contract):
    """A table, small enough to stand inside the evidence."""

    kind: Literal["table"]
    columns: tuple[DataColumn, ...] = Field(min_length=1, max_length=50)
    rows: tuple[tuple[Cell, ...], ...] = Field(max_length=5000)
    """A value for each column; null where there is none."""

    @model_validator(mode="after")
    def _is_rectangular(self) -> TableData:
        width = len(self.columns)
        odd = next((number for number, row in enumerate(self.rows, 1) if len(row) != width), None)
        if odd is not None:
            raise ValueError(f"row {odd} has {len(self.rows[odd - 1])} values and there are {width} columns")
        return self


class SeriesPoint(Contract):
    """One value of a series."""

    at: GivenTime
    value: Number | None
    """Null where nothing was measured."""


class SeriesData(Contract):
    """Values of one parameter over time."""

    kind: Literal["series"]
    parameter: Name
    """What was measured, for example `turbidity`."""
    unit: Name
    """Unit of the values, for example `NTU`; `1` where they have none."""
    place: Name | None = None
    """Where it was measured."""
    points: tuple[SeriesPoint, ...] = Field(min_length=1, max_length=10_000)
    """In the order of time."""
    lower_limit: Number | None = None
    """A value below it is out of order."""
    upper_limit: Number | None = None
    """A value above it is out of order."""

    @model_validator(mode="after")
    def _is_in_order(self) -> SeriesData:
        for number, (earlier, later) in enumerate(pairwise(self.points), 2):
            if later.at < earlier.at:
                raise ValueError(f"point {number} is earlier than the one before; give them in order of time")
        if (
            self.lower_limit is not None
            and self.upper_limit is not None
            and self.lower_limit > self.upper_limit
        ):
            raise ValueError(f"lower_limit {self.lower_limit} is above upper_limit {self.upper_limit}")
        return self


class GeoFeature(Contract):
    """One thing on a map."""

    name: Name
    geometry: Literal["point", "line", "area"]
    coordinates: tuple[tuple[Number, Number], ...] = Field(min_length=1, max_length=2000)
    """Longitude and latitude in degrees (WGS 84): one of a point, the vertices of a line or an area."""
    value: Number | None = None

    @model_validator(mode="after")
    def _is_on_earth(self) -> GeoFeature:
        for longitude, latitude in self.coordinates:
            if abs(longitude) > 180 or abs(latitude) > 90:
                raise ValueError(f"[{longitude}, {latitude}] is no longitude and latitude in degrees")
        least = {"point": 1, "line": 2, "area": 3}[self.geometry]
        if len(self.coordinates) < least or (self.geometry == "point" and len(self.coordinates) > 1):
            raise ValueError(f"a {self.geometry} has {least}{'' if least == 1 else ' or more'} coordinates")
        return self


class GeoData(Contract):
    """Things on a map."""

    kind: Literal["geo"]
    features: tuple[GeoFeature, ...] = Field(min_length=1, max_length=2000)
    parameter: Name | None = None
    """What the values of the features are."""
    unit: Name | None = None


EvidenceData = Annotated[TableData | SeriesData | GeoData, Field(discriminator="kind")]


class Evidence(Contract):
    """A piece of evidence as it was published; it is corrected by another one, never overwritten."""

    evidence_id: str
    """`E-<n>`, counted within the task; cite it as `[E-1]`."""
    round_id: str | None
    generation: int
    title: str
    source_kind: SourceKind
    source: str
    query: str | None
    scope: str | None
    window_from: UtcTime | None
    window_until: UtcTime | None
    observed_at: UtcTime | None
    """When what it tells was so; null where that is not known."""
    recorded_at: UtcTime
    """When the desk received it."""
    summary: str | None
    content_reference: str | None
    content_hash: str | None
    """Of what `content_reference` names, as the author stated it."""
    data: EvidenceData | None
    """Null without data, and in lists that leave it out because it is large."""
    data_hash: str | None
    """SHA-256 of the canonical JSON of `data`, by the desk."""
    origin: Origin
    is_truncated: bool
    truncation: str | None
    state: RecordState
    state_at: UtcTime
    state_reason: str | None
    corrects: str | None
    corrected_by: str | None
    cited_in: tuple[int, ...]
    """Report revisions that cite it."""


class DataGap(Contract):
    """Something that is missing: what, why it matters, what was tried."""

    gap_id: str
    """`G-<n>`, counted within the task."""
    missing: str
    why_it_matters: str
    tried: tuple[str, ...]
    is_open: bool
    closed_by: str | None
    """What closed it: evidence, an answer, or words."""


class DataGapGiven(Contract):
    """A gap as a report states it: a new one in words, a known one by its id."""

    gap_id: Name | None = None
    """Of a gap that the task has already; absent for a new one."""
    missing: Prose | None = None
    """What is missing. Needed for a new gap."""
    why_it_matters: Prose | None = None
    """What cannot be said without it. Needed for a new gap."""
    tried: tuple[Prose, ...] = Field(default=(), max_length=50)
    """What was tried to get it and how that ended; is added to what the gap says already."""
    closed_by: Name | None = None
    """Closes the gap: the evidence, answer or words that fill it."""

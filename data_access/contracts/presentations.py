"""What an agent wants shown beside its case: recorded here, which does not say that anybody saw it."""

from __future__ import annotations

from typing import Literal

from data_access.contracts.common import Contract, UtcTime
from data_access.contracts.evidence import EvidenceData

PresentationKind = Literal["map", "chart", "overlay"]
ChartKind = Literal["line", "bar", "comparison"]


class PresentedEvidence(Contract):
    """Evidence that is shown, with the data the desk took from it."""

    evidence_id: str
    title: str
    window_from: UtcTime | None
    window_until: UtcTime | None
    data: EvidenceData


class Presentation(Contract):
    """One command to show something."""

    presentation_id: str
    """`P-<n>`, counted within the task."""
    round_id: str | None
    generation: int
    kind: PresentationKind
    title: str
    chart_kind: ChartKind | None
    longitude: float | None
    latitude: float | None
    zoom: float | None
    evidence: tuple[PresentedEvidence, ...]
    recorded_at: UtcTime

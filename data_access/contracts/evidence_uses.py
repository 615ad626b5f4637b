"""Evidence of a case in short, of agents and of people in one list, and what rests on a piece of it."""

from __future__ import annotations

from typing import Literal

from data_access.contracts.common import Contract, Origin, UtcTime
from data_access.contracts.evidence import RecordState

EvidenceKind = Literal["live_query", "attached_sample", "calculation", "document", "manual", "human"]
"""Where evidence comes from; `human`: a person stated it."""
EvidenceState = Literal["valid", "corrected", "withdrawn", "unconfirmed"]
"""What to look for: its state, or that no person has confirmed what an agent passed on."""
UseKind = Literal["report", "finding", "node", "step", "presentation", "action"]


class EvidenceEntry(Contract):
    """A piece of evidence without its data."""

    evidence_id: str
    title: str
    """Of a person's: the statement, or what was measured."""
    kind: EvidenceKind
    source: str
    """The system, file or model; of a person's, their name."""
    summary: str | None
    origin: Origin
    state: RecordState
    observed_at: UtcTime | None
    recorded_at: UtcTime
    is_truncated: bool
    truncation: str | None
    is_unconfirmed: bool
    """An agent passed it on, and no person has confirmed it."""
    data_kind: Literal["table", "series", "geo"] | None
    cited_in: tuple[int, ...]
    """Report revisions that cite it."""


class EvidenceUse(Contract):
    """Something that rests on a piece of evidence."""

    kind: UseKind
    record_id: str
    """The revision of a report (also of a finding), the node, the step of the newest plan, the id of a
    presentation or of an action."""
    said: str
    """Its title, or the statement of a finding."""


class OptionalViews(Contract):
    """What only some cases have."""

    has_plan: bool
    has_presentations: bool

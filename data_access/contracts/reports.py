"""Reports of a case: numbered revisions that never change, with findings, gaps and the map as it stood."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from data_access.contracts.common import Contract, UtcTime
from data_access.contracts.evidence import DataGap
from data_access.contracts.given_values import Name, NonBlank, Prose
from data_access.contracts.progress_graph import NodeId, ProgressGraph
from data_access.contracts.sign_offs import SignOff

ReportStage = Literal["interim", "concluded", "final"]
ReportOutcome = Literal["undetermined", "confirmed", "probable", "excluded", "insufficient_data"]
FindingKind = Literal["observation", "cause", "absence", "recommendation"]
Body = Annotated[str, Field(min_length=1, max_length=200_000), NonBlank]
Ids = Annotated[tuple[Name, ...], Field(max_length=500)]


class Finding(Contract):
    """One thing that was found."""

    statement: Prose
    """What is so, in a sentence that stands by itself."""
    kind: FindingKind
    """`observation`; `cause` and `absence` (nothing was found) need evidence; `recommendation`."""
    evidence_ids: Ids = ()
    """Evidence it rests on."""


class NodeReference(Contract):
    """What a node of a report's own diagram stands for."""

    node_id: NodeId
    """The id that the node has in the diagram."""
    evidence_ids: Ids = ()
    answer_ids: Ids = ()
    action_ids: Ids = ()


class ReportHead(Contract):
    """A revision without its text."""

    revision: int
    generation: int
    round_id: str | None
    stage: str
    """`interim`, `concluded` or `final`; imported ones may have words of their own."""
    outcome: str
    title: str
    reason: str
    corrects_revision: int | None
    published_at: UtcTime
    sign_offs: tuple[SignOff, ...]
    """What people think of this revision and hold to; none is inherited from another revision."""


class ReportRevision(ReportHead):
    """One revision in full."""

    summary: str
    body: str
    """Markdown with evidence and answers cited as `[E-1]`, `[Q-1]`."""
    findings: tuple[Finding, ...]
    data_gaps: tuple[DataGap, ...]
    """Gaps as this revision stated them."""
    evidence_ids: tuple[str, ...]
    """All that it cites: given, in findings, in the text and in the diagram."""
    answer_ids: tuple[str, ...]
    action_ids: tuple[str, ...]
    diagram: str | None
    node_refs: tuple[NodeReference, ...]
    graph: ProgressGraph | None
    """The map of the investigation as it stood."""
    graph_updates: int
    """After how many updates of the map."""
    synthetic_evidence_ids: tuple[str, ...]
    """Cited evidence that is made up; the face of the report says so."""
    flagged_ids: tuple[str, ...]
    """Cited evidence and answers that were corrected or withdrawn since, or before."""

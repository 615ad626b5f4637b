"""Two revisions of a report held against each other: what each part said and says, and what it rests on."""

from __future__ import annotations

from typing import Literal

from data_access.contracts.common import Contract, Origin
from data_access.contracts.evidence import DataGap, RecordState
from data_access.contracts.progress_graph import GraphEdge, GraphNode
from data_access.contracts.prose_diff import ProseDiff
from data_access.contracts.reports import Finding, ReportHead

ChangeClass = Literal["none", "formatting", "wording", "evidence", "conclusion"]
"""The gravest change: nothing; white space, widths and line ends; words; what it rests on, the gaps or a
figure; what it concludes (stage, outcome, or a finding that is new, gone or of another kind)."""
FieldName = Literal["stage", "outcome", "generation"]
PartChange = Literal["same", "changed", "added", "removed"]
GapChangeKind = Literal["same", "opened", "closed", "reopened", "reworded", "dropped"]
"""`dropped`: the later revision says nothing of it any more."""
CitedChangeKind = Literal["added", "removed", "reclassified"]
"""`reclassified`: of it and the record that is cited in its place, one was published to correct the other."""
RecordKind = Literal["evidence", "human_evidence", "answer", "action"]


class FieldChange(Contract):
    """A field that has another value now."""

    name: FieldName
    before: str
    after: str


class FindingChange(Contract):
    """A finding of either revision."""

    change: PartChange
    before: Finding | None
    after: Finding | None
    statement: ProseDiff
    """Its words, one revision against the other."""
    evidence_added: tuple[str, ...]
    evidence_removed: tuple[str, ...]


class GapChange(Contract):
    """A gap that either revision states."""

    gap_id: str
    change: GapChangeKind
    before: DataGap | None
    after: DataGap | None
    missing: ProseDiff
    """What is missing, in the words of either revision."""
    closed_by: str | None
    """Of one that is closed now: the evidence, answer or words that fill it."""
    is_closed_without_evidence: bool
    """True for one that was closed by words alone."""


class CitedChange(Contract):
    """A record that only one of the revisions cites, or that another one took the place of."""

    kind: RecordKind
    record_id: str
    title: str
    """What it is, in words; empty where nothing is known of it."""
    change: CitedChangeKind
    replaced_by: str | None
    """Of a reclassified one: the record in its place."""
    origin_before: Origin | None
    origin_after: Origin | None
    """Of a reclassified one: of the record in its place."""
    state: RecordState | None
    """As it stands today; null for actions."""
    is_still_cited: bool
    """Of a removed one: the later revision does not list it, and its text, findings or map still name it."""


class EdgeChange(Contract):
    """A line of the map that only one of the revisions has, or whose words are others."""

    change: PartChange
    before: GraphEdge | None
    after: GraphEdge | None


class NodeDifference(Contract):
    """A node of the map that only one of the revisions has, or that says something else now."""

    change: PartChange
    before: GraphNode | None
    after: GraphNode | None


class MapComparison(Contract):
    """The archived maps of the two revisions: only what differs. Failed routes stay in both."""

    nodes: tuple[NodeDifference, ...]
    edges: tuple[EdgeChange, ...]
    unchanged_nodes: int
    unchanged_edges: int
    without_map: tuple[int, ...]
    """Which of the two revisions were published while the case had no map."""


class Verdict(Contract):
    """What changed, counted: enough for one line."""

    change_class: ChangeClass
    outcome_before: str
    outcome_after: str
    findings_added: int
    findings_removed: int
    findings_changed: int
    gaps_opened: int
    """Reopened ones included."""
    gaps_closed: int
    evidence_added: int
    evidence_removed: int
    """Reclassified records included."""
    figures_changed: int
    """In title, summary, text and findings."""
    changed_share: float
    """Of the characters of title, summary and text in both revisions, which are not the same; 0 to 1."""


class ReportComparison(Contract):
    """How one revision became another."""

    task_id: str
    before: ReportHead
    after: ReportHead
    is_backwards: bool
    """True when `after` is the older revision: every change is then told the other way round."""
    verdict: Verdict
    fields: tuple[FieldChange, ...]
    title: ProseDiff
    summary: ProseDiff
    body: ProseDiff
    diagram: ProseDiff
    """The report's own diagram, as a block."""
    findings: tuple[FindingChange, ...]
    gaps: tuple[GapChange, ...]
    cited: tuple[CitedChange, ...]
    map: MapComparison

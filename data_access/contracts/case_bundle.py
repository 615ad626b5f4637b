"""The records of a case bundle (`caseboard.bundle@1`): JSON lines, a header first, then one record a line.

Each record names its kind in `record` and its case in `task_id`; the other fields are those below. Ids and
times are those of the desk that wrote it. Lease tokens, hashes of them and the cookies of browsers are in no
bundle. Fields that this release does not know are kept in `extra`.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, NamedTuple

import orjson
from pydantic import Field, JsonValue

from data_access.contracts.case_calls import AttachmentHash
from data_access.contracts.common import Contract, Origin, UtcTime
from data_access.contracts.evidence import DataGap, EvidenceData, RecordState, SourceKind
from data_access.contracts.execution_plan import PlanEdge, PlanNode
from data_access.contracts.given_values import GivenJson, GivenTime
from data_access.contracts.investigation import RoundEnd, TaskMove, TaskStatus
from data_access.contracts.people import ActionState, FactKind, KnownBy, QuestionField, QuestionState
from data_access.contracts.presentations import ChartKind, PresentationKind, PresentedEvidence
from data_access.contracts.principal import PrincipalKind
from data_access.contracts.progress_graph import GraphUpdate, ProgressGraph
from data_access.contracts.reports import Finding, NodeReference
from data_access.contracts.sign_offs import SignOffVerdict

Line = Annotated[str, Field(max_length=2_000)]
"""A title, a name, an id or an address."""
Text = Annotated[str, Field(max_length=200_000)]
"""Sentences, or a whole text."""
Bytes = Annotated[int, Field(ge=0, lt=2**50)]
Count = Annotated[int, Field(ge=1, le=1_000_000)]
Ids = Annotated[tuple[Line, ...], Field(max_length=1_000)]
Further = Annotated[dict[str, GivenJson], Field(max_length=200)]
TaskId = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[^\s/]+$")]


class BundledTask(Contract):
    """What the header says of one case."""

    task_id: TaskId
    title: Line


class BundleHeader(Contract):
    """The first line of a bundle."""

    bundle: str
    """`caseboard.bundle@1`."""
    tasks: Annotated[tuple[BundledTask, ...], Field(max_length=10_000)]
    records: Annotated[int, Field(ge=0)] | None = None
    """How many records follow; a file with fewer was cut, and nothing of it is loaded."""
    extra: Further | None = None


class BundleRecord(Contract):
    """What every record has."""

    kind: ClassVar[str]
    """As `record` spells it."""
    table: ClassVar[str]
    key: ClassVar[tuple[str, ...]]
    """Fields that no two records of a case share."""
    json_fields: ClassVar[frozenset[str]] = frozenset()

    task_id: TaskId
    extra: Further | None = None
    """Fields this release does not know, by name; of a field inside another one, by its path."""


class BundleTask(BundleRecord):
    """The case itself, as it stands."""

    kind = "task"
    table = "investigation_task"
    key = ()

    title: Line
    description: Text | None = None
    project: Line | None = None
    origin: Origin
    status: TaskStatus
    status_at: GivenTime
    status_reason: Text | None = None
    generation: Count
    round_id: Line | None = None
    """The session that held the lease; its token is in no bundle, so nobody can write with it."""
    lease_expires_at: GivenTime | None = None
    wait_until: GivenTime | None = None
    created_at: GivenTime
    created_by: Line
    updated_at: GivenTime


class BundleRelation(BundleRecord):
    """Another case that has to do with this one; it may be on another desk."""

    kind = "relation"
    table = "task_relation"
    key = ("related_task_id",)

    related_task_id: TaskId
    relation: Line


class BundleTransition(BundleRecord):
    """One move through the state table."""

    kind = "transition"
    table = "task_transition"
    key = ("ordinal",)

    ordinal: Count
    from_status: TaskStatus | None = None
    to_status: TaskStatus
    moved_by: TaskMove
    generation: Count
    round_id: Line | None = None
    reason: Text | None = None
    occurred_at: GivenTime
    recorded_at: GivenTime
    principal_id: Line


class BundleRound(BundleRecord):
    """One claim of the case."""

    kind = "round"
    table = "investigation_round"
    key = ("ordinal",)

    round_id: Line
    ordinal: Count
    generation: Count
    attempt: Count
    agent: Line | None = None
    principal_id: Line
    lease_seconds: Count
    started_at: GivenTime
    ended_at: GivenTime | None = None
    end_reason: RoundEnd | None = None
    end_note: Text | None = None


class BundleLink(BundleRecord):
    """A run that belongs to a round."""

    kind = "round_conversation"
    table = "round_conversation"
    key = ("round_id", "conversation")

    round_id: Line
    conversation: Line
    linked_by: Line
    linked_at: GivenTime
    principal_id: Line


class OfRound(BundleRecord):
    """What was published in a round."""

    round_id: Line | None = None
    generation: Count


class BundleEvidence(OfRound):
    """A piece of evidence with its data."""

    kind = "evidence"
    table = "evidence"
    key = ("evidence_id",)
    json_fields = frozenset({"data"})

    evidence_id: Line
    ordinal: Count
    title: Line
    source_kind: SourceKind
    source: Line
    query: Text | None = None
    scope: Text | None = None
    window_from: GivenTime | None = None
    window_until: GivenTime | None = None
    observed_at: GivenTime | None = None
    recorded_at: GivenTime
    content_reference: Line | None = None
    content_hash: Line | None = None
    data: EvidenceData | None = None
    data_hash: Line | None = None
    """SHA-256 of the canonical JSON of `data`; checked, and made where it is absent."""
    summary: Text | None = None
    origin: Origin
    is_truncated: bool
    truncation: Text | None = None
    state: RecordState
    state_at: GivenTime
    state_reason: Text | None = None
    corrects: Line | None = None
    corrected_by: Line | None = None


class BundleGap(BundleRecord):
    """A data gap as it stands."""

    kind = "gap"
    table = "data_gap"
    key = ("gap_id",)
    json_fields = frozenset({"tried"})

    gap_id: Line
    ordinal: Count
    missing: Text
    why_it_matters: Text
    tried: Annotated[tuple[Text, ...], Field(max_length=1_000)] = ()
    is_open: bool
    opened_at: GivenTime
    opened_revision: Count | None = None
    closed_at: GivenTime | None = None
    closed_by: Line | None = None


class BundleProgressUpdate(OfRound):
    """What one update told of the map."""

    kind = "progress_update"
    table = "progress_update"
    key = ("ordinal",)
    json_fields = frozenset({"graph_update"})

    ordinal: Count
    summary: Text | None = None
    graph_update: GraphUpdate | None = None
    recorded_at: GivenTime


class BundleProgressGraph(BundleRecord):
    """The map as it stands; it must be what its updates make, one after another."""

    kind = "progress_graph"
    table = "progress_graph"
    key = ()
    json_fields = frozenset({"graph"})

    updates: Annotated[int, Field(ge=0)]
    summary: Text | None = None
    graph: ProgressGraph
    legacy_source: Text | None = None
    updated_at: GivenTime


class BundleReport(OfRound):
    """A revision of the report with the map as it stood."""

    kind = "report"
    table = "report_revision"
    key = ("revision",)
    json_fields = frozenset(
        {"findings", "data_gaps", "evidence_ids", "answer_ids", "action_ids", "node_refs", "graph"}
    )

    revision: Count
    stage: Line
    """`interim`, `concluded`, `final`, or another word, which is kept."""
    outcome: Line
    """As the contract has it, or another word, which is kept."""
    title: Line
    summary: Text
    body: Text
    reason: Text
    findings: Annotated[tuple[Finding, ...], Field(max_length=1_000)] = ()
    data_gaps: Annotated[tuple[DataGap, ...], Field(max_length=1_000)] = ()
    evidence_ids: Ids = ()
    answer_ids: Ids = ()
    action_ids: Ids = ()
    corrects_revision: Count | None = None
    diagram: Text | None = None
    node_refs: Annotated[tuple[NodeReference, ...], Field(max_length=1_000)] = ()
    graph: ProgressGraph | None = None
    """Checked against the updates, and made from them where it is absent."""
    graph_updates: Annotated[int, Field(ge=0)] = 0
    published_at: GivenTime
    kept_in: Line | None = None
    """Where it was kept before an import brought it, for example `session_state`; then it was published under
    the rules of another desk, and only what it cites is asked after."""


class BundlePlan(OfRound):
    """A revision of the execution plan."""

    kind = "plan"
    table = "execution_plan"
    key = ("revision",)
    json_fields = frozenset({"nodes", "edges"})

    revision: Count
    schema_version: Line
    title: Line
    reason: Text
    nodes: Annotated[tuple[PlanNode, ...], Field(max_length=1_000)]
    edges: Annotated[tuple[PlanEdge, ...], Field(max_length=2_000)] = ()
    updated_at: GivenTime
    kept_in: Line | None = None
    """As of a report; then its size, its shape and its own steps are asked after, not what came before."""


class PresentedCommand(Contract):
    """What was asked to be shown."""

    chart_kind: ChartKind | None = None
    longitude: Annotated[float, Field(ge=-180, le=180, allow_inf_nan=False)] | None = None
    latitude: Annotated[float, Field(ge=-90, le=90, allow_inf_nan=False)] | None = None
    zoom: Annotated[float, Field(ge=0, le=22, allow_inf_nan=False)] | None = None


class BundlePresentation(OfRound):
    """Something that was to be shown."""

    kind = "presentation"
    table = "presentation"
    key = ("presentation_id",)
    json_fields = frozenset({"command", "data"})

    presentation_id: Line
    ordinal: Count
    shown_as: PresentationKind
    title: Line
    command: PresentedCommand
    data: Annotated[tuple[PresentedEvidence, ...], Field(max_length=100)] | None = None
    recorded_at: GivenTime


class BundleQuestion(OfRound):
    """A question to people."""

    kind = "question"
    table = "question"
    key = ("question_id",)
    json_fields = frozenset({"fields", "options"})

    question_id: Line
    ordinal: Count
    prompt: Text
    why: Text
    fields: Annotated[tuple[QuestionField, ...], Field(max_length=100)] = ()
    options: Annotated[tuple[Line, ...], Field(max_length=100)] = ()
    is_required: bool
    assignee: Line | None = None
    asked_at: GivenTime
    due_at: GivenTime | None = None
    expires_at: GivenTime | None = None
    state: QuestionState
    state_at: GivenTime
    settled_at: GivenTime | None = None
    delivered_at: GivenTime | None = None
    applied_at: GivenTime | None = None
    supersedes: Line | None = None
    supersede_reason: Text | None = None
    superseded_by: Line | None = None


class BundleAnswer(BundleRecord):
    """An answer of a person."""

    kind = "answer"
    table = "answer"
    key = ("answer_id",)
    json_fields = frozenset({"field_values"})

    answer_id: Line
    question_id: Line
    ordinal: Count
    principal_id: Line
    person: Line | None = None
    text: Text | None = None
    field_values: Further | None = None
    is_refusal: bool
    is_late: bool
    is_dissent: bool = False
    corrects: Line | None = None
    reason: Text | None = None
    client_request_id: Line | None = None
    answered_at: GivenTime
    delivered_at: GivenTime | None = None
    applied_at: GivenTime | None = None
    withdrawn_at: GivenTime | None = None
    withdrawn_reason: Text | None = None
    withdrawn_by: Line | None = None
    withdrawn_by_name: Line | None = None


class BundleHumanEvidence(BundleRecord):
    """A fact that a person stated."""

    kind = "human_evidence"
    table = "human_evidence"
    key = ("evidence_id",)

    evidence_id: Line
    ordinal: Count
    stated_as: FactKind
    known_by: KnownBy
    told_by: Line | None = None
    statement: Text | None = None
    point: Line | None = None
    parameter: Line | None = None
    value: Annotated[float, Field(allow_inf_nan=False)] | None = None
    unit: Line | None = None
    method: Line | None = None
    observed_at: GivenTime | None = None
    place: Line | None = None
    attachment_hash: Line | None = None
    attachment_name: Line | None = None
    person: Line
    principal_id: Line
    quote: Text | None = None
    message_id: Line | None = None
    conversation: Line | None = None
    is_relayed: bool
    confirmed_at: GivenTime | None = None
    confirmed_by: Line | None = None
    confirmed_by_name: Line | None = None
    action_id: Line | None = None
    done_by: Line | None = None
    reference: Line | None = None
    recorded_at: GivenTime
    state: RecordState
    state_at: GivenTime
    state_reason: Text | None = None
    corrects: Line | None = None
    corrected_by: Line | None = None


class BundleAttachment(BundleRecord):
    """A file that was given with a fact, by its hash and size; its bytes are in no bundle."""

    kind = "attachment"
    table = "attachment"
    key = ("attachment_hash",)

    attachment_hash: AttachmentHash
    name: Line
    media_type: Line
    size_bytes: Bytes
    given_hash: AttachmentHash
    given_bytes: Bytes
    width: Count | None = None
    height: Count | None = None
    thumbnail_hash: AttachmentHash | None = None
    person: Line
    principal_id: Line
    added_at: GivenTime


class BundleAction(OfRound):
    """A proposed action and what became of it."""

    kind = "action"
    table = "proposed_action"
    key = ("action_id",)
    json_fields = frozenset({"parameters", "evidence_ids"})

    action_id: Line
    ordinal: Count
    proposes: Line
    title: Line
    description: Text
    target: Line | None = None
    reason: Text
    risk: Text | None = None
    parameters: Further | None = None
    evidence_ids: Ids = ()
    proposed_at: GivenTime
    expires_at: GivenTime | None = None
    state: ActionState
    state_at: GivenTime
    decided_by: Line | None = None
    decided_by_name: Line | None = None
    decision_reason: Text | None = None


class BundleMessage(BundleRecord):
    """What somebody said about a report."""

    kind = "discussion_message"
    table = "discussion_message"
    key = ("message_id",)

    message_id: Line
    ordinal: Count
    revision: Count | None = None
    generation: Count
    author_kind: PrincipalKind
    author: Line
    principal_id: Line
    text: Text
    reply_to: Line | None = None
    checked_generation: Count | None = None
    checked_revision: Count | None = None
    posted_at: GivenTime


class BundleSignOff(BundleRecord):
    """What a person thought of a revision; whether that desk had checked who it was stays there."""

    kind = "sign_off"
    table = "report_sign_off"
    key = ("sign_off_id",)

    sign_off_id: Line
    ordinal: Count
    revision: Count
    verdict: SignOffVerdict
    note: Text | None = None
    principal_id: Line
    person: Line
    corrects: Line | None = None
    made_at: GivenTime
    withdrawn_at: GivenTime | None = None
    withdrawn_reason: Text | None = None


BUNDLE_RECORDS: tuple[type[BundleRecord], ...] = (
    BundleTask,
    BundleRelation,
    BundleTransition,
    BundleRound,
    BundleLink,
    BundleEvidence,
    BundleGap,
    BundleProgressUpdate,
    BundleProgressGraph,
    BundleReport,
    BundlePlan,
    BundlePresentation,
    BundleQuestion,
    BundleAnswer,
    BundleHumanEvidence,
    BundleAttachment,
    BundleAction,
    BundleMessage,
    BundleSignOff,
)
"""Every kind of record, in the order in which an export writes them."""
OWN_WORDS_OF_KIND = frozenset({"shown_as", "stated_as", "proposes"})
"""Fields that tables call `kind`; here that word is the kind of the record."""


class BundleLine(NamedTuple):
    """A record as it was read."""

    line: int
    raw_text: str
    record: BundleRecord
    row: dict[str, Any]
    """Columns of its table; JSON as text."""


class RestoredCase(NamedTuple):
    """A case that holds together, ready to be written."""

    task_id: str
    lines: tuple[BundleLine, ...]
    maps: tuple[ProgressGraph, ...]
    """The map before any update, after the first, and so on."""


class RefusedLine(NamedTuple):
    """A record that cannot be restored, and why."""

    line: int
    raw_text: str
    reason: str


class BundleQuery(Contract):
    """Ask for cases as a bundle."""

    task_ids: Annotated[tuple[TaskId, ...], Field(min_length=1, max_length=500)]
    """The cases, in the order in which they are to be written."""


class CaseBundle(Contract):
    """A bundle as text."""

    schema_version: str
    """`caseboard.bundle@1`."""
    as_of: UtcTime
    tasks: tuple[BundledTask, ...]
    records: int
    """Records without the header."""
    lines: tuple[dict[str, JsonValue], ...]
    """The header, then every record; written one a line they are the file."""

    @property
    def text(self) -> str:
        """The bundle as the text of its file."""
        return "".join(f"{orjson.dumps(line).decode()}\n" for line in self.lines)

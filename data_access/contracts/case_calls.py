"""What the calls of a case are asked, by whoever investigates: one contract per call, its fields flat.

Every write carries a `request_id`: the same request asked twice is done once and answered twice. What a round
writes carries its task, its generation and its lease.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from data_access.contracts.common import Contract, Origin
from data_access.contracts.evidence import DataGapGiven, EvidenceData, SourceKind
from data_access.contracts.execution_plan import PlanEdge, PlanNode
from data_access.contracts.given_values import GivenJson, GivenTime, Name, NonBlank, Prose
from data_access.contracts.investigation import CaseOrder, TaskStatus
from data_access.contracts.people import FactKind, KnownBy, Options, QuestionField
from data_access.contracts.presentations import ChartKind, PresentationKind
from data_access.contracts.progress_graph import GraphUpdate
from data_access.contracts.queries import PageQuery
from data_access.contracts.reports import Body, Finding, Ids, NodeReference, ReportOutcome, ReportStage


def _one_or_more(given: object) -> object:
    return (given,) if isinstance(given, str) else given


RequestId = Annotated[str, Field(min_length=1, max_length=200), NonBlank]
LONGEST_LEASE = 1800
"""Seconds that a session may be silent at most."""

ContextSection = Literal["task", "progress", "plan", "reports", "evidence", "questions", "actions"]
Number = Annotated[float, Field(allow_inf_nan=False)]
AttachmentHash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
"""SHA-256 of a file that belongs to a case."""
Uuid = Annotated[
    str, Field(pattern=r"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$")
]


class CaseWrite(Contract):
    """What every write of a case carries."""

    request_id: RequestId
    """Your own id of this request, best a UUID. Repeat it only to repeat the same request: it is then
    answered as before and not done again."""


class TaskWrite(CaseWrite):
    """A write on one task that needs no lease."""

    task_id: Name
    """The task, as `list_tasks` or `create_task` gave it."""


class RoundWrite(TaskWrite):
    """A write of the session that holds the lease of a task; it renews the lease."""

    lease_token: Name
    """The token that `claim_task` gave you."""
    generation: int = Field(ge=1, lt=2**31)
    """The generation that `claim_task` gave you."""


class CreateTaskCall(CaseWrite):
    """What is to be found out."""

    title: Name
    """What is to be found out, in one line."""
    description: Prose | None = None
    """What is known, since when, who asked, what a good answer would settle."""
    project: Name | None = None
    """The project it belongs to."""
    related_task_ids: tuple[Name, ...] = Field(default=(), max_length=50)
    """Other tasks of this desk that it has to do with."""
    origin: Origin = "real"
    """`real`, or `synthetic` for a test with made-up data; shown on every screen."""


class ClaimTaskCall(TaskWrite):
    """Take a queued task on."""

    lease_seconds: int = Field(default=120, ge=1, le=LONGEST_LEASE)
    """How long you may be silent before the task goes back to the queue, 1 to 1800; every write of the round
    begins it anew. Take 900 or more when you think or compute for minutes between writes."""
    agent: Name | None = None
    """Who works on it, as people shall see it, for example the name of the agent and its model."""
    conversation_ids: tuple[Name, ...] = Field(default=(), max_length=200)
    """Ids of the runs (sessions, logs) in which you work on it, so that their cost is counted for this
    round."""


class RenewLeaseCall(RoundWrite):
    """Say that you still work on the task."""


class FinishTaskRunCall(RoundWrite):
    """End your round."""

    reason: Prose | None = None
    """Why the round ends without a final report, where it does; people read it."""


class WaitForCalculationCall(RoundWrite):
    """Set the task aside while something is computed elsewhere."""

    reason: Prose
    """What is computed, where, and what its result will be used for."""
    until: GivenTime | None = None
    """When to queue the task again by itself; absent: when somebody calls `resume_task`."""


class ResumeTaskCall(TaskWrite):
    """Queue a task again that waits for a calculation."""

    reason: Prose | None = None
    """What became of the calculation."""


class PublishEvidenceCall(RoundWrite):
    """Something that was looked at, and what came of it."""

    title: Name
    """What it shows, in one line."""
    source_kind: SourceKind
    """`live_query` asked from a running system, `attached_sample` came with the case, `calculation`,
    `document`, `manual` entered by hand."""
    source: Name
    """Where it comes from: the system, the file, the model of the calculation."""
    query: Prose | None = None
    """What was asked, word for word, so that it can be asked again."""
    scope: Prose | None = None
    """What the question covered: which points, households, tables."""
    window_from: GivenTime | None = None
    """Begin of the time that was asked for."""
    window_until: GivenTime | None = None
    """End of the time that was asked for, not included."""
    observed_at: GivenTime | None = None
    """When what it tells was so; absent where that is not known."""
    summary: Prose | None = None
    """What came of it, in words."""
    content_reference: Name | None = None
    """Where the whole content lies, for example a path or an address; it is shown and never fetched."""
    content_hash: Name | None = None
    """Hash of that content, for example `sha256:...`."""
    data: EvidenceData | None = None
    """The figures themselves where they are small: a table, a series over time, or things on a map, with
    units. What a chart or an overlay shows is taken from here."""
    origin: Literal["real", "synthetic"] = "real"
    """`synthetic` for made-up data: every report that cites it says so."""
    is_truncated: bool = False
    """True when the answer was cut: then it proves no absence."""
    truncation: Prose | None = None
    """What was cut, for example `first 1,000 of 20,000 rows`; needed when it is cut."""
    corrects: Name | None = None
    """Evidence that this one replaces; the older stays readable, marked as corrected."""
    correction_reason: Prose | None = None
    """Why; needed with `corrects`."""


class WithdrawEvidenceCall(RoundWrite):
    """Evidence that should no longer count."""

    evidence_id: Name
    """Which one."""
    reason: Prose
    """Why; reports that cite it are flagged with this."""


class PublishProgressCall(RoundWrite):
    """What changed in the progress since the last update."""

    summary: Prose | None = None
    """Where the investigation stands, in a few sentences."""
    graph_update: GraphUpdate | None = None
    """The nodes and edges of the map that are new or changed, and nothing else; the desk keeps the rest."""


class PublishReportCall(RoundWrite):
    """A report: the next revision of what this case concludes."""

    stage: ReportStage
    """`interim` on the way; `concluded` before proposing actions; `final` when this generation is done."""
    outcome: ReportOutcome
    """`undetermined`, `confirmed`, `probable`, `excluded`, or `insufficient_data`: no judgement is
    possible, with open gaps that say what was tried."""
    title: Name
    """The conclusion in one line."""
    summary: Prose
    """The conclusion in a paragraph, for whoever reads only this."""
    body: Body
    """The report in Markdown. Cite evidence and answers inline as [E-1], [H-1], [Q-1]. No HTML, no images."""
    reason: Prose
    """Why there is this revision: what changed since the one before."""
    findings: tuple[Finding, ...] = Field(default=(), max_length=200)
    """What was found, one statement each with its evidence."""
    data_gaps: tuple[DataGapGiven, ...] = Field(default=(), max_length=200)
    """What is missing, what was tried, and what has been filled."""
    evidence_ids: Ids = ()
    """Further evidence that the report rests on; what findings and text cite is added by itself."""
    answer_ids: Ids = ()
    """Answers of people that it uses, for example `Q-1.1`, or `Q-1` for the answer that holds."""
    action_ids: Ids = ()
    """Proposed actions that it speaks of."""
    corrects_revision: int | None = Field(default=None, ge=1, lt=2**31)
    """The revision that this one replaces; needed once this generation has a final report."""
    diagram: Annotated[str, Field(min_length=1, max_length=50_000), NonBlank] | None = None
    """A Mermaid diagram of its own, `flowchart` or `graph` only; the map of the case is archived without
    it."""
    node_refs: tuple[NodeReference, ...] = Field(default=(), max_length=500)
    """What the nodes of that diagram rest on."""


class PublishPlanCall(RoundWrite):
    """The plan as it stands now, whole."""

    title: Name
    """What the plan is for, in one line."""
    reason: Prose
    """Why there is this revision."""
    nodes: tuple[PlanNode, ...] = Field(min_length=1)
    """At most 40 steps, every earlier one among them; mark what is not done as skipped or cancelled."""
    edges: tuple[PlanEdge, ...] = ()
    """At most 80, `{from, to, label?}`; no circles: a retry is a new step."""


class PublishPresentationCall(RoundWrite):
    """Something to show to whoever looks at the case now."""

    request_id: Uuid
    """A UUID of your own; repeat it only to repeat the same request."""
    kind: PresentationKind
    """`map` moves the map, `chart` draws evidence, `overlay` lays evidence onto the map."""
    title: Name
    """What is to be seen, in one line."""
    evidence_ids: Annotated[tuple[Name, ...], Field(max_length=10)] = ()
    """Of a `chart`: the evidence to draw, which carries a series or a table. Of an `overlay`: exactly one,
    which carries things on a map. Of a `map`: none. The desk takes the data from the evidence."""
    chart_kind: ChartKind | None = None
    """Of a `chart`: `line`, `bar`, or `comparison` of two or more series of one parameter and unit, each
    with the window it covers."""
    longitude: Annotated[float, Field(ge=-180, le=180, allow_inf_nan=False)] | None = None
    """Of a `map`: its middle in degrees (WGS 84)."""
    latitude: Annotated[float, Field(ge=-90, le=90, allow_inf_nan=False)] | None = None
    """Of a `map`: its middle in degrees (WGS 84)."""
    zoom: Annotated[float, Field(ge=0, le=22, allow_inf_nan=False)] | None = None
    """Of a `map`: 0 the world, 22 a house."""


class AskTaskUserCall(RoundWrite):
    """A question to the people of the case."""

    prompt: Prose
    """The question, to be understood without anything else."""
    why: Prose
    """What the answer decides."""
    fields: tuple[QuestionField, ...] = Field(default=(), max_length=20)
    """Values to be filled in; free text is always possible beside them."""
    options: Options = ()
    """Answers to choose from; another answer in words is always possible."""
    is_required: bool = False
    """True when the investigation cannot go on without it: end the round with finish_task_run then, the
    answer queues the case again."""
    assignee: Name | None = None
    """Who should answer."""
    due_at: GivenTime | None = None
    """By when you wish for an answer; nothing happens when it passes."""
    expires_at: GivenTime | None = None
    """When to stop asking; without an answer by then, nobody has agreed and nobody has refused."""
    supersedes: Name | None = None
    """An earlier question that this one asks anew; a pending one is closed by it."""
    supersede_reason: Prose | None = None
    """Why it is asked again; needed with `supersedes`."""


class ProposeActionCall(RoundWrite):
    """Something that should be done, for people to decide."""

    kind: Name
    """What it is, for example `work_order`, `command`, `notice`."""
    title: Name
    """What should be done, in one line."""
    description: Prose
    """What exactly, so that whoever approves knows what they approve."""
    reason: Prose
    """What it is meant to achieve, and why now."""
    target: Name | None = None
    """On what: the valve, the pipe, the system."""
    risk: Prose | None = None
    """What can go wrong."""
    parameters: Annotated[dict[Name, GivenJson], Field(max_length=50)] = Field(default_factory=dict)
    """Values that whoever carries it out needs."""
    evidence_ids: Ids = ()
    """What it rests on."""
    expires_at: GivenTime | None = None
    """From when on it should no longer be done; then it is decided by nobody."""


class FactGiven(TaskWrite):
    """What a person states, and from where they know it."""

    kind: FactKind
    """`statement` in words, or `measurement`."""
    known_by: KnownBy
    """`seen` by the person themselves, or `told` to them by somebody."""
    told_by: Name | None = None
    """Who told the person; needed with `told`."""
    statement: Prose | None = None
    """The fact in words; needed for a statement."""
    point: Name | None = None
    """Where it was measured; needed for a measurement."""
    parameter: Name | None = None
    """What was measured; needed for a measurement."""
    value: Number | None = None
    """The value; needed for a measurement."""
    unit: Name | None = None
    """Its unit, `1` where it has none; needed for a measurement."""
    method: Name | None = None
    """How it was measured."""
    observed_at: GivenTime | None = None
    """When it was so; absent where the person did not say."""
    place: Name | None = None
    """Where it was seen."""
    attachment_hash: AttachmentHash | None = None
    """A photo or file that shows it, as `add_attachment` gave it."""


class AddHumanEvidenceCall(FactGiven):
    """A fact that a person stated."""

    person: Name | None = None
    """Who stated it. Needed when you relay it; a person states in their own name."""
    quote: Prose | None = None
    """The person's own words. Needed when you relay it."""
    message_id: Name | None = None
    """The message in which the person said it. Needed when you relay it."""
    conversation: Name | None = None
    """The run that the message is in."""


class LinkRoundCall(TaskWrite):
    """A run that belongs to a round, or does not."""

    round_id: Name
    """The round, as section `task` of get_task_context gives it."""
    conversation_id: Name
    """The run, by native id or key."""
    is_removed: bool = False
    """True to take the link away again."""


class TaskNamed(Contract):
    """Which case is meant."""

    task_id: Name
    """The task, as `list_tasks` gives it."""


class TasksQuery(PageQuery):
    """Which tasks to list."""

    status: Annotated[tuple[TaskStatus, ...], BeforeValidator(_one_or_more)] = ()
    """Only tasks of these statuses; may be repeated. A worker asks for `queued`."""
    project: Name | None = None
    """Only tasks of this project."""
    origin: Origin | None = None
    """Only tasks of this origin."""
    q: Name | None = None
    """Only tasks with this text in their title or description."""
    order: CaseOrder = "last_move"
    """Which stands first: the one that moved last, the `newest`, the `oldest`, the one in which something
    `waits` for people the longest, or the one with the most open `gaps`."""


class TaskContextCall(Contract):
    """What of a task to read."""

    task_id: Name
    """The task."""
    section: ContextSection = "task"
    """`task` how it stands, with gaps, questions and the latest report in short; `progress` the map; `plan`;
    `reports` every revision in short and the newest in full; `evidence` with its data and human evidence;
    `questions` with their answers; `actions`."""
    report_revision: int | None = Field(default=None, ge=1, lt=2**31)
    """Also give this revision of the report in full, as `selected_report`."""
    discussion_id: Name | None = None
    """In a discussion: a message of it, for example `D-1`. The revision that it is about is then the
    `selected_report`, unless `report_revision` names another."""
    evidence_id: Name | None = None
    """Of section `evidence`: only this piece, with its data however large."""
    lease_token: Name | None = None
    """Your lease token; only with it do the answers you are given count as delivered to your round."""

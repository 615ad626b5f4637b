"""What the calls of the desk can be asked: one contract per call, its fields the parameters of REST and MCP.

Every field is flat, so that a query string, a JSON body and a tool's arguments look alike.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from data_access.contracts.common import (
    AnyPurpose,
    CallKind,
    CallOrder,
    Contract,
    CostDimension,
    Origin,
    Purpose,
    RunOrder,
    ToolStatus,
    UtcTime,
)
from data_access.contracts.given_values import GivenTime as GivenTime
from data_access.contracts.importing import ImportReport
from data_access.contracts.principal import PrincipalKind, Scope

Text = Annotated[str, Field(min_length=1, max_length=2000)]
PathText = Annotated[str, Field(min_length=1, max_length=4000)]
TimelineBy = Literal["agent", "kind", "phase", "thread", "task", "severity"]


class NothingAsked(Contract):
    """A call without parameters."""


class PageQuery(Contract):
    """A list given a page at a time."""

    limit: int = Field(default=50, ge=1, le=500)
    """Items on a page, 1 to 500."""
    cursor: Text | None = None
    """`next_cursor` of the page before, unchanged."""


class ZoneQuery(Contract):
    """In which zone to cut days."""

    timezone: Text | None = None
    """IANA zone in which days are cut; else that of the desk."""


class ArrivalsQuery(Contract):
    """How many arrivals to list."""

    limit: int = Field(default=50, ge=1, le=500)
    """At most so many, 1 to 500."""


class RunsQuery(PageQuery):
    """Which runs to list."""

    purpose: AnyPurpose = "ordinary_chat"
    """Only runs of this purpose; `all` for every run. A run that belongs to a round of a case is a
    `task_execution`."""
    task_id: Text | None = None
    """Only runs that belong to rounds of this case, of every purpose unless one is named."""
    project: Text | None = None
    """Only runs of this project."""
    origin: Origin | None = None
    """Only records of this origin."""
    source_format: Text | None = None
    """Only runs read from this format."""
    model: Text | None = None
    """Only runs that called this model."""
    q: Text | None = None
    """Only runs with this text in their title."""
    since: GivenTime | None = None
    """Only runs that were active from this moment on."""
    until: GivenTime | None = None
    """Only runs that were active before this moment."""
    with_errors: bool = False
    """Only runs in which something failed."""
    order: RunOrder = "last_at"
    """What comes first: `last_at` latest, `cost` dearest, `events` busiest, `title` by alphabet."""

    @property
    def wanted_purpose(self) -> Purpose | None:
        """The purpose to filter by; None for all."""
        is_any = self.purpose == "all" or (
            self.task_id is not None and "purpose" not in self.model_fields_set
        )
        return None if is_any or self.purpose == "all" else self.purpose


class RunQuery(Contract):
    """Which run is meant."""

    conversation_id: Text
    """Native id of the run, or its `conversation_key`; an id of several runs is refused with their keys."""


class RunBeginningQuery(Contract):
    """A run as people type it."""

    beginning: Text
    """Native id, key, or the clear beginning of one (six characters or more)."""


class AsOfQuery(RunQuery):
    """Which run is meant, now or as of an older snapshot."""

    at: GivenTime | None = None
    """As of the newest snapshot captured at this moment or before; absent: now."""


class TopologyQuery(AsOfQuery):
    """Whose topology is asked."""

    limit: int = Field(default=500, ge=1, le=500)
    """At most so many nodes, agents before tasks, 1 to 500."""


class TaskQuery(Contract):
    """Which runtime task is meant."""

    task_id: Text
    """Native id of the task."""
    conversation_id: Text | None = None
    """The run it belongs to, by native id or key; needed where several runs know the id."""
    at: GivenTime | None = None
    """As of the newest snapshot captured at this moment or before; absent: now."""


class ThreadQuery(Contract):
    """Which thread is meant."""

    thread_id: Text
    """Native id of the thread."""
    conversation_id: Text | None = None
    """The run it belongs to, by native id or key; needed where several runs know the id."""
    at: GivenTime | None = None
    """As of the newest snapshot captured at this moment or before; absent: now."""
    limit: int = Field(default=100, ge=1, le=500)
    """Messages on a page, 1 to 500."""
    cursor: Text | None = None
    """`next_cursor` of the page before, unchanged."""


class SnapshotsQuery(RunQuery, PageQuery):
    """Whose snapshots to list."""


class EventsQuery(Contract):
    """Which events to list, of one run or of all."""

    conversation_id: Text | None = None
    """Only events of this run, by native id or key; absent: of every run."""
    agent_id: Text | None = None
    """Only events of this agent."""
    thread_id: Text | None = None
    """Only events of this thread."""
    task_id: Text | None = None
    """Only events of this task."""
    event_type: tuple[Text, ...] = ()
    """Only events of these types; may be repeated."""
    severity: Text | None = None
    """Only events of this severity, for example `error`."""
    q: Text | None = None
    """Only events with this text in their summary or payload."""
    since: GivenTime | None = None
    """From this moment on."""
    until: GivenTime | None = None
    """Before this moment."""
    at: GivenTime | None = None
    """Of one run: as of the newest snapshot captured at this moment or before; absent: now."""
    newest_first: bool = False
    """Begin with the latest event."""
    limit: int = Field(default=100, ge=1, le=500)
    """Events on a page, 1 to 500."""
    cursor: Text | None = None
    """`next_cursor` of the page before, unchanged."""


class TranscriptQuery(AsOfQuery):
    """Which part of the dialogue of a run to read."""

    agent_id: Text | None = None
    """Only what this agent said and did."""
    thread_id: Text | None = None
    """Only this thread."""
    limit: int = Field(default=100, ge=1, le=500)
    """Items on a page, 1 to 500."""
    cursor: Text | None = None
    """`next_cursor` or `previous_cursor` of another page, or the `cursor` of an item."""
    last: bool = False
    """Begin with the last page."""


class NextErrorQuery(AsOfQuery):
    """Where in the dialogue of a run to go on looking for errors."""

    after: Text | None = None
    """`cursor` of the item to look behind; absent: from the beginning."""
    agent_id: Text | None = None
    """Only what this agent said and did."""
    thread_id: Text | None = None
    """Only this thread."""


class FindQuery(NextErrorQuery):
    """What to find in the dialogue of a run."""

    before: Text | None = None
    """`cursor` of the item to look before, backwards; not together with `after`."""
    q: Text
    """The text, whatever its case."""


class TraceQuery(RunQuery):
    """Which rows of the tree of a run to read."""

    parent: Text | None = None
    """`node_id` of the row to open; absent: the top of the tree."""
    limit: int = Field(default=200, ge=1, le=500)
    """Rows on a page, 1 to 500."""
    cursor: Text | None = None
    """`next_cursor` of the page before, unchanged."""


class ContextQuery(RunQuery):
    """Whose growing context to list."""

    agent_id: Text | None = None
    """Only calls of this agent."""
    limit: int = Field(default=500, ge=1, le=500)
    """Calls on a page, 1 to 500."""
    cursor: Text | None = None
    """`next_cursor` of the page before, unchanged."""


class SearchQuery(PageQuery):
    """What to look for, and where."""

    q: Text
    """The text, whatever its case."""
    conversation_id: Text | None = None
    """Only in this run, by native id or key."""
    since: GivenTime | None = None
    """From this moment on."""
    until: GivenTime | None = None
    """Before this moment."""
    everywhere: bool = False
    """Look through all there is; needed without `conversation_id` and `since`, and slow."""


class ComparisonQuery(Contract):
    """Which two runs to compare."""

    a: Text
    """The one run, by native id or key."""
    b: Text
    """The other run, by native id or key."""


class ManyRunsQuery(Contract):
    """Over which runs to look."""

    project: Text | None = None
    """Only runs of this project."""
    source_format: Text | None = None
    """Only runs read from this format."""
    origin: Origin | None = None
    """Only records of this origin."""
    limit: int = Field(default=100, ge=1, le=500)
    """At most so many, 1 to 500."""


class AllRunsQuery(ManyRunsQuery):
    """Over which runs and time to measure."""

    since: GivenTime | None = None
    """From this moment on."""
    until: GivenTime | None = None
    """Before this moment."""


class AcrossRunsQuery(AllRunsQuery):
    """Over which runs and time to measure, or in which one."""

    conversation_id: Text | None = None
    """Only this run, by native id or key; absent: all runs."""


class TimedCallsQuery(AcrossRunsQuery):
    """Which calls of models and tools to list."""

    kind: CallKind | None = None
    """Only calls of models, or only of tools."""
    name: Text | None = None
    """Only calls of this model or tool."""
    status: ToolStatus | None = None
    """Only calls that ended so."""
    order: CallOrder = "slowest"
    """What comes first: `slowest` or `newest`."""
    cursor: Text | None = None
    """`next_cursor` of the page before, unchanged."""


class LoopsQuery(AcrossRunsQuery):
    """Which repeated calls to list."""

    at_least: int = Field(default=3, ge=2, le=1_000_000)
    """Made at least so often."""


class OutliersQuery(AcrossRunsQuery):
    """Which dear calls to list."""

    times: float = Field(default=3.0, ge=1, le=1_000_000, allow_inf_nan=False)
    """At least so many times the agent's own median."""


class AgentOutliersQuery(AllRunsQuery):
    """Which dear agents to list."""

    times: float = Field(default=3.0, ge=1, le=1_000_000, allow_inf_nan=False)
    """At least so many times what the agent usually costs in a run."""


class QuietQuery(ManyRunsQuery):
    """Which silent runs to list."""

    minutes: int = Field(default=15, ge=1, le=100_000)
    """Silent for at least so long."""
    within_hours: int = Field(default=48, ge=1, le=100_000)
    """Active within the last so many hours."""


class EventQuery(RunQuery):
    """Which event of a run is meant."""

    event_id: Text
    """Id of the event, as the list of events gives it."""


class TimelineQuery(AsOfQuery):
    """How to count the events of a run over time."""

    by: TimelineBy = "agent"
    """What the lanes are."""
    since: GivenTime | None = None
    """From this moment on."""
    until: GivenTime | None = None
    """Before this moment."""
    bins: int = Field(default=60, ge=1, le=300)
    """At most so many stretches of time, 1 to 300."""


class CostQuery(Contract):
    """Of what, and by what, usage and cost are asked."""

    by: CostDimension = "day"
    """What the groups are."""
    timezone: Text | None = None
    """IANA zone in which days are cut; else that of the desk."""
    since: GivenTime | None = None
    """From this moment on."""
    until: GivenTime | None = None
    """Before this moment."""
    project: Text | None = None
    """Only runs of this project."""
    conversation_id: Text | None = None
    """Only this run, by native id or key."""
    model: Text | None = None
    """Only calls of this model."""
    origin: Origin | None = None
    """Only records of this origin."""
    at: GivenTime | None = None
    """Of one run: as of the newest snapshot captured at this moment or before; absent: now."""


class CostOverTimeQuery(Contract):
    """Whose cost over time is asked."""

    timezone: Text | None = None
    """IANA zone in which days are cut; else that of the desk."""
    since: GivenTime | None = None
    """From this moment on."""
    conversation_id: Text | None = None
    """Only this run, by native id or key."""


class GroupNamesQuery(Contract):
    """Which groups of a cost report to name."""

    by: CostDimension
    """What the groups are; only `conversation`, `agent` and `task` have names."""
    keys: tuple[Annotated[str, Field(min_length=1, max_length=200)], ...] = Field(min_length=1, max_length=20)
    """The keys, as the report spells them; may be repeated."""


class ReportedTotalsQuery(Contract):
    """Whose stated totals are asked."""

    conversation_id: Text | None = None
    """Only of this run, by native id or key."""
    at: GivenTime | None = None
    """Of one run: as of the newest snapshot captured at this moment or before; absent: now."""


class CostArithmeticQuery(Contract):
    """Of what the arithmetic behind a cost is asked."""

    since: GivenTime | None = None
    """From this moment on."""
    until: GivenTime | None = None
    """Before this moment."""
    project: Text | None = None
    """Only runs of this project."""
    conversation_id: Text | None = None
    """Only this run, by native id or key."""
    model: Text | None = None
    """Only calls of this model."""
    origin: Origin | None = None
    """Only records of this origin."""
    at: GivenTime | None = None
    """Of one run: as of the newest snapshot captured at this moment or before; absent: now."""


class BatchQuery(Contract):
    """Which import is meant."""

    batch_id: int = Field(ge=0, lt=2**63)
    """Number of the import, as the list of imports gives it."""


class RejectsQuery(BatchQuery, PageQuery):
    """Which rejects of an import to list."""


class ImportPathsCall(Contract):
    """Ask a running desk to import what lies on its own machine."""

    paths: tuple[PathText, ...] = Field(min_length=1, max_length=1000)
    """Files or folders of the machine the desk runs on, as absolute paths."""
    format: Text | None = None
    """Name of a format; recognised when absent."""
    dry_run: bool = False
    """Report what an import would bring; write nothing."""
    prices: PathText | None = None
    """A price file of that machine."""
    together: bool = False
    """Make one batch of all paths, for each format in them, instead of one for each path."""


class ImportJobQuery(Contract):
    """Which import on its way is meant."""

    job: int = Field(ge=0, lt=2**63)
    """Number that the start of the import gave."""


class ExportCall(Contract):
    """Ask for the records as files on the machine of the desk."""

    folder: PathText
    """Absolute path of a folder; it must be empty or absent."""
    conversations: tuple[Text, ...] = ()
    """Only these runs, by id or key; else everything."""
    overwrite: bool = False
    """Replace the export that is there."""


class BackupCall(Contract):
    """Ask for a copy of the database on the machine of the desk."""

    target: PathText
    """Absolute path of the file to write."""
    overwrite: bool = False
    """Replace the backup that is there."""


class RepriceCall(Contract):
    """Ask to price every call anew."""

    prices: PathText | None = None
    """A price file of the machine of the desk."""


class TokenCall(Contract):
    """Ask for a token for somebody."""

    name: Annotated[str, Field(min_length=1, max_length=200)]
    """Who will show it, as screens and the change log name them."""
    kind: Literal["agent", "person"] = "agent"
    """`decide` is only for a person."""
    scopes: tuple[Scope, ...] = Field(min_length=1, max_length=4)
    """`read`, `publish`, `decide`, `operate`."""
    expires_at: GivenTime | None = None
    """From when on it is worth nothing; null: never."""


class TokenQuery(Contract):
    """Which token is meant."""

    token_id: Text
    """Id of the token, as the list of tokens gives it; not the token itself."""


class IssuedToken(Contract):
    """A new token; the desk keeps only its hash and never shows it again."""

    token: str
    """Show it as `Authorization: Bearer <token>`."""
    token_id: str
    name: str
    kind: PrincipalKind
    scopes: tuple[Scope, ...]
    expires_at: UtcTime | None


class TokenItem(Contract):
    """A token as the list shows it."""

    token_id: str
    name: str
    kind: PrincipalKind
    scopes: tuple[Scope, ...]
    created_at: UtcTime
    expires_at: UtcTime | None
    revoked_at: UtcTime | None


class NamedRun(Contract):
    """A run that exists on this desk."""

    conversation_key: str
    conversation_id: str


class DeskFacts(Contract):
    """What this desk is."""

    as_of: UtcTime
    version: str
    timezone: str
    """Zone in which days are cut."""
    runs: int
    demo_runs: int
    """How many of them are sample data that the desk brought itself."""
    you: str
    """As whom the desk answers you."""
    your_scopes: tuple[Scope, ...]
    """What you may do here."""


class ImportJobState(Contract):
    """An import on its way, or at its end."""

    job: int
    is_done: bool
    source: str | None
    """What is being read; null before the first file."""
    file: str | None
    files_done: int
    files_total: int | None
    """Null while nobody knows."""
    report: ImportReport | None
    """What became of it; null until it has ended."""

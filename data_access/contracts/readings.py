"""What the readings answer: the shapes that pages, the command line and the faces share."""

from __future__ import annotations

from datetime import date

from pydantic import JsonValue

from data_access.contracts.common import Basis, Contract, Origin, Purpose, UtcTime
from data_access.contracts.importing import ImportCounts, Reject
from data_access.contracts.usage import UsageTotals


class RunSummary(Contract):
    """One run (conversation) with its counts and its usage."""

    conversation_key: str
    """Unique on this desk."""
    conversation_id: str
    """The source's own id; not unique across formats."""
    parent_conversation_id: str | None
    source_format: str
    basis: Basis
    project: str | None
    title: str | None
    purpose: Purpose
    origin: Origin
    first_at: UtcTime | None
    last_at: UtcTime | None
    agents: int
    events: int
    messages: int
    tool_calls: int
    errors: int
    own: UsageTotals
    """All agents of this run."""
    with_descendants: UsageTotals
    """This run and its child runs, to any depth."""


class RunFilterOptions(Contract):
    """What the runs of this desk can be filtered by, each list in order of its name."""

    projects: tuple[str, ...]
    source_formats: tuple[str, ...]
    origins: tuple[Origin, ...]
    models: tuple[str, ...]


class AgentUsage(Contract):
    """One agent of a run, with what it spent itself and what it and its sub-agents spent."""

    agent_id: str | None
    """Null: what the source ties to no agent."""
    name: str | None
    role: str | None
    parent_agent_id: str | None
    """As the source says; the parent may be missing here when `is_orphan`."""
    is_orphan: bool
    """True when the named parent is not known on this desk."""
    depth: int
    """0 for a root."""
    models: tuple[str, ...]
    first_at: UtcTime | None
    last_at: UtcTime | None
    events: int
    own: UsageTotals
    with_descendants: UsageTotals
    own_run: str | None = None
    """Key of the child run that is this agent's own log, where it has one: what it did stands there."""


class EventItem(Contract):
    """One event as a list shows it; its payload is read by id."""

    conversation_id: str
    conversation_key: str
    event_id: str
    event_type: str
    agent_id: str | None
    thread_id: str | None
    task_id: str | None
    phase: str | None
    severity: str | None
    occurred_at: UtcTime | None
    recorded_at: UtcTime | None
    time_is_naive: bool
    summary: str | None
    sequence: int
    source_file: str | None
    line: int
    payload: JsonValue | None = None
    """The source record, where it was asked for."""


class ContentPart(Contract):
    """A piece kept apart from its event: thinking, an image, a document, a huge text."""

    part_id: str
    kind: str
    media_type: str | None
    size_bytes: int
    content: str


class EventDetail(EventItem):
    """One event in full."""

    extra: JsonValue | None
    """Fields of the source the desk has no column for."""
    content_parts: tuple[ContentPart, ...]
    """In the order the payload refers to them."""


class FilterOption(Contract):
    """One value a list can be filtered by."""

    value: str
    label: str | None
    """A name for people, where the source gives one."""
    events: int
    """How many events of the run have it."""


class EventFilterOptions(Contract):
    """What the events of one run can be filtered by, the most frequent first."""

    agents: tuple[FilterOption, ...]
    event_types: tuple[FilterOption, ...]
    severities: tuple[FilterOption, ...]
    threads: tuple[FilterOption, ...]
    tasks: tuple[FilterOption, ...]


class TimelineLane(Contract):
    """One row of a timeline."""

    lane: str | None
    """An agent, a kind, a phase ...; null where the source does not say."""
    label: str | None
    """A name for people, where the source gives one."""
    is_rest: bool
    """True for the one lane that gathers all the smaller ones; its `lane` is null."""
    first_at: UtcTime
    last_at: UtcTime
    events: int
    errors: int


class TimelineBin(Contract):
    """How much happened in one stretch of time on one lane."""

    lane_number: int
    """Index into `lanes`."""
    starts_at: UtcTime
    events: int
    errors: int
    """Events of severity `error`."""


class Timeline(Contract):
    """Counted events of one run over time: at most 10,000 bins, empty ones left out."""

    as_of: UtcTime
    basis: Basis
    conversation_id: str
    conversation_key: str
    by: str
    """`agent`, `kind`, `phase`, `thread`, `task` or `severity`."""
    since: UtcTime | None
    """Start of the first bin; null when nothing has a time."""
    until: UtcTime | None
    """End of the last bin."""
    bin_seconds: float
    lanes: tuple[TimelineLane, ...]
    """The largest first."""
    rest_lanes: int
    """How many lanes were gathered into the rest lane."""
    bins: tuple[TimelineBin, ...]
    undated_events: int
    """Events without a time: they stand on no bin."""


class ImportBatch(Contract):
    """One import of one source, as the ledger keeps it."""

    batch_id: int
    source: str
    source_format: str
    origin: Origin
    principal_id: str
    started_at: UtcTime
    finished_at: UtcTime
    counts: ImportCounts


class Arrival(Contract):
    """What one principal brought from one machine for one person, as far as either is named."""

    principal_id: str
    principal: str | None
    """Name of the token it showed; null where none was shown."""
    machine: str | None
    person: str | None
    imports: int
    records: int
    events: int
    rejected: int
    last_at: UtcTime
    """When the latest of these imports ended."""
    last_batch_id: int
    last_format: str


class DeskStorage(Contract):
    """Where the records are and what guards them."""

    as_of: UtcTime
    database: str | None
    """Path of the file; null for a desk in memory."""
    size_bytes: int | None
    """Of the file with what is not folded into it yet."""
    asks_for_token: bool
    """Whether a token was ever given, so that programs must show one."""


class RejectedLine(Reject):
    """A rejected record with its text."""

    raw_text: str | None
    """The record as it stood, secrets masked; at most 4,000 characters."""
    raw_length: int
    """Characters of the whole text."""


class SourceFileItem(Contract):
    """One version of one imported file."""

    file_id: int
    shown_path: str
    """Relative to the source that was named."""
    location: str
    """Absolute path, or `upload:<name>`."""
    source_format: str
    size_bytes: int
    content_hash: str
    continues_file_id: int | None
    """The earlier version that this one continues."""
    records: int
    stored: int
    duplicates: int
    others: int
    rejected: int
    loaded_at: UtcTime


class ActivityDay(Contract):
    """What happened on one day of the reporting zone."""

    day: date
    events: int
    usage: UsageTotals


class ActivityHour(Contract):
    """How much happened in one hour of the week, in the reporting zone."""

    weekday: int
    """1 is Monday, 7 is Sunday."""
    hour: int
    events: int


class RunningRun(Contract):
    """A run whose last event is fresh by its own clock; nobody says that it still runs."""

    run: RunSummary
    quiet_minutes: int
    """Whole minutes since its last event."""


class DeskOverview(Contract):
    """The desk at a glance."""

    as_of: UtcTime
    timezone: str
    runs: int
    projects: int
    agents: int
    events: int
    tool_calls: int
    errors: int
    demo_runs: int
    """How many of the runs are demonstration data."""
    first_at: UtcTime | None
    last_at: UtcTime | None
    all_time: UsageTotals
    today: UsageTotals
    """Since midnight of the reporting zone."""
    yesterday: UsageTotals
    seven_days: UsageTotals
    """Today and the six days before."""
    thirty_days: UsageTotals
    """Today and the 29 days before."""
    events_today: int
    events_yesterday: int
    activity: tuple[ActivityDay, ...]
    """One entry a day for the last 26 weeks up to today, quiet days included, oldest first."""
    hours: tuple[ActivityHour, ...]
    """Hours of the week in which something happened in those 26 weeks."""
    running: tuple[RunningRun, ...]
    """Runs with an event in the last 15 minutes, the freshest first."""
    top_runs: tuple[RunSummary, ...]
    """The dearest runs of all time, by their own cost."""
    latest_imports: tuple[ImportBatch, ...]

"""What each call of the table does: one reading or one writing, asked with the fields of its contract."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from dashboard.faces.caller import Caller
from dashboard.import_sources import server_source
from dashboard.release import release
from data_access.contracts import queries as asked
from data_access.contracts.across_runs import AgentOutlier, QuietRun, RunComparison
from data_access.contracts.common import Listing
from data_access.contracts.importing import ImportCall, ImportReport, RemovalReport
from data_access.contracts.principal import SCOPES
from data_access.contracts.readings import (
    AgentUsage,
    Arrival,
    DeskOverview,
    DeskStorage,
    EventDetail,
    EventFilterOptions,
    EventItem,
    ImportBatch,
    RejectedLine,
    RunFilterOptions,
    RunSummary,
    SourceFileItem,
    Timeline,
)
from data_access.contracts.search import SearchHit
from data_access.contracts.todos import TodoList
from data_access.contracts.upkeep import BackupReport, DoctorReport, ExportReport, VerifyReport
from data_access.contracts.uploads import LogOffer, LogPart, LogStanding, SendingMachine
from data_access.contracts.usage import (
    CostArithmetic,
    CostGroupName,
    CostOverTime,
    CostReport,
    ReportedTotal,
    RepricingReport,
)
from data_access.contracts.visibility import (
    RuntimeSummary,
    SnapshotItem,
    TaskEvidence,
    ThreadMessage,
    Topology,
    Verifier,
)
from data_access.errors import DeskBusy, InvalidInput, NotFound, Problem
from data_access.reading import (
    across_runs,
    agents,
    conversations,
    cost,
    events,
    imports,
    run_as_of,
    runs,
    runtime_summary,
    search,
    task_evidence,
    thread_messages,
    timeline,
    todos,
    tokens,
    topology,
    verifier,
)
from data_access.reading import compare_runs as comparison
from data_access.reading.arrivals import arrivals
from data_access.reading.cost_group_names import cost_group_names
from data_access.reading.cost_over_time import cost_over_time
from data_access.reading.demo_data import demo_runs
from data_access.reading.desk_overview import desk_overview
from data_access.reading.desk_storage import desk_storage
from data_access.reading.doctor import doctor
from data_access.reading.export_records import export_records
from data_access.reading.reported_totals import reported_totals
from data_access.reading.verify import verify
from data_access.writing.backup import backup
from data_access.writing.note_export import note_export
from data_access.writing.remove_batch import remove_batch
from data_access.writing.reprice_usage import reprice_usage
from data_access.writing.tokens import create_token, revoke_token

if TYPE_CHECKING:
    from dashboard.import_jobs import ImportJob

Reading = TypeVar("Reading")
_receiving = threading.BoundedSemaphore(4)
"""How many parts of logs are taken in at once."""


def read_desk(caller: Caller, query: asked.NothingAsked) -> asked.DeskFacts:
    """Say what this desk is."""
    return asked.DeskFacts(
        as_of=datetime.now(UTC),
        version=release(),
        timezone=caller.desk.settings.timezone,
        runs=runs.runs(caller.store, limit=1).total,
        demo_runs=demo_runs(caller.store),
        you=caller.principal.name,
        your_scopes=tuple(scope for scope in SCOPES if scope in caller.principal.scopes),
    )


def read_overview(caller: Caller, query: asked.ZoneQuery) -> DeskOverview:
    """Sum up the desk as it stands now."""
    zone = query.timezone or caller.desk.settings.timezone
    return desk_overview(caller.store, timezone=zone, now=datetime.now(UTC))


def read_storage(caller: Caller, query: asked.NothingAsked) -> DeskStorage:
    """Say where the records are kept."""
    return desk_storage(caller.store)


def list_arrivals(caller: Caller, query: asked.ArrivalsQuery) -> Listing[Arrival]:
    """List who brought records."""
    return arrivals(caller.store, limit=query.limit)


def list_runs(caller: Caller, query: asked.RunsQuery) -> Listing[RunSummary]:
    """List runs."""
    return runs.runs(caller.store, **query.model_dump(exclude={"purpose"}), purpose=query.wanted_purpose)


def list_run_filters(caller: Caller, query: asked.NothingAsked) -> RunFilterOptions:
    """List by what runs can be filtered."""
    return runs.run_filter_options(caller.store)


def find_run(caller: Caller, query: asked.RunBeginningQuery) -> asked.NamedRun:
    """Find the run that a person means."""
    return conversations.run_meant(caller.store, query.beginning)


def read_run(caller: Caller, query: asked.RunQuery) -> RunSummary:
    """Read one run."""
    return runs.run(caller.store, query.conversation_id)


def list_agents(caller: Caller, query: asked.AsOfQuery) -> Listing[AgentUsage]:
    """List the agents of a run."""
    return agents.agents(caller.store, query.conversation_id, at=query.at)


def list_events(caller: Caller, query: asked.EventsQuery) -> Listing[EventItem]:
    """List the events of a run."""
    given = query.model_dump(exclude={"conversation_id", "event_type"})
    return events.events(caller.store, query.conversation_id, **given, event_types=query.event_type)


def read_topology(caller: Caller, query: asked.TopologyQuery) -> Topology:
    """Read who works in a run."""
    return topology.topology(caller.store, query.conversation_id, at=query.at, limit=query.limit)


def read_task_evidence(caller: Caller, query: asked.TaskQuery) -> TaskEvidence:
    """Read on what a task rests."""
    return task_evidence.task_evidence(caller.store, query.task_id, query.conversation_id, at=query.at)


def list_thread_messages(caller: Caller, query: asked.ThreadQuery) -> Listing[ThreadMessage]:
    """List the messages of a thread."""
    given = query.model_dump(exclude={"thread_id", "conversation_id"})
    return thread_messages.thread_messages(caller.store, query.thread_id, query.conversation_id, **given)


def read_verifier(caller: Caller, query: asked.AsOfQuery) -> Verifier:
    """Read the verification of a run."""
    return verifier.verifier(caller.store, query.conversation_id, at=query.at)


def read_runtime_summary(caller: Caller, query: asked.AsOfQuery) -> RuntimeSummary:
    """Read how a run stands."""
    return runtime_summary.runtime_summary(caller.store, query.conversation_id, at=query.at)


def list_snapshots(caller: Caller, query: asked.SnapshotsQuery) -> Listing[SnapshotItem]:
    """List the snapshots of a run."""
    return run_as_of.snapshots(caller.store, query.conversation_id, limit=query.limit, cursor=query.cursor)


def of_run(reading: Callable[..., Reading]) -> Callable[[Caller, Any], Reading]:
    """Return the answer of a reading that takes a run and, by name, the other fields of its contract."""

    def answered(caller: Caller, query: Any) -> Reading:
        given = query.model_dump(exclude={"conversation_id"})
        return reading(caller.store, query.conversation_id, **given)

    return answered


def search_records(caller: Caller, query: asked.SearchQuery) -> Listing[SearchHit]:
    """Look for a text."""
    given = query.model_dump(exclude={"q", "conversation_id"})
    return search.search(caller.store, query.q, conversation=query.conversation_id, **given)


def compare_runs(caller: Caller, query: asked.ComparisonQuery) -> RunComparison:
    """Compare two runs."""
    return comparison.compare_runs(caller.store, query.a, query.b)


def list_agent_outliers(caller: Caller, query: asked.AgentOutliersQuery) -> Listing[AgentOutlier]:
    """List agents that cost in one run far more than they usually do."""
    return across_runs.agent_outliers(caller.store, **query.model_dump())


def list_todos(caller: Caller, query: asked.AsOfQuery) -> Listing[TodoList]:
    """List the todo lists of a run."""
    return todos.todos(caller.store, query.conversation_id, at=query.at)


def list_quiet_runs(caller: Caller, query: asked.QuietQuery) -> Listing[QuietRun]:
    """List silent runs with open work."""
    return across_runs.quiet_since(caller.store, **query.model_dump())


def read_event(caller: Caller, query: asked.EventQuery) -> EventDetail:
    """Read one event."""
    return events.event(caller.store, query.conversation_id, query.event_id)


def list_event_filters(caller: Caller, query: asked.AsOfQuery) -> EventFilterOptions:
    """List by what the events of a run can be filtered."""
    return events.event_filter_options(caller.store, query.conversation_id, at=query.at)


def count_events(caller: Caller, query: asked.TimelineQuery) -> Timeline:
    """Count the events of a run over time."""
    given = query.model_dump(exclude={"conversation_id"})
    return timeline.timeline(caller.store, query.conversation_id, **given)


def read_cost(caller: Caller, query: asked.CostQuery) -> CostReport:
    """Report usage and cost."""
    given = query.model_dump(exclude={"conversation_id", "timezone"})
    zone = query.timezone or caller.desk.settings.timezone
    return cost.cost_by(caller.store, **given, conversation=query.conversation_id, timezone=zone)


def read_cost_arithmetic(caller: Caller, query: asked.CostArithmeticQuery) -> CostArithmetic:
    """Show how a cost comes about."""
    given = query.model_dump(exclude={"conversation_id"})
    return cost.cost_arithmetic(caller.store, **given, conversation=query.conversation_id)


def list_cost_over_time(caller: Caller, query: asked.CostOverTimeQuery) -> CostOverTime:
    """List cost by stretch of time."""
    zone = query.timezone or caller.desk.settings.timezone
    return cost_over_time(caller.store, timezone=zone, since=query.since, conversation=query.conversation_id)


def list_cost_group_names(caller: Caller, query: asked.GroupNamesQuery) -> Listing[CostGroupName]:
    """Name the groups of a cost report."""
    return cost_group_names(caller.store, query.by, query.keys)


def list_reported_totals(caller: Caller, query: asked.ReportedTotalsQuery) -> Listing[ReportedTotal]:
    """List what sources state as totals."""
    return reported_totals(caller.store, query.conversation_id, at=query.at)


def list_imports(caller: Caller, query: asked.PageQuery) -> Listing[ImportBatch]:
    """List the imports."""
    return imports.import_batches(caller.store, limit=query.limit, cursor=query.cursor)


def list_rejects(caller: Caller, query: asked.RejectsQuery) -> Listing[RejectedLine]:
    """List the rejects of an import."""
    return imports.import_rejects(caller.store, query.batch_id, limit=query.limit, cursor=query.cursor)


def list_source_files(caller: Caller, query: asked.RejectsQuery) -> Listing[SourceFileItem]:
    """List the files of an import."""
    return imports.source_files(caller.store, batch_id=query.batch_id, limit=query.limit, cursor=query.cursor)


def start_import(caller: Caller, query: asked.ImportPathsCall) -> asked.ImportJobState:
    """Begin an import; whoever is not the owner reads inside the import roots only."""
    from dashboard.import_jobs import start_import as begin_import  # reading logs is much to load

    named = [*query.paths, *([query.prices] if query.prices else [])]
    if caller.is_owner:
        for path in named:
            _require_absolute(path)
    else:
        named = [str(server_source(path, caller.desk.settings.import_roots)) for path in named]
    call = ImportCall(
        paths=tuple(named[: len(query.paths)]),
        format=query.format,
        dry_run=query.dry_run,
        prices=named[len(query.paths)] if query.prices else None,
        together=query.together,
    )
    caller.principal.require("operate")
    return _state(begin_import(caller.store, call, principal=caller.principal, face=caller.face))


def read_import_job(caller: Caller, query: asked.ImportJobQuery) -> asked.ImportJobState:
    """Say how far an import is; raises what ended it."""
    from dashboard.import_jobs import import_job

    job = import_job(query.job)
    if job is None:
        wrong = Problem("job", "this desk knows no such import", "`GET /api/imports` lists those that ended.")
        raise NotFound(f"There is no import {query.job} on its way.", problems=(wrong,))
    return _state(job)


def offer_log(caller: Caller, query: LogOffer) -> LogStanding:
    """Say how much of a log the desk has."""
    from data_access.writing import receive_logs

    settings = caller.desk.settings
    return receive_logs.offer_log(
        caller.store,
        query,
        principal=caller.principal,
        largest_bytes=settings.upload_limit_mb * 1_000_000,
        total_bytes=settings.upload_total_mb * 1_000_000,
    )


def receive_log_part(caller: Caller, query: LogPart) -> LogStanding:
    """Keep a part of a log, as many at once as the desk takes."""
    from data_access.writing import receive_logs

    if not _receiving.acquire(blocking=False):
        raise DeskBusy("The desk receives as many logs at once as it takes. Send the part again in a moment.")
    try:
        return receive_logs.receive_log_part(
            caller.store,
            query,
            principal=caller.principal,
            largest_bytes=caller.desk.settings.upload_limit_mb * 1_000_000,
            total_bytes=caller.desk.settings.upload_total_mb * 1_000_000,
        )
    finally:
        _receiving.release()


def import_sent_logs(caller: Caller, query: SendingMachine) -> ImportReport:
    """Import what a machine has sent."""
    from data_access.writing import receive_logs

    return receive_logs.import_received_logs(
        caller.store,
        query,
        principal=caller.principal,
        face=caller.face,
        keep_days=caller.desk.settings.upload_keep_days,
    )


def remove_import(caller: Caller, query: asked.BatchQuery) -> RemovalReport:
    """Take an import out."""
    return remove_batch(
        caller.store,
        query.batch_id,
        principal=caller.principal,
        face=caller.face,
        prices=caller.desk.settings.prices,
    )


def reprice(caller: Caller, query: asked.RepriceCall) -> RepricingReport:
    """Price every call anew."""
    if query.prices:
        caller.require_owner()
        _require_absolute(query.prices)
    prices = query.prices or caller.desk.settings.prices
    return reprice_usage(caller.store, prices=prices, principal=caller.principal, face=caller.face)


def export(caller: Caller, query: asked.ExportCall) -> ExportReport:
    """Write records as files."""
    caller.require_owner()
    folder = _require_absolute(query.folder)
    chosen = query.conversations or None
    report = export_records(caller.store, folder, conversations=chosen, overwrite=query.overwrite)
    note_export(caller.store, report, principal=caller.principal, face=caller.face)
    return report


def back_up(caller: Caller, query: asked.BackupCall) -> BackupReport:
    """Copy the database."""
    caller.require_owner()
    target = _require_absolute(query.target)
    return backup(
        caller.store, target, overwrite=query.overwrite, principal=caller.principal, face=caller.face
    )


def check_database(caller: Caller, query: asked.NothingAsked) -> VerifyReport:
    """Check the whole database."""
    return verify(caller.store)


def examine(caller: Caller, query: asked.NothingAsked) -> DoctorReport:
    """Examine the desk."""
    return doctor(caller.store.path, store=caller.store)


def give_token(caller: Caller, query: asked.TokenCall) -> asked.IssuedToken:
    """Give a token."""
    return create_token(caller.store, query, principal=caller.principal, face=caller.face)


def list_tokens(caller: Caller, query: asked.NothingAsked) -> Listing[asked.TokenItem]:
    """List the tokens."""
    return tokens.tokens(caller.store)


def end_token(caller: Caller, query: asked.TokenQuery) -> asked.TokenItem:
    """End a token."""
    return revoke_token(caller.store, query.token_id, principal=caller.principal, face=caller.face)


def _require_absolute(path: str) -> Path:
    if not Path(path).is_absolute() or "\0" in path:
        wrong = Problem("path", f"{path!r} is no absolute path", "Give the whole path, from the root on.")
        raise InvalidInput("A running desk takes absolute paths only.", problems=(wrong,))
    return Path(path)


def _state(job: ImportJob) -> asked.ImportJobState:
    progress = job.progress
    return asked.ImportJobState(
        job=job.number,
        is_done=job.is_done,
        source=progress.source if progress else None,
        file=progress.file if progress else None,
        files_done=progress.files_done if progress else 0,
        files_total=progress.files_total if progress else None,
        report=job.report() if job.is_done else None,
    )

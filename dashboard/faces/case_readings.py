"""What the calls that only read cases do: one reading each, given whole."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TypeVar

from dashboard.faces.caller import Caller
from data_access.contracts.attachments import Attachment
from data_access.contracts.case_calls import TaskNamed
from data_access.contracts.case_chronology import WorkMoment, WorldMoment
from data_access.contracts.case_queries import (
    CaseSearchQuery,
    EvidenceNamed,
    EvidenceQuery,
    LatestReportsQuery,
    LinkedRounds,
    MapQuery,
    PresentationsQuery,
    WorkQuery,
    WorldQuery,
)
from data_access.contracts.case_rounds import RoundOfRun, RoundWork
from data_access.contracts.cases_glance import CaseHit, LatestReport, WaitingForPeople
from data_access.contracts.common import Contract, Listing
from data_access.contracts.evidence_uses import EvidenceEntry, EvidenceUse
from data_access.contracts.inbox import Inbox, InboxQuery, SettledQuery, SettledQuestion
from data_access.contracts.presentations import Presentation
from data_access.contracts.progress_graph import ProgressGraph, ProgressUpdate
from data_access.contracts.queries import NothingAsked, PageQuery, RunQuery
from data_access.contracts.sign_off_calls import ReportSignOffsQuery
from data_access.contracts.sign_offs import ReportToSignOff, SignOffs
from data_access.reading import (
    attachments,
    case_chronology,
    case_cost,
    case_evidence,
    case_map,
    case_records,
    case_rounds,
    cases_glance,
    inbox,
    investigations,
    report_sign_offs,
    runs,
)

Item = TypeVar("Item", bound=Contract)


def list_evidence(caller: Caller, query: EvidenceQuery) -> Listing[EvidenceEntry]:
    """List the evidence of a case without its data."""
    _known(caller, query)
    return _whole(case_evidence.evidence_entries(caller.store, **query.model_dump()))


def list_evidence_uses(caller: Caller, query: EvidenceNamed) -> Listing[EvidenceUse]:
    """List what rests on a piece of evidence."""
    _known(caller, query)
    return _whole(case_evidence.uses_of_evidence(caller.store, query.task_id, query.evidence_id))


def list_attachments(caller: Caller, query: TaskNamed) -> Listing[Attachment]:
    """List the files that came with the facts of a case."""
    _known(caller, query)
    return _whole(attachments.attachments_of_task(caller.store, query.task_id))


def read_map(caller: Caller, query: MapQuery) -> ProgressGraph:
    """Give the map of a case as it stood after an update."""
    _known(caller, query)
    return case_map.map_after(caller.store, query.task_id, query.update)


def list_map_updates(caller: Caller, query: TaskNamed) -> Listing[ProgressUpdate]:
    """List the updates of a map."""
    _known(caller, query)
    return _whole(case_records.progress_updates_of_task(caller.store, query.task_id))


def list_presentations(caller: Caller, query: PresentationsQuery) -> Listing[Presentation]:
    """List what was to be shown in a case."""
    _known(caller, query)
    return _whole(case_records.presentations_of_task(caller.store, query.task_id, after=query.after))


def list_what_was_so(caller: Caller, query: WorldQuery) -> Listing[WorldMoment]:
    """List evidence and facts by when they were so."""
    investigations.investigation(caller.store, query.task_id)
    return case_chronology.what_was_so(caller.store, **query.model_dump())


def list_what_was_done(caller: Caller, query: WorkQuery) -> Listing[WorkMoment]:
    """List what agents and people did in a case."""
    investigations.investigation(caller.store, query.task_id)
    return case_chronology.what_was_done(caller.store, **query.model_dump())


def list_round_works(caller: Caller, query: TaskNamed) -> Listing[RoundWork]:
    """List what each round published."""
    _known(caller, query)
    return _whole(case_rounds.round_works(caller.store, query.task_id).values())


def list_rounds_of_run(caller: Caller, query: RunQuery) -> Listing[RoundOfRun]:
    """List the rounds that were worked on in a run."""
    run = runs.run(caller.store, query.conversation_id)
    return _whole(case_rounds.rounds_of_run(caller.store, run.conversation_key))


def list_linked_rounds(caller: Caller, query: NothingAsked) -> Listing[LinkedRounds]:
    """List how many rounds of each case are linked."""
    linked = case_cost.linked_rounds(caller.store)
    return _whole(LinkedRounds(task_id=task_id, linked=count) for task_id, count in linked.items())


def read_waiting_for_people(caller: Caller, query: NothingAsked) -> WaitingForPeople:
    """Count what people owe."""
    return cases_glance.waiting_for_people(caller.store)


def read_inbox(caller: Caller, query: InboxQuery) -> Inbox:
    """List what people owe; `mine` is that of whoever asks."""
    asking = caller.principal
    return inbox.inbox(caller.store, person=asking.name, principal_id=asking.id, **query.model_dump())


def list_settled_questions(caller: Caller, query: SettledQuery) -> Listing[SettledQuestion]:
    """List the questions that were settled of late."""
    return inbox.settled_questions(caller.store, **query.model_dump())


def list_latest_reports(caller: Caller, query: LatestReportsQuery) -> Listing[LatestReport]:
    """List the newest report of each case."""
    found = cases_glance.latest_reports(caller.store, limit=query.limit + 1)
    shown = _whole(found[: query.limit])
    return shown.model_copy(update={"total": len(found), "truncated": len(found) > query.limit})


def list_sign_offs(caller: Caller, query: ReportSignOffsQuery) -> SignOffs:
    """List the sign-offs of a report; `yours` are those of whoever asks."""
    _known(caller, query)
    return report_sign_offs.report_sign_offs(
        caller.store,
        query.task_id,
        principal_id=caller.principal.id,
        report_revision=query.report_revision,
    )


def list_reports_to_sign_off(caller: Caller, query: PageQuery) -> Listing[ReportToSignOff]:
    """List the newest revisions that whoever asks has not signed off."""
    asked = query.model_dump()
    return report_sign_offs.reports_to_sign_off(caller.store, principal_id=caller.principal.id, **asked)


def search_cases(caller: Caller, query: CaseSearchQuery) -> Listing[CaseHit]:
    """List where cases hold a text."""
    return cases_glance.search_cases(caller.store, **query.model_dump())


def _known(caller: Caller, query: TaskNamed) -> None:
    """Refuse a case that is not here."""
    investigations.investigation(caller.store, query.task_id)


def _whole(items: Iterable[Item]) -> Listing[Item]:
    """Return a list that is never cut."""
    kept = tuple(items)
    return Listing(as_of=datetime.now(UTC), basis="published", items=kept, total=len(kept), truncated=False)

"""What the calls of a case do: one reading or one writing each, by whoever asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from dashboard.comparison_file.file import comparison_file
from dashboard.faces.caller import Caller
from dashboard.wording import words
from data_access.contracts.between_revisions import BetweenRevisions
from data_access.contracts.case_bundle import BundleQuery, CaseBundle
from data_access.contracts.case_calls import CaseWrite, TaskContextCall, TaskNamed, TasksQuery
from data_access.contracts.case_cost import CaseCost
from data_access.contracts.case_queries import RevisionPairQuery
from data_access.contracts.case_receipts import CaseReceipt
from data_access.contracts.common import Listing
from data_access.contracts.comparison_file import ComparisonFile, ComparisonFileQuery
from data_access.contracts.discussion import Discussion, DiscussionQuery
from data_access.contracts.investigation import InvestigationTask
from data_access.contracts.report_comparison import ReportComparison
from data_access.contracts.report_history import ReportHistory, ReportHistoryQuery
from data_access.contracts.runtime_records import RuntimeReceipt, RuntimeWrite
from data_access.contracts.task_context import TaskContext
from data_access.reading import (
    between_revisions,
    case_bundle,
    case_cost,
    compared_revisions,
    discussion,
    investigations,
    report_comparison,
    report_history,
)
from data_access.reading import task_context as context
from data_access.store.connection import Store
from data_access.writing import agent_looks, deliver_answers
from data_access.writing.case_write import Author

Asked = TypeVar("Asked", bound=CaseWrite | RuntimeWrite)
Receipt = TypeVar("Receipt", bound=CaseReceipt | RuntimeReceipt)


_Given = TypeVar("_Given", bound=CaseWrite | RuntimeWrite, contravariant=True)
_Kept = TypeVar("_Kept", bound=CaseReceipt | RuntimeReceipt, covariant=True)


class _Writing(Protocol[_Given, _Kept]):
    def __call__(self, store: Store, call: _Given, *, author: Author) -> _Kept: ...


def by(writing: _Writing[Asked, Receipt]) -> Callable[[Caller, Asked], Receipt]:
    """Return the answer of a writing: it is done once, as whoever asks, through the face they use."""

    def answered(caller: Caller, call: Asked) -> Receipt:
        return writing(caller.store, call, author=_author(caller))

    return answered


def list_tasks(caller: Caller, query: TasksQuery) -> Listing[InvestigationTask]:
    """List cases; an agent that asks for queued ones has looked."""
    if caller.principal.kind == "agent" and (not query.status or "queued" in query.status):
        agent_looks.note_agent_look(caller.store, author=_author(caller))
    given = query.model_dump(exclude={"status"})
    return investigations.investigations(caller.store, statuses=query.status, **given)


def get_task_context(caller: Caller, call: TaskContextCall) -> TaskContext:
    """Read a case; the holder of its lease has then read the answers."""
    # Whoever names a revision or a message that there is none of is refused before answers count as read.
    context.selected_report(caller.store, call.task_id, call.report_revision, call.discussion_id)
    delivered = deliver_answers.deliver_answers(caller.store, call, author=_author(caller))
    given = call.model_dump(exclude={"task_id"})
    return context.task_context(caller.store, call.task_id, **given, delivered=delivered)


def get_discussion(caller: Caller, query: DiscussionQuery) -> Discussion:
    """Read what is discussed of a case, and how it stands now."""
    return discussion.discussion(caller.store, **query.model_dump())


def list_report_revisions(caller: Caller, query: ReportHistoryQuery) -> ReportHistory:
    """List the revisions of a report. Raises: `NotFound`."""
    return report_history.report_history(caller.store, query.task_id, grave=query.grave)


def compare_report_revisions(caller: Caller, query: RevisionPairQuery) -> ReportComparison:
    """Return how one revision of a report became another. Raises: `NotFound`."""
    investigations.investigation(caller.store, query.task_id)
    return report_comparison.report_comparison(caller.store, query.task_id, query.before, query.after)


def read_between_revisions(caller: Caller, query: RevisionPairQuery) -> BetweenRevisions:
    """Return what lies between two revisions of a report. Raises: `NotFound`."""
    investigations.investigation(caller.store, query.task_id)
    return between_revisions.between_revisions(caller.store, query.task_id, query.before, query.after)


def export_report_comparison(caller: Caller, query: ComparisonFileQuery) -> ComparisonFile:
    """Return a comparison as a file. Raises: `NotFound`."""
    settings = caller.desk.settings
    told = compared_revisions.compared_revisions(caller.store, query.task_id, query.before, query.after)
    w = words(query.language or settings.language)
    return comparison_file(told, query.format, w, zone=settings.timezone)


def read_case_cost(caller: Caller, query: TaskNamed) -> CaseCost:
    """Report what a case cost."""
    return case_cost.case_cost(caller.store, query.task_id)


def _author(caller: Caller) -> Author:
    return Author(caller.principal, caller.face)


def export_cases(caller: Caller, query: BundleQuery) -> CaseBundle:
    """Give whole cases."""
    return case_bundle.case_bundle(caller.store, query.task_ids)

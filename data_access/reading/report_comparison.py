"""Any two revisions of a case's report, held against each other."""

from __future__ import annotations

from data_access.contracts.report_comparison import ReportComparison
from data_access.reading.case_reports import report
from data_access.rules.report_diff import CitedRecord, compare_revisions
from data_access.store.connection import Store


def report_comparison(store: Store, task_id: str, before: int, after: int) -> ReportComparison:
    """Return how revision `before` became `after`; the older one may stand second. Raises: `NotFound`."""
    revisions = report(store, task_id, before), report(store, task_id, after)
    return compare_revisions(task_id, *revisions, cited_records(store, task_id))


def cited_records(store: Store, task_id: str) -> dict[str, CitedRecord]:
    """Return what a report of a case can cite, by id."""
    rows = store.rows("records_a_report_can_cite", {"task_id": task_id})
    return {row.pop("record_id"): CitedRecord(**row) for row in rows}

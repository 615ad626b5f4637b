"""The reports of a case: every revision in short, one in full, with what its readers are to be told."""

from __future__ import annotations

from data_access.contracts.reports import ReportHead, ReportRevision
from data_access.errors import NotFound, Problem
from data_access.reading.report_sign_offs import holding_sign_offs
from data_access.reading.stored_json import unpacked
from data_access.rules.citations import KnownRecords
from data_access.store.connection import Store


def report_heads(store: Store, task_id: str) -> tuple[ReportHead, ...]:
    """Return every revision in short, the newest first."""
    signed = holding_sign_offs(store, task_id)
    rows = store.rows("report_heads_of_task", {"task_id": task_id})
    return tuple(ReportHead(**row, sign_offs=signed.get(row["revision"], ())) for row in rows)


def report(store: Store, task_id: str, revision: int) -> ReportRevision:
    """Return one revision in full. Raises: `NotFound`."""
    found = _report(store, task_id, revision)
    if found is None:
        wrong = Problem("report_revision", "the task has no such revision", "See section `reports`.")
        raise NotFound(f"Task {task_id[:100]} has no report revision {revision}.", problems=(wrong,))
    return found


def latest_report(store: Store, task_id: str) -> ReportRevision | None:
    """Return the newest revision in full; None while there is none."""
    return _report(store, task_id, None)


def _report(store: Store, task_id: str, revision: int | None) -> ReportRevision | None:
    rows = store.rows("report_of_task", {"task_id": task_id, "revision": revision})
    if not rows:
        return None
    told = unpacked(
        rows[0], "findings", "data_gaps", "evidence_ids", "answer_ids", "action_ids", "node_refs", "graph"
    )
    records = KnownRecords.of(store.rows("case_records", {"task_id": task_id}))
    cited = (*told["evidence_ids"], *told["answer_ids"])
    return ReportRevision(
        **(told | {"node_refs": told["node_refs"] or ()}),
        sign_offs=holding_sign_offs(store, task_id).get(told["revision"], ()),
        synthetic_evidence_ids=records.synthetic(cited),
        flagged_ids=records.flagged(cited),
    )

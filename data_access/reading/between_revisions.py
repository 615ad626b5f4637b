"""What lies between two revisions of a report: sessions, answers, facts, failures, time and money."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from data_access.contracts.between_revisions import BetweenRevisions, TimeBetween
from data_access.contracts.progress_graph import ProgressGraph
from data_access.contracts.reports import ReportRevision
from data_access.contracts.usage import UsageTotals
from data_access.reading.case_chronology import what_was_done
from data_access.reading.case_cost import cost_groups, linked_round_ids
from data_access.reading.case_reports import report
from data_access.reading.investigations import rounds_of_task
from data_access.reading.report_comparison import cited_records
from data_access.reading.usage_columns import usage_totals
from data_access.store.connection import Store

_SHOWN = 200


def between_revisions(store: Store, task_id: str, before: int, after: int) -> BetweenRevisions:
    """Return what lies between two revisions, whichever is named first. Raises: `NotFound`."""
    older, newer = (report(store, task_id, one) for one in sorted((before, after)))
    since, until = older.published_at, newer.published_at
    asked = {"task_id": task_id, "after": older.revision, "until": newer.revision}
    cost = store.rows("cost_between_revisions", asked)
    rounds = _rounds_between(store, task_id, since, until)
    linked = linked_round_ids(store, task_id)
    total = next((row for row in cost if row["dimension"] == "total"), None)
    return BetweenRevisions(
        task_id=task_id,
        older=older.revision,
        newer=newer.revision,
        since=since,
        until=until,
        done=what_was_done(store, task_id, since=since, until=until, limit=_SHOWN),
        failed_nodes=_failed(older, newer),
        time=_time(store.rows("time_between", {"task_id": task_id, "since": since, "until": until})),
        cost=UsageTotals() if total is None else usage_totals(total),
        by_model=cost_groups(cost, "model"),
        by_agent=cost_groups(cost, "agent"),
        rounds=rounds,
        unlinked_rounds=tuple(one for one in rounds if one not in linked),
        used=_used(store, task_id, older, newer),
    )


def _rounds_between(store: Store, task_id: str, since: datetime, until: datetime) -> tuple[str, ...]:
    return tuple(
        one.round_id
        for one in rounds_of_task(store, task_id)
        if one.started_at <= until and (one.ended_at is None or one.ended_at > since)
    )


def _failed(older: ReportRevision, newer: ReportRevision) -> tuple[str, ...]:
    """Return the nodes that failed in between, by what they are called."""
    had = {node.node_id for node in (older.graph or ProgressGraph()).nodes if node.status == "failed"}
    return tuple(
        node.title or node.node_id
        for node in (newer.graph or ProgressGraph()).nodes
        if node.status == "failed" and node.node_id not in had
    )


def _time(rows: list[dict[str, Any]]) -> TimeBetween:
    stood = {row["status"]: float(row["seconds"]) for row in rows}
    told = {
        "agent_seconds": stood.pop("running", 0.0),
        "human_wait_seconds": stood.pop("waiting_human", 0.0) + stood.pop("waiting_review", 0.0),
        "queue_seconds": stood.pop("queued", 0.0),
        "calculation_seconds": stood.pop("waiting_calculation", 0.0),
    }
    return TimeBetween(**told, other_seconds=sum(stood.values()))


def _used(store: Store, task_id: str, older: ReportRevision, newer: ReportRevision) -> tuple[str, ...]:
    records = cited_records(store, task_id)
    cited = dict.fromkeys((*newer.evidence_ids, *newer.answer_ids, *newer.action_ids))
    return tuple(
        one
        for one in cited
        if one in records and older.published_at < records[one].given_at <= newer.published_at
    )

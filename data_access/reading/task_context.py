"""What an agent reads of a case: how it stands now, and one section of it in full."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from data_access.contracts.case_calls import ContextSection
from data_access.contracts.evidence import Evidence
from data_access.contracts.investigation import FinishOutlook, InvestigationTask
from data_access.contracts.reports import ReportRevision
from data_access.contracts.task_context import TaskContext
from data_access.reading.case_people import actions_of_task, questions_of_task
from data_access.reading.case_records import (
    evidence_of_task,
    gaps_of_task,
    human_evidence_of_task,
    piece_of_evidence,
    plans_of_task,
    progress_of_task,
)
from data_access.reading.case_reports import latest_report, report, report_heads
from data_access.reading.cut_lists import cut_to_newest
from data_access.reading.discussion_messages import messages_of_task, revision_of_message
from data_access.reading.investigations import investigation, rounds_of_task, transitions_of_task
from data_access.rules.leases import lease_hash
from data_access.rules.task_states import outlook, situation_of
from data_access.store.connection import Store

LARGE_DATA = 2000
"""Characters of JSON from which on the data of a piece of evidence is left out of a list."""


def task_context(
    store: Store,
    task_id: str,
    *,
    section: ContextSection = "task",
    report_revision: int | None = None,
    discussion_id: str | None = None,
    evidence_id: str | None = None,
    lease_token: str | None = None,
    delivered: tuple[str, ...] = (),
    as_of: datetime | None = None,
) -> TaskContext:
    """Return the case as it stands at `as_of` (absent: now) with one section of it. Raises: `NotFound`.

    `delivered` are the questions that this very reading marked as delivered.
    """
    moment = as_of or datetime.now(UTC)
    task = investigation(store, task_id, as_of=moment)
    told = _section(store, task_id, section, moment, evidence_id)
    left_out = cut_to_newest(told)
    return TaskContext(
        as_of=moment,
        section=section,
        is_lease_holder=_holds(store, task_id, lease_token, moment),
        delivered=delivered,
        if_finished_now=finish_outlook(store, task),
        task=task,
        selected_report=selected_report(store, task_id, report_revision, discussion_id),
        left_out=left_out,
        **told,
    )


def selected_report(
    store: Store, task_id: str, report_revision: int | None, discussion_id: str | None
) -> ReportRevision | None:
    """Return the revision that was asked for, else the one that is discussed; None for neither.

    Raises: `NotFound`.
    """
    selected = report_revision
    if discussion_id is not None:
        messages = messages_of_task(store, task_id)
        discussed = revision_of_message(messages, task_id, discussion_id, where="discussion_id")
        selected = report_revision or discussed
    return None if selected is None else report(store, task_id, selected)


def _section(
    store: Store, task_id: str, section: ContextSection, moment: datetime, evidence_id: str | None
) -> dict[str, Any]:
    if section == "evidence" and evidence_id is not None:
        return {"evidence": (piece_of_evidence(store, task_id, evidence_id),)}
    return _SECTIONS[section](store, task_id, moment)


def _task(store: Store, task_id: str, moment: datetime) -> dict[str, Any]:
    return {
        "rounds": rounds_of_task(store, task_id, as_of=moment),
        "transitions": transitions_of_task(store, task_id),
        "data_gaps": gaps_of_task(store, task_id),
        "reports": report_heads(store, task_id),
        "questions": questions_of_task(store, task_id, as_of=moment),
    }


def _progress(store: Store, task_id: str, _moment: datetime) -> dict[str, Any]:
    return {"progress": progress_of_task(store, task_id)}


def _plan(store: Store, task_id: str, _moment: datetime) -> dict[str, Any]:
    return {"plan": next(iter(plans_of_task(store, task_id, limit=1)), None)}


def _reports(store: Store, task_id: str, _moment: datetime) -> dict[str, Any]:
    return {
        "reports": report_heads(store, task_id),
        "latest_report": latest_report(store, task_id),
        "data_gaps": gaps_of_task(store, task_id),
    }


def _evidence(store: Store, task_id: str, _moment: datetime) -> dict[str, Any]:
    return {
        "evidence": evidence_in_short(store, task_id),
        "human_evidence": human_evidence_of_task(store, task_id),
    }


def evidence_in_short(store: Store, task_id: str) -> tuple[Evidence, ...]:
    """Return every piece of evidence; data that is large is left out."""
    return tuple(map(_in_short, evidence_of_task(store, task_id)))


def _in_short(piece: Evidence) -> Evidence:
    is_large = piece.data is not None and len(piece.data.model_dump_json()) > LARGE_DATA
    return piece.model_copy(update={"data": None}) if is_large else piece


def _questions(store: Store, task_id: str, moment: datetime) -> dict[str, Any]:
    return {"questions": questions_of_task(store, task_id, as_of=moment)}


def _actions(store: Store, task_id: str, moment: datetime) -> dict[str, Any]:
    return {"actions": actions_of_task(store, task_id, as_of=moment)}


_SECTIONS: dict[ContextSection, Callable[[Store, str, datetime], dict[str, Any]]] = {
    "task": _task,
    "progress": _progress,
    "plan": _plan,
    "reports": _reports,
    "evidence": _evidence,
    "questions": _questions,
    "actions": _actions,
}


def _holds(store: Store, task_id: str, lease_token: str | None, moment: datetime) -> bool:
    if lease_token is None:
        return False
    values = {"task_id": task_id, "lease_hash": lease_hash(lease_token), "moment": moment}
    return bool(store.rows("lease_held", values))


def finish_outlook(store: Store, task: InvestigationTask) -> FinishOutlook | None:
    """Say what `finish_task_run` would do now; None while no session works on the task."""
    if task.status != "running":
        return None
    guards = store.rows("task_guards", task.model_dump(include={"task_id", "generation", "round_id"}))[0]
    return outlook(situation_of(guards | {"status": task.status}))

"""What an agent reads of a case: how it stands now, and one section of it in full."""

from __future__ import annotations

from datetime import UTC, datetime

from data_access.contracts.case_calls import ContextSection
from data_access.contracts.investigation import FinishOutlook, InvestigationTask
from data_access.contracts.task_context import TaskContext
from data_access.reading.investigations import investigation, rounds_of_task, transitions_of_task
from data_access.rules.leases import lease_hash
from data_access.rules.task_states import outlook, situation_of
from data_access.store.connection import Store


def task_context(
    store: Store,
    task_id: str,
    *,
    section: ContextSection = "task",
    lease_token: str | None = None,
    delivered: tuple[str, ...] = (),
    as_of: datetime | None = None,
) -> TaskContext:
    """Return the case as it stands at `as_of` (absent: now) with one section of it. Raises: `NotFound`.

    `delivered` are the questions that this very reading marked as delivered.
    """
    moment = as_of or datetime.now(UTC)
    task = investigation(store, task_id, as_of=moment)
    return TaskContext(
        as_of=moment,
        section=section,
        is_lease_holder=_holds(store, task_id, lease_token, moment),
        delivered=delivered,
        if_finished_now=_outlook(store, task),
        task=task,
        rounds=rounds_of_task(store, task_id, as_of=moment),
        transitions=transitions_of_task(store, task_id),
    )


def _holds(store: Store, task_id: str, lease_token: str | None, moment: datetime) -> bool:
    if lease_token is None:
        return False
    values = {"task_id": task_id, "lease_hash": lease_hash(lease_token), "moment": moment}
    return bool(store.rows("lease_held", values))


def _outlook(store: Store, task: InvestigationTask) -> FinishOutlook | None:
    if task.status != "running":
        return None
    return outlook(situation_of(store.rows("task_standing", {"task_id": task.task_id})[0]))

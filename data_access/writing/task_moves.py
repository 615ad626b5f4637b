"""Moves a task through the state table, with what a move does to its round, questions and actions.

Only rows of the table move a task. The caller holds the transaction; each move is kept with its moment.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from data_access.contracts.investigation import FinishOutlook, TaskMove, TaskStatus
from data_access.contracts.notices import NoticeKind
from data_access.errors import NotFound, Problem
from data_access.rules.task_states import (
    Situation,
    TaskState,
    may_move,
    next_state,
    outlook,
    required_state,
    situation_of,
)
from data_access.store.connection import Transaction
from data_access.writing.notices import emit_notice

_TOLD: dict[TaskStatus, NoticeKind] = {"queued": "task_queued", "failed": "task_failed"}
"""States of a case of which others are told."""


@dataclass(frozen=True)
class TaskStanding:
    """How a task stands inside a transaction."""

    task_id: str
    title: str
    description: str | None
    status: TaskStatus
    generation: int
    round_id: str | None
    lease_expires_at: datetime | None
    lease_seconds: int | None


@dataclass(frozen=True)
class Move:
    """What moves a task, when it takes effect, and who says so."""

    by: TaskMove
    at: datetime
    recorded_at: datetime
    principal_id: str
    reason: str | None = None
    wait_until: datetime | None = None
    round_id: str | None = None
    """The session that claims the task."""
    lease_expires_at: datetime | None = None


def task_standing(transaction: Transaction, task_id: str) -> TaskStanding:
    """Return how the task stands. Raises: `NotFound`."""
    rows = transaction.run("task_standing", {"task_id": task_id})
    if not rows:
        wrong = Problem("task_id", "no case of this desk has this id", "List the tasks with `list_tasks`.")
        raise NotFound(f"There is no task {task_id[:100]}.", problems=(wrong,))
    return TaskStanding(**rows[0])


def situation_now(transaction: Transaction, task: TaskStanding) -> Situation:
    """Return what the guards of the table see of the task, with what this transaction has written."""
    values = {"task_id": task.task_id, "generation": task.generation, "round_id": task.round_id}
    return situation_of(transaction.run("task_guards", values)[0] | {"status": task.status})


def outlook_now(transaction: Transaction, task: TaskStanding) -> FinishOutlook | None:
    """Say what `finish_task_run` would do now; None for a task that does not run."""
    return outlook(situation_now(transaction, task)) if task.status == "running" else None


def move_task(transaction: Transaction, task: TaskStanding, move: Move) -> TaskState:
    """Move the task by the first row that holds. Raises: `TaskNotQueued`, `WrongStatus`."""
    row = required_state(situation_now(transaction, task), move.by, task.task_id)
    _apply(transaction, task, move, row)
    return row


def move_task_if_due(transaction: Transaction, task: TaskStanding, move: Move) -> TaskState | None:
    """Move the task when a row of the table holds; else leave it as it is."""
    if not may_move(task.status, move.by):
        return None
    row = next_state(situation_now(transaction, task), move.by)
    if row is not None:
        _apply(transaction, task, move, row)
    return row


def _apply(transaction: Transaction, task: TaskStanding, move: Move, row: TaskState) -> None:
    values: dict[str, Any] = {
        "task_id": task.task_id,
        "from_status": task.status,
        "status": row.after,
        "generation": task.generation + row.new_generation,
        "reason": move.reason,
        "wait_until": move.wait_until,
        "moved_by": move.by,
        "round_id": task.round_id or move.round_id,
        "new_round_id": move.round_id,
        "lease_expires_at": move.lease_expires_at,
        "at": move.at,
        "recorded_at": move.recorded_at,
        "principal_id": move.principal_id,
        "end_reason": row.ends_round,
    }
    if row.ends_round is not None:
        transaction.run("end_round", values)
    transaction.run("move_task", values)
    transaction.run("add_task_transition", values)
    if row.after in _TOLD:
        emit_notice(transaction, _TOLD[row.after], task_id=task.task_id, at=move.at)
    if row.after in ("completed", "cancelled"):
        transaction.run("cancel_open_questions", values)
    if row.after == "cancelled":
        transaction.run("cancel_open_actions", values)

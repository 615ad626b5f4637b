"""The state table of an investigation task: which move leads from where to where, tried from top to bottom.

It is data, so that the document of the product and the tests read the same rows. It knows no clock and no
database: whoever moves a task tells what is the case.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from data_access.contracts.investigation import FinishOutlook, RoundEnd, TaskMove, TaskStatus
from data_access.errors import TaskNotQueued, WrongStatus


@dataclass(frozen=True)
class Situation:
    """What the guards of the table look at."""

    status: TaskStatus | None
    """None before the task exists."""
    pending_required: bool = False
    """A required question waits for a person."""
    settled_undelivered: bool = False
    """A required question was settled while this generation ran, and no session has read it."""
    has_final: bool = False
    """The session that runs has published a final report of this generation."""
    pending_actions: bool = False
    """A proposed action of any generation waits for a person."""


@dataclass(frozen=True)
class TaskState:
    """One row of the table."""

    before: tuple[TaskStatus | None, ...]
    by: TaskMove
    after: TaskStatus
    why: str
    """When the row holds, and what it means, for whoever moved the task."""
    holds: Callable[[Situation], bool] = lambda _: True
    new_generation: bool = False
    ends_round: RoundEnd | None = None


_BY_PERSON_AGAIN: tuple[TaskStatus, ...] = ("completed", "failed", "waiting_review")
_CAN_BE_CANCELLED: tuple[TaskStatus, ...] = (
    "queued", "running", "waiting_human", "waiting_calculation", "waiting_review", "failed",
)  # fmt: skip

STATE_TABLE: tuple[TaskState, ...] = (
    TaskState((None,), "create_task", "queued", "A new task waits for a session that claims it."),
    TaskState(("queued",), "claim_task", "running", "One session holds the lease and works."),
    TaskState(
        ("running",),
        "lease_expired",
        "waiting_human",
        "The session fell silent while a required question waits for a person.",
        lambda s: s.pending_required,
        ends_round="lease_expired",
    ),
    TaskState(
        ("running",),
        "lease_expired",
        "queued",
        "The session fell silent; another one may claim the same generation.",
        ends_round="lease_expired",
    ),
    TaskState(
        ("running",),
        "finish_task_run",
        "waiting_human",
        "A required question waits for a person. This is a normal end: the answer queues the task again.",
        lambda s: s.pending_required,
        ends_round="finished",
    ),
    TaskState(
        ("running",),
        "finish_task_run",
        "queued",
        "A required question was settled meanwhile and no session has read it: the task is queued as a new "
        "generation. To go on in this round, read section `questions` of get_task_context with your lease "
        "token first.",
        lambda s: s.settled_undelivered,
        new_generation=True,
        ends_round="finished",
    ),
    TaskState(
        ("running",),
        "finish_task_run",
        "waiting_review",
        "This session published its final report, and proposed actions wait for a person.",
        lambda s: s.has_final and s.pending_actions,
        ends_round="finished",
    ),
    TaskState(
        ("running",),
        "finish_task_run",
        "completed",
        "This session published its final report, and nothing waits for a person.",
        lambda s: s.has_final,
        ends_round="finished",
    ),
    TaskState(
        ("running",),
        "wait_for_calculation",
        "waiting_calculation",
        "The task is set aside until a calculation has ended.",
        ends_round="waiting_calculation",
    ),
    TaskState(
        ("waiting_calculation",),
        "resume_task",
        "queued",
        "Somebody says the calculation has ended; a session may claim the same generation.",
    ),
    TaskState(
        ("waiting_calculation",),
        "until_passed",
        "queued",
        "The time named for the calculation has passed; a session may claim the same generation.",
    ),
    TaskState(
        ("running",),
        "finish_task_run",
        "failed",
        "This session published no final report of this generation and no required question waits: the task "
        "fails. To end it well, publish a report with stage `final` first, or ask what is missing.",
        ends_round="finished",
    ),
    TaskState(
        ("waiting_human",),
        "question_settled",
        "queued",
        "The last required question is settled: a new generation waits for a session that claims it.",
        lambda s: not s.pending_required,
        new_generation=True,
    ),
    TaskState(
        ("waiting_review",),
        "action_decided",
        "completed",
        "The last proposed action is decided or expired.",
        lambda s: not s.pending_actions,
    ),
    TaskState(
        _BY_PERSON_AGAIN,
        "request_reinvestigation",
        "queued",
        "A person asked to look again: a new generation waits for a session that claims it.",
        new_generation=True,
    ),
    TaskState(
        _CAN_BE_CANCELLED,
        "cancel_task",
        "cancelled",
        "A person cancelled the task; nothing more is written to it.",
        ends_round="cancelled",
    ),
)
"""Every move there is. What stands in no row is refused."""


def situation_of(told: Mapping[str, Any]) -> Situation:
    """Return the situation out of a row that tells more than the guards look at."""
    return Situation(**{field.name: told[field.name] for field in fields(Situation)})


def may_move(status: TaskStatus, move: TaskMove) -> bool:
    """Say whether any row leads on from this status; none needs to look at the guards otherwise."""
    return any(row.by == move and status in row.before for row in STATE_TABLE)


def next_state(situation: Situation, move: TaskMove) -> TaskState | None:
    """Return the first row that holds; None when the move changes nothing in this situation."""
    rows = (row for row in STATE_TABLE if row.by == move and situation.status in row.before)
    return next((row for row in rows if row.holds(situation)), None)


def required_state(situation: Situation, move: TaskMove, task_id: str) -> TaskState:
    """Return the first row that holds. Raises: `TaskNotQueued` for a claim, `WrongStatus` for other moves."""
    row = next_state(situation, move)
    if row is not None:
        return row
    from_where = sorted({status for one in STATE_TABLE if one.by == move for status in one.before if status})
    told = (
        f"Task {task_id} is {situation.status}; {move} is only for a task that is {' or '.join(from_where)}."
    )
    if move == "claim_task":
        raise TaskNotQueued(f"{told} List the tasks with status `queued` and claim another one.")
    raise WrongStatus(f"{told} Read section `task` of get_task_context to see how it stands.")


def outlook(situation: Situation) -> FinishOutlook | None:
    """Say what `finish_task_run` would do; None for a task that does not run."""
    row = next_state(situation, "finish_task_run")
    return None if row is None else FinishOutlook(status=row.after, why=row.why)

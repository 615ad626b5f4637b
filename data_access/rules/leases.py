"""Whether a session may still write to the task it claimed.

One session at a time holds the lease of a task. A lease that ran out, was given back or belongs to an older
generation is refused with what became of it, so that an agent knows whether to claim again or to stop.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import datetime

from data_access.contracts.investigation import TaskStatus
from data_access.errors import LeaseLost, Problem, StaleGeneration, TaskCancelled


@dataclass(frozen=True)
class LeaseHolder:
    """The round that a lease token was given to."""

    round_id: str
    ended_at: datetime | None
    end_reason: str | None


def lease_hash(token: str) -> str:
    """Return what the desk keeps of a lease token."""
    return hashlib.sha256(token.encode()).hexdigest()


def check_lease(
    *,
    task_id: str,
    status: TaskStatus,
    generation: int,
    round_id: str | None,
    given_generation: int,
    holder: LeaseHolder | None,
) -> None:
    """Pass when `holder`, the round of the token shown, is the one that works on the task now.

    Raises: `TaskCancelled`, `StaleGeneration`, `LeaseLost`; the first that holds.
    """
    if status == "cancelled":
        raise TaskCancelled(f"Task {task_id} was cancelled by a person. Stop; nothing more is written to it.")
    if given_generation != generation:
        wrong = Problem(
            "generation",
            f"{given_generation} was given and the task is in generation {generation}",
            "Stop this round; claim the task again when it is queued.",
        )
        raise StaleGeneration(
            f"Task {task_id} is in generation {generation}, not {given_generation}.", problems=(wrong,)
        )
    if holder is None:
        wrong = Problem("lease_token", "no round of this task was given it", "Show the token of claim_task.")
        raise LeaseLost(f"This lease token is not one of task {task_id}.", problems=(wrong,))
    if holder.round_id != round_id:
        raise _ended(task_id, status, holder)


def _ended(task_id: str, status: TaskStatus, holder: LeaseHolder) -> LeaseLost:
    when = f" at {holder.ended_at:%Y-%m-%dT%H:%M:%SZ}" if holder.ended_at else ""
    fix = (
        "Claim the task again, read its context, and repeat what was not kept under a new request id."
        if status == "queued"
        else f"The task is {status}: stop, or claim it when it is queued again."
    )
    wrong = Problem("lease_token", f"round {holder.round_id} ended{when} ({holder.end_reason})", fix)
    return LeaseLost(
        f"Round {holder.round_id} of task {task_id} no longer holds the lease.", problems=(wrong,)
    )

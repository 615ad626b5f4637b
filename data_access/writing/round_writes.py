"""What every write of a round has around it: the lease is checked and begun anew, the standing is told."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, TypeVar

from data_access.contracts.case_calls import RoundWrite
from data_access.contracts.case_receipts import RoundReceipt
from data_access.rules.leases import LeaseHolder, check_lease, lease_hash
from data_access.store.connection import Store, Transaction
from data_access.writing.case_write import Author, Writing, write_once
from data_access.writing.task_moves import TaskStanding, outlook_now, task_standing

Asked = TypeVar("Asked", bound=RoundWrite)
Told = TypeVar("Told", bound=RoundReceipt)


def write_in_round(
    store: Store,
    name: str,
    call: Asked,
    act: Callable[[Writing, Asked, TaskStanding], dict[str, Any]],
    *,
    gives: type[Told],
    author: Author,
) -> Told:
    """Do what the session that holds the lease asks, and renew its lease.

    `act` writes the rows and returns the fields of the receipt that are its own.
    Raises: `PermissionDenied`, `RequestIdReused`, `NotFound`, `TaskCancelled`, `StaleGeneration`,
    `LeaseLost`, and whatever `act` raises.
    """

    def written(writing: Writing, asked: Asked) -> Told:
        task = task_in_round(writing, asked)
        own = act(writing, asked, task)
        renew(writing, task)
        return gives(**standing_after(writing, asked, task), **own)

    return write_once(store, name, call, written, gives=gives, author=author, task_id=call.task_id)


def task_in_round(writing: Writing, call: RoundWrite) -> TaskStanding:
    """Return the task when the session that asks holds its lease.

    Raises: `NotFound`, `TaskCancelled`, `StaleGeneration`, `LeaseLost`.
    """
    task = task_standing(writing.transaction, call.task_id)
    check_lease(
        task_id=task.task_id,
        status=task.status,
        generation=task.generation,
        round_id=task.round_id,
        given_generation=call.generation,
        holder=holder_of(writing.transaction, call.task_id, call.lease_token),
    )
    writing.before = {"status": task.status, "generation": task.generation}
    return task


def holder_of(transaction: Transaction, task_id: str, lease_token: str) -> LeaseHolder | None:
    """Return the round that was given this token; None when none of the task was."""
    rows = transaction.run("round_of_lease", {"task_id": task_id, "lease_hash": lease_hash(lease_token)})
    return LeaseHolder(**rows[0]) if rows else None


def renew(writing: Writing, task: TaskStanding) -> None:
    """Begin the lease anew, for as long as the claim asked."""
    until = writing.at + timedelta(seconds=task.lease_seconds or 0)
    writing.keep("hold_lease", task_id=task.task_id, lease_expires_at=until)


def standing_after(writing: Writing, call: RoundWrite, before: TaskStanding) -> dict[str, Any]:
    """Return the fields of every receipt of a round, as of the end of the write."""
    task = task_standing(writing.transaction, call.task_id)
    return {
        "request_id": call.request_id,
        "task_id": task.task_id,
        "status": task.status,
        "generation": task.generation,
        "recorded_at": writing.at,
        "round_id": before.round_id,
        "lease_expires_at": task.lease_expires_at,
        "if_finished_now": outlook_now(writing.transaction, task),
    }

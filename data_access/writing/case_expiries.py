"""Settles what has expired: leases, questions, actions, and calculations whose time has passed.

A reading counts an expiry from its moment on; here it is written down, one after the other in the order of
their moments, each in a transaction of its own, by the desk itself.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from data_access.contracts.investigation import TaskMove
from data_access.contracts.principal import DESK
from data_access.store.connection import Record, Store, Transaction
from data_access.writing.change_counters import touch
from data_access.writing.change_log import record_change
from data_access.writing.task_moves import Move, move_task_if_due, task_standing
from data_access.writing.waiting_writes import tasks_waited_for

_MOVES: dict[str, TaskMove] = {
    "question": "question_settled",
    "action": "action_decided",
    "calculation": "until_passed",
    "lease": "lease_expired",
}
_EXPIRES = {"question": "expire_question", "action": "expire_action"}
"""Statements that end what is no state of the task itself."""


def settle_expiries(store: Store, clock: Callable[[], datetime]) -> int:
    """Settle everything that has expired on this desk; return how many that were.

    Tasks on which a write waits are left to that write, which may have arrived in time.
    """
    settled = 0
    moment = clock()
    while store.rows("next_expiry", _due(moment, None, store)):
        with store.transaction() as transaction:
            due = transaction.run("next_expiry", _due(moment, None, store))
            if not due:
                break
            _settle(transaction, due[0], clock())
        settled += 1
    return settled


def settle_next_expiry(
    transaction: Transaction, moment: datetime, recorded_at: datetime, *, task_id: str
) -> bool:
    """Settle what expired first of a task by `moment`; say whether there was anything."""
    due = transaction.run("next_expiry", _due(moment, task_id))
    if not due:
        return False
    _settle(transaction, due[0], recorded_at)
    return True


def _due(moment: datetime, task_id: str | None, store: Store | None = None) -> dict[str, Any]:
    return {
        "at": moment,
        "task_id": task_id,
        "left_out": [] if store is None else tasks_waited_for(store),
    }


def _settle(transaction: Transaction, due: Record, at: datetime) -> None:
    kind, task_id = due["kind"], due["task_id"]
    if kind in _EXPIRES:
        transaction.run(_EXPIRES[kind], due)
    before = task_standing(transaction, task_id)
    move = Move(_MOVES[kind], due["due_at"], at, DESK.id)
    row = move_task_if_due(transaction, before, move)
    record_change(
        transaction,
        principal=DESK,
        face="desk",
        action=f"{kind}_expired",
        subject_kind=kind if kind in _EXPIRES else "investigation_task",
        subject_id=f"{task_id}/{due['id']}" if kind in _EXPIRES else task_id,
        old={"status": before.status, "generation": before.generation},
        new={
            "status": row.after if row else before.status,
            "generation": before.generation + bool(row and row.new_generation),
            "due_at": due["due_at"].isoformat(),
        },
        at=at,
    )
    touch(transaction, ["cases", f"case:{task_id}"], at)

"""A round from its claim to its end: who works on a task, for how long, and what becomes of the task."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import Any

from data_access.contracts.case_calls import (
    ClaimTaskCall,
    FinishTaskRunCall,
    RenewLeaseCall,
    ResumeTaskCall,
    RoundWrite,
    WaitForCalculationCall,
)
from data_access.contracts.case_receipts import ClaimReceipt, FinishReceipt, RoundReceipt, TaskReceipt
from data_access.contracts.investigation import TaskMove
from data_access.errors import InvalidInput, Problem
from data_access.rules.leases import lease_hash
from data_access.rules.task_states import Situation, required_state
from data_access.rules.token_hash import TOKEN_BEGINS
from data_access.store.connection import Store
from data_access.writing.case_write import Author, Writing, write_once
from data_access.writing.round_writes import standing_after, task_in_round, write_in_round
from data_access.writing.task_moves import Move, TaskStanding, move_task, outlook_now, task_standing

_READ_FIRST = (
    "get_task_context with section `task` and your lease token: earlier reports, open gaps, and what people "
    "answered since. Sections progress, reports, evidence and questions hold the rest."
)


def claim_task(store: Store, call: ClaimTaskCall, *, author: Author) -> ClaimReceipt:
    """Take a queued task on: of several sessions that try, one wins. Needs the scope `publish`.

    Raises: `PermissionDenied`, `RequestIdReused`, `NotFound`, `TaskNotQueued`.
    """
    return write_once(
        store, "claim_task", call, _claim, gives=ClaimReceipt, author=author, task_id=call.task_id
    )


def _claim(writing: Writing, call: ClaimTaskCall) -> ClaimReceipt:
    task = task_standing(writing.transaction, call.task_id)
    required_state(Situation(task.status), "claim_task", task.task_id)
    token = f"{TOKEN_BEGINS}lease_{secrets.token_urlsafe(24)}"
    begun = writing.keep(
        "add_round",
        task_id=task.task_id,
        generation=task.generation,
        agent=call.agent,
        lease_hash=lease_hash(token),
        lease_seconds=call.lease_seconds,
    )[0]
    until = writing.at + timedelta(seconds=call.lease_seconds)
    move = _move(writing, "claim_task", round_id=begun["round_id"], lease_expires_at=until)
    move_task(writing.transaction, task, move)
    for conversation in dict.fromkeys(call.conversation_ids):
        writing.keep(
            "link_round_conversation",
            task_id=task.task_id,
            round_id=begun["round_id"],
            conversation=conversation,
            linked_by="claim",
        )
    writing.before = {"status": task.status, "generation": task.generation}
    claimed = task_standing(writing.transaction, call.task_id)
    return ClaimReceipt(
        request_id=call.request_id,
        task_id=task.task_id,
        status=claimed.status,
        generation=claimed.generation,
        recorded_at=writing.at,
        round_id=begun["round_id"],
        lease_expires_at=until,
        if_finished_now=outlook_now(writing.transaction, claimed),
        lease_token=token,
        lease_seconds=call.lease_seconds,
        attempt=begun["attempt"],
        title=task.title,
        description=task.description,
        read_first=_READ_FIRST,
    )


def renew_task_lease(store: Store, call: RenewLeaseCall, *, author: Author) -> RoundReceipt:
    """Begin the lease anew. Needs the scope `publish`.

    Raises: `PermissionDenied`, `RequestIdReused`, `NotFound`, `TaskCancelled`, `StaleGeneration`,
    `LeaseLost`.
    """
    return write_in_round(store, "renew_task_lease", call, _nothing_more, gives=RoundReceipt, author=author)


def _nothing_more(_writing: Writing, _call: RenewLeaseCall, _task: TaskStanding) -> dict[str, Any]:
    return {}


def wait_for_calculation(store: Store, call: WaitForCalculationCall, *, author: Author) -> FinishReceipt:
    """End the round and set the task aside until a calculation has ended. Needs the scope `publish`.

    Raises: as `renew_task_lease`, and `InvalidInput` for a time that has passed.
    """

    def wait(writing: Writing, asked: WaitForCalculationCall) -> FinishReceipt:
        if asked.until is not None and asked.until <= writing.at:
            wrong = Problem("until", "it has passed already", "Give a moment to come, or leave it out.")
            raise InvalidInput("The task cannot wait for a moment that has passed.", problems=(wrong,))
        return _ended(writing, asked, "wait_for_calculation", asked.reason, asked.until)

    return write_once(
        store, "wait_for_calculation", call, wait, gives=FinishReceipt, author=author, task_id=call.task_id
    )


def finish_task_run(store: Store, call: FinishTaskRunCall, *, author: Author) -> FinishReceipt:
    """End the round; the state table says what becomes of the task. Needs the scope `publish`.

    Raises: as `renew_task_lease`.
    """

    def finish(writing: Writing, asked: FinishTaskRunCall) -> FinishReceipt:
        return _ended(writing, asked, "finish_task_run", asked.reason, None)

    return write_once(
        store, "finish_task_run", call, finish, gives=FinishReceipt, author=author, task_id=call.task_id
    )


def _ended(
    writing: Writing, call: RoundWrite, by: TaskMove, reason: str | None, wait_until: datetime | None
) -> FinishReceipt:
    task = task_in_round(writing, call)
    row = move_task(writing.transaction, task, _move(writing, by, reason=reason, wait_until=wait_until))
    return FinishReceipt(**standing_after(writing, call, task), explanation=row.why)


def resume_task(store: Store, call: ResumeTaskCall, *, author: Author) -> TaskReceipt:
    """Queue a task that waits for a calculation; the same generation goes on. Needs the scope `publish`.

    Raises: `PermissionDenied`, `RequestIdReused`, `NotFound`, `WrongStatus`.
    """
    return write_once(
        store, "resume_task", call, _resume, gives=TaskReceipt, author=author, task_id=call.task_id
    )


def _resume(writing: Writing, call: ResumeTaskCall) -> TaskReceipt:
    task = task_standing(writing.transaction, call.task_id)
    writing.before = {"status": task.status, "generation": task.generation}
    row = move_task(writing.transaction, task, _move(writing, "resume_task", reason=call.reason))
    return TaskReceipt(
        request_id=call.request_id,
        task_id=task.task_id,
        status=row.after,
        generation=task.generation,
        recorded_at=writing.at,
    )


def _move(writing: Writing, by: TaskMove, **further: Any) -> Move:
    return Move(by, writing.at, writing.at, writing.author.principal.id, **further)

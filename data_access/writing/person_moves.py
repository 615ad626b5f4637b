"""Takes a case up again, or ends it, because a person says so and why."""

from __future__ import annotations

from typing import Any

from data_access.contracts.case_receipts import TaskReceipt
from data_access.contracts.investigation import TaskMove
from data_access.contracts.people_calls import CancelTaskCall, ReinvestigateCall
from data_access.store.connection import Store
from data_access.writing.case_write import Author, Writing
from data_access.writing.person_writes import write_as_person
from data_access.writing.task_moves import Move, TaskStanding, move_task


def request_reinvestigation(store: Store, call: ReinvestigateCall, *, author: Author) -> TaskReceipt:
    """Queue a case that has ended, or waits for decisions, as a new generation. Needs a person with `decide`.

    Raises: what every write of a person raises, `WrongStatus`.
    """

    return write_as_person(store, "request_reinvestigation", call, _take_up, gives=TaskReceipt, author=author)


def cancel_task(store: Store, call: CancelTaskCall, *, author: Author) -> TaskReceipt:
    """End a case with its lease, its open questions and its pending actions. Needs a person with `decide`.

    Raises: what every write of a person raises, `WrongStatus`.
    """
    return write_as_person(store, "cancel_task", call, _cancel, gives=TaskReceipt, author=author)


def _take_up(writing: Writing, call: ReinvestigateCall, task: TaskStanding) -> dict[str, Any]:
    return _moved(writing, task, "request_reinvestigation", call.reason)


def _cancel(writing: Writing, call: CancelTaskCall, task: TaskStanding) -> dict[str, Any]:
    return _moved(writing, task, "cancel_task", call.reason)


def _moved(writing: Writing, task: TaskStanding, by: TaskMove, reason: str) -> dict[str, Any]:
    move = Move(by, writing.at, writing.at, writing.author.principal.id, reason=reason)
    move_task(writing.transaction, task, move)
    return {}

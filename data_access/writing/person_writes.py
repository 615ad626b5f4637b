"""What every write of a person has around it: a person makes it, the task still stands.

Whatever the face: a principal that is no person answers, decides and states for nobody.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from data_access.contracts.case_calls import TaskWrite
from data_access.contracts.case_receipts import CaseReceipt
from data_access.errors import PermissionDenied, TaskCancelled
from data_access.store.connection import Store
from data_access.writing.case_write import Author, Writing, write_once
from data_access.writing.task_moves import TaskStanding, task_standing

Asked = TypeVar("Asked", bound=TaskWrite)
Told = TypeVar("Told", bound=CaseReceipt)


def write_as_person(
    store: Store,
    name: str,
    call: Asked,
    act: Callable[[Writing, Asked, TaskStanding], dict[str, Any]],
    *,
    gives: type[Told],
    author: Author,
) -> Told:
    """Do what a person asks, once.

    `act` writes the rows and returns the fields of the receipt that are its own.
    Raises: `PermissionDenied`, `RequestIdReused`, `NotFound`, `TaskCancelled`, and whatever `act` raises.
    """
    principal = author.principal
    principal.require("decide")
    if principal.kind != "person":
        raise PermissionDenied(
            f"{principal.name} ({principal.kind}) answers and decides for nobody: ask a person."
        )

    def written(writing: Writing, asked: Asked) -> Told:
        task = task_standing(writing.transaction, asked.task_id)
        if task.status == "cancelled":
            raise TaskCancelled(f"Task {task.task_id} was cancelled; nothing more is written to it.")
        writing.before = {"status": task.status, "generation": task.generation}
        own = act(writing, asked, task)
        (after,) = writing.keep("status_of_task", task_id=task.task_id)
        return gives(
            request_id=asked.request_id,
            task_id=task.task_id,
            status=after["status"],
            generation=after["generation"],
            recorded_at=writing.at,
            **own,
        )

    return write_once(
        store, name, call, written, gives=gives, author=author, task_id=call.task_id, scope="decide"
    )


def reports_citing(writing: Writing, task_id: str, record_id: str | None) -> tuple[int, ...]:
    """Return the revisions that cite a record; none for no record."""
    if record_id is None:
        return ()
    cited = writing.keep("reports_citing", task_id=task_id, record_id=record_id)
    return tuple(row["revision"] for row in cited)

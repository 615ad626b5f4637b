"""Creates investigation tasks: a case begins queued, and nobody has started it yet."""

from __future__ import annotations

import secrets

from data_access.contracts.case_calls import CreateTaskCall
from data_access.contracts.case_receipts import TaskReceipt
from data_access.store.connection import Store
from data_access.writing.case_write import Author, Writing, write_once
from data_access.writing.notices import emit_notice
from data_access.writing.task_moves import task_standing


def create_task(store: Store, call: CreateTaskCall, *, author: Author) -> TaskReceipt:
    """Create a task, queued, generation 1. Needs the scope `publish`.

    Raises: `PermissionDenied`, `RequestIdReused`, `NotFound` for a related task that does not exist.
    """
    return write_once(store, "create_task", call, _create, gives=TaskReceipt, author=author, task_id=None)


def _create(writing: Writing, call: CreateTaskCall) -> TaskReceipt:
    for related in call.related_task_ids:
        task_standing(writing.transaction, related)
    task_id = f"T-{secrets.token_hex(5)}"
    writing.keep("add_task", task_id=task_id, **call.model_dump(exclude={"request_id", "related_task_ids"}))
    writing.keep(
        "add_task_transition",
        task_id=task_id,
        from_status=None,
        status="queued",
        moved_by="create_task",
        generation=1,
        round_id=None,
        reason=None,
        recorded_at=writing.at,
    )
    emit_notice(writing.transaction, "task_queued", task_id=task_id, at=writing.at)
    for related in dict.fromkeys(call.related_task_ids):
        writing.keep("add_task_relation", task_id=task_id, related_task_id=related, relation="related")
    return TaskReceipt(
        request_id=call.request_id, task_id=task_id, status="queued", generation=1, recorded_at=writing.at
    )

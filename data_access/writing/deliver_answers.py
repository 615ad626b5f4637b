"""Marks what people answered as delivered, when the session that holds the lease reads it.

Nobody else's reading marks anything: an answer counts as read only by whoever works on the task.
"""

from __future__ import annotations

from data_access.contracts.case_calls import TaskContextCall
from data_access.store.connection import Store
from data_access.writing.case_expiries import settle_next_expiry
from data_access.writing.case_write import Author
from data_access.writing.change_counters import touch
from data_access.writing.change_log import record_change
from data_access.writing.round_writes import holder_of
from data_access.writing.task_moves import task_standing
from data_access.writing.waiting_writes import first_arrival

TELLS_ANSWERS = frozenset({"task", "questions"})
"""Sections in which answers stand."""


def deliver_answers(store: Store, call: TaskContextCall, *, author: Author) -> tuple[str, ...]:
    """Mark settled questions as delivered when the holder of the lease reads a section that tells them.

    Returns the questions that were marked now; none for anybody else. Raises: `PermissionDenied`, `NotFound`.
    """
    author.principal.require("read")
    if call.lease_token is None or call.section not in TELLS_ANSWERS:
        return ()
    if not store.rows("unread_settled_questions", {"task_id": call.task_id}) and not _is_due(
        store, call, author
    ):
        return ()
    arrived = author.clock()
    while True:
        with store.transaction() as transaction:
            at = author.clock()
            moment = first_arrival(store, call.task_id, arrived)
            if settle_next_expiry(transaction, moment, at, task_id=call.task_id):
                continue
            task = task_standing(transaction, call.task_id)
            holder = holder_of(transaction, call.task_id, call.lease_token)
            if holder is None or holder.round_id != task.round_id:
                return ()
            values = {"task_id": call.task_id, "at": at}
            marked = transaction.run("deliver_answers", values)
            marked += transaction.run("deliver_given_answers", values)
            delivered = tuple(sorted({row["question_id"] for row in marked}))
            if delivered:
                record_change(
                    transaction,
                    principal=author.principal,
                    face=author.face,
                    action="deliver_answers",
                    subject_kind="investigation_task",
                    subject_id=call.task_id,
                    new={"round_id": task.round_id, "questions": list(delivered)},
                    at=at,
                )
                touch(transaction, ["cases", f"case:{call.task_id}"], at)
            return delivered


def _is_due(store: Store, call: TaskContextCall, author: Author) -> bool:
    values = {"task_id": call.task_id, "at": author.clock(), "left_out": []}
    return bool(store.rows("next_expiry", values))

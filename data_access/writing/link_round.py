"""Links runs to rounds by hand, and takes such a link away again."""

from __future__ import annotations

from data_access.contracts.case_calls import LinkRoundCall
from data_access.contracts.case_receipts import CaseReceipt
from data_access.errors import NotFound, Problem
from data_access.store.connection import Store
from data_access.writing.case_write import Author, Writing, write_once
from data_access.writing.task_moves import task_standing


def link_round(store: Store, call: LinkRoundCall, *, author: Author) -> CaseReceipt:
    """Say that a run belongs to a round, or no longer does. Needs the scope `publish`.

    Raises: `PermissionDenied`, `RequestIdReused`, `NotFound` for the task or the round.
    """
    return write_once(
        store, "link_round", call, _link, gives=CaseReceipt, author=author, task_id=call.task_id
    )


def _link(writing: Writing, call: LinkRoundCall) -> CaseReceipt:
    task = task_standing(writing.transaction, call.task_id)
    if not writing.keep("round_named", task_id=call.task_id, round_id=call.round_id):
        wrong = Problem("round_id", "the task has no such round", "Read section `task` of get_task_context.")
        raise NotFound(f"Task {task.task_id} has no round {call.round_id}.", problems=(wrong,))
    writing.keep(
        "unlink_round_conversation" if call.is_removed else "link_round_conversation",
        task_id=call.task_id,
        round_id=call.round_id,
        conversation=call.conversation_id,
        linked_by="hand",
    )
    writing.further_scopes.append("costs")
    writing.before = {"status": task.status, "generation": task.generation}
    writing.log(
        "round_conversation",
        f"{call.task_id}/{call.round_id}",
        new={"conversation": call.conversation_id, "is_removed": call.is_removed},
    )
    return CaseReceipt(
        request_id=call.request_id,
        task_id=task.task_id,
        status=task.status,
        generation=task.generation,
        recorded_at=writing.at,
    )

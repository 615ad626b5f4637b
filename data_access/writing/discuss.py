"""Keeps what is said about the reports of a case; nothing said there moves the case."""

from __future__ import annotations

from typing import Any

from data_access.contracts.discussion import MessageReceipt, PostMessageCall, ReplyCall
from data_access.errors import Problem, StaleGeneration, TaskCancelled, UnknownReference, UnknownRevision
from data_access.store.connection import Record, Store
from data_access.writing.case_write import Author, Writing, write_once
from data_access.writing.notices import emit_notice
from data_access.writing.person_writes import write_as_person
from data_access.writing.task_moves import TaskStanding, task_standing


def post_discussion_message(store: Store, call: PostMessageCall, *, author: Author) -> MessageReceipt:
    """Say or ask something about a revision. Needs a person with the scope `decide`.

    Raises: what every write of a person raises, `UnknownRevision`, `UnknownReference`.
    """
    return write_as_person(store, "post_discussion_message", call, _post, gives=MessageReceipt, author=author)


def reply_in_discussion(store: Store, call: ReplyCall, *, author: Author) -> MessageReceipt:
    """Reply to a message, with what the reply was checked against. Needs the scope `publish` and no lease.

    Raises: `PermissionDenied`, `RequestIdReused`, `NotFound`, `TaskCancelled`, `UnknownReference`,
    `UnknownRevision`, `StaleGeneration` for a generation that the task has not reached.
    """
    return write_once(
        store, "reply_in_discussion", call, _reply, gives=MessageReceipt, author=author, task_id=call.task_id
    )


def _post(writing: Writing, call: PostMessageCall, task: TaskStanding) -> dict[str, Any]:
    newest = _newest(writing, task.task_id)
    revision = call.report_revision or newest
    if call.report_revision is not None:
        _known(call.report_revision, newest, "report_revision")
    if call.reply_to is not None:
        revision = _message(writing, task.task_id, call.reply_to, "reply_to")["revision"]
    message_id = _kept(writing, task, revision=revision, text=call.text, reply_to=call.reply_to)
    return {"message_id": message_id, "revision": revision, "is_current": revision == newest}


def _reply(writing: Writing, call: ReplyCall) -> MessageReceipt:
    task = task_standing(writing.transaction, call.task_id)
    if task.status == "cancelled":
        raise TaskCancelled(f"Task {task.task_id} was cancelled; nothing more is written to it.")
    message = _message(writing, task.task_id, call.message_id, "message_id")
    newest = _newest(writing, task.task_id)
    if call.checked_revision is not None:
        _known(call.checked_revision, newest, "checked_revision")
    if call.checked_generation > task.generation:
        fix = "Read get_discussion and give `task.generation` of it."
        why = f"the task is at generation {task.generation}"
        raise StaleGeneration(
            f"Generation {call.checked_generation} does not exist.",
            problems=(Problem("checked_generation", why, fix),),
        )
    message_id = _kept(
        writing,
        task,
        revision=message["revision"],
        text=call.text,
        reply_to=call.message_id,
        checked_generation=call.checked_generation,
        checked_revision=call.checked_revision,
    )
    writing.before = {"status": task.status, "generation": task.generation}
    return MessageReceipt(
        request_id=call.request_id,
        task_id=task.task_id,
        status=task.status,
        generation=task.generation,
        recorded_at=writing.at,
        message_id=message_id,
        revision=message["revision"],
        is_current=(call.checked_generation, call.checked_revision) == (task.generation, newest),
    )


def _kept(
    writing: Writing,
    task: TaskStanding,
    *,
    revision: int | None,
    text: str,
    reply_to: str | None,
    checked_generation: int | None = None,
    checked_revision: int | None = None,
) -> str:
    principal = writing.author.principal
    kept = writing.keep(
        "add_discussion_message",
        task_id=task.task_id,
        generation=task.generation,
        author_kind=principal.kind,
        author=principal.name,
        is_verified=principal.is_verified,
        revision=revision,
        text=text,
        reply_to=reply_to,
        checked_generation=checked_generation,
        checked_revision=checked_revision,
    )
    message_id: str = kept[0]["message_id"]
    emit_notice(
        writing.transaction,
        "discussion_message",
        task_id=task.task_id,
        subject_id=message_id,
        detail=principal.kind,
        at=writing.at,
    )
    return message_id


def _newest(writing: Writing, task_id: str) -> int | None:
    heads = writing.transaction.run("report_heads_of_task", {"task_id": task_id})
    return heads[0]["revision"] if heads else None


def _known(revision: int, newest: int | None, where: str) -> None:
    if newest is None or revision > newest:
        why = f"the newest is {newest}" if newest else "there is no report yet"
        wrong = Problem(where, why, "Give a revision that there is, or leave it out.")
        raise UnknownRevision(f"There is no revision {revision}: {why}.", problems=(wrong,))


def _message(writing: Writing, task_id: str, message_id: str, where: str) -> Record:
    rows = writing.transaction.run("discussion_of_task", {"task_id": task_id})
    found = [row for row in rows if row["message_id"] == message_id]
    if not found:
        known = ", ".join(row["message_id"] for row in rows[-8:]) or "no messages yet"
        wrong = Problem(where, f"{message_id[:100]} is no message of this task", f"The task has {known}.")
        raise UnknownReference(f"Task {task_id} has no message {message_id[:100]}.", problems=(wrong,))
    return found[0]

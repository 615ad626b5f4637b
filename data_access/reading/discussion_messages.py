"""What was said about the reports of a case, and which revision a message is about."""

from __future__ import annotations

from collections.abc import Sequence

from data_access.contracts.discussion import DiscussionMessage
from data_access.errors import NotFound, Problem
from data_access.store.connection import Store


def messages_of_task(store: Store, task_id: str) -> tuple[DiscussionMessage, ...]:
    """Return everything that was said about the reports of a task, in order."""
    rows = store.rows("discussion_of_task", {"task_id": task_id})
    return tuple(DiscussionMessage(**row) for row in rows)


def revision_of_message(
    messages: Sequence[DiscussionMessage], task_id: str, message_id: str, *, where: str
) -> int | None:
    """Return the revision that a message is about; None before there was one.

    `where` is the field that names the message. Raises: `NotFound`.
    """
    named = next((one for one in messages if one.message_id == message_id), None)
    if named is None:
        fix = "Leave it out; get_discussion tells which messages wait."
        wrong = Problem(where, "the task has no such message", fix)
        raise NotFound(f"Task {task_id[:100]} has no message {message_id[:100]}.", problems=(wrong,))
    return named.revision

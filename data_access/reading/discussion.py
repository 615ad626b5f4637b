"""What is discussed of a case: a selected revision as it was, the case as it is, and what was said.

Nothing of a round's own dialogue, tools or thinking is in it.
"""

from __future__ import annotations

from datetime import UTC, datetime

from data_access.contracts.discussion import Discussion, DiscussionMessage
from data_access.errors import NotFound, Problem
from data_access.reading.case_records import gaps_of_task, human_evidence_of_task, plans_of_task
from data_access.reading.case_reports import report, report_heads
from data_access.reading.investigations import investigation
from data_access.reading.task_context import evidence_in_short
from data_access.store.connection import Store


def messages_of_task(store: Store, task_id: str) -> tuple[DiscussionMessage, ...]:
    """Return everything that was said about the reports of a task, in order."""
    rows = store.rows("discussion_of_task", {"task_id": task_id})
    return tuple(DiscussionMessage(**row) for row in rows)


def discussion(
    store: Store,
    task_id: str,
    *,
    message_id: str | None = None,
    report_revision: int | None = None,
    as_of: datetime | None = None,
) -> Discussion:
    """Return the discussion of a revision: the one given, that of the message, or the newest.

    Raises: `NotFound`.
    """
    moment = as_of or datetime.now(UTC)
    task = investigation(store, task_id, as_of=moment)
    messages = messages_of_task(store, task_id)
    selected = report_revision or _revision_of(messages, task_id, message_id, task.latest_revision)
    return Discussion(
        as_of=moment,
        selected_revision=selected,
        is_newest=selected == task.latest_revision,
        selected_report=None if selected is None else report(store, task_id, selected),
        task=task,
        reports=report_heads(store, task_id),
        plan=next(iter(plans_of_task(store, task_id, limit=1)), None),
        data_gaps=gaps_of_task(store, task_id),
        evidence=evidence_in_short(store, task_id),
        human_evidence=human_evidence_of_task(store, task_id),
        messages=tuple(one for one in messages if one.revision == selected),
        waiting=tuple(one.message_id for one in messages if one.waits),
    )


def _revision_of(
    messages: tuple[DiscussionMessage, ...], task_id: str, message_id: str | None, newest: int | None
) -> int | None:
    if message_id is None:
        return newest
    named = next((one for one in messages if one.message_id == message_id), None)
    if named is None:
        wrong = Problem("message_id", "the task has no such message", "Leave it out to see those that wait.")
        raise NotFound(f"Task {task_id[:100]} has no message {message_id[:100]}.", problems=(wrong,))
    return named.revision

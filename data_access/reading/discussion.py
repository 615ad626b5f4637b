"""What is discussed of a case: a selected revision as it was, the case as it is, and what was said.

Nothing of a round's own dialogue, tools or thinking is in it.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from data_access.contracts.discussion import Discussion
from data_access.reading.case_records import gaps_of_task, human_evidence_of_task, plans_of_task
from data_access.reading.case_reports import report, report_heads
from data_access.reading.cut_lists import cut_to_newest
from data_access.reading.discussion_messages import messages_of_task, revision_of_message
from data_access.reading.investigations import investigation
from data_access.reading.task_context import evidence_in_short
from data_access.store.connection import Store


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
    selected = report_revision or task.latest_revision
    if message_id is not None:
        discussed = revision_of_message(messages, task_id, message_id, where="message_id")
        selected = report_revision or discussed
    lists: dict[str, Any] = {
        "reports": report_heads(store, task_id),
        "data_gaps": gaps_of_task(store, task_id),
        "evidence": evidence_in_short(store, task_id),
        "human_evidence": human_evidence_of_task(store, task_id),
        "messages": tuple(one for one in messages if one.revision == selected),
    }
    left_out = cut_to_newest(lists)
    return Discussion(
        as_of=moment,
        selected_revision=selected,
        is_newest=selected == task.latest_revision,
        selected_report=None if selected is None else report(store, task_id, selected),
        task=task,
        plan=next(iter(plans_of_task(store, task_id, limit=1)), None),
        left_out=left_out,
        **lists,
        waiting=tuple(one.message_id for one in messages if one.waits),
    )

"""One row of each list of a snapshot: the object in, the row out, or the reason why it is none."""

from __future__ import annotations

from collections.abc import Callable

from data_access.contracts.rows import (
    AgentRow,
    MessageRow,
    PermissionRow,
    Row,
    TaskResultRow,
    TaskRow,
    TodoRow,
    ToolRow,
    UsageRow,
)
from data_access.importers.foreign_row import ForeignRow
from data_access.importers.json_text import json_text
from data_access.importers.snapshot.event_rows import EventPlace, event_row
from data_access.importers.snapshot.fields import TOOL_STATUSES
from data_access.importers.snapshot.place import FORMAT_NAME, Place
from data_access.rules.identity import call_key, digest

ReadRow = Callable[[ForeignRow, Place], Row | str]


def agent(row: ForeignRow, place: Place) -> AgentRow | str:
    """Return what `agents` says of one agent."""
    agent_id = row.name("agent_id")
    if agent_id is None:
        return "has no agent_id"
    parent = row.name("parent_agent_id")
    return AgentRow(
        conversation_key=place.snapshot.conversation_key,
        observation_id=place.statement_id,
        agent_id=agent_id,
        name=row.text("name"),
        role=row.text("role"),
        parent_agent_id=parent if parent != agent_id else None,
        parent_rank=3 if parent and parent != agent_id else 0,
        spawned_by_tool_call_id=row.name("spawned_by_tool_call_id"),
        workspace_path=row.text("workspace_path"),
        observed_at=place.snapshot.captured_at,
        extra=row.extra(),
        file_id=place.snapshot.file_id,
        line=place.snapshot.line,
    )


def event(row: ForeignRow, place: Place) -> Row | str:
    """Return one event of `event_trace`."""
    snapshot = place.snapshot
    return event_row(
        row,
        EventPlace(snapshot.conversation_key, place.row_id, place.sequence, snapshot.file_id, snapshot.line),
    )


def message(row: ForeignRow, place: Place) -> MessageRow | str:
    """Return one message of `message_trace`."""
    content = row.text("content")
    if content is None:
        return "has no content"
    sequence = row.count("sequence")
    return MessageRow(
        conversation_key=place.snapshot.conversation_key,
        message_id=row.name("message_id") or place.row_id,
        thread_id=row.text("thread_id"),
        sender=row.text("sender"),
        recipient=row.text("recipient"),
        role=row.text("role"),
        content=content,
        occurred_at=row.moment("occurred_at"),
        reply_to=row.name("reply_to"),
        event_id=row.name("event_id"),
        extra=row.extra(),
        sequence=place.sequence if sequence is None else sequence,
        file_id=place.snapshot.file_id,
        line=place.snapshot.line,
    )


def active_task(row: ForeignRow, place: Place) -> TaskRow | str:
    """Return one task that the runtime lists."""
    return _task(row, place, row.name("task_id") or place.row_id, listed=True)


def task_in_hierarchy(row: ForeignRow, place: Place) -> TaskRow | str:
    """Return one task of a `task_hierarchy` that is a list."""
    task_id = row.name("task_id")
    return "has no task_id" if task_id is None else _task(row, place, task_id, listed=False)


def _task(row: ForeignRow, place: Place, task_id: str, *, listed: bool) -> TaskRow:
    title, parent = row.text("title"), row.name("parent_task_id")
    if title is None:
        title = row.text("goal")
    isolation_request = _isolation_request(row)
    return TaskRow(
        conversation_key=place.snapshot.conversation_key,
        observation_id=place.statement_id,
        task_id=task_id,
        title=title,
        agent_id=row.text("agent_id"),
        parent_task_id=parent if parent != task_id else None,
        status=row.text("status"),
        phase=row.text("phase"),
        started_at=row.moment("started_at"),
        ended_at=row.moment("ended_at"),
        observed_at=place.snapshot.captured_at,
        listed=listed,
        extra=row.extra(),
        sequence=place.sequence,
        file_id=place.snapshot.file_id,
        line=place.snapshot.line,
        isolation_request=isolation_request,
    )


def _isolation_request(row: ForeignRow) -> str | None:
    """Take how a task is to be kept apart, as JSON in the words of the source."""
    told = {name: row.text(name) for name in ("isolation_mode", "workspace_strategy", "cleanup_policy")}
    said: dict[str, str | bool] = {name: value for name, value in told.items() if value is not None}
    may_merge = row.flag("allow_merge_back")
    if may_merge is not None:
        said |= {"allow_merge_back": may_merge}
    return json_text(said) if said else None


def task_result(row: ForeignRow, place: Place) -> TaskResultRow | str:
    """Return one result of `task_results`."""
    task_id = row.name("task_id")
    if task_id is None:
        return "has no task_id"
    return TaskResultRow(
        conversation_key=place.snapshot.conversation_key,
        observation_id=place.statement_id,
        task_id=task_id,
        status=row.text("status"),
        summary=row.text("summary"),
        output=row.text("output"),
        evidence=row.json("evidence"),
        modified_files=row.json("modified_files"),
        git_diff_summary=row.text("git_diff_summary"),
        isolation=row.json("isolation"),
        observed_at=place.snapshot.captured_at,
        extra=row.extra(),
        sequence=place.sequence,
        file_id=place.snapshot.file_id,
        line=place.snapshot.line,
    )


def tool_outcome(row: ForeignRow, place: Place) -> ToolRow | str:
    """Return one call of `tool_outcomes`, both halves in one row."""
    if not row.left:
        return "says nothing"
    return ToolRow(
        conversation_key=place.snapshot.conversation_key,
        observation_id=place.repeated_id,
        tool_call_id=row.name("tool_call_id") or place.row_id,
        part="both",
        tool=row.text("tool"),
        agent_id=row.text("agent_id"),
        task_id=row.text("task_id"),
        status=row.word("status", TOOL_STATUSES),
        started_at=row.moment("started_at"),
        ended_at=row.moment("ended_at"),
        input=row.text("input"),
        output=row.text("output"),
        error=row.text("error"),
        event_id=row.name("event_id"),
        extra=row.extra(),
        sequence=place.sequence,
        file_id=place.snapshot.file_id,
        line=place.snapshot.line,
    )


def permission_request(row: ForeignRow, place: Place) -> PermissionRow | str:
    """Return what one snapshot says of a request for permission, in its own words."""
    target = row.name("target")
    if target is None:
        return "has no target"
    tool_call_id = row.name("tool_call_id")
    return PermissionRow(
        conversation_key=place.snapshot.conversation_key,
        observation_id=place.statement_id,
        permission_id=row.name("permission_id") or tool_call_id or place.row_id,
        agent_id=row.name("agent_id"),
        task_id=row.name("task_id"),
        tool_call_id=tool_call_id,
        tool=row.text("tool"),
        operation=row.text("operation"),
        target=target,
        reason=row.text("reason"),
        options=row.json("options"),
        state=row.text("state"),
        outcome=row.text("outcome"),
        chosen=row.text("chosen"),
        answered_by=row.text("answered_by"),
        answer=row.text("answer"),
        asked_at=row.moment("asked_at"),
        expires_at=row.moment("expires_at"),
        answered_at=row.moment("answered_at"),
        observed_at=place.snapshot.captured_at,
        event_id=row.name("event_id"),
        extra=row.extra(),
        sequence=place.sequence,
        file_id=place.snapshot.file_id,
        line=place.snapshot.line,
    )


def todo(row: ForeignRow, place: Place) -> TodoRow | str:
    """Return one line of `todos`."""
    content = row.text("content")
    if content is None:
        return "has no content"
    return TodoRow(
        conversation_key=place.snapshot.conversation_key,
        todo_id=place.statement_id,
        agent_id=row.text("agent_id"),
        list_id=place.snapshot.snapshot_id,
        ordinal=place.position,
        content=content,
        status=row.text("status"),
        observed_at=place.snapshot.captured_at,
        sequence=place.sequence,
        file_id=place.snapshot.file_id,
        line=place.snapshot.line,
    )


def usage(row: ForeignRow, place: Place) -> UsageRow | str:
    """Return what one row of `usage` says of a billed call."""
    snapshot = place.snapshot
    call_id = row.name("call_id")
    said = UsageRow(
        conversation_key=snapshot.conversation_key,
        observation_id="",
        call_key=call_key(FORMAT_NAME, call_id or digest(snapshot.conversation_key, place.row_id)),
        call_id=call_id,
        conversation_id=snapshot.conversation_id,
        agent_id=row.text("agent_id"),
        task_id=row.text("task_id"),
        phase=row.text("phase"),
        model=row.name("model"),
        occurred_at=row.moment("occurred_at"),
        is_fork_copy=False,
        is_finished=row.flag("is_finished"),
        fresh_input=row.tokens("fresh_input"),
        cache_read=row.tokens("cache_read"),
        cache_write_5m=row.tokens("cache_write_5m"),
        cache_write_1h=row.tokens("cache_write_1h"),
        cache_write_unspecified=row.tokens("cache_write_unspecified"),
        output=row.tokens("output"),
        reasoning=row.tokens("reasoning"),
        web_searches=row.tokens("web_searches") or 0,
        service=None,
        reported_cost_usd=row.money("cost_usd"),
        event_id=row.name("event_id"),
        file_id=snapshot.file_id,
        line=snapshot.line,
    )
    amounts = (*said[12:19], said.reported_cost_usd)
    if all(amount is None for amount in amounts):
        return "states neither tokens nor a cost"
    return said._replace(observation_id=digest(*said[:-2]))


LIST_ROWS: dict[str, ReadRow] = {
    "agents": agent,
    "event_trace": event,
    "message_trace": message,
    "active_tasks": active_task,
    "task_results": task_result,
    "tool_outcomes": tool_outcome,
    "permission_requests": permission_request,
    "usage": usage,
    "todos": todo,
}
"""How a row of each list is read, in the order in which they are read."""

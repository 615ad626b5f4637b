"""Rows for what a source only names: a conversation, an agent or a task that stands beside an event."""

from __future__ import annotations

from data_access.contracts.rows import ConversationRow, NamedAgentRow, NamedTaskRow
from data_access.importers.snapshot.place import FORMAT_NAME
from data_access.rules.identity import digest


def conversation(conversation_key: str, conversation_id: str, file_id: int, line: int) -> ConversationRow:
    """Return a conversation of which nothing but its id is known."""
    return ConversationRow(
        conversation_key=conversation_key,
        observation_id=digest("named"),
        conversation_id=conversation_id,
        source_format=FORMAT_NAME,
        observed_at=None,
        purpose=None,
        title=None,
        title_rank=0,
        project=None,
        parent_conversation_id=None,
        machine=None,
        person=None,
        extra=None,
        file_id=file_id,
        line=line,
    )


def named_agent(conversation_key: str, agent_id: str, file_id: int, line: int) -> NamedAgentRow:
    """Return an agent of which nothing but its id is known."""
    return NamedAgentRow(
        conversation_key=conversation_key,
        observation_id=digest("named", agent_id),
        agent_id=agent_id,
        name=None,
        role=None,
        parent_agent_id=None,
        parent_rank=0,
        spawned_by_tool_call_id=None,
        workspace_path=None,
        observed_at=None,
        extra=None,
        file_id=file_id,
        line=line,
    )


def named_task(conversation_key: str, task_id: str, file_id: int, line: int) -> NamedTaskRow:
    """Return a task of which nothing but its id is known."""
    return NamedTaskRow(
        conversation_key=conversation_key,
        observation_id=digest("named", task_id),
        task_id=task_id,
        title=None,
        agent_id=None,
        parent_task_id=None,
        status=None,
        phase=None,
        started_at=None,
        ended_at=None,
        observed_at=None,
        listed=False,
        extra=None,
        sequence=0,
        file_id=file_id,
        line=line,
    )

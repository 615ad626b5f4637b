"""Todo lists that a source keeps: shown as such, never taken for tasks."""

from __future__ import annotations

from data_access.contracts.common import Contract, UtcTime


class TodoItem(Contract):
    """One line of a todo list."""

    content: str | None
    status: str | None
    """The source's own word."""


class TodoList(Contract):
    """The newest todo list of one agent."""

    agent_id: str | None
    observed_at: UtcTime | None
    """When it was last written."""
    versions: int
    """How often it was written."""
    items: tuple[TodoItem, ...]

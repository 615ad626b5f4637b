"""The todo lists of a run as they last stood, one an agent."""

from __future__ import annotations

from itertools import groupby

from data_access.contracts.todos import TodoItem, TodoList
from data_access.reading.conversations import named_conversation
from data_access.store.connection import Store

MOST_LINES = 500


def todos(store: Store, conversation: str) -> tuple[TodoList, ...]:
    """Return the newest todo list of each agent of a run, the latest first, at most 500 lines in all.

    Raises: `NotFound`, `AmbiguousId`.
    """
    key = named_conversation(store, conversation).conversation_key
    rows = store.rows("todos_of_conversation", {"conversation_key": key, "limit": MOST_LINES})
    return tuple(
        TodoList(
            agent_id=agent_id,
            observed_at=observed_at,
            versions=versions,
            items=tuple(TodoItem(content=row["content"], status=row["status"]) for row in lines),
        )
        for (agent_id, observed_at, versions), lines in groupby(
            rows, key=lambda row: (row["agent_id"], row["observed_at"], row["versions"])
        )
    )

"""The todo lists of a run as they last stood, one an agent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any

from data_access.contracts.common import Listing
from data_access.contracts.todos import TodoItem, TodoList
from data_access.reading.run_as_of import run_as_of
from data_access.store.connection import Store

MOST_LINES = 500


def todos(store: Store, conversation: str, *, at: datetime | None = None) -> Listing[TodoList]:
    """List the newest todo list of each agent of a run, the latest first, at most 500 lines in all.

    `at` reads an older snapshot. Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    run = run_as_of(store, conversation, at)
    rows = store.rows("todos_of_conversation", run.values | {"limit": MOST_LINES + 1})
    return Listing[TodoList](
        as_of=run.as_of,
        basis=run.basis,
        items=_lists(rows[:MOST_LINES]),
        total=rows[0]["total"] if rows else 0,
        truncated=len(rows) > MOST_LINES,
    )


def _lists(rows: Sequence[Mapping[str, Any]]) -> tuple[TodoList, ...]:
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

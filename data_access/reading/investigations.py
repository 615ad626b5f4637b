"""The cases of this desk: which there are and how each stands. Expiries count from their moment on."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from data_access.contracts.common import Listing, Origin
from data_access.contracts.investigation import (
    CaseOrder,
    InvestigationTask,
    RelatedTask,
    Round,
    TaskStatus,
    TaskTransition,
)
from data_access.errors import NotFound, Problem
from data_access.reading.principal_names import principal_name
from data_access.rules.page_cursor import page_limit, read_cursor, write_cursor
from data_access.store.connection import Store

_COLUMNS = tuple(name for name in InvestigationTask.model_fields if name not in ("created_by", "related"))
_NO_FILTER: dict[str, Any] = {
    "task_id": None,
    "statuses": [],
    "project": None,
    "origin": None,
    "text": None,
    "order": "last_move",
    "after_key": None,
    "after_id": None,
}


def investigations(
    store: Store,
    *,
    statuses: Sequence[TaskStatus] = (),
    project: str | None = None,
    origin: Origin | None = None,
    q: str | None = None,
    order: CaseOrder = "last_move",
    limit: int = 50,
    cursor: str | None = None,
    as_of: datetime | None = None,
) -> Listing[InvestigationTask]:
    """List cases in an `order`, a page at a time, as they stand at `as_of` (absent: now).

    `q` is looked for in titles and descriptions. Raises: `InvalidInput`.
    """
    moment = as_of or datetime.now(UTC)
    filters = {"statuses": list(statuses), "project": project, "origin": origin, "text": q, "moment": moment}
    page_asked = {"order": order, "limit": page_limit(limit) + 1} | _after(cursor, order)
    rows = store.rows("investigations", _NO_FILTER | filters | page_asked)
    page = rows[:limit]
    last = page[-1] if len(rows) > limit else None
    total = rows[0]["total"] if rows else 0
    return Listing[InvestigationTask](
        as_of=moment,
        basis="published",
        items=tuple(map(_task, page)),
        total=total,
        truncated=len(page) < total,
        next_cursor=last and write_cursor(order, (last["sort_key"], last["task_id"])),
    )


def investigation(store: Store, task_id: str, *, as_of: datetime | None = None) -> InvestigationTask:
    """Return one case as it stands at `as_of` (absent: now). Raises: `NotFound`."""
    moment = as_of or datetime.now(UTC)
    rows = store.rows("investigations", _NO_FILTER | {"task_id": task_id, "moment": moment, "limit": 1})
    if not rows:
        wrong = Problem("task_id", "no case of this desk has this id", "List the tasks with `list_tasks`.")
        raise NotFound(f"There is no task {task_id[:100]}.", problems=(wrong,))
    return _task(rows[0])


def case_of_request(store: Store, principal_id: str, request_id: str) -> str | None:
    """Return the case that this request of this principal created; None while it created none."""
    rows = store.rows("case_of_request", {"principal_id": principal_id, "request_id": request_id})
    return rows[0]["task_id"] if rows else None


def rounds_of_task(store: Store, task_id: str, *, as_of: datetime | None = None) -> tuple[Round, ...]:
    """Return the rounds of a case, in order; none for a case that nobody claimed."""
    rows = store.rows("rounds_of_task", {"task_id": task_id, "moment": as_of or datetime.now(UTC)})
    return tuple(
        Round(
            principal=principal_name(
                row.pop("principal_id"), row.pop("principal_name"), restored_with=row["restored_with"]
            ),
            **row,
        )
        for row in rows
    )


def transitions_of_task(store: Store, task_id: str) -> tuple[TaskTransition, ...]:
    """Return every move of a case that is written down, in order."""
    return tuple(TaskTransition(**row) for row in store.rows("transitions_of_task", {"task_id": task_id}))


def _after(cursor: str | None, order: CaseOrder) -> dict[str, Any]:
    key, task_id = read_cursor(cursor, order, (int, str)) if cursor else (None, None)
    return {"after_key": key, "after_id": task_id}


def _task(row: dict[str, Any]) -> InvestigationTask:
    return InvestigationTask(
        **{name: row[name] for name in _COLUMNS},
        created_by=principal_name(
            row["created_by"], row["created_by_name"], restored_with=row["restored_with"]
        ),
        related=tuple(RelatedTask(**one) for one in row["related"]),
    )

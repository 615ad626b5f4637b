"""How the runtime tasks of a run stand, how long each took and how many there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from data_access.contracts.visibility import TaskItem, TaskListing, TaskStatusCount
from data_access.rules.task_listing import is_outcome_unknown, task_listing

OUTCOME_UNKNOWN = "outcome_unknown"


def listing_of(row: Mapping[str, Any]) -> TaskListing:
    """Return how the task of a row stands in the lists of its source."""
    return task_listing(
        is_listed=row["is_listed"], was_listed=row["was_listed"], has_result=row["has_result"]
    )


def task_item(row: Mapping[str, Any], *, clock_jumped: bool = False) -> TaskItem:
    """Return the task of a row; `clock_jumped` when events show it between its start and its end."""
    listing = listing_of(row)
    seconds = seconds_between(row["started_at"], row["ended_at"])
    return TaskItem(
        **{name: row[name] for name in TaskItem.model_fields if name in row},
        listing=listing,
        is_outcome_unknown=is_outcome_unknown(listing, row["status"]),
        duration_seconds=seconds,
        is_duration_unreliable=seconds is not None and (seconds < 0 or clock_jumped),
    )


def status_counts(rows: Iterable[Mapping[str, Any]]) -> tuple[TaskStatusCount, ...]:
    """Count tasks by status, the most frequent first; those that vanished have a word of their own."""
    counted = Counter(
        OUTCOME_UNKNOWN if is_outcome_unknown(listing_of(row), row["status"]) else row["status"]
        for row in rows
    )
    ordered = sorted(counted.items(), key=lambda one: (-one[1], one[0] is None, one[0] or ""))
    return tuple(TaskStatusCount(status=status, tasks=tasks) for status, tasks in ordered)


def seconds_between(started_at: datetime | None, ended_at: datetime | None) -> float | None:
    """Return the seconds from the one to the other; null when one is unknown."""
    if started_at is None or ended_at is None:
        return None
    return (ended_at - started_at).total_seconds()

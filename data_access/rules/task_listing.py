"""How a runtime task stands in what its source lists: a task that vanished is not a finished one."""

from __future__ import annotations

from data_access.contracts.visibility import TaskListing

ENDED_WORDS = frozenset(
    (
        "completed",
        "complete",
        "done",
        "finished",
        "succeeded",
        "success",
        "ok",
        "failed",
        "failure",
        "error",
        "cancelled",
        "canceled",
        "aborted",
        "skipped",
        "rejected",
        "timeout",
        "timed_out",
    )
)
"""Words by which sources say that a task has ended, well or badly, in lower case."""


def task_listing(*, is_listed: bool, was_listed: bool, has_result: bool) -> TaskListing:
    """Tell how a task stands in the newest list of active tasks."""
    if is_listed:
        return "listed"
    if has_result:
        return "result_noted"
    return "no_longer_listed" if was_listed else "stated"


def is_outcome_unknown(listing: TaskListing, status: str | None) -> bool:
    """Tell whether a task vanished and its source never said that it had ended."""
    return listing == "no_longer_listed" and (status or "").strip().lower() not in ENDED_WORDS

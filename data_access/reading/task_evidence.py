"""On what evidence a task counts as done: its result, its tool calls, what the verifier says of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from data_access.contracts.visibility import (
    CheckedEvidence,
    TaskEvidence,
    TaskResult,
    TaskToolOutcome,
    Verification,
)
from data_access.errors import InvalidInput, Problem
from data_access.reading.clock_jumps import clock_jumps
from data_access.reading.conversations import clean
from data_access.reading.native_ids import conversation_of
from data_access.reading.run_as_of import RunAsOf, run_as_of
from data_access.reading.stored_json import decoded
from data_access.reading.tasks import seconds_between, task_item
from data_access.reading.verifier import verifications
from data_access.rules.clock_jumps import ClockJump, is_unreliable
from data_access.rules.evidence_links import ids_named
from data_access.store.connection import Store

MOST_OUTCOMES = 500
MOST_RESULTS = 101
_RESULT_JSON = ("evidence", "modified_files", "isolation")


def task_evidence(
    store: Store, task_id: str, conversation: str | None = None, *, at: datetime | None = None
) -> TaskEvidence:
    """Return a task with all that speaks for its state. `at` reads an older snapshot.

    Raises: `NotFound`, `InvalidInput`; `AmbiguousId` when several runs know the id and no run is named.
    """
    run = run_as_of(store, conversation_of(store, "task", task_id, conversation), at)
    values = run.values | {"task_id": clean(task_id), "limit": MOST_RESULTS}
    row = _task_row(store, values, run)
    results = store.rows("task_results", values)
    stated = [_result(result) for result in results]
    words, _ = verifications(store, run, limit=1)
    cited = [name for result in stated for name in ids_named(result.evidence)]
    outcomes = store.rows("tool_outcomes_of_task", values | {"cited": cited, "limit": MOST_OUTCOMES})
    jumps = clock_jumps(store, run.conversation_key)
    total = outcomes[0]["total"] if outcomes else 0
    cut = len(outcomes) < total or len(results) < (results[0]["total"] if results else 0)
    return TaskEvidence(
        **run.heading({"verifier": not words, "task_results": not stated, "tool_outcomes": not outcomes}),
        task=task_item(row, clock_jumped=is_unreliable(row["started_at"], row["ended_at"], jumps)),
        child_task_ids=tuple(child["task_id"] for child in store.rows("child_tasks", values)),
        result=stated[0] if stated else None,
        earlier_results=tuple(stated[1:]),
        tool_outcomes=tuple(_outcome(outcome, jumps) for outcome in outcomes),
        total_tool_outcomes=total,
        truncated=cut,
        checks=_checks(words, task_id, {outcome["tool_call_id"] for outcome in outcomes}),
        run_verification=words[0] if words else None,
    )


def _task_row(store: Store, values: dict[str, Any], run: RunAsOf) -> dict[str, Any]:
    rows = store.rows("tasks_of_conversation", values)
    if rows:
        return rows[0]
    problem = Problem("at", "no snapshot up to then speaks of the task", "Give a later one, or leave it out.")
    raise InvalidInput(
        f"Task {values['task_id']} was not known yet at {run.as_of.isoformat()}.", problems=(problem,)
    )


def _result(row: dict[str, Any]) -> TaskResult:
    named = {name: row[name] for name in TaskResult.model_fields}
    return TaskResult(**(named | {name: decoded(row[name]) for name in _RESULT_JSON}))


def _outcome(row: dict[str, Any], jumps: Sequence[ClockJump]) -> TaskToolOutcome:
    return TaskToolOutcome(
        **{name: row[name] for name in TaskToolOutcome.model_fields if name in row},
        duration_seconds=seconds_between(row["started_at"], row["ended_at"]),
        is_duration_unreliable=is_unreliable(row["started_at"], row["ended_at"], jumps),
    )


def _checks(
    words: Sequence[Verification], task_id: str, tool_call_ids: set[str]
) -> tuple[CheckedEvidence, ...]:
    """Keep what the newest word says of the task or of one of its calls."""
    said = words[0].evidence if words else ()
    return tuple(one for one in said if one.task_id == task_id or one.tool_call_id in tool_call_ids)

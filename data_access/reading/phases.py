"""What each phase of a run took."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from data_access.contracts.phases import PhaseMeasure, Phases
from data_access.reading.clock_jumps import clock_jumps
from data_access.reading.run_as_of import run_as_of
from data_access.reading.tasks import seconds_between, status_counts
from data_access.reading.usage_columns import usage_totals
from data_access.rules.clock_jumps import ClockJump, is_unreliable
from data_access.store.connection import Store

ONLY_PHASE = "run"
_MINUTE = 60_000_000


def phases(store: Store, conversation: str, *, at: datetime | None = None) -> Phases:
    """Return what happened in each phase of a run and what it cost.

    Where the source has no phases there is one, `run`. `at` reads an older snapshot.
    Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    run = run_as_of(store, conversation, at)
    rows = store.rows("phases", run.values)
    tasks = store.rows("tasks_of_conversation", run.values | {"task_id": None})
    jumps = clock_jumps(store, run.conversation_key)
    has_phases = any(row["phase"] is not None for row in rows)
    return Phases(
        **run.heading({"phases": not has_phases, "tasks": not tasks}),
        has_phases=has_phases,
        items=tuple(
            _measure(
                row,
                [task for task in tasks if (task["phase"] or task["event_phase"]) == row["phase"]],
                jumps,
                has_phases,
            )
            for row in rows
        ),
    )


def _measure(
    row: Mapping[str, Any], tasks: Sequence[Mapping[str, Any]], jumps: Sequence[ClockJump], has_phases: bool
) -> PhaseMeasure:
    return PhaseMeasure(
        **{name: row[name] for name in ("first_at", "last_at", "events", "errors", "tool_calls")},
        phase=row["phase"] if has_phases else ONLY_PHASE,
        wall_seconds=seconds_between(row["first_at"], row["last_at"]),
        agent_minutes=_minutes(row, "agent_microseconds"),
        human_wait_minutes=_minutes(row, "human_wait_microseconds"),
        is_duration_unreliable=is_unreliable(row["first_at"], row["last_at"], jumps),
        agents=len(row["agent_ids"]),
        usage=usage_totals(row["usage"]),
        tasks=status_counts(tasks),
    )


def _minutes(row: Mapping[str, Any], name: str) -> float | None:
    return None if row["first_at"] is None else row[name] / _MINUTE

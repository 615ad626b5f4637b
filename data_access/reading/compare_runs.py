"""Two runs side by side: counts, usage, cost, tools, errors, phases."""

from __future__ import annotations

from datetime import UTC, datetime

from data_access.contracts.across_runs import ComparedRun, RunComparison
from data_access.reading.across_runs import tool_reliability
from data_access.reading.cost import cost_by
from data_access.reading.phases import phases
from data_access.reading.run_as_of import run_as_of
from data_access.reading.runs import run
from data_access.reading.tasks import seconds_between, status_counts
from data_access.store.connection import Store

_MOST_TOOLS = 500


def compare_runs(store: Store, a: str, b: str) -> RunComparison:
    """Return two runs side by side. Raises: `NotFound`, `AmbiguousId`."""
    sides = _side(store, a), _side(store, b)
    kinds = {(side.run.project, side.run.title) for side in sides}
    return RunComparison(
        as_of=datetime.now(UTC),
        a=sides[0],
        b=sides[1],
        same_task=len(kinds) == 1 and None not in kinds.pop(),
    )


def _side(store: Store, conversation: str) -> ComparedRun:
    summary = run(store, conversation)
    key = summary.conversation_key
    tasks = store.rows("tasks_of_conversation", run_as_of(store, key).values | {"task_id": None})
    return ComparedRun(
        run=summary,
        wall_seconds=seconds_between(summary.first_at, summary.last_at),
        by_model=cost_by(store, "model", timezone="UTC", conversation=key).groups,
        by_agent=cost_by(store, "agent", timezone="UTC", conversation=key).groups,
        tools=tool_reliability(store, key, limit=_MOST_TOOLS).items,
        phases=phases(store, key),
        tasks=status_counts(tasks),
    )

"""How a run stands: its mode, phase, verifier, isolation, cost and latest events."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from data_access.contracts.visibility import Isolation, RuntimeSummary, SourceLack
from data_access.reading.events import events
from data_access.reading.run_as_of import run_as_of
from data_access.reading.stored_json import decoded
from data_access.reading.tasks import status_counts
from data_access.reading.usage_columns import usage_totals
from data_access.reading.verifier import verifications
from data_access.store.connection import Store

RECENT_EVENTS = 10
_STATE = ("execution_mode", "phase", "checkpoint", "thread_id", "agent_id", "root_agent_id")
_COUNTS = (
    "title",
    "project",
    "first_at",
    "last_at",
    "events",
    "errors",
    "messages",
    "agents",
    "tool_calls",
    "tool_errors",
    "unfinished_calls",
    "reported_total_usd",
)


def runtime_summary(store: Store, conversation: str, *, at: datetime | None = None) -> RuntimeSummary:
    """Return how a run stands now, or as of an older snapshot.

    Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    run = run_as_of(store, conversation, at)
    state = store.rows("snapshot_state", run.values)[0]
    counts = store.rows("runtime_counts", run.values)[0]
    tasks = store.rows("tasks_of_conversation", run.values | {"task_id": None})
    words, _ = verifications(store, run, limit=1)
    cost = usage_totals(store.rows("usage_as_of", run.values)[0])
    isolation = _isolation(state)
    recent = events(store, run.conversation_key, newest_first=True, limit=RECENT_EVENTS, at=at)
    lacks: dict[SourceLack, bool] = {
        "snapshots": run.snapshot_at is None,
        "execution_mode": state["execution_mode"] is None,
        "phases": state["phase"] is None and counts["phased"] == 0,
        "isolation": isolation is None,
        "verifier": not words,
        "tasks": not tasks,
        "messages": counts["messages"] == 0,
        "tool_outcomes": counts["tool_calls"] == 0,
        "usage": cost.is_nothing,
    }
    return RuntimeSummary(
        **run.heading(lacks),
        **{name: state[name] for name in _STATE},
        **{name: counts[name] for name in _COUNTS},
        isolation=isolation,
        verification=words[0] if words else None,
        cost=cost,
        cost_with_descendants=None if at is not None else usage_totals(counts["with_descendants"]),
        tasks=len(tasks),
        task_summary=status_counts(tasks),
        snapshots=run.snapshots,
        recent_events=recent.items,
    )


def _isolation(state: Mapping[str, Any]) -> Isolation | None:
    said = {
        "mode": state["isolation_mode"],
        "isolation_id": state["isolation_id"],
        "parent_conversation_id": state["isolation_parent_conversation_id"],
        "workspace_path": state["isolation_workspace_path"],
        "metadata": decoded(state["isolation_metadata"]),
    }
    return Isolation(**said) if any(value is not None for value in said.values()) else None

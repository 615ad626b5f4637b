"""What a case cost, out of the runs linked to its rounds; a round without runs is said, never zero."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from data_access.contracts.case_cost import CaseCost, LinkedRun
from data_access.contracts.usage import CostGroup, UsageTotals
from data_access.reading.investigations import investigation, rounds_of_task
from data_access.reading.usage_columns import usage_totals
from data_access.store.connection import Store


def case_cost(store: Store, task_id: str) -> CaseCost:
    """Return usage and cost of a case by round, report, model and agent. Raises: `NotFound`."""
    investigation(store, task_id)
    rows = store.rows("cost_of_case", {"task_id": task_id})
    links = tuple(LinkedRun(**row) for row in store.rows("links_of_case", {"task_id": task_id}))
    linked = {link.round_id for link in links if link.conversation_key is not None}
    total = next((row for row in rows if row["dimension"] == "total"), None)
    return CaseCost(
        as_of=datetime.now(UTC),
        task_id=task_id,
        total=UsageTotals() if total is None else usage_totals(total),
        by_round=cost_groups(rows, "round"),
        by_revision=tuple(sorted(cost_groups(rows, "revision"), key=_revision)),
        by_model=cost_groups(rows, "model"),
        by_agent=cost_groups(rows, "agent"),
        linked_runs=links,
        unlinked_rounds=tuple(
            one.round_id for one in rounds_of_task(store, task_id) if one.round_id not in linked
        ),
    )


def linked_rounds(store: Store) -> dict[str, int]:
    """Return per case how many of its rounds are linked to an imported run; without any, none."""
    return {row["task_id"]: row["linked"] for row in store.rows("linked_rounds_by_case", {})}


def linked_round_ids(store: Store, task_id: str) -> frozenset[str]:
    """Return the rounds of a case that are linked to an imported run."""
    links = store.rows("links_of_case", {"task_id": task_id})
    return frozenset(row["round_id"] for row in links if row["conversation_key"] is not None)


def cost_groups(rows: list[dict[str, Any]], dimension: str) -> tuple[CostGroup, ...]:
    """Return the groups of one dimension out of rows that carry several."""
    return tuple(
        CostGroup(key=row["key"], **usage_totals(row).model_dump())
        for row in rows
        if row["dimension"] == dimension
    )


def _revision(group: CostGroup) -> tuple[bool, int]:
    return group.key is None, int(group.key or 0)

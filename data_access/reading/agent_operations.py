"""What agents did over the whole desk, as it was examined last, and how many operations are like that."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Unpack

from data_access.contracts.agent_operations import (
    ApprovalAsked,
    BreachAsked,
    DeskOperation,
    DeskOperations,
    OperationCount,
    OperationCounts,
    OperationOrder,
    ResultAsked,
    ToldAs,
    ZoneAsked,
    ZoneCount,
)
from data_access.contracts.operations import Breach, OperationKind
from data_access.contracts.policy import Capability, Verdict
from data_access.reading.operation_scope import (
    PolicyAsked,
    ScopeAsked,
    basis_of,
    runs_to_examine,
    scope_values,
)
from data_access.rules.page_cursor import page_limit, read_cursor, write_cursor
from data_access.store.connection import Record, Store

MOST_AGENTS = 100
_SORT = ("sort_number", "run", "operation_id")
_AFTER = ("after_number", "after_run", "after_operation")
_BREACHES: dict[str, Breach] = {
    "is_denied_but_done": "denied",
    "is_unapproved": "unapproved",
    "is_outside_zone": "outside_zone",
    "is_approval_unknown": "approval_unknown",
}
_OF_RECORD = frozenset(DeskOperation.model_fields) - {"breaches"}


def agent_operations(
    store: Store,
    *,
    policy: PolicyAsked,
    operation: OperationKind | None = None,
    zone: ZoneAsked | None = None,
    capability: Capability | None = None,
    verdict: Verdict | None = None,
    approved_by: ApprovalAsked | None = None,
    result: ResultAsked | None = None,
    told_as: ToldAs | None = None,
    breach: BreachAsked | None = None,
    order: OperationOrder = "newest",
    limit: int = 50,
    cursor: str | None = None,
    **scope: Unpack[ScopeAsked],
) -> DeskOperations:
    """List what agents did, a page at a time, each with what the policy says of it and by which rule.

    What was examined by another policy is left out and counted in `runs_to_examine`.
    Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    values = scope_values(store, policy, **scope) | {
        "operation": operation,
        "zone": zone,
        "capability": capability,
        "verdict": verdict,
        "approved_by": approved_by,
        "result": result,
        "told_as": told_as,
        "breach": breach,
        "order": order,
        "limit": page_limit(limit) + 1,
    }
    after = read_cursor(cursor, order, (int, str, str)) if cursor else (None,) * len(_SORT)
    rows = store.rows("agent_operations", values | dict(zip(_AFTER, after, strict=True)))
    counted = store.rows("agent_operations_total", values)[0]
    last = rows[limit - 1] if len(rows) > limit else None
    return DeskOperations(
        as_of=datetime.now(UTC),
        basis=basis_of(counted["bases"]),
        items=tuple(map(_operation, rows[:limit])),
        total=counted["total"],
        truncated=last is not None,
        next_cursor=last and write_cursor(order, tuple(last[name] for name in _SORT)),
        runs_to_examine=runs_to_examine(store, policy),
        policy=policy.source,
        policy_version=policy.version,
    )


def operation_counts(store: Store, *, policy: PolicyAsked, **scope: Unpack[ScopeAsked]) -> OperationCounts:
    """Count operations by what they can be filtered by. Raises: `NotFound`, `AmbiguousId`, `InvalidInput`."""
    values = scope_values(store, policy, **scope)
    rows = store.rows("operation_counts", values)
    refused = [row["run"] for row in store.rows("refused_runs", values)]
    by_field: dict[str, list[Record]] = {}
    for row in rows:
        by_field.setdefault(row["field"], []).append(row)
    whole = by_field["all"][0]
    agents = by_field.get("agents", [])
    plain = ("zones", "capabilities", "kinds", "approvals", "results", "sources")
    return OperationCounts(
        as_of=datetime.now(UTC),
        **{name: whole[name] for name in ("operations", "violations", "derived", "runs")},
        refusals=store.rows("refused_count", values | {"runs": refused})[0]["refusals"] if refused else 0,
        **{name: _counts(by_field.get(name, []), "value") for name in plain},
        verdicts=_counts(by_field.get("verdicts", []), "verdict"),
        breaches=_breach_counts(by_field.get("breaches", [])),
        agents=_named(store, agents[:MOST_AGENTS]),
        agents_total=len(agents),
        zone_verdicts=tuple(
            ZoneCount(zone=row["value"], verdict=row["verdict"], operations=row["operations"])
            for row in by_field.get("zone_verdicts", [])
        ),
        runs_to_examine=runs_to_examine(store, policy),
        policy=policy.source,
        policy_version=policy.version,
    )


def _operation(row: Record) -> DeskOperation:
    breaches = tuple(breach for column, breach in _BREACHES.items() if row[column])
    return DeskOperation(**{name: row[name] for name in _OF_RECORD}, breaches=breaches)


def _counts(rows: Sequence[Record], column: str) -> tuple[OperationCount, ...]:
    return tuple(OperationCount(value=row[column], operations=row["operations"]) for row in rows)


def _breach_counts(rows: Sequence[Record]) -> tuple[OperationCount, ...]:
    """Return how many operations have each breach; one with several is counted at each."""
    found = dict.fromkeys(_BREACHES.values(), 0)
    for row in rows:
        for breach in row["breaches"]:
            found[breach] += row["operations"]
    return tuple(OperationCount(value=breach, operations=number) for breach, number in found.items())


def _named(store: Store, rows: Sequence[Record]) -> tuple[OperationCount, ...]:
    asked: dict[str, Any] = {"agent_ids": [row["value"] for row in rows if row["value"] is not None]}
    names = {row["agent_id"]: row["name"] for row in store.rows("agents_called", asked)}
    return tuple(
        OperationCount(value=row["value"], label=names.get(row["value"]), operations=row["operations"])
        for row in rows
    )

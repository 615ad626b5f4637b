"""What changed between two revisions of a plan: which steps are new or gone, and what of others changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from data_access.contracts.execution_plan import ExecutionPlan, PlanEdge, PlanNode

ChangedPart = Literal[
    "added", "removed", "status", "title", "actor", "description", "reason", "rests_on", "order"
]


@dataclass(frozen=True)
class PlanChange:
    """One change of one step."""

    node_id: str
    title: str
    part: ChangedPart
    before: str | None = None
    after: str | None = None


def plan_changes(older: ExecutionPlan | None, newer: ExecutionPlan) -> tuple[PlanChange, ...]:
    """Return what changed, step by step in the order of the newer plan; all steps are new after none."""
    before = {node.id: node for node in older.nodes} if older else {}
    changes = [change for node in newer.nodes for change in _node_changes(before.get(node.id), node)]
    kept = {node.id for node in newer.nodes}
    gone = [node for node in before.values() if node.id not in kept]
    changes += [PlanChange(node.id, node.title, "removed") for node in gone]
    if older:
        changes += _order_changes(older, newer)
    return tuple(changes)


def _node_changes(older: PlanNode | None, newer: PlanNode) -> Iterator[PlanChange]:
    if older is None:
        yield PlanChange(newer.id, newer.title, "added", after=newer.status)
        return
    parts: tuple[tuple[ChangedPart, str | None, str | None], ...] = (
        ("status", older.status, newer.status),
        ("title", older.title, newer.title),
        ("actor", older.actor, newer.actor),
        ("description", older.description, newer.description),
        ("reason", older.reason, newer.reason),
        ("rests_on", _rests_on(older), _rests_on(newer)),
    )
    for part, before, after in parts:
        if before != after:
            yield PlanChange(newer.id, newer.title, part, before, after)


def _rests_on(node: PlanNode) -> str | None:
    return ", ".join((*node.evidence_ids, *node.answer_ids)) or None


def _order_changes(older: ExecutionPlan, newer: ExecutionPlan) -> list[PlanChange]:
    """Return the steps to which other steps lead than before."""
    titles = {node.id: node.title for node in newer.nodes}
    was, now = _led_to(older.edges), _led_to(newer.edges)
    known = {node.id for node in older.nodes}
    return [
        PlanChange(one, title, "order", was.get(one), now.get(one))
        for one, title in titles.items()
        if one in known and was.get(one) != now.get(one)
    ]


def _led_to(edges: tuple[PlanEdge, ...]) -> dict[str, str]:
    told: dict[str, list[str]] = {}
    for edge in edges:
        told.setdefault(edge.target, []).append(edge.source)
    return {target: ", ".join(sorted(sources)) for target, sources in told.items()}

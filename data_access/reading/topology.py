"""Who works in a run and how they relate: agents, tasks, and what goes between them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from data_access.contracts.visibility import (
    SourceLack,
    TaskPlace,
    Topology,
    TopologyEdge,
    TopologyNode,
    UnattachedGroup,
)
from data_access.errors import InvalidInput, Problem
from data_access.reading.run_as_of import run_as_of
from data_access.reading.tasks import listing_of, status_counts
from data_access.rules.agent_tree import TreePlace, tree_order
from data_access.rules.task_listing import is_outcome_unknown
from data_access.store.connection import Store

MOST_NODES = 5_000
Rows = Sequence[Mapping[str, Any]]


def topology(store: Store, conversation: str, *, at: datetime | None = None, limit: int = 2_000) -> Topology:
    """Return the agents, tasks and message partners of a run with the relations between them.

    At most `limit` (1..5,000) nodes are given, agents first, then tasks. `at` reads an older snapshot.
    Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    if not 1 <= limit <= MOST_NODES:
        wrong = Problem("limit", f"{limit} is out of bounds", f"Give a number from 1 to {MOST_NODES}.")
        raise InvalidInput(f"A topology of {limit} nodes cannot be given.", problems=(wrong,))
    run = run_as_of(store, conversation, at)
    agents = store.rows("topology_agents", run.values)
    tasks = store.rows("tasks_of_conversation", run.values | {"task_id": None})
    messages = store.rows("messages_between", run.values)
    agent_places = _places(agents, "native_id", "parent_id")
    task_places = _places(tasks, "task_id", "parent_task_id")
    nodes = [*_agent_nodes(agents, agent_places), *_task_nodes(tasks, task_places)]
    nodes += _participants(messages, {row["native_id"] for row in agents})
    edges = [*_tree_edges(nodes), *_assigned(tasks), *_messaged(messages, {node.node_id for node in nodes})]
    return Topology(
        **run.heading(_lacks(agents, tasks, messages)),
        nodes=tuple(nodes[:limit]),
        edges=_between(edges, nodes[:limit]),
        task_summary=status_counts(tasks),
        hierarchy=tuple(_hierarchy(tasks, task_places)),
        unattached=tuple(_unattached(nodes)),
        total_nodes=len(nodes),
        total_edges=len(_between(edges, nodes)),
        truncated=limit < len(nodes),
    )


def _lacks(agents: Rows, tasks: Rows, messages: Rows) -> dict[SourceLack, bool]:
    is_flat = bool(tasks) and all(row["parent_task_id"] is None for row in tasks)
    return {
        "agents": not agents,
        "tasks": not tasks,
        "task_hierarchy": is_flat,
        "agent_messages": not messages,
    }


def _between(edges: Sequence[TopologyEdge], nodes: Sequence[TopologyNode]) -> tuple[TopologyEdge, ...]:
    """Keep the edges whose two ends are there."""
    there = {node.node_id for node in nodes}
    return tuple(edge for edge in edges if edge.source in there and edge.target in there)


def _places(rows: Rows, own: str, parent: str) -> list[TreePlace]:
    return tree_order([row[own] for row in rows], {row[own]: row[parent] for row in rows})


def _agent_nodes(rows: Rows, places: list[TreePlace]) -> Iterable[TopologyNode]:
    by_id = {row["native_id"]: row for row in rows}
    for place in places:
        row = by_id[place.agent_id]
        told = {name: row[name] for name in ("native_id", "label", "role")}
        yield _node("agent", place, row["parent_id"], row, told)


def _task_nodes(rows: Rows, places: list[TreePlace]) -> Iterable[TopologyNode]:
    by_id = {row["task_id"]: row for row in rows}
    for place in places:
        row = by_id[place.agent_id]
        listing = listing_of(row)
        told = {
            "native_id": row["task_id"],
            "label": row["title"],
            "status": row["status"],
            "listing": listing,
            "is_outcome_unknown": is_outcome_unknown(listing, row["status"]),
        }
        yield _node("task", place, row["parent_task_id"], row, told)


def _node(
    kind: Literal["agent", "task"],
    place: TreePlace,
    parent: str | None,
    row: Mapping[str, Any],
    told: dict[str, Any],
) -> TopologyNode:
    counted = {name: row[name] for name in ("events", "errors", "first_at", "last_at")}
    untold = {"role": None, "status": None, "listing": None, "is_outcome_unknown": False}
    return TopologyNode(
        **(untold | told | counted),
        node_id=f"{kind}:{place.agent_id}",
        kind=kind,
        parent_node_id=None if parent is None else f"{kind}:{parent}",
        is_unattached=place.is_orphan,
        depth=place.depth,
    )


def _participants(messages: Rows, agent_ids: set[str]) -> Iterable[TopologyNode]:
    named = dict.fromkeys(name for row in messages for name in (row["sender"], row["recipient"]))
    for name in named:
        if name not in agent_ids:
            yield TopologyNode(
                node_id=f"participant:{name}",
                kind="participant",
                native_id=name,
                label=None,
                role=None,
                status=None,
                listing=None,
                is_outcome_unknown=False,
                parent_node_id=None,
                is_unattached=False,
                depth=0,
                events=0,
                errors=0,
                first_at=None,
                last_at=None,
            )


def _tree_edges(nodes: Sequence[TopologyNode]) -> Iterable[TopologyEdge]:
    for node in nodes:
        if node.parent_node_id is not None and not node.is_unattached:
            kind: Literal["spawned", "parent_of"] = "spawned" if node.kind == "agent" else "parent_of"
            yield _edge(kind, node.parent_node_id, node.node_id)


def _assigned(tasks: Rows) -> Iterable[TopologyEdge]:
    for row in tasks:
        if row["agent_id"] is not None:
            yield _edge("assigned", f"agent:{row['agent_id']}", f"task:{row['task_id']}")


def _messaged(messages: Rows, node_ids: set[str]) -> Iterable[TopologyEdge]:
    for row in messages:
        ends = [
            f"agent:{name}" if f"agent:{name}" in node_ids else f"participant:{name}"
            for name in (row["sender"], row["recipient"])
        ]
        yield TopologyEdge(
            kind="messaged",
            source=ends[0],
            target=ends[1],
            count=row["count"],
            first_at=row["first_at"],
            last_at=row["last_at"],
        )


def _edge(kind: Literal["spawned", "assigned", "parent_of"], source: str, target: str) -> TopologyEdge:
    return TopologyEdge(kind=kind, source=source, target=target, count=1, first_at=None, last_at=None)


def _hierarchy(tasks: Rows, places: list[TreePlace]) -> Iterable[TaskPlace]:
    parents = {row["task_id"]: row["parent_task_id"] for row in tasks}
    for place in places:
        yield TaskPlace(
            task_id=place.agent_id,
            parent_task_id=parents[place.agent_id],
            depth=place.depth,
            is_unattached=place.is_orphan,
        )


def _unattached(nodes: Sequence[TopologyNode]) -> Iterable[UnattachedGroup]:
    groups: dict[str, list[str]] = {}
    for node in nodes:
        if node.is_unattached and node.parent_node_id is not None:
            groups.setdefault(node.parent_node_id, []).append(node.node_id)
    for missing, node_ids in groups.items():
        kind, _, native_id = missing.partition(":")
        yield UnattachedGroup(
            kind="agent" if kind == "agent" else "task", missing_id=native_id, node_ids=tuple(node_ids)
        )

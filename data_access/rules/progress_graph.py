"""The map of an investigation grows: every update adds to what stands, and nothing that failed disappears.

A batch of changes gives the same map as the changes one by one. Text that is told replaces text, references
add up, a failed node stays failed. It knows no clock and no database, and draws nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from data_access.contracts.progress_graph import (
    GraphNode,
    GraphUpdate,
    LegacyNodeStatus,
    NodeChange,
    NodeStatus,
    ProgressGraph,
)
from data_access.errors import DanglingEdge, FailedNodeChanged, GraphTooLarge
from data_access.rules.citations import KnownRecords, unknown_actions, unknown_answers, unknown_evidence
from data_access.rules.refusals import Refusal, refusal

MOST_NODES = 1000
MOST_EDGES = 2000
NO_STATUS = "none"

_MEANT: dict[NodeStatus | LegacyNodeStatus, NodeStatus] = {
    "reference": "reference",
    "recorded": "recorded",
    "needs_input": "needs_input",
    "failed": "failed",
    "not_taken": "not_taken",
    "completed": "recorded",
    "waiting": "needs_input",
    "waiting_human": "needs_input",
    "skipped": "not_taken",
    "cancelled": "not_taken",
    "pending": "reference",
    "running": "reference",
}
"""What a word says on a map; those of older plans claim no longer that anything runs or waits."""


def status_meant(given: NodeStatus | LegacyNodeStatus | None) -> NodeStatus | None:
    """Return the status of a map that a given word means; None for none."""
    return None if given is None else _MEANT[given]


def graph_after(graph: ProgressGraph, update: GraphUpdate) -> ProgressGraph:
    """Return the map with the changes of `update`, nodes before edges, in their order.

    It checks nothing: ask `graph_refusals` first.
    """
    nodes = {node.node_id: node for node in graph.nodes}
    for change in update.nodes:
        nodes[change.node_id] = _changed(nodes.get(change.node_id), change)
    edges = {(edge.source, edge.target): edge for edge in graph.edges}
    for edge in update.edges:
        before = edges.get((edge.source, edge.target))
        edges[edge.source, edge.target] = edge if before is None or edge.label else before
    return ProgressGraph(nodes=tuple(nodes.values()), edges=tuple(edges.values()))


def graph_refusals(graph: ProgressGraph, update: GraphUpdate) -> Iterator[Refusal]:
    """Yield what forbids the update: failed nodes made good, edges to nowhere, a map grown too large."""
    yield from _made_good(graph, update)
    after = graph_after(graph, update)
    known = {node.node_id for node in after.nodes}
    for edge in update.edges:
        for where, end in (("source", edge.source), ("target", edge.target)):
            if end not in known:
                yield refusal(
                    DanglingEdge,
                    f"graph_update.edges.{where}",
                    f"the map has no node {end}",
                    "Add the node in the same update, or name one that the map has.",
                )
    for word, count, most in (("nodes", len(known), MOST_NODES), ("edges", len(after.edges), MOST_EDGES)):
        if count > most:
            yield refusal(
                GraphTooLarge,
                f"graph_update.{word}",
                f"the map would have {count} {word} and may have {most}",
                "Say more in the details of fewer nodes; nothing of the map is ever removed.",
            )


def node_references(update: GraphUpdate, records: KnownRecords) -> Iterator[Refusal]:
    """Yield what the nodes of the update cite and the task does not have."""
    for change in update.nodes:
        where = f"graph_update.nodes[{change.node_id}]"
        yield from unknown_evidence(records, change.evidence_ids or (), f"{where}.evidence_ids")
        yield from unknown_answers(records, change.answer_ids or (), f"{where}.answer_ids")
        yield from unknown_actions(records, change.action_ids or (), f"{where}.action_ids")


def nodes_by_status(graph: ProgressGraph) -> dict[str, int]:
    """Count the nodes of each status; those without one under `none`."""
    return dict(sorted(Counter(node.status or NO_STATUS for node in graph.nodes).items()))


def _changed(before: GraphNode | None, change: NodeChange) -> GraphNode:
    node = before or GraphNode(node_id=change.node_id)
    return GraphNode(
        node_id=change.node_id,
        title=change.title or node.title,
        detail=change.detail or node.detail,
        evidence_ids=_united(node.evidence_ids, change.evidence_ids),
        answer_ids=_united(node.answer_ids, change.answer_ids),
        action_ids=_united(node.action_ids, change.action_ids),
        status=status_meant(change.status) or node.status,
    )


def _united(standing: Iterable[str], given: Iterable[str] | None) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*standing, *(given or ()))))


def _made_good(graph: ProgressGraph, update: GraphUpdate) -> Iterator[Refusal]:
    failed = {node.node_id for node in graph.nodes if node.status == "failed"}
    for change in update.nodes:
        status = status_meant(change.status)
        if change.node_id in failed and status not in (None, "failed"):
            yield refusal(
                FailedNodeChanged,
                "graph_update.nodes.status",
                f"node {change.node_id} failed and cannot become {status}",
                "Leave its status, and add a new node for the retry with an edge from this one.",
            )
        if status == "failed":
            failed.add(change.node_id)

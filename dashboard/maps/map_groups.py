"""A large map drawn by status: how many nodes of each there are, and how often one leads to another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from data_access.contracts.progress_graph import GraphEdge, GraphNode, NodeStatus, ProgressGraph

MOST_DRAWN = 120
"""Nodes above which nobody can read a map node by node."""
GROUP = "status:"
"""What the id of a group begins with."""


def grouped_by_status(
    graph: ProgressGraph, words: Mapping[NodeStatus | None, str], phrase: str
) -> ProgressGraph:
    """Return a map with one node a status, `status:<status>`; `phrase` takes `status` and `n`."""
    counts = Counter(node.status for node in graph.nodes)
    status_of = {node.node_id: node.status for node in graph.nodes}
    lines = Counter(
        (status_of[edge.source], status_of[edge.target])
        for edge in graph.edges
        if edge.source in status_of and edge.target in status_of
    )
    return ProgressGraph(
        nodes=tuple(
            GraphNode(
                node_id=_group(status),
                title=phrase.format(status=words[status], n=f"{number:,}"),
                status=status,
            )
            for status, number in counts.items()
        ),
        edges=tuple(
            GraphEdge(source=_group(source), target=_group(target), label=f"{number:,}")
            for (source, target), number in lines.items()
            if source != target
        ),
    )


def _group(status: NodeStatus | None) -> str:
    return f"{GROUP}{status or 'none'}"

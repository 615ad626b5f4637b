"""A plan as a map: its steps with the looks that the map of an investigation has."""

from __future__ import annotations

from collections.abc import Mapping

from data_access.contracts.execution_plan import ExecutionPlan, PlanNodeStatus
from data_access.contracts.progress_graph import GraphEdge, GraphNode, NodeStatus, ProgressGraph

PLAN_LOOKS: Mapping[PlanNodeStatus, NodeStatus | None] = {
    "pending": None,
    "running": "reference",
    "waiting": "needs_input",
    "completed": "recorded",
    "failed": "failed",
    "skipped": "not_taken",
    "cancelled": "not_taken",
}


def plan_graph(plan: ExecutionPlan, actors: Mapping[str, str]) -> ProgressGraph:
    """Return the steps as nodes, each with who does it in the words of `actors`."""
    return ProgressGraph(
        nodes=tuple(
            GraphNode(
                node_id=node.id, title=f"{node.title} ({actors[node.actor]})", status=PLAN_LOOKS[node.status]
            )
            for node in plan.nodes
        ),
        edges=tuple(
            GraphEdge(source=edge.source, target=edge.target, label=edge.label) for edge in plan.edges
        ),
    )

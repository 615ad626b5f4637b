"""The map of an investigation as Mermaid: one shape and one look per status."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dashboard.maps.mermaid_text import MapText, dressed_line, edge_line, head, look_line, node_line
from data_access.contracts.diagram import Direction, LineKind, NodeShape
from data_access.contracts.progress_graph import GraphNode, NodeStatus, ProgressGraph


@dataclass(frozen=True)
class StatusLook:
    """How a status looks: never by its colour alone."""

    shape: NodeShape
    mark: str
    fill: str
    stroke: str
    text: str
    dashed: bool = False


LOOKS: Mapping[NodeStatus | None, StatusLook] = {
    None: StatusLook("round", "", "#f5f7fa", "#667085", "#1b2430"),
    "reference": StatusLook("stadium", "◇", "#e8f0fe", "#2f6fde", "#16335f", dashed=True),
    "recorded": StatusLook("box", "●", "#e3f4ec", "#1a7f5a", "#0d3d2b"),
    "needs_input": StatusLook("hexagon", "▲", "#fdf1de", "#b25e09", "#5b3004"),
    "failed": StatusLook("subroutine", "✕", "#fde9e7", "#c2332b", "#651a16"),
    "not_taken": StatusLook("flag", "○", "#f0f1f3", "#98a2b3", "#475467", dashed=True),
}
"""Light fills with dark text read on a light and on a dark page."""


def investigation_map(
    graph: ProgressGraph, *, direction: Direction = "TB", selected: str | None = None, alt: str = ""
) -> MapText:
    """Return the map with every node that `graph` has; `selected` is a node drawn with a heavy edge.

    Ids in the text are `n1`, `n2`, ... in the order in which nodes were first named. Edges to nodes that the
    graph has not are left out (a replayed part may have such).
    """
    places = {node.node_id: f"n{number}" for number, node in enumerate(graph.nodes, 1)}
    not_taken = {node.node_id for node in graph.nodes if node.status == "not_taken"}
    lines = [head(direction), *look_lines(graph.nodes)]
    lines += [node_line_of(places[node.node_id], node) for node in graph.nodes]
    lines += [
        edge_line(
            places[edge.source],
            places[edge.target],
            edge.label,
            line_to(is_not_taken=edge.target in not_taken),
        )
        for edge in graph.edges
        if edge.source in places and edge.target in places
    ]
    if selected in places:
        lines += [look_line("selected", stroke_width="4px"), dressed_line([places[selected]], "selected")]
    return MapText("\n".join(lines), {place: node_id for node_id, place in places.items()}, alt)


def look_lines(nodes: Sequence[GraphNode]) -> list[str]:
    """Return the lines that define the looks of the statuses that `nodes` have."""
    used = sorted({node.status for node in nodes}, key=str)
    return [
        look_line(
            _look_name(status),
            fill=look.fill,
            stroke=look.stroke,
            color=look.text,
            **({"stroke_dasharray": "5 4"} if look.dashed else {}),
        )
        for status in used
        for look in (LOOKS[status],)
    ]


def _look_name(status: NodeStatus | None) -> str:
    return f"is_{status or 'neutral'}"


def node_line_of(place: str, node: GraphNode, *, sign: str = "") -> str:
    """Return the line of a node in the look of its status; `sign` stands before its mark."""
    look = LOOKS[node.status]
    label = f"{sign} {look.mark} {node.title or node.node_id}"
    return node_line(place, " ".join(label.split()), look.shape, _look_name(node.status))


def line_to(*, is_not_taken: bool) -> LineKind:
    """Return how a line to a node is drawn."""
    return "dotted" if is_not_taken else "solid"

"""A report's own diagram, written anew from what the desk understood of its source."""

from __future__ import annotations

from dashboard.maps.mermaid_text import MapText, edge_line, group_lines, head, node_line
from data_access.contracts.diagram import Diagram, DiagramNode


def report_diagram(diagram: Diagram, *, alt: str = "") -> MapText:
    """Return the diagram as Mermaid; ids in the text are `n1`, `n2`, ... and `g1`, `g2`, ... for groups."""
    places = {node.node_id: f"n{number}" for number, node in enumerate(diagram.nodes, 1)}
    frames = {group.group_id: f"g{number}" for number, group in enumerate(diagram.groups, 1)}
    lines = [head(diagram.direction), *_inside(diagram, None, places, frames)]
    lines += [
        edge_line(
            _end(edge.source, places, frames),
            _end(edge.target, places, frames),
            edge.label,
            edge.line,
            edge.end,
        )
        for edge in diagram.edges
    ]
    return MapText("\n".join(lines), {place: node_id for node_id, place in places.items()}, alt)


def _end(node_id: str, places: dict[str, str], frames: dict[str, str]) -> str:
    return places.get(node_id) or frames[node_id]


def _inside(diagram: Diagram, group: str | None, places: dict[str, str], frames: dict[str, str]) -> list[str]:
    """Return the lines of what stands in a group, or in none; a reader allows ten groups within another."""
    lines = [_node(node, places) for node in diagram.nodes if node.group == group]
    for inner in diagram.groups:
        if inner.within == group:
            within = _inside(diagram, inner.group_id, places, frames)
            lines += group_lines(frames[inner.group_id], inner.label, within)
    return lines


def _node(node: DiagramNode, places: dict[str, str]) -> str:
    return node_line(places[node.node_id], node.label, node.shape)

"""Two maps of an investigation as one drawing; what changed is marked by a sign, a stroke and a colour.

A node that is new has a `＋` before its label and a green edge, one that is gone a `−` and a broken red one,
one that changed a `±` and a blue one. Nodes that changed are also drawn as they were, for the same place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dashboard.maps.investigation_map import line_to, look_lines, node_line_of
from dashboard.maps.map_groups import MOST_DRAWN
from dashboard.maps.mermaid_text import (
    NOTHING_SEEN,
    MapText,
    dressed_line,
    edge_line,
    head,
    line_style,
    look_line,
)
from data_access.contracts.progress_graph import GraphEdge, GraphNode, ProgressGraph
from data_access.contracts.report_comparison import EdgeChange, MapComparison, PartChange

Ends = tuple[str, str]
SIGNS: Mapping[PartChange, str] = {"added": "＋", "removed": "−", "changed": "±", "same": ""}
STROKES: Mapping[PartChange, str] = {"added": "#1a7f5a", "removed": "#c2332b", "changed": "#2f6fde"}
"""Read on the light fills that nodes have on a light and on a dark page."""


@dataclass(frozen=True)
class MapChange:
    """Two maps as one."""

    drawn: MapText
    """Every node of either, as the later map has it where both have it."""
    earlier: str
    """Nodes that changed, as the earlier map has them, under the same ids; empty where none did."""
    nodes: Mapping[str, PartChange]
    """What became of which node, by its id in the text; those that stayed are left out."""
    edges: Mapping[str, PartChange]
    """Of the lines that only one map has, by the id that the engine gives a line."""
    total: int
    """Nodes of either map."""
    left_out: int
    """Nodes that changed and are not drawn."""

    @property
    def is_reduced(self) -> bool:
        """Whether nodes of the maps are not drawn."""
        return len(self.drawn.nodes) < self.total


def map_change(
    before: ProgressGraph,
    after: ProgressGraph,
    differs: MapComparison,
    *,
    summary: str = "",
    most: int = MOST_DRAWN,
) -> MapChange:
    """Return two maps as one; `differs` says what became of what.

    Of maps with more than `most` nodes those that changed are drawn, and what they are tied to while there
    is room.
    """
    became = _by_id(differs)
    moved = {_ends(_either(one)): one for one in differs.edges}
    was, now = ({node.node_id: node for node in graph.nodes} for graph in (before, after))
    edges = {_ends(edge): edge for edge in (*before.edges, *after.edges)}
    every = list(dict.fromkeys([*was, *now]))
    kept = every if len(every) <= most else _kept(every, became, moved, edges, most)
    places = {node_id: f"n{number}" for number, node_id in enumerate(kept, 1)}
    drawn = {ends: edge for ends, edge in edges.items() if ends[0] in places and ends[1] in places}
    text = _text([now.get(one) or was[one] for one in kept], places, drawn.values(), became, moved)
    return MapChange(
        drawn=MapText(text, {place: node_id for node_id, place in places.items()}, summary),
        earlier=_earlier([was[one] for one in kept if became.get(one) == "changed"], places),
        nodes={places[one]: became[one] for one in kept if one in became},
        edges={
            f"L_{places[source]}_{places[target]}_0": moved[source, target].change
            for source, target in drawn
            if (source, target) in moved and moved[source, target].change != "changed"
        },
        total=len(every),
        left_out=sum(one not in places for one in became),
    )


def _by_id(differs: MapComparison) -> dict[str, PartChange]:
    found: dict[str, PartChange] = {}
    for one in differs.nodes:
        node = one.after or one.before
        assert node is not None
        found[node.node_id] = one.change
    return found


def _kept(
    every: Sequence[str],
    became: Mapping[str, PartChange],
    moved: Iterable[Ends],
    edges: Iterable[Ends],
    most: int,
) -> list[str]:
    """Return the nodes that changed or whose lines did, then their neighbours, as far as there is room."""
    chosen = dict.fromkeys([*became, *(one for ends in moved for one in ends)])
    neighbours = [one for ends in edges if set(ends) & set(chosen) for one in ends]
    room = set(list(dict.fromkeys([*chosen, *neighbours]))[:most])
    return [one for one in every if one in room]


def _text(
    nodes: Sequence[GraphNode],
    places: Mapping[str, str],
    edges: Iterable[GraphEdge],
    became: Mapping[str, PartChange],
    moved: Mapping[Ends, EdgeChange],
) -> str:
    not_taken = {node.node_id for node in nodes if node.status == "not_taken"}
    lines = [head("TB"), *look_lines(nodes)]
    lines += [
        node_line_of(places[one.node_id], one, sign=SIGNS[became.get(one.node_id, "same")]) for one in nodes
    ]
    styled: dict[PartChange, list[int]] = {}
    for number, edge in enumerate(edges):
        change = moved.get(_ends(edge))
        ends, words = (places[edge.source], places[edge.target]), _label(edge, change)
        lines.append(edge_line(*ends, words, line_to(is_not_taken=edge.target in not_taken)))
        if change:
            styled.setdefault(change.change, []).append(number)
    for kind, stroke in STROKES.items():
        worn = [places[one.node_id] for one in nodes if became.get(one.node_id) == kind]
        if worn:
            lines += [_look(kind, stroke), dressed_line(worn, f"is_{kind}")]
        if numbers := styled.get(kind):
            lines.append(line_style(numbers, stroke=stroke, stroke_width="3px"))
    return "\n".join(lines)


def _look(kind: PartChange, stroke: str) -> str:
    dashes = "6 4" if kind == "removed" else "none"
    return look_line(f"is_{kind}", stroke=stroke, stroke_width="4px", stroke_dasharray=dashes)


def _label(edge: GraphEdge, change: EdgeChange | None) -> str | None:
    """Return the words of a line behind its sign; of one whose words are others, both."""
    if change is None:
        return edge.label
    both = (change.before, change.after) if change.change == "changed" else (edge,)
    words = " → ".join(one.label or NOTHING_SEEN for one in both if one and (one.label or len(both) > 1))
    return f"{SIGNS[change.change]} {words}".strip()


def _earlier(nodes: Sequence[GraphNode], places: Mapping[str, str]) -> str:
    if not nodes:
        return ""
    worn = [places[one.node_id] for one in nodes]
    lines = [head("TB"), *look_lines(nodes)]
    lines += [node_line_of(places[one.node_id], one, sign=SIGNS["changed"]) for one in nodes]
    return "\n".join([*lines, _look("changed", STROKES["changed"]), dressed_line(worn, "is_changed")])


def _either(one: EdgeChange) -> GraphEdge:
    edge = one.after or one.before
    assert edge is not None
    return edge


def _ends(edge: GraphEdge) -> Ends:
    return edge.source, edge.target

"""The maps of two revisions: as one with a slider between them, and a list of what differs."""

from __future__ import annotations

from collections import Counter

from dashboard.change_told import TwoLines, edge_told, in_one_line, node_says
from dashboard.desk_session import said
from dashboard.maps.map_change import SIGNS, STROKES, MapChange, map_change
from dashboard.parts.case_map import legend_of
from dashboard.parts.change_in_short import change_pill
from dashboard.parts.map_change import map_slider
from dashboard.parts.piece import Cell, Column, Row, hint, ledger, legend, note
from dashboard.parts.report import archived_map
from dashboard.wording import formats
from data_access.contracts.progress_graph import GraphEdge, GraphNode, ProgressGraph
from data_access.contracts.report_comparison import MapComparison, PartChange, ReportComparison

Named = tuple[str, TwoLines]
"""What something is called, and what a map says of it."""


def map_changes(told: ReportComparison, before: ProgressGraph, after: ProgressGraph, name: str) -> None:
    """Draw the two archived maps as one, and list what differs in them; failed routes stay in both."""
    w = said().what_changed
    if len(told.map.without_map) == 2:
        note(w.map_missing_both, key="no-maps")
        return
    for revision in told.map.without_map:
        note(w.map_missing.format(n=revision), key=f"no-map-{revision}", tone="waiting")
    if told.map.nodes or told.map.edges:
        _slider(told, before, after, name)
    else:
        archived_map(after, name, key="same-map")
    _map_table(told.map)


def _slider(told: ReportComparison, before: ProgressGraph, after: ProgressGraph, name: str) -> None:
    w, numbers = said().what_changed, (told.before.revision, told.after.revision)
    counted = Counter(one.change for one in told.map.nodes)
    counts = {kind: formats.count(counted[kind]) for kind in STROKES}
    alt = w.map_of_both.format(before=numbers[0], after=numbers[1], **counts)
    change = map_change(before, after, told.map, summary=alt)
    _reduced(change)
    legend_of(ProgressGraph(nodes=(*before.nodes, *after.nodes)))
    present = {one.change for one in told.map.nodes} | {one.change for one in told.map.edges}
    marks = [(kind, stroke) for kind, stroke in STROKES.items() if kind in present]
    legend([(f"{SIGNS[kind]} {w.changes[kind]}", stroke) for kind, stroke in marks], key="change-legend")
    ends = [w.map_of.format(n=number) for number in numbers]
    file_name = f"{name}-r{numbers[0]}-r{numbers[1]}"
    map_slider(change, before=ends[0], after=ends[1], file_name=file_name, key=f"maps-{numbers}")


def _reduced(change: MapChange) -> None:
    """Say what of large maps is not drawn."""
    w = said().what_changed
    if change.is_reduced:
        counts = {"total": formats.count(change.total), "shown": formats.count(len(change.drawn.nodes))}
        left = w.map_left_out.format(n=formats.count(change.left_out)) if change.left_out else ""
        hint(f"{w.map_reduced.format(**counts)} {left}".strip(), key="reduced")


def _map_table(differs: MapComparison) -> None:
    w = said().what_changed
    kept = w.map_kept.format(
        nodes=formats.count(differs.unchanged_nodes), edges=formats.count(differs.unchanged_edges)
    )
    if not differs.nodes and not differs.edges:
        note(w.map_same, key="map-same", text=kept)
        return
    rows = [_row(w.node, one.change, _node(one.before), _node(one.after)) for one in differs.nodes]
    rows += [_row(w.line, one.change, _edge(one.before), _edge(one.after)) for one in differs.edges]
    columns = [Column(w.map), Column(w.change), Column(w.before, wide=True), Column(w.after, wide=True)]
    ledger(w.map, columns, rows, key="map-changes", first=100)
    hint(kept, key="map-kept")


def _row(kind: str, change: PartChange, before: Named | None, after: Named | None) -> Row:
    named = after or before
    assert named is not None
    name, pill = named[0], Cell("", pills=(change_pill(change),))
    return Row((Cell(name, sub=kind, tip=name), pill, _side(before, name), _side(after, name)))


def _side(told: Named | None, name: str) -> Cell | None:
    """Return what a map says of something; what it calls it only where that is another name."""
    if told is None:
        return None
    own, says = told
    return Cell(says.text, sub=says.below) if own == name else Cell(own, sub=in_one_line(says))


def _node(node: GraphNode | None) -> Named | None:
    return (node.title or node.node_id, node_says(node, said())) if node else None


def _edge(edge: GraphEdge | None) -> Named | None:
    if edge is None:
        return None
    ends = edge_told(edge).text
    return ends, TwoLines(edge.label or ends)

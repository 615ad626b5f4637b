"""The maps of two revisions: each as it was archived, and a list of what differs in them."""

from __future__ import annotations

import streamlit as st

from dashboard.change_told import edge_told, node_told
from dashboard.desk_session import said, widget_key
from dashboard.parts.change_in_short import before_after, change_pill, lines
from dashboard.parts.piece import Cell, Column, Row, hint, ledger, note
from dashboard.parts.report import archived_map
from dashboard.wording import formats
from data_access.contracts.progress_graph import GraphEdge, GraphNode, ProgressGraph
from data_access.contracts.report_comparison import MapComparison, ReportComparison


def map_changes(told: ReportComparison, before: ProgressGraph, after: ProgressGraph, name: str) -> None:
    """Draw the two archived maps, one at a time, and what differs in them; failed routes stay in both."""
    w = said().what_changed
    numbers = (told.before.revision, told.after.revision)
    shown = st.segmented_control(
        w.map,
        numbers,
        default=numbers[1],
        required=True,
        format_func=lambda one: w.map_of.format(n=one),
        key=widget_key("map-of", numbers),
        label_visibility="collapsed",
    )
    archived_map(before if shown == numbers[0] else after, f"{name}-{shown}", key=f"map-{shown}")
    _map_table(told.map)


def _map_table(differs: MapComparison) -> None:
    w = said().what_changed
    kept = w.map_kept.format(
        nodes=formats.count(differs.unchanged_nodes), edges=formats.count(differs.unchanged_edges)
    )
    if not differs.nodes and not differs.edges:
        note(w.map_same, key="map-same", text=kept)
        return
    rows = [
        Row((w.node, Cell("", pills=(change_pill(one.change),)), _node(one.before), _node(one.after)))
        for one in differs.nodes
    ]
    rows += [
        Row((w.line, Cell("", pills=(change_pill(one.change),)), _edge(one.before), _edge(one.after)))
        for one in differs.edges
    ]
    ledger(w.map, [Column(""), Column(w.change), *before_after()], rows, key="map-changes")
    hint(kept, key="map-kept")


def _node(node: GraphNode | None) -> Cell | None:
    return lines(node_told(node, said())) if node else None


def _edge(edge: GraphEdge | None) -> Cell | None:
    return lines(edge_told(edge)) if edge else None

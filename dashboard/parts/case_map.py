"""The map of a case: the picture, a node in full, every node as a table, and how it came about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import streamlit as st

from dashboard.change_told import status_told
from dashboard.desk_session import link, put, said, zone
from dashboard.maps.investigation_map import LOOKS, investigation_map
from dashboard.maps.map_groups import GROUP, MOST_DRAWN, grouped_by_status
from dashboard.parts.cited_records import cited_table
from dashboard.parts.filters import segments
from dashboard.parts.map_picture import clickable_map
from dashboard.parts.piece import (
    Cell,
    Column,
    Crumb,
    Fact,
    Pill,
    Row,
    facts,
    hint,
    ledger,
    legend,
    pages_line,
)
from dashboard.parts.prose import CitedRecord
from dashboard.selections import CaseMapSelection
from dashboard.theme import Tone
from dashboard.wording import formats
from data_access.contracts.progress_graph import GraphNode, NodeStatus, ProgressGraph, ProgressUpdate

_TONES: dict[NodeStatus | None, Tone] = {
    None: "plain",
    "reference": "working",
    "recorded": "done",
    "needs_input": "waiting",
    "failed": "failed",
    "not_taken": "unknown",
}


def replay_steps(selection: CaseMapSelection, updates: Sequence[ProgressUpdate]) -> None:
    """Offer the steps of the replay, and say what the chosen update told."""
    w = said().case_map
    total = len(updates)
    if total < 2:
        return
    at = shown_update(selection, total)
    ways = [
        Crumb(words, _address(selection, update))
        for words, update in ((w.first, 1), (w.previous, at - 1), (w.next, at + 1), (w.last, total))
        if 1 <= update <= total and update != at
    ]
    update = updates[at - 1]
    told = f"{w.update_n.format(n=at, total=total)} · {formats.clock(update.recorded_at, zone(), said())}"
    pages_line(told, ways, key="replay")
    if update.summary:
        hint(update.summary, key="update-summary")


def shown_update(selection: CaseMapSelection, total: int) -> int:
    """Return the number of the update after which the map is shown."""
    return selection.update if 0 < selection.update < total else total


def changed_nodes(updates: Sequence[ProgressUpdate], at: int) -> frozenset[str]:
    """Return the nodes that the update number `at` speaks of."""
    told = updates[at - 1].graph_update if updates else None
    return frozenset(node.node_id for node in told.nodes) if told else frozenset()


def status_choice(graph: ProgressGraph, selection: CaseMapSelection) -> None:
    """Offer the statuses that the map has."""
    w = said().case_map
    present = [status for status in LOOKS if any(node.status == status for node in graph.nodes)]
    if len(present) > 1:
        words = {"": w.all_statuses} | {status or "none": status_words(status) for status in present}
        segments(w.status_filter, "status", words, selection.status or "", default="")


def map_picture(graph: ProgressGraph, selection: CaseMapSelection, name: str) -> None:
    """Draw the map; a chosen node goes into the address. Large maps are drawn by status."""
    w = said().case_map
    is_grouped = len(graph.nodes) > MOST_DRAWN
    if is_grouped:
        hint(w.too_large.format(nodes=formats.count(len(graph.nodes))), key="too-large")
        shown = grouped_by_status(graph, {status: status_words(status) for status in LOOKS}, w.group)
        names = {one.node_id: one.title or one.node_id for one in shown.nodes}
    else:
        shown = graph
        names = {
            one.node_id: f"{one.title or one.node_id}: {status_words(one.status)}" for one in shown.nodes
        }
    alt = w.alt.format(nodes=len(graph.nodes), edges=len(graph.edges))
    legend_of(graph)
    drawn = replace(investigation_map(shown), summary=alt)
    chosen = clickable_map(drawn, names=names, file_name=name, key="map", selected=selection.node)
    if chosen and is_grouped:
        put("status", chosen.removeprefix(GROUP))
        st.rerun()
    elif chosen and chosen != selection.node:
        put("node", chosen)
        st.rerun()


def legend_of(graph: ProgressGraph) -> None:
    """Say which mark and colour stands for which status."""
    present = [status for status in LOOKS if any(node.status == status for node in graph.nodes)]
    legend(
        [
            (f"{LOOKS[status].mark} {status_words(status)}".strip(), LOOKS[status].stroke)
            for status in present
        ],
        key="map-legend",
    )


def status_words(status: NodeStatus | None) -> str:
    """Return a status as people read it."""
    return status_told(status, said())


def node_in_full(
    node: GraphNode, graph: ProgressGraph, selection: CaseMapSelection, cited: Mapping[str, CitedRecord]
) -> None:
    """Draw a node with what came of it, what it rests on and where it leads."""
    w = said().case_map
    told = [
        Fact(w.node, Cell(node.title or node.node_id, tip=node.node_id, strong=True), wide=True),
        Fact(w.status_filter, Cell("", pills=(_pill(node),))),
        Fact(w.detail, node.detail or Cell(w.no_detail, muted=True), wide=True),
    ]
    facts(told, key="node")
    titles = {one.node_id: one.title or one.node_id for one in graph.nodes}
    rows = [
        Row(
            (titles.get(edge.target, edge.target), edge.label or ""),
            href=_address(selection, node=edge.target),
        )
        for edge in graph.edges
        if edge.source == node.node_id
    ]
    if rows:
        ledger(w.leads_to, [Column(w.leads_to), Column("")], rows, key="leads-to", narrow=True)
    if rests_on := cited_ids(node):
        cited_table(rests_on, cited, w.rests_on, key="rests-on")


def cited_ids(node: GraphNode) -> tuple[str, ...]:
    """Return what a node rests on or leads to: evidence, answers, actions."""
    return (*node.evidence_ids, *node.answer_ids, *node.action_ids)


def node_table(graph: ProgressGraph, selection: CaseMapSelection, changed: frozenset[str]) -> None:
    """Draw every node, so that the map can be read without its picture."""
    w = said().case_map
    wanted = selection.status
    rows = [
        Row(
            (
                Cell(
                    node.title or node.node_id,
                    sub=node.detail,
                    tip=node.node_id,
                    pills=(Pill(w.changed_here),) if node.node_id in changed else (),
                ),
                Cell("", pills=(_pill(node),)),
                Cell(
                    ", ".join(cited_ids(node)) or said().state.nothing, mono=True, muted=not cited_ids(node)
                ),
            ),
            href=_address(selection, node=node.node_id),
            selected=node.node_id == selection.node,
        )
        for node in graph.nodes
        if not wanted or (node.status or "none") == wanted
    ]
    columns = [Column(w.node, wide=True), Column(w.status_filter), Column(w.rests_on, optional=True)]
    ledger(w.table, columns, rows, key="nodes", first=200)


def _pill(node: GraphNode) -> Pill:
    return Pill(status_words(node.status), _TONES[node.status], tip=node.status)


def _address(selection: CaseMapSelection, update: int | None = None, node: str | None = None) -> str:
    changed = selection.but(
        update=selection.update if update is None else update, node=node or selection.node
    )
    return link("investigation_map", **changed.to_query())

"""The agents and tasks of a run: the graph, the list beside it, one of them with its relations."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.charts.topology_graph import edge_colours, topology_graph
from dashboard.charts.topology_groups import ShownEdge, ShownNode
from dashboard.charts.topology_layout import layered, lines
from dashboard.desk_session import colours, follow, link, said
from dashboard.parts import cells
from dashboard.parts.picture import clickable_graph
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
    note,
    pages_line,
)
from dashboard.selections import TopologySelection
from dashboard.theme import Tone, tone_of
from dashboard.wording import formats
from data_access.contracts.visibility import RunAnswer, Topology, TopologyNode

Graph = tuple[tuple[ShownNode, ...], tuple[ShownEdge, ...]]
_LINE_HEIGHT = 48
_FIRST_ROWS = 200


def why_so_little(reading: Topology) -> bool:
    """Say why there is little or nothing to draw; return whether nothing is there at all."""
    w = said()
    if len(reading.nodes) > 1:
        return False
    title = w.topology.alone_title if reading.nodes else w.topology.empty_title
    note(title, key="why-empty", text=lacks_told(reading))
    return not reading.nodes


def lacks_told(reading: RunAnswer) -> str | None:
    """Say what the source does not tell; nothing where it tells all."""
    w = said()
    lacks = [w.topology.lacks.get(one.what, one.says) for one in reading.not_in_source]
    return w.topology.why_empty.format(lacks="; ".join(lacks)) if lacks else None


def topology_picture(graph: Graph, reading: Topology, selection: TopologySelection) -> None:
    """Draw the graph; a click on a node goes into the address."""
    w = said()
    nodes, edges = graph
    if len(nodes) < reading.total_nodes:
        hint(w.topology.grouped.format(total=formats.count(reading.total_nodes)), key="grouped")
    places = layered(nodes, edges)
    spec = topology_graph(
        nodes,
        edges,
        places,
        colours(),
        names={node.node_id: shown_name(node) for node in nodes},
        tones={node.node_id: _tone(node.one) for node in nodes},
        selected=selection.node,
    )
    height = min(1_600, max(220, 50 + lines(places) * _LINE_HEIGHT))
    seen = {edge.kind for edge in edges}
    legend(
        [
            (w.topology.edges[kind], colour)
            for kind, colour in edge_colours(colours()).items()
            if kind in seen
        ],
        key="edge-legend",
    )
    key = f"topology-{selection.node}-{selection.open}"
    clicked = clickable_graph(spec, height=height, alt=w.topology.title, key=key)
    hint(w.topology.click, key="click-hint")
    if clicked is not None and nodes[clicked].node_id != selection.node:
        chosen = selection.but(node=nodes[clicked].node_id)
        follow(link("run_topology", **chosen.to_query()))


def shown_name(node: ShownNode) -> str:
    """Return what to call a node or a group."""
    w = said()
    if not node.is_group:
        return node_name(node.one)
    word = node.word if node.kind == "agent" else node.word and formats.status(node.word, w)
    plain = {"agent": w.topology.agents_group, "task": w.topology.tasks_group}
    told = word or plain.get(node.kind, w.topology.people_group)
    return w.topology.group.format(word=told, n=formats.count(len(node.members)))


def node_name(node: TopologyNode) -> str:
    """Return what to call an agent, a task or a participant."""
    w = said()
    if node.kind == "participant":
        return w.topology.person if node.native_id == "person" else node.native_id
    if node.kind == "agent" and node.native_id == "main" and node.label in (None, "main"):
        return w.run.main_agent
    if node.label is None and node.kind == "agent" and node.role:
        return f"{node.role} {formats.short_id(node.native_id)}"
    return node.label or formats.short_id(node.native_id)


def _tone(node: TopologyNode) -> Tone:
    return "unknown" if node.is_outcome_unknown else tone_of(node.status)


def node_list(nodes: Sequence[ShownNode], selection: TopologySelection) -> None:
    """Draw what the graph shows as a list; a line selects."""
    w = said()
    columns = [Column(w.topology.list), Column(w.topology.status), Column(w.run.errors, right=True)]
    rows = [_row(node, selection) for node in nodes]
    ledger(w.topology.list, columns, rows, key="nodes", dense=True, narrow=True, first=_FIRST_ROWS)


def missing_told(reading: Topology) -> None:
    """Say below the list what the source does not tell."""
    told = lacks_told(reading)
    if told and len(reading.nodes) > 1:
        hint(told, key="missing-told")


def _row(node: ShownNode, selection: TopologySelection) -> Row:
    w = said()
    one = node.one
    told = shown_name(node)
    unattached = Pill(
        w.run.orphan, "unknown", tip=w.topology.unattached_tip.format(parent=one.parent_node_id)
    )
    name = Cell(
        told,
        sub=" · ".join(part for part in (w.topology.kinds[node.kind], one.role) if part and part != told),
        tip=told if node.is_group else one.native_id,
        pills=(unattached,) if one.is_unattached and not node.is_group else (),
    )
    return Row(
        (
            name,
            status_cell(one) if node.kind == "task" and not node.is_group else Cell(""),
            cells.errors(node.errors),
        ),
        href=link("run_topology", **selection.but(node=node.node_id).to_query()),
        depth=0 if node.is_group else one.depth,
        selected=node.node_id == selection.node,
    )


def status_cell(node: TopologyNode) -> Cell:
    """Write how a task stands: its outcome is unknown once it is no longer listed."""
    w = said()
    if not node.is_outcome_unknown:
        return cells.status(node.status)
    pill = Pill(w.statuses["outcome_unknown"], "unknown", tip=w.check.listings["no_longer_listed"])
    return Cell("", pills=(pill,))


def chosen_node(graph: Graph, selection: TopologySelection) -> None:
    """Draw the selected node with its relations; an address that names none of them says so."""
    if selection.node is None:
        return
    node = next((one for one in graph[0] if one.node_id == selection.node), None)
    if node is None:
        note(said().topology.missing.format(id=selection.node[:80]), key="no-node")
        return
    facts(_facts(node), key="node-facts")
    ways = _ways(node, selection)
    if ways:
        pages_line("", ways, key="node-ways")
    _relations(node, graph, selection)


def _facts(node: ShownNode) -> list[Fact]:
    w = said()
    one = node.one
    first = min((m.first_at for m in node.members if m.first_at), default=None)
    last = max((m.last_at for m in node.members if m.last_at), default=None)
    native = Cell(formats.short_id(one.native_id), tip=one.native_id, mono=True, copy=one.native_id)
    told = [
        Fact(w.topology.kinds[node.kind], Cell(shown_name(node), strong=True), wide=True),
        Fact(w.run.id, None if node.is_group else native),
        Fact(w.topology.role, one.role if not node.is_group else None),
        Fact(w.topology.status, status_cell(one) if node.kind == "task" and not node.is_group else None),
        Fact(w.run.events, cells.number(sum(member.events for member in node.members))),
        Fact(w.run.errors, cells.errors(node.errors)),
        Fact(w.run.started, cells.clock(first) if first else None),
        Fact(w.run.last_event, cells.clock(last) if last else None),
    ]
    return [fact for fact in told if fact.value is not None]


def _relations(node: ShownNode, graph: Graph, selection: TopologySelection) -> None:
    w = said()
    nodes, edges = graph
    named = {one.node_id: shown_name(one) for one in nodes}
    rows = []
    for edge in edges:
        if node.node_id not in (edge.source, edge.target):
            continue
        is_own = edge.source == node.node_id
        words, other = (w.topology.edges, edge.target) if is_own else (w.topology.edges_back, edge.source)
        count = w.topology.times(edge.count) if edge.kind == "messaged" else ""
        href = link("run_topology", **selection.but(node=other).to_query())
        rows.append(Row((words[edge.kind], Cell(named[other], href=href), Cell(count, muted=True))))
    if rows:
        columns = [Column(w.topology.relation), Column(w.topology.with_whom), Column("", right=True)]
        ledger(
            w.topology.relations, columns, rows, key="relations", dense=True, narrow=True, first=_FIRST_ROWS
        )


def _ways(node: ShownNode, selection: TopologySelection) -> list[Crumb]:
    w = said()
    run, one = selection.run, node.one
    if node.is_group:
        opened = ",".join((*selection.opened, node.node_id))
        wider = selection.but(node=None, open=opened)
        return [Crumb(w.topology.open_group, link("run_topology", **wider.to_query()))]
    if node.kind == "agent":
        return [Crumb(w.topology.events, link("run_timeline", run=run, agent=one.native_id))]
    if node.kind == "task":
        return [Crumb(w.topology.evidence, link("task_evidence", run=run, task=one.native_id))]
    return []


def close_groups(selection: TopologySelection) -> None:
    """Offer to draw opened groups together again."""
    if selection.opened:
        closed = selection.but(open=None, node=None)
        way = Crumb(said().topology.close_group, link("run_topology", **closed.to_query()))
        pages_line("", [way], key="close-groups")

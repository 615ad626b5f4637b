"""The lanes of a run: who was at work when, how many at once; a click narrows the list of events to one."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.charts.agent_lanes import MOST_LANES, Lane, agent_lanes
from dashboard.desk_session import colours, follow, link, said, zone
from dashboard.parts import cells
from dashboard.parts.picture import clickable_chart
from dashboard.parts.piece import Column, Crumb, Row, hint, pages_line
from dashboard.parts.section import section
from dashboard.parts.topology import node_name
from dashboard.selections import EventSelection
from dashboard.wording import formats
from data_access.contracts.visibility import TopologyNode

FEW_LANES = 40
"""Up to this many lanes are drawn without being asked for."""


def lanes_of(nodes: Sequence[TopologyNode]) -> list[Lane]:
    """Return the lanes of agents and tasks that have times, agents first, each kind in the order of time."""
    timed = [node for node in nodes if node.first_at and node.last_at and node.kind != "participant"]
    lanes = [
        Lane(node.node_id, node_name(node), node.kind == "task", node.first_at, node.last_at, node.errors)
        for node in timed
        if node.first_at and node.last_at
    ]
    return sorted(lanes, key=lambda one: (one.is_task, one.starts_at))


def lanes_panel(lanes: Sequence[Lane], selection: EventSelection) -> None:
    """Draw the lanes; many only when asked for. A click lists the events of that agent or task."""
    w = said()
    if len(lanes) > FEW_LANES and not selection.lanes:
        way = Crumb(w.event.lanes, link("run_timeline", **selection.but(lanes=True).to_query()))
        pages_line("", [way], key="lanes-way")
        return
    with section(w.event.lanes, boxed=True):
        shown = lanes[:MOST_LANES]
        figure = agent_lanes(
            shown,
            colours(),
            zone=zone(),
            agents_label=w.run.agents,
            tasks_label=w.standing.tasks,
            at_once_label=w.event.at_once,
        )
        clicked = clickable_chart(
            figure,
            alt=w.event.lanes,
            key=f"lanes-{selection.agent}-{selection.task}",
            twin=_twin(shown, selection),
        )
        cut = len(lanes) > MOST_LANES
        told = w.state.truncated.format(shown=formats.count(MOST_LANES), total=formats.count(len(lanes)))
        hint(f"{w.event.lanes_hint} {told}" if cut else w.event.lanes_hint, key="lanes-hint")
    if clicked:
        _narrow(clicked, selection)


def _twin(lanes: Sequence[Lane], selection: EventSelection) -> tuple[list[Column], list[Row]]:
    w = said()
    columns = [Column(w.topology.list), Column(w.check.began, right=True), Column(w.check.ended, right=True),
               Column(w.check.took, right=True), Column(w.run.errors, right=True)]  # fmt: skip
    rows = [
        Row((one.label, cells.clock(one.starts_at), cells.clock(one.ends_at),
             cells.length((one.ends_at - one.starts_at).total_seconds()), cells.errors(one.errors)),
            href=link("run_timeline", **_narrowed(one.lane_id, selection).to_query()))
        for one in lanes
    ]  # fmt: skip
    return columns, rows


def _narrowed(lane_id: str, selection: EventSelection) -> EventSelection:
    kind, _, native_id = lane_id.partition(":")
    chosen = selection.but(cursor=None, skipped=0, event=None, agent=None, task=None)
    return chosen.but(**{kind: native_id})


def _narrow(lane_id: str, selection: EventSelection) -> None:
    narrowed = _narrowed(lane_id, selection)
    if narrowed.to_query() != selection.to_query():
        follow(link("run_timeline", **narrowed.to_query()))

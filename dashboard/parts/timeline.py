"""The picture of a run's events over time; a click on a bar narrows the list to its stretch."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

import streamlit as st

from dashboard.charts.event_timeline import event_timeline
from dashboard.desk_session import colours, link, said, zone
from dashboard.parts import cells
from dashboard.parts.filters import segments
from dashboard.parts.picture import clickable_chart
from dashboard.parts.piece import Column, Crumb, Row, note, pages_line
from dashboard.selections import EventSelection
from dashboard.wording import formats
from data_access.contracts.readings import Timeline, TimelineLane
from data_access.rules.time_bins import bin_end


def timeline_panel(reading: Timeline, names: Mapping[str, str], selection: EventSelection) -> None:
    """Draw `reading` with the choice of what the colours mean."""
    w = said()
    ways = {"agent": w.event.by_agent, "kind": w.event.by_kind, "phase": w.event.by_phase,
            "task": w.event.by_task, "severity": w.event.by_severity}  # fmt: skip
    segments(w.event.colour, "by", ways, selection.by, default="agent")
    if not reading.bins:
        note(w.event.empty_title, key="no-bins", text=w.event.undated(reading.undated_events))
        return
    labels = {number: _label(lane, names, reading.by) for number, lane in enumerate(reading.lanes)}
    figure = event_timeline(
        reading, labels, colours(), zone=zone(), errors_label=w.event.errors_line, rest_label=w.event.rest
    )
    clicked = clickable_chart(
        figure,
        alt=w.event.timeline,
        key=f"timeline-{selection.by}-{selection.since:%s}",
        twin=_twin(reading, labels),
    )
    _below(reading, selection)
    if clicked:
        _narrow(datetime.fromisoformat(clicked), reading, selection)


def _label(lane: TimelineLane, names: Mapping[str, str], by: str) -> str:
    w = said()
    if lane.is_rest:
        return w.event.rest
    if lane.lane is None:
        return w.cost.not_named
    if by == "kind":
        return formats.kind(lane.lane, w)
    if by == "severity":
        return {"error": w.state.error, "warning": w.state.warning, "info": w.state.info}.get(
            lane.lane, lane.lane
        )
    return names.get(lane.lane) or lane.label or lane.lane


def _twin(reading: Timeline, labels: Mapping[int, str]) -> tuple[list[Column], list[Row]]:
    w = said()
    columns = [Column(w.cost.group), Column(w.run.events, right=True), Column(w.run.errors, right=True),
               Column(w.run.started, right=True), Column(w.run.last_event, right=True)]  # fmt: skip
    rows = [
        Row((labels[number], cells.number(lane.events), cells.errors(lane.errors),
             cells.clock(lane.first_at), cells.clock(lane.last_at)))
        for number, lane in enumerate(reading.lanes)
    ]  # fmt: skip
    return columns, rows


def _below(reading: Timeline, selection: EventSelection) -> None:
    w = said()
    told = [w.event.bin.format(time=formats.length(reading.bin_seconds, w))]
    if reading.undated_events:
        told.append(w.event.undated(reading.undated_events))
    if reading.rest_lanes:
        told.append(w.event.rest_lanes(reading.rest_lanes))
    ways = []
    if selection.starts or selection.ends:
        since, until = (formats.clock(at, zone(), w) for at in (reading.since, reading.until))
        told = [w.event.selected_window.format(since=since, until=until), *told]
        whole = selection.but(since=EventSelection.since, until=EventSelection.until, cursor=None, skipped=0)
        ways = [Crumb(w.event.clear_window, link("run_timeline", **whole.to_query()))]
    pages_line(" · ".join(told), ways, key="timeline-below")


def _narrow(start: datetime, reading: Timeline, selection: EventSelection) -> None:
    end = bin_end(start, timedelta(seconds=reading.bin_seconds))
    narrowed = selection.but(since=start, until=end, cursor=None, skipped=0, event=None)
    if narrowed != selection:
        st.switch_page("run_timeline.py", query_params=narrowed.to_query())

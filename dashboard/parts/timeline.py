"""The picture of a run's events over time; a click on a bar narrows the list to its stretch."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from itertools import groupby

from dashboard.charts.event_timeline import event_timeline
from dashboard.desk_session import colours, follow, link, said, zone
from dashboard.parts import cells
from dashboard.parts.filters import segments
from dashboard.parts.picture import clickable_chart
from dashboard.parts.piece import Column, Crumb, Row, note, pages_line
from dashboard.selections import EventSelection
from dashboard.wording import formats
from data_access.contracts.readings import Timeline, TimelineLane
from data_access.rules.time_bins import bin_end, bin_start

_MOST_STRETCHES = 40
"""So many rows the list of stretches has at most; each is as wide as a few bars, if it must."""
_FILTERS = {"agent": "agent", "kind": "kind", "task": "task", "severity": "severity"}
"""By what the colours mean: the filter of the list that shows one of them."""


def timeline_panel(reading: Timeline, names: Mapping[str, str], selection: EventSelection) -> None:
    """Draw `reading` with the choice of what the colours mean."""
    w = said()
    ways = {"agent": w.event.by_agent, "kind": w.event.by_kind, "phase": w.event.by_phase,
            "task": w.event.by_task, "severity": w.event.by_severity}  # fmt: skip
    segments(w.event.colour, "by", ways, selection.by, default="agent")
    if not reading.bins:
        title = w.event.no_times_title if reading.undated_events else w.event.empty_title
        note(title, key="no-bins", text=w.event.undated(reading.undated_events))
        return
    labels = {number: _label(lane, names, reading.by) for number, lane in enumerate(reading.lanes)}
    figure = event_timeline(
        reading, labels, colours(), zone=zone(), errors_label=w.event.errors_line, rest_label=w.event.rest
    )
    clicked = clickable_chart(
        figure,
        alt=w.event.timeline,
        key=f"timeline-{selection.by}-{selection.since:%s}",
        twin=_twin(reading, labels, selection),
        marks=(w.event.stretches, _stretches(reading, selection)),
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


def _twin(
    reading: Timeline, labels: Mapping[int, str], selection: EventSelection
) -> tuple[list[Column], list[Row]]:
    w = said()
    columns = [Column(w.cost.group), Column(w.run.events, right=True), Column(w.run.errors, right=True),
               Column(w.run.started, right=True), Column(w.run.last_event, right=True)]  # fmt: skip
    rows = [
        Row((labels[number], cells.number(lane.events), cells.errors(lane.errors),
             cells.clock(lane.first_at), cells.clock(lane.last_at)), href=_only(lane, reading.by, selection))
        for number, lane in enumerate(reading.lanes)
    ]  # fmt: skip
    return columns, rows


def _only(lane: TimelineLane, by: str, selection: EventSelection) -> str | None:
    """Return the address that lists the events of one lane, where the list has such a filter."""
    if lane.lane is None or by not in _FILTERS:
        return None
    chosen = selection.but(**{_FILTERS[by]: lane.lane}, cursor=None, skipped=0, event=None)
    return link("run_timeline", **chosen.to_query())


def _stretches(reading: Timeline, selection: EventSelection) -> tuple[list[Column], list[Row]]:
    """Write the stretches in which something happened; each leads to itself, cut finer."""
    w = said()
    width = timedelta(seconds=reading.bin_seconds)
    if reading.since and reading.until:
        width *= max(1, -(-(reading.until - reading.since) // width // _MOST_STRETCHES))
    columns = [Column(w.event.stretch), Column(w.run.events, right=True), Column(w.run.errors, right=True)]
    rows = []
    in_time = sorted(reading.bins, key=lambda one: one.starts_at)
    for start, bins in groupby(in_time, key=lambda one: bin_start(one.starts_at, width)):
        counted = list(bins)
        narrowed = selection.but(since=start, until=bin_end(start, width), cursor=None, skipped=0, event=None)
        cells_of = (
            formats.exact(start, zone(), w),
            cells.number(sum(one.events for one in counted)),
            cells.errors(sum(one.errors for one in counted)),
        )
        rows.append(Row(cells_of, href=link("run_timeline", **narrowed.to_query())))
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
        ways = _windows(reading, selection)
    pages_line(" · ".join(told), ways, key="timeline-below")


def _windows(reading: Timeline, selection: EventSelection) -> list[Crumb]:
    """Return the ways from a stretch to those beside it, to a wider one, and to the whole run."""
    w = said()
    since = selection.starts or reading.since
    until = selection.ends or reading.until
    ways = []
    if since and until and since < until:
        span = until - since
        windows = ((w.event.earlier, -span, -span), (w.event.later, span, span), (w.event.wider, -span, span))
        ways = [_window(word, since, until, shifts, selection) for word, *shifts in windows]
    whole = selection.but(since=EventSelection.since, until=EventSelection.until, cursor=None, skipped=0)
    return [*ways, Crumb(w.event.clear_window, link("run_timeline", **whole.to_query()))]


def _window(
    word: str, since: datetime, until: datetime, shifts: list[timedelta], selection: EventSelection
) -> Crumb:
    try:
        moved = selection.but(since=since + shifts[0], until=until + shifts[1], cursor=None, skipped=0)
    except OverflowError:  # at an end of the calendar
        moved = selection.but(since=EventSelection.since, until=EventSelection.until)
    return Crumb(word, link("run_timeline", **moved.to_query()))


def _narrow(start: datetime, reading: Timeline, selection: EventSelection) -> None:
    end = bin_end(start, timedelta(seconds=reading.bin_seconds))
    narrowed = selection.but(since=start, until=end, cursor=None, skipped=0, event=None)
    if narrowed != selection:
        follow(link("run_timeline", **narrowed.to_query()))

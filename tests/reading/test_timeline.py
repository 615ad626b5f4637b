"""Counted time: every dated event stands in exactly one bin, and the marks stay few."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.contracts.readings import TimelineBin, TimelineLane
from data_access.errors import InvalidInput
from data_access.reading.timeline import MOST_LANES, timeline
from data_access.rules.time_bins import bin_count, bin_start, bin_width

TEN = datetime(2026, 5, 1, 10, tzinfo=UTC)


@pytest.fixture
def busy(desk):
    desk.run("cc-1", conversation_id="session")
    desk.agent("cc-1", "main", name="Main")
    desk.append(
        [
            desk.event("cc-1", "a", TEN),
            desk.event("cc-1", "b", TEN + timedelta(seconds=1), severity="error"),
            desk.event("cc-1", "c", TEN + timedelta(minutes=9), agent_id="sub", event_type="user"),
            desk.event("cc-1", "d", None),
        ]
    )
    return desk


def test_a_timeline_counts_events_and_errors_by_agent(busy):
    drawn = timeline(busy.store, "session", bins=10)
    assert (drawn.since, drawn.until, drawn.bin_seconds) == (TEN, TEN + timedelta(minutes=10), 60.0)
    assert drawn.lanes == (
        TimelineLane(
            lane="main",
            label="Main",
            is_rest=False,
            first_at=TEN,
            last_at=TEN + timedelta(seconds=1),
            events=2,
            errors=1,
        ),
        TimelineLane(
            lane="sub",
            label=None,
            is_rest=False,
            first_at=TEN + timedelta(minutes=9),
            last_at=TEN + timedelta(minutes=9),
            events=1,
            errors=0,
        ),
    )
    assert drawn.bins == (
        TimelineBin(lane_number=0, starts_at=TEN, events=2, errors=1),
        TimelineBin(lane_number=1, starts_at=TEN + timedelta(minutes=9), events=1, errors=0),
    )
    assert (drawn.undated_events, drawn.rest_lanes) == (1, 0)


def test_a_timeline_can_be_narrowed_and_cut_otherwise(busy):
    drawn = timeline(
        busy.store, "session", by="kind", since=TEN + timedelta(seconds=1), until=TEN + timedelta(minutes=9)
    )
    assert [(lane.lane, lane.events) for lane in drawn.lanes] == [("assistant", 1)]


def test_a_run_without_dated_events_has_an_empty_timeline(desk):
    desk.run("cc-1")
    desk.append([desk.event("cc-1", "a", None)])
    drawn = timeline(desk.store, "cc-1")
    assert (drawn.since, drawn.until, drawn.lanes, drawn.bins, drawn.undated_events) == (
        None,
        None,
        (),
        (),
        1,
    )


def test_many_lanes_are_gathered_into_one(desk):
    desk.run("cc-1")
    desk.append(
        [
            desk.event(
                "cc-1", f"e{number}-{again}", TEN + timedelta(seconds=number), agent_id=f"agent-{number:02}"
            )
            for number in range(40)
            for again in range(40 - number)
        ]
    )
    drawn = timeline(desk.store, "cc-1")
    assert (len(drawn.lanes), drawn.rest_lanes, drawn.lanes[-1].is_rest) == (MOST_LANES + 1, 8, True)
    assert drawn.lanes[-1].events == sum(40 - number for number in range(32, 40))
    assert sum(mark.events for mark in drawn.bins) == sum(lane.events for lane in drawn.lanes) == 820


@pytest.mark.parametrize("asked", [{"by": "colour"}, {"bins": 0}, {"bins": 301}])
def test_what_cannot_be_drawn_is_refused(busy, asked):
    with pytest.raises(InvalidInput):
        timeline(busy.store, "session", **asked)


MOMENTS = st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC))


@given(one=MOMENTS, other=MOMENTS, bins=st.integers(1, 300))
def test_the_bins_cover_both_ends_and_are_never_too_many(one, other, bins):
    first, last = sorted((one, other))
    width = bin_width(first, last, bins)
    assert bin_start(first, width) <= first < bin_start(first, width) + width
    if bins > 1:
        assert bin_count(first, last, width) <= bins


def test_times_at_the_ends_of_the_calendar_are_drawn_too(desk):
    desk.run("cc-1")
    ends = [datetime.min.replace(tzinfo=UTC), TEN, datetime.max.replace(tzinfo=UTC)]
    desk.append([desk.event("cc-1", f"e{number}", moment) for number, moment in enumerate(ends)])
    for bins in (300, 7, 1):
        drawn = timeline(desk.store, "cc-1", bins=bins)
        assert sum(mark.events for mark in drawn.bins) == 3
        assert (drawn.since, drawn.until) == (ends[0], ends[-1])

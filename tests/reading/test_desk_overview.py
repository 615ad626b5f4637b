"""The desk at a glance, its days cut in the reporting zone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest

from data_access.contracts.readings import ActivityHour
from data_access.errors import InvalidInput
from data_access.reading.desk_overview import ACTIVITY_DAYS, desk_overview

NOW = datetime(2026, 5, 10, 1, tzinfo=UTC)
"""In Denver it is still the evening of Saturday, 9 May."""


@pytest.fixture
def desk_at_work(desk):
    desk.run("cc-1", project="/dam", agents=2, events=3, errors=1, last_at=NOW - timedelta(minutes=5))
    desk.run("cc-2", origin="demo", last_at=NOW - timedelta(minutes=20))
    desk.run("cc-3", last_at=NOW + timedelta(days=3))
    desk.append(
        [
            desk.event("cc-1", "a", NOW - timedelta(hours=2)),
            desk.event("cc-1", "b", NOW - timedelta(hours=26)),
            desk.event("cc-1", "c", NOW - timedelta(days=400)),
        ]
    )
    for number, (hours, cost) in enumerate([(0.5, "1"), (2, "2"), (26, "4"), (24 * 8, "8"), (24 * 40, "16")]):
        desk.call(f"c{number}", "cc-1", "main", cost, occurred_at=NOW - timedelta(hours=hours))
    desk.call("undated", "cc-2", "main", "32", occurred_at=None)
    return desk.store


def costs(overview):
    names = ("today", "yesterday", "seven_days", "thirty_days", "all_time")
    return tuple(getattr(overview, name).cost_usd for name in names)


def test_days_follow_the_reporting_zone(desk_at_work):
    denver = desk_overview(desk_at_work, timezone="America/Denver", now=NOW)
    utc = desk_overview(desk_at_work, timezone="UTC", now=NOW)
    assert costs(denver) == tuple(map(Decimal, (3, 4, 7, 15, 63)))
    assert costs(utc) == tuple(map(Decimal, (1, 2, 7, 15, 63)))
    assert (denver.events_today, denver.events_yesterday) == (1, 1)
    assert (utc.events_today, utc.events_yesterday) == (0, 1)
    assert denver.hours == (
        ActivityHour(weekday=5, hour=17, events=1),
        ActivityHour(weekday=6, hour=17, events=1),
    )


def test_the_calendar_has_every_day_of_half_a_year(desk_at_work):
    activity = desk_overview(desk_at_work, timezone="UTC", now=NOW).activity
    assert (len(activity), activity[0].day, activity[-1].day) == (
        ACTIVITY_DAYS,
        date(2025, 11, 10),
        date(2026, 5, 10),
    )
    assert [(one.day.day, one.events, one.usage.cost_usd) for one in activity[-3:]] == [
        (8, 1, Decimal(4)),
        (9, 1, Decimal(2)),
        (10, 0, Decimal(1)),
    ]


def test_a_run_is_shown_as_running_only_while_its_last_event_is_fresh(desk_at_work):
    overview = desk_overview(desk_at_work, timezone="UTC", now=NOW)
    assert [(one.run.conversation_key, one.quiet_minutes) for one in overview.running] == [("cc-1", 5)]
    assert [one.conversation_key for one in overview.top_runs] == ["cc-2", "cc-1"]
    assert (overview.runs, overview.projects, overview.agents, overview.errors, overview.demo_runs) == (
        3,
        1,
        4,
        1,
        1,
    )


def test_an_empty_desk_has_unknown_costs_and_no_activity(fresh_store):
    overview = desk_overview(fresh_store, timezone="Asia/Shanghai", now=NOW)
    assert costs(overview) == (None,) * 5
    assert (overview.runs, overview.running, overview.top_runs, overview.latest_imports) == (0, (), (), ())


@pytest.mark.parametrize("name", ["Mars/Olympus", "", "../etc", "America"])
def test_an_unknown_zone_is_refused(fresh_store, name):
    with pytest.raises(InvalidInput, match="time zone"):
        desk_overview(fresh_store, timezone=name, now=NOW)

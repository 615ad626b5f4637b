"""The desk at a glance: what is running, what was spent, when things happen, what came in last."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from data_access.contracts.readings import ActivityDay, ActivityHour, DeskOverview, RunningRun
from data_access.contracts.usage import UsageTotals
from data_access.reading.imports import import_batches
from data_access.reading.runs import runs
from data_access.reading.usage_columns import usage_totals
from data_access.rules.reporting_days import day_of, day_start, zone_named
from data_access.store.connection import Store

FRESH = timedelta(minutes=15)
ACTIVITY_DAYS = 26 * 7
_RUNS_LOOKED_AT = 50
_TOP_RUNS = 5
_IMPORTS_SHOWN = 5


def desk_overview(store: Store, *, timezone: str, now: datetime) -> DeskOverview:
    """Sum up the desk as it stands at `now`, days cut in the zone `timezone`. Raises: `InvalidInput`."""
    windows = _windows(timezone, now)
    usage = {row["name"]: usage_totals(row) for row in store.rows("desk_usage_by_window", windows)}
    activity = _activity(store, windows, day_of(now, zone_named(timezone)))
    dearest = runs(store, order="cost", limit=_TOP_RUNS)
    return DeskOverview(
        **store.rows("desk_totals")[0],
        **usage,
        as_of=now,
        timezone=timezone,
        events_today=activity[-1].events,
        events_yesterday=activity[-2].events,
        activity=activity,
        hours=tuple(ActivityHour(**row) for row in store.rows("desk_events_by_hour", windows)),
        running=_running(store, now),
        top_runs=tuple(one for one in dearest.items if one.own.cost_usd is not None),
        latest_imports=import_batches(store, limit=_IMPORTS_SHOWN).items,
    )


def _windows(timezone: str, now: datetime) -> dict[str, Any]:
    """Return where the days that the overview speaks of begin."""
    zone = zone_named(timezone)
    today = day_of(now, zone)
    days = {"tomorrow": -1, "today": 0, "yesterday": 1, "week": 6, "month": 29, "since": ACTIVITY_DAYS - 1}
    starts = {name: day_start(today - timedelta(days=ago), zone) for name, ago in days.items()}
    return {**starts, "timezone": timezone}


def _activity(store: Store, windows: dict[str, Any], today: date) -> tuple[ActivityDay, ...]:
    events = {row["day"]: row["events"] for row in store.rows("desk_events_by_day", windows)}
    usage = {row["day"]: usage_totals(row) for row in store.rows("desk_usage_by_day", windows)}
    days = [today - timedelta(days=ago) for ago in reversed(range(ACTIVITY_DAYS))]
    return tuple(
        ActivityDay(day=day, events=events.get(day, 0), usage=usage.get(day, UsageTotals())) for day in days
    )


def _running(store: Store, now: datetime) -> tuple[RunningRun, ...]:
    """Runs with a fresh last event; one a little ahead of this clock counts as quiet for no time."""
    active = [(one, one.last_at) for one in runs(store, since=now - FRESH, limit=_RUNS_LOOKED_AT).items]
    return tuple(
        RunningRun(run=one, quiet_minutes=max(0, (now - last_at) // timedelta(minutes=1)))
        for one, last_at in active
        if last_at is not None and last_at <= now + FRESH
    )

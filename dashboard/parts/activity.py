"""When the agents worked and what each day cost, as pictures with their tables."""

from __future__ import annotations

import streamlit as st

from dashboard.charts.activity_calendar import activity_calendar
from dashboard.charts.cost_by_day import cost_by_day
from dashboard.charts.hours_of_week import hours_of_week
from dashboard.desk_session import colours, said, zone
from dashboard.parts import cells
from dashboard.parts.picture import chart, drawing
from dashboard.parts.piece import Column, Row, note
from dashboard.parts.section import section
from dashboard.wording import formats
from data_access.contracts.readings import ActivityDay, DeskOverview


def cost_panel(desk: DeskOverview) -> None:
    """Draw the cost of the last 30 days by day; say so where nothing was spent."""
    w = said()
    days = desk.activity[-30:]
    with section(w.today.cost_chart, boxed=True):
        if desk.thirty_days.is_nothing:
            note(w.cost.no_calls_title, key="no-cost", text=_older(desk))
            return
        shares = [
            (one.day, w.money.cost, one.usage.cost_usd) for one in days if one.usage.cost_usd is not None
        ]
        figure = cost_by_day(
            shares, [one.day for one in days], colours(), height=268, tick_format=w.time.tick_day
        )
        twin = [
            Row((formats.day(one.day, w), cells.number(one.usage.usage_calls), cells.money(one.usage)))
            for one in reversed(days)
            if not one.usage.is_nothing
        ]
        columns = [Column(w.cost.day), Column(w.cost.calls, right=True), Column(w.money.cost, right=True)]
        chart(figure, alt=w.today.cost_chart, key="cost-30", twin=(columns, twin))


def activity_panel(desk: DeskOverview) -> None:
    """Draw the activity calendar and the hours of the week."""
    w = said()
    with section(w.today.activity, boxed=True):
        if not any(day.events for day in desk.activity):
            note(w.today.no_activity, key="no-activity", text=_older(desk))
            return
        days = [(one.day, one.events, _day_tip(one)) for one in desk.activity]
        spec = activity_calendar(days, colours(), weekdays=w.time.weekdays, months=w.time.months_short)
        busy = [
            Row((formats.day(one.day, w), cells.number(one.events), cells.money(one.usage)))
            for one in reversed(desk.activity)
            if one.events
        ]
        columns = [Column(w.cost.day), Column(w.run.events, right=True), Column(w.money.cost, right=True)]
        drawing(spec, height=118, alt=w.today.activity, key="calendar", twin=None)
        hours = hours_of_week(desk.hours, colours(), weekdays=w.time.weekdays, tip="{day} {hour}:00 · {n}")
        st.caption(w.today.hours_hint.format(zone=zone()))
        drawing(hours, height=128, alt=w.today.hours, key="hours", twin=(columns, busy))


def _day_tip(one: ActivityDay) -> str:
    w = said()
    cost = formats.cost(one.usage, w).text
    return f"{formats.day(one.day, w)} · {formats.count(one.events)} {w.run.events} · {cost}"


def _older(desk: DeskOverview) -> str | None:
    w = said()
    return w.today.older.format(time=formats.exact(desk.last_at, zone(), w)) if desk.last_at else None

"""Moments on their way into a chart: plotly knows no zones, so they come as clocks on the wall tell them."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from data_access.rules.reporting_days import local_time


def wall_clock(moment: datetime, zone: str) -> datetime:
    """Return wall-clock time in `zone` without its zone: the chart must not shift it again."""
    return local_time(moment, ZoneInfo(zone)).replace(tzinfo=None)

"""Into which stretches a span of time is cut, so that a picture of it stays readable."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

ORIGIN = datetime(2000, 1, 3, tzinfo=UTC)
"""A Monday: bins are counted from here, so that weeks begin with it."""
FIRST_MOMENT = datetime.min.replace(tzinfo=UTC)
LAST_MOMENT = datetime.max.replace(tzinfo=UTC)

_WIDTHS = tuple(
    timedelta(seconds=seconds)
    for seconds in (
        0.01,
        0.1,
        0.5,
        1,
        2,
        5,
        10,
        15,
        30,
        60,
        120,
        300,
        600,
        900,
        1800,
        3600,
        7200,
        10800,
        21600,
        43200,
    )
) + tuple(timedelta(days=days) for days in (1, 2, 7, 14, 28, 56, 112, 364))


def bin_width(first: datetime, last: datetime, bins: int) -> timedelta:
    """Return the shortest round width with which `bins` bins hold both moments and all between."""
    for width in _WIDTHS:
        if bin_count(first, last, width) <= bins:
            return width
    return (last - first) // max(bins - 1, 1) + timedelta(days=1)


def bin_start(moment: datetime, width: timedelta) -> datetime:
    """Return the start of the bin that holds `moment`, no earlier than the calendar."""
    try:
        return ORIGIN + (moment - ORIGIN) // width * width
    except OverflowError:
        return FIRST_MOMENT


def bin_end(moment: datetime, width: timedelta) -> datetime:
    """Return the end of the bin that holds `moment`, no later than the calendar."""
    try:
        return ORIGIN + ((moment - ORIGIN) // width + 1) * width
    except OverflowError:
        return LAST_MOMENT


def bin_count(first: datetime, last: datetime, width: timedelta) -> int:
    """Return how many bins it takes from the one of `first` to the one of `last`."""
    return (last - ORIGIN) // width - (first - ORIGIN) // width + 1

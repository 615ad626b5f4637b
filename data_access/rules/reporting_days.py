"""Days as the reporting zone cuts them: one zone for every screen, answer and budget."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from data_access.errors import InvalidInput, Problem

_LAST = re.compile(r"([1-9]\d{0,3})([hdw])")


def zone_named(name: str) -> ZoneInfo:
    """Return the zone of that IANA name. Raises: `InvalidInput`."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:  # an unknown name, a bad one, the name of a folder
        fix = "Give an IANA name such as Europe/Berlin, Asia/Shanghai or UTC."
        wrong = Problem("timezone", f"{name!r} is no known zone", fix)
        raise InvalidInput(f"The time zone {name!r} is not known.", problems=(wrong,)) from error


def day_of(moment: datetime, zone: ZoneInfo) -> date:
    """Return the day on which `moment` falls in `zone`."""
    return moment.astimezone(zone).date()


def local_time(moment: datetime, zone: ZoneInfo) -> datetime:
    """Return `moment` in `zone`; at the very ends of the calendar, where that has no date, as it is."""
    try:
        return moment.astimezone(zone)
    except OverflowError:
        return moment


def day_start(day: date, zone: ZoneInfo) -> datetime:
    """Return the first moment of `day` in `zone`, in UTC; a midnight that a clock change skips is its end."""
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)


def start_of_last(text: str, now: datetime, zone: ZoneInfo) -> datetime:
    """Return where "the last 24h", "7d" or "4w" begins: days are whole ones, today included.

    Raises: `InvalidInput`.
    """
    found = _LAST.fullmatch(text.strip().lower())
    if found is None:
        wrong = Problem("last", f"{text!r} is no length of time", "Give hours, days or weeks: 24h, 7d, 4w.")
        raise InvalidInput(f"{text!r} cannot be read as a length of time.", problems=(wrong,))
    number, unit = int(found.group(1)), found.group(2)
    if unit == "h":
        return now - timedelta(hours=number)
    days = number * (7 if unit == "w" else 1)
    return day_start(day_of(now, zone) - timedelta(days=days - 1), zone)


def moment_given(text: str, zone: ZoneInfo, *, where: str) -> datetime:
    """Read a day or a time as a person writes it; without a zone it is meant in `zone`. Gives UTC.

    Raises: `InvalidInput`, naming `where` it stood.
    """
    try:
        moment = datetime.fromisoformat(text.strip())
        return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        fix = "Give a day or a time such as 2026-05-01 or 2026-05-01T10:00:00Z."
        wrong = Problem(where, f"{text!r} is no day and no time", fix)
        raise InvalidInput(f"{text!r} cannot be read as a time.", problems=(wrong,)) from error

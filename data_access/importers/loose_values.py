"""Reads values of a record without trusting their types: many versions write logs, and crashes cut them.

Every function takes any JSON value and returns a usable one or nothing; none raises.
"""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

LONGEST_ID = 200
MOST_TOKENS = 10**12
"""More than this for one call is a damaged number, not a count."""
MOST_USD = 10**9
_LAST_SECOND = 10**11
"""A larger number counts milliseconds."""

Json = dict[str, Any]
_NOTHING: Json = {}


def native_id(value: object) -> str | None:
    """Return `value` if it can name something: printable text, not too long, no placeholder.

    Logs that were cleaned before they were passed on say `[trimmed]` or `<redacted>` where an id stood.
    """
    if (
        isinstance(value, str)
        and 0 < len(value) <= LONGEST_ID
        and value[0] not in "[< "
        and value.isprintable()
    ):
        return value
    return None


def text(value: object) -> str | None:
    """Return `value` if it is text with something in it."""
    return value if isinstance(value, str) and value else None


def mapping(value: object) -> Json:
    """Return `value` if it is an object, else an empty one; the caller must not change it."""
    return value if isinstance(value, dict) else _NOTHING


def sequence(value: object) -> list[Any]:
    """Return `value` if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def count(value: object) -> int | None:
    """Return a count of tokens or calls; null for anything that cannot be one."""
    if type(value) is int and 0 <= value <= MOST_TOKENS:
        return value
    return None


def dollars(value: object) -> Decimal | None:
    """Return an amount of money above zero; null for anything that cannot be one."""
    if type(value) is not int and type(value) is not float:
        return None
    if not 0 < value < MOST_USD:
        return None
    return round(Decimal(str(value)), 12)


def moment(value: object) -> tuple[datetime | None, bool]:
    """Return the time in UTC, null if unreadable, and whether the zone had to be assumed."""
    if not isinstance(value, str):
        return None, False
    try:
        read = datetime.fromisoformat(value)
        if read.tzinfo is UTC:
            return read, False
        if read.tzinfo is None:
            return read.replace(tzinfo=UTC), True
        return read.astimezone(UTC), False
    except (ValueError, OverflowError):
        return None, False


def epoch_time(value: object) -> datetime | None:
    """Return the time that seconds or milliseconds since 1970 stand for."""
    if type(value) is not int and type(value) is not float:
        return None
    try:
        return datetime.fromtimestamp(value / 1000 if abs(value) > _LAST_SECOND else value, UTC)
    except (ValueError, OverflowError, OSError):
        return None


def clock_time(value: object) -> datetime | None:
    """Return the same where the clock of a runtime may have shown it: in the years 2000 to 2199."""
    told = epoch_time(value)
    return told if told is not None and 2000 <= told.year < 2200 else None

"""Which moments a caller may ask for: each with a zone, the earlier before the later."""

from __future__ import annotations

from datetime import datetime

from data_access.errors import InvalidInput, Problem


def time_bounds(since: datetime | None, until: datetime | None) -> dict[str, datetime | None]:
    """Return both bounds by name, checked. Raises `InvalidInput`."""
    given = {"since": with_zone(since, "since"), "until": with_zone(until, "until")}
    if since is not None and until is not None and since > until:
        wrong = Problem("until", "it lies before since", "Give an `until` after `since`, or leave one out.")
        raise InvalidInput(f"Nothing lies between {since} and {until}.", problems=(wrong,))
    return given


def with_zone(moment: datetime | None, where: str) -> datetime | None:
    """Return the moment when it has a zone. Raises `InvalidInput` naming the field `where`."""
    if moment is not None and moment.utcoffset() is None:
        wrong = Problem(where, "the time has no zone", "Give one, for example 2026-05-01T10:00:00Z.")
        raise InvalidInput(f"The time {moment} of {where} cannot be used.", problems=(wrong,))
    return moment

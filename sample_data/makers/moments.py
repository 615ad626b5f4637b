"""The calendar of the samples: all of them end at one moment, which the demo moves to now."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

END = datetime(2026, 1, 31, 12, 0, tzinfo=UTC)
"""The newest time that any sample file holds."""


def before_end(*, days: float = 0, hours: float = 0, minutes: float = 0) -> datetime:
    """Return the moment so long before the end of the samples."""
    return END - timedelta(days=days, hours=hours, minutes=minutes)


def spelled(moment: datetime) -> str:
    """Spell a moment as the sample files do: UTC, milliseconds, `Z`."""
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"

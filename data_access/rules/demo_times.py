"""Moves the times inside sample files, so that a demo always has a today and a this week.

Only whole JSON strings that spell a moment as the samples do (UTC, milliseconds, `Z`) are times; a date in a
sentence stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

_MOMENT = re.compile(r'"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})Z"')


def newest_moment(texts: Iterable[str]) -> datetime:
    """Return the newest time in the texts (UTC). Raises: `ValueError` when there is none."""
    return max(_read(spelled) for text in texts for spelled in _MOMENT.findall(text))


def moved(text: str, by: timedelta) -> str:
    """Return the text with every time moved by `by`, rounded to milliseconds."""
    return _MOMENT.sub(lambda found: f'"{_spell(_read(found.group(1)) + by)}Z"', text)


def _read(spelled: str) -> datetime:
    return datetime.fromisoformat(spelled).replace(tzinfo=UTC)


def _spell(moment: datetime) -> str:
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds")

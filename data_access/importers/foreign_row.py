"""Takes typed values out of a decoded record; what cannot be used stays behind and ends in `extra`.

Nothing here fails: a value of another type than expected is kept as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from data_access.importers.json_text import json_text
from data_access.importers.sink import FileTally

_CLOCK = (
    r"[12][0-9]{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])[T ](?:[01][0-9]|2[0-3]):[0-5][0-9]"
    r"(?::[0-5][0-9](?:\.[0-9]{1,6})?)?"
)
_ZONE = r"(?:Z|[+-](?:0[0-9]|1[0-4]):?[0-5][0-9])"
ZONED_TIME = _CLOCK + _ZONE
"""A time that says its zone, as a pattern that Python and RE2 read alike."""
ISO_TIME = f"{_CLOCK}{_ZONE}?"
"""A time as the format writes it; without a zone it is read as UTC and flagged."""
_TIME = re.compile(ISO_TIME)
_ZONED = re.compile(ZONED_TIME)
LARGEST_COUNT = 2**63 - 1
MOST_TOKENS = 10**12
"""More than any call can use; larger values would overflow the sums over a run."""
_LARGEST_MONEY = Decimal(10) ** 12
_MONEY_STEP = Decimal("0.000000000001")


class ForeignRow:
    """One object of a source on its way into columns."""

    def __init__(self, values: Mapping[str, Any], tally: FileTally) -> None:
        self.left = dict(values)
        """Fields nobody has taken yet."""
        self.time_is_naive = False
        """True when a time without a zone was taken."""
        self._tally = tally

    def text(self, name: str) -> str | None:
        """Take text; a value of another type is taken as its JSON text."""
        value = self.left.pop(name, None)
        if isinstance(value, float):
            return repr(value)  # as the engine writes it in a bulk load
        return value if value is None or isinstance(value, str) else json_text(value)

    def name(self, name: str) -> str | None:
        """Take text that names something: an empty one names nothing."""
        return self.text(name) or None

    def word(self, name: str, words: Mapping[str, str]) -> str | None:
        """Take one of the desk's words; the source's own stays behind where it differs."""
        value = self._look(name)
        if not isinstance(value, str):
            return None
        word = words.get(value.strip().lower())
        if word == value:
            del self.left[name]
        return word

    def moment(self, name: str) -> datetime | None:
        """Take an ISO 8601 time; one without a zone is read as UTC, flagged and counted."""
        value = self._look(name)
        moment = as_moment(value)
        if moment is None:
            return None
        del self.left[name]
        if not has_zone(value):
            self.time_is_naive = True
            self._tally.naive_times += 1
        return moment

    def count(self, name: str) -> int | None:
        """Take a whole number from 0 on."""
        value = self._look(name)
        if isinstance(value, float) and value.is_integer() and abs(value) <= 2**53:
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= LARGEST_COUNT:
            return None
        del self.left[name]
        return value

    def tokens(self, name: str) -> int | None:
        """Take a number of tokens or searches of one call, none larger than `MOST_TOKENS`."""
        value = self._look(name)
        is_too_large = isinstance(value, int | float) and value > MOST_TOKENS
        return None if is_too_large else self.count(name)

    def money(self, name: str) -> Decimal | None:
        """Take an amount of US dollars from 0 on, given as a number or as text."""
        amount = as_money(self._look(name))
        if amount is not None:
            del self.left[name]
        return amount

    def flag(self, name: str) -> bool | None:
        """Take yes or no."""
        value = self._look(name)
        if not isinstance(value, bool):
            return None
        del self.left[name]
        return value

    def json(self, name: str) -> str | None:
        """Take a value of any type as JSON."""
        value = self.left.pop(name, None)
        return None if value is None else json_text(value)

    def extra(self) -> str | None:
        """Return what was left behind as JSON, None when there is nothing."""
        return json_text(self.left) if self.left else None

    def _look(self, name: str) -> Any:
        """Return a value without taking it; a null says nothing and is taken at once."""
        value = self.left.get(name)
        if value is None:
            self.left.pop(name, None)
        return value


def as_moment(value: Any) -> datetime | None:
    """Return the moment a value names in UTC, None when it names none."""
    if not isinstance(value, str) or not _TIME.fullmatch(value):
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


def has_zone(text: str) -> bool:
    """Tell whether a time says its zone."""
    return _ZONED.fullmatch(text) is not None


def as_money(value: Any) -> Decimal | None:
    """Return the amount a value names, to a millionth of a millionth, None when it names none."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        amount = Decimal(str(value))
    except InvalidOperation:
        return None
    if not amount.is_finite() or not 0 <= amount < _LARGEST_MONEY:
        return None
    return amount.quantize(_MONEY_STEP)

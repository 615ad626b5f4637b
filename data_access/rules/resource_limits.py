"""Whether what was used is within the limits of the policy: the one definition of a limit that is passed.

A limit is the most that may be used: exactly so much is within it, anything more is beyond. What nobody
measured stands to no limit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple, get_args

from data_access.contracts.common import Origin
from data_access.contracts.policy import Limits
from data_access.contracts.resource_limits import (
    LimitName,
    LimitStanding,
    LimitState,
    Quantity,
)

LIMIT_NAMES: tuple[LimitName, ...] = get_args(LimitName)
STATES: tuple[LimitState, ...] = get_args(LimitState)
"""The one that counts most first."""
_SPARSE = 3


class Use(NamedTuple):
    """How much of something was used, and what says so."""

    value: int | float | Decimal
    at: datetime
    source_id: str
    event_id: str | None = None
    is_derived: bool = False
    origin: Origin = "real"


def rule_of(limit: LimitName) -> str:
    """Return the key of the policy that lays a limit down."""
    return f"limits.{limit}"


def most_of(limits: Limits, limit: LimitName) -> int:
    """Return how much may be used at most: bytes, seconds, or bytes per second."""
    most: int = getattr(limits, limit)
    return most


def passes(value: float | Decimal, most: int) -> bool:
    """Tell whether so much is beyond a limit; exactly at the limit is within it."""
    return value > most


def limit_state(highest: float | Decimal | None, most: int) -> LimitState:
    """Return how the highest of what was measured stands to a limit; null where nothing was."""
    if highest is None:
        return "not_measured"
    return "passed" if passes(highest, most) else "within"


def highest_use(uses: Iterable[Use]) -> Use | None:
    """Return the highest; of equal ones the stated before the derived, then the first, in any order."""
    return min(uses, key=lambda one: (-one.value, one.is_derived, one.at, one.source_id), default=None)


def limit_standing(
    limits: Limits, limit: LimitName, uses: Sequence[Use], *, unmeasured: int = 0
) -> LimitStanding:
    """Say how whatever was measured stands to a limit; `unmeasured` counts what does not tell how much."""
    most = most_of(limits, limit)
    times_passed = sum(passes(one.value, most) for one in uses)
    return standing_of_highest(
        limits,
        limit,
        highest_use(uses),
        measured=len(uses),
        times_passed=times_passed,
        unmeasured=unmeasured,
    )


def standing_of_highest(
    limits: Limits,
    limit: LimitName,
    highest: Use | None,
    *,
    measured: int = 0,
    times_passed: int = 0,
    unmeasured: int = 0,
) -> LimitStanding:
    """Say the same where the highest is known, of `measured` of which `times_passed` are beyond."""
    most, rule = most_of(limits, limit), rule_of(limit)
    state = limit_state(None if highest is None else highest.value, most)
    if highest is None:
        return LimitStanding(limit=limit, state=state, rule=rule, most=most, unmeasured=unmeasured)
    return LimitStanding(
        limit=limit,
        state=state,
        rule=rule,
        most=most,
        highest=_plain(highest.value),
        beyond=_beyond(highest.value, most) if state == "passed" else None,
        highest_at=highest.at,
        source_id=highest.source_id,
        event_id=highest.event_id,
        is_derived=highest.is_derived,
        origin=highest.origin,
        measured=measured,
        times_passed=times_passed,
        unmeasured=unmeasured,
    )


def state_in_all(states: Collection[LimitState]) -> LimitState:
    """Return `passed` where one limit is, `not_measured` where nothing was measured, else `within`."""
    return next((state for state in STATES if state in states), "not_measured")


def severity(highest: Mapping[LimitName, float | Decimal | None], limits: Limits) -> tuple[int, float]:
    """Return how many limits are passed, and how many times its limit the highest use is."""
    told = [(value, most_of(limits, name)) for name, value in highest.items() if value is not None]
    shares = (float(value) / most for value, most in told)
    return sum(passes(value, most) for value, most in told), max(shares, default=0.0)


def breaks_between(moments: Sequence[datetime]) -> list[int]:
    """Return the places before which a line over these moments, in order, is to be broken.

    Where the next one comes after more than three times the usual distance, nobody measured in between.
    """
    distances = [(later - earlier).total_seconds() for earlier, later in pairwise(moments)]
    if not distances:
        return []
    usual = sorted(distances)[(len(distances) - 1) // 2]
    return [place for place, distance in enumerate(distances, start=1) if distance > _SPARSE * usual]


def _beyond(value: float | Decimal, most: int) -> Quantity:
    """Subtract exactly: a float of seconds would bring in digits that nobody measured."""
    return _plain(Decimal(str(value)) - most if isinstance(value, float) else value - most)


def _plain(value: float | Decimal) -> Quantity:
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value

"""When a limit is passed: exactly at it is within, whatever the order and the kind of number."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.contracts.policy import Limits
from data_access.contracts.resource_limits import LimitStanding
from data_access.rules.policy_file import default_policy
from data_access.rules.resource_limits import (
    LIMIT_NAMES,
    Use,
    breaks_between,
    highest_use,
    limit_standing,
    passes,
    severity,
    standing_of_highest,
    state_in_all,
)

AT = datetime(2026, 5, 1, 12, tzinfo=UTC)
LIMITS = default_policy().policy.limits
numbers = st.one_of(
    st.integers(0, 2**63 - 1),
    st.floats(0, 1e12, allow_nan=False),
    st.decimals(0, 10**12, allow_nan=False, places=6),
)
uses = st.builds(
    Use,
    value=numbers,
    at=st.integers(0, 5).map(lambda minutes: AT + timedelta(minutes=minutes)),
    source_id=st.sampled_from(["record:1", "record:2", "file:ab", "call:c"]),
    event_id=st.none(),
    is_derived=st.booleans(),
    origin=st.just("real"),
)


def limits_of(most: int) -> Limits:
    return Limits(**dict.fromkeys(LIMIT_NAMES, most))


def test_the_default_limits_are_those_of_the_isolation_design() -> None:
    assert {name: getattr(LIMITS, name) for name in LIMIT_NAMES} == {
        "disk_bytes": 5 * 10**9,
        "command_seconds": 300,
        "memory_bytes": 2 * 10**9,
        "network_bytes_per_second": 10 * 10**6,
    }


@pytest.mark.parametrize(
    ("value", "state", "beyond"),
    [
        (0, "within", None),
        (300, "within", None),
        (300.0, "within", None),
        (Decimal("300.000000"), "within", None),
        (299.999999, "within", None),
        (300.1, "passed", 0.1),
        (300.000001, "passed", 0.000001),
        (Decimal("300.25"), "passed", 0.25),
        (301, "passed", 1),
    ],
)
def test_exactly_at_the_limit_is_within_it(value: float | Decimal, state: str, beyond: float | None) -> None:
    told = limit_standing(LIMITS, "command_seconds", [Use(value, AT, "record:1")])
    assert (told.state, told.beyond, told.most, told.rule) == (state, beyond, 300, "limits.command_seconds")
    assert (told.highest, told.highest_at, told.source_id, told.measured) == (value, AT, "record:1", 1)
    assert told.times_passed == (state == "passed")


def test_what_nobody_measured_is_not_measured_and_never_zero() -> None:
    told = limit_standing(LIMITS, "disk_bytes", [], unmeasured=4)
    assert told == LimitStanding(
        limit="disk_bytes",
        state="not_measured",
        rule="limits.disk_bytes",
        most=5_000_000_000,
        unmeasured=4,
    )
    assert told.highest is None
    assert state_in_all([]) == "not_measured"
    assert state_in_all(["not_measured", "within"]) == "within"
    assert state_in_all(["within", "passed", "not_measured"]) == "passed"


@given(st.lists(uses, min_size=1, max_size=12), st.randoms(), st.integers(1, 2**63 - 1))
def test_the_order_of_samples_changes_nothing(told: list[Use], order: object, most: int) -> None:
    shuffled = list(told)
    order.shuffle(shuffled)  # type: ignore[attr-defined]
    limits = limits_of(most)
    assert limit_standing(limits, "memory_bytes", told) == limit_standing(limits, "memory_bytes", shuffled)


@given(st.lists(uses, min_size=1, max_size=12), st.integers(1, 2**63 - 1))
def test_a_limit_is_passed_when_one_use_is_beyond_it_and_the_highest_is_told(
    told: list[Use], most: int
) -> None:
    said = limit_standing(limits_of(most), "disk_bytes", told)
    beyond = [one for one in told if Fraction(one.value) > most]
    assert said.times_passed == len(beyond)
    assert said.state == ("passed" if beyond else "within")
    assert said.highest == pytest.approx(float(max(one.value for one in told)))
    if beyond:
        assert said.beyond is not None
        assert said.beyond > 0
    assert passes(most, most) is False


@given(st.lists(st.lists(uses, min_size=1, max_size=5), min_size=1, max_size=4))
def test_the_highest_of_parts_is_the_highest_of_all(parts: list[list[Use]]) -> None:
    together = [one for part in parts for one in part]
    assert highest_use(highest_use(part) for part in parts) == highest_use(together)
    counted = sum(passes(one.value, 300) for one in together)
    assert limit_standing(LIMITS, "command_seconds", together) == standing_of_highest(
        LIMITS,
        "command_seconds",
        highest_use(together),
        measured=len(together),
        times_passed=counted,
    )


def test_of_equal_ones_the_stated_counts_before_the_derived_and_then_the_first() -> None:
    derived = Use(400, AT, "call:a", is_derived=True)
    later = Use(400.0, AT + timedelta(minutes=1), "record:1")
    first = Use(Decimal(400), AT, "record:2")
    assert highest_use([derived, later, first]) is first
    assert highest_use([derived, later]) is later
    assert highest_use([]) is None


def test_who_passed_more_limits_is_worse_and_then_who_passed_further() -> None:
    two = severity({"disk_bytes": 6 * 10**9, "memory_bytes": 3 * 10**9}, LIMITS)
    far = severity({"command_seconds": 3000.0, "disk_bytes": None}, LIMITS)
    near = severity({"command_seconds": 301}, LIMITS)
    assert two > far > near > severity({"command_seconds": 300}, LIMITS) > severity({}, LIMITS) == (0, 0.0)


def test_a_line_is_broken_where_nobody_measured_for_long() -> None:
    minutes = [0, 1, 2, 3, 30, 31, 34]
    assert breaks_between([AT + timedelta(minutes=one) for one in minutes]) == [4]
    assert breaks_between([AT]) == []
    assert breaks_between([]) == []
    assert breaks_between([AT, AT + timedelta(hours=9)]) == []

"""A cursor gives back what was written and nothing else passes for one."""

from __future__ import annotations

import base64
import json
from datetime import UTC
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.errors import InvalidInput
from data_access.rules.page_cursor import read_cursor, write_cursor


@given(
    moment=st.none() | st.datetimes(timezones=st.just(UTC)),
    number=st.none() | st.integers(-(2**63), 2**63 - 1),
    amount=st.none() | st.decimals(-(10**19), 10**19, places=12, allow_nan=False),
    text=st.none() | st.text(st.characters(exclude_categories=["Cs"])),
)
def test_the_values_written_are_read_back(moment, number, amount, text):
    kinds = (type(moment) if moment else Decimal, int, Decimal, str)
    values = (moment, number, amount, text)
    assert read_cursor(write_cursor("any", values), "any", kinds) == values


@given(cursor=st.text(max_size=80))
def test_any_other_text_is_refused(cursor):
    with pytest.raises(InvalidInput):
        read_cursor(cursor, "any", (int, str))


@given(values=st.tuples(*[st.none() | st.integers() | st.text() | st.floats() | st.lists(st.integers())] * 2))
def test_values_of_the_wrong_kind_are_refused_and_never_passed_on(values):
    cursor = base64.urlsafe_b64encode(json.dumps(["any", *values]).encode()).decode()
    try:
        number, text = read_cursor(cursor, "any", (int, str))
    except InvalidInput:
        return
    assert number is None or (type(number) is int and -(2**63) <= number < 2**63)
    assert text is None or text.encode() is not None

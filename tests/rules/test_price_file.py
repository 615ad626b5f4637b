"""A price file is read exactly, and refused with every fault named."""

from __future__ import annotations

import json
from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.errors import PriceFileInvalid
from data_access.rules.price_file import read_price_file


def places_of(content: str) -> list[tuple[str, str]]:
    with pytest.raises(PriceFileInvalid) as refused:
        read_price_file(content.encode(), "prices.json")
    assert all(problem.fix for problem in refused.value.problems)
    return [(problem.where, problem.why) for problem in refused.value.problems]


def test_prices_are_per_million_tokens_and_exact() -> None:
    prices = {
        "m": {
            "input": 5,
            "output": "25.000001",
            "cache_read": 0.5,
            "cache_write_5m": 6.25,
            "cache_write_1h": 10,
            "web_search": 10,
        }
    }
    (row,) = read_price_file(json.dumps(prices).encode(), "prices.json").rows_of("M")
    assert (row.model, row.priced_as) == ("M", "m")
    assert (
        row.fresh_input,
        row.output,
        row.cache_read,
        row.cache_write_5m,
        row.cache_write_1h,
        row.web_search,
    ) == (
        Decimal("0.000005"),
        Decimal("0.000025000001"),
        Decimal("0.0000005"),
        Decimal("0.00000625"),
        Decimal("0.00001"),
        Decimal("0.01"),
    )


def test_a_number_never_passes_through_a_float() -> None:
    (row,) = read_price_file(b'{"m": {"input": 0.1, "output": 1.100000}}', "p").rows_of("m")
    assert (row.fresh_input, row.output) == (Decimal("0.0000001"), Decimal("0.0000011"))


def test_a_class_that_is_left_out_has_no_rate() -> None:
    (row,) = read_price_file(b'{"m": {"input": 1, "output": 2}}', "p").rows_of("m")
    assert (row.cache_read, row.cache_write_5m, row.cache_write_1h, row.web_search) == (
        None,
        None,
        None,
        None,
    )


def test_the_version_names_the_content() -> None:
    one, same, other = (
        read_price_file(f'{{"m": {{"input": {price}, "output": 2}}}}'.encode(), "p") for price in (1, 1, 3)
    )
    assert one.version == same.version != other.version
    assert one.version.startswith("file:")


@pytest.mark.parametrize(
    ("content", "places"),
    [
        ("", [("prices.json", "it is no readable JSON: Expecting value: line 1 column 1 (char 0)")]),
        ("[]", [("prices.json", "it holds no models")]),
        ("{}", [("prices.json", "it holds no models")]),
        (
            '{"m": {"input": 1, "output": 1}, "M": {}}',
            [("prices.json", "it is no readable JSON: 'm' is given twice")],
        ),
        ('{"m": 5}', [("m", "its prices are no object")]),
        (
            '{"m": {"input": -1, "reasoning": 3}}',
            [
                ("m.reasoning", "this is no price class"),
                ("m.output", "the price is missing"),
                ("m.input", "'-1' is no price"),
            ],
        ),
        (
            '{"m": {"input": NaN, "output": true}}',
            [("m.input", "'nan' is no price"), ("m.output", "'True' is no price")],
        ),
        (
            '{"m": {"input": "free", "output": null}}',
            [("m.input", "'free' is no price"), ("m.output", "'None' is no price")],
        ),
        (
            '{"m": {"input": 1e30, "output": 0.0000001}}',
            [
                ("m.input", "'1E+30' is no price"),
                ("m.output", "'1E-7' is finer than can be kept exactly"),
            ],
        ),
    ],
)
def test_every_fault_is_named_with_its_place(content: str, places: list[tuple[str, str]]) -> None:
    assert places_of(content) == places


@given(
    st.binary(max_size=200)
    | st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=8,
    ).map(lambda value: json.dumps(value).encode())
)
def test_no_content_breaks_the_reader(content: bytes) -> None:
    with suppress(PriceFileInvalid):
        read_price_file(content, "prices.json")

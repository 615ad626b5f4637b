"""The rates that are kept are the library's: in every span of time and for every size of prompt."""

from __future__ import annotations

from datetime import UTC, datetime, time
from decimal import Decimal

import pytest
from genai_prices import Usage
from genai_prices.data_snapshot import get_snapshot
from hypothesis import given
from hypothesis import strategies as st

from data_access.rules.list_prices import ListPrices
from data_access.rules.pricing import PriceRow

PRICES = ListPrices()
NAMES = sorted(
    {
        model.id
        for provider in get_snapshot().providers
        if provider.model_match is not None
        for model in provider.models
        if PRICES.rows_of(model.id)
    }
)
CONTEXTS = {
    None: None,
    "speed=fast": {"speed": "fast"},
    "service_tier=batch": {"processing": "batch"},
    "service_tier=flex": {"service_tier": "flex"},
    "service_tier=priority": {"service_tier": "priority"},
}
ASKED = [(name, service) for name in NAMES for service in CONTEXTS if PRICES.rows_of(name, service)]
TOKENS = st.one_of(st.integers(0, 1000), st.integers(99_990, 400_000))


def holds(row: PriceRow, at: datetime, whole_input: int) -> bool:
    day_time = at.time()
    return (
        (row.since_at is None or at >= row.since_at)
        and (row.before_at is None or at < row.before_at)
        and (row.daily_from is None or day_time >= time.fromisoformat(row.daily_from))
        and (row.daily_before is None or day_time < time.fromisoformat(row.daily_before))
        and (row.input_over is None or whole_input > row.input_over)
        and (row.input_up_to is None or whole_input <= row.input_up_to)
    )


@given(
    asked=st.sampled_from(ASKED),
    at=st.datetimes(datetime(2024, 1, 1), datetime(2027, 1, 1), timezones=st.just(UTC)),
    fresh=TOKENS,
    read=TOKENS,
    written=TOKENS,
    output=TOKENS,
)
def test_exactly_one_row_holds_and_gives_the_amount_of_the_library(
    asked: tuple[str, str | None], at: datetime, fresh: int, read: int, written: int, output: int
) -> None:
    name, service = asked
    whole_input = fresh + read + written
    rows = [row for row in PRICES.rows_of(name, service) if holds(row, at, whole_input)]
    if service and not rows:
        return
    (row,) = rows
    if row.fresh_input is None or row.output is None:
        return
    counted = {"input_tokens": whole_input, "output_tokens": output}
    amount = fresh * row.fresh_input + output * row.output
    for tokens, rate, unit in (
        (read, row.cache_read, "cache_read_tokens"),
        (written, row.cache_write_5m, "cache_write_tokens"),
    ):
        counted[unit] = tokens if rate is not None else 0
        amount += tokens * (rate if rate is not None else row.fresh_input)
    provider, listed = get_snapshot().find_provider_model(name, None, None, None)
    expected = listed.calc_price(
        Usage(**counted), provider, genai_request_timestamp=at, price_context=CONTEXTS[service]
    ).total_price
    assert amount == expected.quantize(Decimal("0.000000000001"))


def test_the_price_of_a_one_hour_cache_write_is_the_listed_one() -> None:
    (row,) = PRICES.rows_of("claude-opus-4-7")
    assert row._replace(price_key="") == PriceRow(
        price_key="",
        price_version="genai-prices 0.2.3",
        model="claude-opus-4-7",
        priced_as="claude-opus-4-7",
        provider="anthropic",
        service=None,
        since_at=None,
        before_at=None,
        daily_from=None,
        daily_before=None,
        input_over=None,
        input_up_to=None,
        fresh_input=Decimal("0.000005"),
        cache_read=Decimal("0.0000005"),
        cache_write_5m=Decimal("0.00000625"),
        cache_write_1h=Decimal("0.00001"),
        output=Decimal("0.000025"),
        web_search=Decimal("0.01"),
        note=None,
    )


def test_a_one_hour_price_the_list_lacks_is_twice_the_input_and_says_so() -> None:
    (row,) = PRICES.rows_of("global.anthropic.claude-sonnet-4-20250514-v1:0")
    assert (row.provider, row.fresh_input, row.cache_write_5m, row.cache_write_1h) == (
        "aws",
        Decimal("0.000003"),
        Decimal("0.00000375"),
        Decimal("0.000006"),
    )
    assert row.note == "one-hour cache writes at 2 x input, Anthropic's rule; the provider lists no price"


def test_a_batch_has_a_price_only_from_the_day_the_list_gives_one() -> None:
    (row,) = PRICES.rows_of("claude-opus-4-7", "service_tier=batch")
    assert (row.since_at, row.before_at, row.fresh_input) == (
        datetime(2026, 10, 14, tzinfo=UTC),
        None,
        Decimal("0.0000025"),
    )
    assert PRICES.rows_of("claude-opus-4-7", "speed=fast") == ()


def test_a_provider_that_lists_no_cache_reads_leaves_their_price_unknown() -> None:
    (row,) = PRICES.rows_of("claude-2")
    assert (row.fresh_input, row.cache_read, row.cache_write_5m, row.cache_write_1h) == (
        Decimal("0.000008"),
        None,
        None,
        None,
    )


@pytest.mark.parametrize(
    "name",
    [
        "gpt-5",
        "gpt-5-codex",
        "gpt-5-2025-08-07",
        "gpt-5.1-codex",
        "gpt-5.1-codex-max",
        "gpt-5.1-codex-mini",
        "gpt-5.2-codex",
        "gpt-5.3-codex",
        "gpt-5.4",
        "gpt-5.4-mini",
        "gpt-5.5",
        "gpt-5.6-luna",
        "openai/gpt-5-codex",
        "o4-mini",
    ],
)
def test_models_that_codex_names_have_a_price(name: str) -> None:
    assert PRICES.rows_of(name)


@pytest.mark.parametrize(
    "name", ["gpt-5.3-codex-spark", "gpt-5-codex-nano", "codex-auto-review", "gpt-5.10-codex"]
)
def test_models_that_only_look_like_a_listed_one_have_none(name: str) -> None:
    assert PRICES.rows_of(name) == ()

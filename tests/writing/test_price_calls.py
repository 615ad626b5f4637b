"""Calls are priced exactly, once, and never at another model's price."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_access.contracts.rows import UsageRow
from data_access.errors import PriceFileInvalid
from data_access.rules.list_prices import ListPrices
from data_access.rules.pricing import PriceBook
from data_access.store.bulk_load import append_rows
from data_access.store.connection import Store
from data_access.writing.merge_usage import merge_usage_calls
from data_access.writing.price_calls import (
    PricedCalls,
    load_price_book,
    price_new_calls,
    reprice_calls,
    unpriced_models,
)
from tests.rules.test_list_prices import PRICES, holds
from tests.writing.usage_rows import usage_row

AT = datetime(2026, 6, 1, tzinfo=UTC)
LISTED = PriceBook((ListPrices(),))


def bring(store: Store, rows: Sequence[UsageRow], book: PriceBook = LISTED) -> PricedCalls:
    with store.transaction() as transaction:
        append_rows(transaction, rows)
        merge_usage_calls(transaction, sorted({row.file_id for row in rows}))
        return price_new_calls(transaction, book, AT)


def costs(store: Store) -> dict[str, Decimal | None]:
    with store.reading() as cursor:
        return dict(cursor.execute("SELECT call_id, cost_usd FROM call_measure ORDER BY call_id").fetchall())


def price_file(folder: Path, prices: object) -> PriceBook:
    file = folder / "prices.json"
    file.write_text(json.dumps(prices), encoding="utf-8")
    return load_price_book(file)


def test_every_token_class_has_its_own_rate(fresh_store: Store) -> None:
    bring(
        fresh_store,
        [
            usage_row(
                call_id="main", fresh_input=1308, output=22901, cache_write_1h=102189, cache_read=728660
            ),
            usage_row(
                call_id="subs", fresh_input=1238, output=30557, cache_write_5m=296384, cache_read=1727035
            ),
        ],
    )
    assert costs(fresh_store) == {"main": Decimal("1.965285"), "subs": Decimal("3.4860325")}


def test_an_unknown_model_has_no_cost_and_is_named(fresh_store: Store) -> None:
    rows = [
        usage_row(call_id="m1", model="claude-nova-9"),
        usage_row(call_id="m2", fresh_input=1_000_000, output=0),
        usage_row(call_id="m3", model=None),
    ]
    priced = bring(fresh_store, rows)
    assert costs(fresh_store) == {"m1": None, "m2": Decimal(5), "m3": None}
    assert priced == PricedCalls(1, (rows[0].conversation_key,))
    with fresh_store.transaction() as transaction:
        assert unpriced_models(transaction) == {"claude-nova-9": 1, "unknown": 1}
        assert unpriced_models(transaction, [1]) == {"claude-nova-9": 1, "unknown": 1}
        assert unpriced_models(transaction, [2]) == {}


def test_a_cache_write_of_unknown_life_is_priced_as_five_minutes_and_marked(fresh_store: Store) -> None:
    bring(
        fresh_store,
        [
            usage_row(
                fresh_input=0, output=0, cache_write_5m=300, cache_write_1h=200, cache_write_unspecified=500
            )
        ],
    )
    with fresh_store.reading() as cursor:
        found = cursor.execute("SELECT cost_usd, assumed_calls, cost_state FROM call_measure").fetchone()
    assert found == (Decimal("0.007000000000"), 1, "computed")


def test_unknown_tokens_make_the_cost_unknown_and_zero_tokens_cost_zero(fresh_store: Store) -> None:
    bring(
        fresh_store,
        [
            usage_row(call_id="no input", fresh_input=None),
            usage_row(call_id="no output", output=None),
            usage_row(call_id="no cache said", cache_read=None, cache_write_5m=None, fresh_input=1, output=0),
            usage_row(call_id="nothing", fresh_input=0, output=0),
        ],
    )
    assert costs(fresh_store) == {
        "no cache said": Decimal("0.000005"),
        "no input": None,
        "no output": None,
        "nothing": Decimal(0),
    }


def test_a_reported_cost_stands_and_is_not_computed_again(fresh_store: Store) -> None:
    bring(fresh_store, [usage_row(reported_cost_usd=Decimal("0.123456789012"), model="claude-nova-9")])
    with fresh_store.reading() as cursor:
        assert cursor.execute("SELECT cost_usd, cost_state FROM call_measure").fetchone() == (
            Decimal("0.123456789012"),
            "reported",
        )
        assert cursor.execute("SELECT count(*) FROM usage_cost").fetchone() == (0,)


def test_a_long_prompt_pays_the_higher_rate_for_all_its_tokens(fresh_store: Store) -> None:
    model = "claude-sonnet-4-5-20250929"
    bring(
        fresh_store,
        [
            usage_row(call_id="at", model=model, fresh_input=1, cache_read=199_999, output=1),
            usage_row(call_id="over", model=model, fresh_input=2, cache_read=199_999, output=1),
        ],
    )
    assert costs(fresh_store) == {"at": Decimal("0.0600177"), "over": Decimal("0.1200339")}


def test_a_dated_price_is_the_one_of_the_day_of_the_call(fresh_store: Store) -> None:
    model, tokens = "claude-sonnet-4-6", {"fresh_input": 300_000, "output": 0}
    bring(
        fresh_store,
        [
            usage_row(
                call_id="a", model=model, occurred_at=datetime(2026, 3, 12, 23, 59, 59, tzinfo=UTC), **tokens
            ),
            usage_row(call_id="b", model=model, occurred_at=datetime(2026, 3, 13, tzinfo=UTC), **tokens),
            usage_row(call_id="c", model=model, occurred_at=None, **tokens),
        ],
    )
    assert costs(fresh_store) == {"a": Decimal("1.8"), "b": Decimal("0.9"), "c": None}


def test_a_price_file_prices_earlier_calls_that_have_none_and_touches_no_other(
    fresh_store: Store, tmp_path: Path
) -> None:
    bring(
        fresh_store,
        [usage_row(call_id="known", fresh_input=1000), usage_row(call_id="new", model="claude-nova-9")],
    )
    before = costs(fresh_store)["known"]
    prices = {"Claude-Nova-9": {"input": 1, "output": 2.5}, "claude-opus-4-7": {"input": 0, "output": 0}}
    with fresh_store.transaction() as transaction:
        assert price_new_calls(transaction, price_file(tmp_path, prices), AT).priced == 1
    assert costs(fresh_store) == {"known": before, "new": Decimal("0.001250")}
    with fresh_store.reading() as cursor:
        versions = cursor.execute("SELECT price_version FROM price_version ORDER BY ordinal").fetchall()
    assert [version.split(":")[0] for (version,) in versions] == ["genai-prices 0.2.3", "file"]


def test_a_class_the_price_file_leaves_out_is_unknown_not_free(fresh_store: Store, tmp_path: Path) -> None:
    book = price_file(tmp_path, {"m": {"input": 1, "output": 1}})
    bring(
        fresh_store,
        [
            usage_row(call_id="cached", model="m", cache_read=1),
            usage_row(call_id="plain", model="m"),
            usage_row(call_id="searched", model="m", web_searches=1),
        ],
        book,
    )
    assert costs(fresh_store) == {"cached": None, "plain": Decimal("0.0011"), "searched": None}


def test_a_model_that_costs_nothing_is_priced_at_zero(fresh_store: Store, tmp_path: Path) -> None:
    bring(
        fresh_store,
        [usage_row(model="local")],
        price_file(tmp_path, {"local": {"input": 0, "output": "0.00"}}),
    )
    assert costs(fresh_store) == {"msg_1": Decimal(0)}


def test_repricing_is_explicit_keeps_the_old_figures_and_can_be_taken_back(
    fresh_store: Store, tmp_path: Path
) -> None:
    bring(fresh_store, [usage_row(call_id="a"), usage_row(call_id="b", model="claude-haiku-4-5")])
    listed = costs(fresh_store)
    book = price_file(tmp_path, {"claude-opus-4-7": {"input": 1, "output": 1}})
    with fresh_store.transaction() as transaction:
        reprice_calls(transaction, book, AT)
    assert costs(fresh_store) == {"a": Decimal("0.0011"), "b": listed["b"]}
    with fresh_store.transaction() as transaction:
        reprice_calls(transaction, LISTED, AT)
        reprice_calls(transaction, LISTED, AT)
    assert costs(fresh_store) == listed
    with fresh_store.reading() as cursor:
        assert cursor.execute(
            "SELECT call_key, count(*), sum(is_current::INT) FROM usage_cost GROUP BY ALL ORDER BY ALL"
        ).fetchall() == [
            ("cc:a", 2, 1),
            ("cc:b", 1, 1),
        ]


def test_new_figures_of_a_call_drop_the_cost_of_the_old_ones(fresh_store: Store) -> None:
    bring(fresh_store, [usage_row(output=1)])
    bring(fresh_store, [usage_row(output=100, file_id=2)])
    assert costs(fresh_store) == {"msg_1": Decimal("0.0075")}
    with fresh_store.reading() as cursor:
        assert cursor.execute("SELECT count(*) FROM usage_cost").fetchone() == (1,)


def test_a_missing_price_file_is_refused_in_plain_words(tmp_path: Path) -> None:
    with pytest.raises(PriceFileInvalid) as refused:
        load_price_book(tmp_path / "none.json")
    assert refused.value.problems[0].why == "No such file or directory"


def test_a_fast_answer_pays_the_price_of_fast_answers_and_none_it_does_not_have(fresh_store: Store) -> None:
    tokens = {"fresh_input": 1_000_000, "output": 0}
    bring(
        fresh_store,
        [
            usage_row(call_id="standard", model="claude-opus-5", **tokens),
            usage_row(call_id="fast", model="claude-opus-5", service="speed=fast", **tokens),
            usage_row(call_id="never fast", service="speed=fast", **tokens),
            usage_row(call_id="old batch", service="service_tier=batch", **tokens),
            usage_row(
                call_id="batch",
                service="service_tier=batch",
                occurred_at=datetime(2026, 10, 14, tzinfo=UTC),
                **tokens,
            ),
        ],
    )
    assert costs(fresh_store) == {
        "batch": Decimal("2.5"),
        "fast": Decimal(10),
        "never fast": None,
        "old batch": None,
        "standard": Decimal(5),
    }


def test_a_price_file_names_a_service_beside_its_model(fresh_store: Store, tmp_path: Path) -> None:
    book = price_file(tmp_path, {"m": {"input": 1, "output": 1}, "m@speed=fast": {"input": 6, "output": 6}})
    tokens = {"model": "m", "fresh_input": 1_000_000, "output": 0}
    bring(
        fresh_store,
        [usage_row(call_id="a", **tokens), usage_row(call_id="b", service="speed=fast", **tokens)],
        book,
    )
    assert costs(fresh_store) == {"a": Decimal(1), "b": Decimal(6)}


def by_hand(row: UsageRow) -> Decimal | None:
    """The cost of one row, multiplied out in Python."""
    if row.model is None or row.occurred_at is None or row.fresh_input is None or row.output is None:
        return None
    writes = (row.cache_write_5m or 0, row.cache_write_1h or 0, row.cache_write_unspecified or 0)
    whole_input = row.fresh_input + (row.cache_read or 0) + sum(writes)
    found = [
        rates
        for rates in PRICES.rows_of(row.model, row.service)
        if holds(rates, row.occurred_at, whole_input)
    ]
    if not found:
        return None
    (rates,) = found
    parts = [
        (row.fresh_input, rates.fresh_input),
        (row.cache_read or 0, rates.cache_read),
        (writes[0] + writes[2], rates.cache_write_5m),
        (writes[1], rates.cache_write_1h),
        (row.output, rates.output),
        (row.web_searches, rates.web_search),
    ]
    if any(tokens and rate is None for tokens, rate in parts):
        return None
    return sum((tokens * rate for tokens, rate in parts if rate is not None), Decimal(0))


some_tokens = st.none() | st.integers(0, 10) | st.integers(150_000, 10**12)
some_rows = st.lists(
    st.builds(
        usage_row,
        model=st.sampled_from(
            [
                None,
                "claude-opus-5",
                "claude-sonnet-4-6",
                "deepseek-v4-pro",
                "claude-2",
                "claude-nova-9",
                "grok-4.5",
            ]
        ),
        service=st.sampled_from([None, None, "speed=fast", "service_tier=batch"]),
        occurred_at=st.datetimes(datetime(2026, 1, 1), datetime(2026, 12, 31), timezones=st.just(UTC)),
        fresh_input=some_tokens,
        cache_read=some_tokens,
        cache_write_5m=some_tokens,
        cache_write_1h=some_tokens,
        cache_write_unspecified=some_tokens,
        output=some_tokens,
        web_searches=st.integers(0, 2),
    ),
    min_size=1,
    max_size=30,
)


@settings(max_examples=12)
@given(rows=some_rows)
def test_the_statement_multiplies_as_one_does_by_hand(rows: list[UsageRow]) -> None:
    calls = [
        row._replace(call_id=f"{n}", call_key=f"cc:{n}", observation_id=f"{n}") for n, row in enumerate(rows)
    ]
    with Store.open(None) as store:
        bring(store, calls)
        assert costs(store) == {call.call_id: by_hand(call) for call in calls}

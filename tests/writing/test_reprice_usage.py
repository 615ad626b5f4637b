"""Pricing again is a step of its own, on the record, and loses no figure."""

from __future__ import annotations

from decimal import Decimal

import pytest

from data_access.contracts.principal import Principal
from data_access.contracts.usage import RepricingReport
from data_access.errors import PermissionDenied, PriceFileInvalid
from data_access.store.connection import Store
from data_access.writing.reprice_usage import reprice_usage
from tests.writing.test_price_calls import bring, costs
from tests.writing.usage_rows import usage_row


def test_pricing_again_moves_every_sum_and_stands_in_the_change_log(fresh_store, tmp_path):
    bring(fresh_store, [usage_row(call_id="a"), usage_row(call_id="b", model="claude-nova-9")])
    prices = tmp_path / "prices.json"
    prices.write_text('{"claude-opus-4-7": {"input": 1, "output": 1}}', encoding="utf-8")
    report = reprice_usage(fresh_store, prices=prices)
    assert report == RepricingReport(
        priced_calls=1,
        price_versions=(report.price_versions[0], "genai-prices 0.2.3"),
        unpriced_models={"claude-nova-9": 1},
    )
    assert costs(fresh_store) == {"a": Decimal("0.0011"), "b": None}
    with fresh_store.reading() as cursor:
        kept = cursor.execute("SELECT sum(cost_usd) FROM conversation_usage").fetchone()
        logged = cursor.execute("SELECT action, subject_id FROM audit").fetchall()
        figures = cursor.execute("SELECT cost_usd FROM usage_cost ORDER BY 1").fetchall()
    assert kept == (Decimal("0.0011"),)
    assert logged == [("reprice_usage", report.price_versions[0])]
    assert figures == [(Decimal("0.0011"),), (Decimal("0.0075"),)]


def test_a_faulty_price_file_changes_nothing(fresh_store, tmp_path):
    bring(fresh_store, [usage_row()])
    before = costs(fresh_store)
    with pytest.raises(PriceFileInvalid):
        reprice_usage(fresh_store, prices=tmp_path / "none.json")
    assert costs(fresh_store) == before


def test_only_those_who_operate_the_desk_may_price_again(fresh_store: Store):
    reader = Principal(kind="person", id="r", name="R", scopes=frozenset({"read"}), is_verified=True)
    with pytest.raises(PermissionDenied):
        reprice_usage(fresh_store, principal=reader)

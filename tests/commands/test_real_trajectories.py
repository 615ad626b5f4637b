"""The figures of real ATIF trajectories, asked for as a person asks: one command each."""

from __future__ import annotations

from decimal import Decimal

import pytest

pytestmark = pytest.mark.inputs


def test_a_folder_of_trajectories_gives_its_known_figures(program, inputs):
    total = program("import", inputs / "atif", "--json").document["total"]
    assert [total[name] for name in ("files", "records", "rejected", "usage_calls")] == [9, 59, 0, 23]
    assert program("import", inputs / "atif", "--json").document["total"]["rows_written"] == 0
    groups = program("cost", "--by", "conversation", "--json").document["groups"]
    golden = next(group for group in groups if group["key"] and "9b36227a" in str(group))
    prompt = golden["fresh_input"] + golden["cache_read"]
    assert (golden["usage_calls"], prompt, golden["output"], golden["cache_read"]) == (
        7,
        230_977,
        17,
        209_744,
    )
    assert Decimal(golden["cost_usd"]) == Decimal("0.8825803")
    agents = program("agents", "9b36227a", "--json").document["items"]
    assert [agent["depth"] for agent in agents] == [0, 1, 1, 1, 1]

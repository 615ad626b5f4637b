"""The figures of real logs, asked for as a person asks: one command each."""

from __future__ import annotations

from decimal import Decimal

import pytest


@pytest.fixture(scope="module")
def projects(inputs):
    return inputs / "claude_code" / "real_projects"


def test_a_real_projects_tree_gives_its_known_figures(program, projects):
    total = program("import", projects, "--json").document["total"]
    assert [total[name] for name in ("files", "empty_files", "rejected", "usage_calls", "tool_calls")] == [
        84,
        15,
        0,
        716,
        709,
    ]
    assert program("import", projects, "--json").document["total"]["rows_written"] == 0
    cost = program("cost", "--by", "model", "--json").document["total"]
    assert [cost[name] for name in ("usage_calls", "fresh_input", "output", "cache_read")] == [
        716,
        48530,
        126959,
        26596329,
    ]
    assert sum(cost[f"cache_write_{life}"] for life in ("5m", "1h", "unspecified")) == 2051731
    agents = program("agents", "ef958aa1", "--json").document["items"]
    assert len(agents) == 7
    figures = (agents[0]["own"]["cost_usd"], agents[0]["with_descendants"]["cost_usd"])
    assert [f"{Decimal(figure):.6f}" for figure in figures] == ["1.965285", "5.451318"]

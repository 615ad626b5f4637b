"""A trace on its page: sums counted once, spans whose parent was never seen apart until it comes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from data_access.store.connection import Store

pytestmark = pytest.mark.inputs


def labels(opened: Any) -> list[str]:
    rows = next(piece for piece in opened.pieces if piece.get("key") == "trace" or "rows" in piece)["rows"]
    return [row["cells"][0]["text"].lstrip("▾▸ ◆●◇□○◌") for row in rows]


def test_a_span_without_its_parent_is_unattached_until_that_comes(
    open_page: Callable, fresh_store: Store, import_file: Callable, inputs: Path
) -> None:
    folder = inputs / "bug_repros" / "25_otel_orphan_and_late_parent"
    key = import_file(fresh_store, folder / "part1.json")
    opened = open_page(fresh_store, "run_trace", run=key)
    assert labels(opened)[1:] == ["Unattached (2)", "B", "C"]
    import_file(fresh_store, folder / "part2.json")
    opened = open_page(fresh_store, "run_trace", run=key)
    assert labels(opened)[1:] == ["A", "B", "Unattached (1)"]


def test_the_sum_that_an_agent_states_is_not_added_on_the_page(
    open_page: Callable, fresh_store: Store, import_file: Callable, inputs: Path
) -> None:
    key = import_file(fresh_store, inputs / "bug_repros" / "23_otel_agent_span_rollup" / "trace.json")
    opened = open_page(fresh_store, "run_cost", run=key)
    assert "29,899" in opened.text()
    assert "59,798" not in opened.text()

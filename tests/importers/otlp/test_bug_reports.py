"""The reported faults of other tools give the right value here, whatever order the spans come in."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from tests.importers.otlp.conftest import Desk

pytestmark = pytest.mark.inputs


def expected(folder: Path) -> dict[str, object]:
    found: dict[str, object] = orjson.loads((folder / "expected.json").read_bytes())
    return found


def test_an_agent_that_states_the_sum_of_its_calls_is_not_added_to_them(desk: Desk, inputs: Path) -> None:
    folder = inputs / "bug_repros" / "23_otel_agent_span_rollup"
    desk.load_path(folder / "trace.json")
    calls, whole, output = desk.tokens()
    assert (calls, whole + output) == (4, expected(folder)["total_tokens"])
    assert desk.all("SELECT scope, total_tokens FROM reported_total") == [("conversation", 29899)]


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_a_span_hangs_under_its_parent_once_that_arrives(
    desk: Desk, inputs: Path, order: tuple[int, int]
) -> None:
    folder = inputs / "bug_repros" / "25_otel_orphan_and_late_parent"
    orphans = [desk.load_path(folder / f"part{part}.json").orphans for part in order]
    assert orphans == ([2, 1] if order == (1, 2) else [0, 1])
    assert desk.one("SELECT count(*) FROM event") == expected(folder)["spans"]
    found = desk.all("""
        SELECT s.name, p.name FROM span s
        LEFT JOIN span p ON p.conversation_key = s.conversation_key AND p.span_id = s.parent_span_id
        WHERE s.parent_span_id IS NOT NULL ORDER BY ALL
    """)
    assert dict(found) == expected(folder)["parent"]

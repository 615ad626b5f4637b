"""The golden numbers of a real projects tree."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from data_access.contracts.rows import AgentRow, EventRow, ToolRow, UsageRow
from data_access.importers.claude_code import FORMAT
from data_access.importers.sink import Sink

TREE = "claude_code/real_projects"


@pytest.fixture(scope="module")
def tree(inputs: Path) -> Sink:
    """The rows of the tree."""
    from data_access.importers.formats import ReadFrom

    sink = Sink()
    for file_id, file in enumerate(FORMAT.files(inputs / TREE), 1):
        sink.begin(file_id)
        FORMAT.read(file, ReadFrom(), sink)
    return sink


def test_84_log_files_are_listed_of_which_15_are_empty(inputs: Path) -> None:
    files = [file.path for file in FORMAT.files(inputs / TREE)]
    assert (len(files), sum(path.stat().st_size == 0 for path in files)) == (84, 15)


def test_every_record_is_an_event_or_kept_aside(tree: Sink) -> None:
    records = sum(tally.records for tally in tree.tallies.values())
    assert (records, len(tree.rejects)) == (2396, 0)
    assert len(tree.rows[EventRow]) + len(tree.others) == records


def test_1287_rows_speak_of_716_calls(tree: Sink) -> None:
    rows = tree.rows[UsageRow]
    assert (len(rows), len({row.call_key for row in rows})) == (1287, 716)


def test_the_largest_row_of_each_call_gives_the_golden_token_counts(tree: Sink) -> None:
    largest: dict[str, UsageRow] = {}
    for row in tree.rows[UsageRow]:
        assert isinstance(row, UsageRow)
        if row.call_key not in largest or (row.output or 0) > (largest[row.call_key].output or 0):
            largest[row.call_key] = row
    total: Counter[str] = Counter()
    for row in largest.values():
        for name in row._fields[12:18]:
            total[name] += getattr(row, name) or 0
    assert dict(total) == {
        "fresh_input": 48_530,
        "cache_read": 26_596_329,
        "cache_write_5m": 1_262_776,
        "cache_write_1h": 102_189,
        "cache_write_unspecified": 686_766,
        "output": 126_959,
    }


def test_709_tool_calls_have_709_results(tree: Sink) -> None:
    rows = [row for row in tree.rows[ToolRow] if isinstance(row, ToolRow)]
    halves = Counter(row.part for row in rows)
    assert halves == {"call": 709, "result": 709}
    assert {row.tool_call_id for row in rows if row.part == "result"} == {
        row.tool_call_id for row in rows if row.part == "call"
    }


def test_44_agents_were_spawned(tree: Sink) -> None:
    agents = {row.agent_id for row in tree.rows[AgentRow] if isinstance(row, AgentRow)}
    assert len(agents - {"main"}) == 44

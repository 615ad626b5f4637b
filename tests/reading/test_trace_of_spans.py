"""A run that rests on a trace is read as the tree of its spans."""

from __future__ import annotations

from pathlib import Path

import pytest

from data_access.contracts.importing import ImportCall
from data_access.contracts.trace import Trace
from data_access.contracts.usage import UsageTotals
from data_access.errors import NotFound
from data_access.reading.trace import trace
from data_access.store.connection import Store
from data_access.writing.import_records import import_records
from tests.importers.otlp.conftest import TRACE, Desk, agent, call, span, tool


@pytest.fixture
def traces(fresh_store: Store, tmp_path: Path) -> Desk:
    return Desk(fresh_store, tmp_path)


def tokens(usage: UsageTotals) -> int:
    return usage.fresh_input + usage.output


def rows(read: Trace) -> list[tuple[str, str | None, int, bool]]:
    return [(node.node_id, node.label, node.children, node.is_orphan) for node in read.items]


def test_a_sum_counts_nothing_itself_and_everything_with_what_is_below(
    fresh_store: Store, inputs: Path
) -> None:
    folder = inputs / "bug_repros" / "23_otel_agent_span_rollup"
    import_records(fresh_store, ImportCall(paths=(str(folder / "trace.json"),)))
    (root,) = trace(fresh_store, TRACE).items
    assert (root.kind, tokens(root.own), tokens(root.inclusive)) == ("agent", 0, 29_899)
    below = trace(fresh_store, TRACE, parent=root.node_id)
    assert [tokens(node.own) for node in below.items] == [3031, 4421, 10_709, 11_738]
    assert below.parent == root


def test_spans_whose_parent_was_never_seen_are_unattached_until_it_comes(
    fresh_store: Store, inputs: Path
) -> None:
    folder = inputs / "bug_repros" / "25_otel_orphan_and_late_parent"
    import_records(fresh_store, ImportCall(paths=(str(folder / "part1.json"),)))
    assert rows(trace(fresh_store, TRACE)) == [("unattached", None, 2, False)]
    assert rows(trace(fresh_store, TRACE, parent="unattached")) == [
        ("span:0000000000000002", "B", 0, True),
        ("span:0000000000000003", "C", 0, True),
    ]
    import_records(fresh_store, ImportCall(paths=(str(folder / "part2.json"),)))
    assert rows(trace(fresh_store, TRACE)) == [
        ("span:0000000000000001", "A", 1, False),
        ("unattached", None, 1, False),
    ]
    assert rows(trace(fresh_store, TRACE, parent="span:0000000000000001")) == [
        ("span:0000000000000002", "B", 0, False)
    ]


def test_failures_and_cost_of_spans_count_at_every_row_above(traces: Desk) -> None:
    traces.load(
        agent("boss"),
        tool("ask", "boss", at=0.1, status=2),
        agent("helper", "ask", at=0.2),
        call("answer", "helper", at=0.3, tokens=(100, 10)),
    )
    (boss,) = trace(traces.store, TRACE).items
    (ask,) = trace(traces.store, TRACE, parent=boss.node_id).items
    (helper,) = trace(traces.store, TRACE, parent=ask.node_id).items
    assert [(node.label, node.errors, tokens(node.inclusive)) for node in (boss, ask, helper)] == [
        ("boss", 1, 110),
        ("ask", 1, 110),
        ("helper", 0, 110),
    ]


def test_the_rows_of_a_trace_are_read_a_page_at_a_time(traces: Desk) -> None:
    traces.load(span("top"), *(span(f"s{n}", "top", at=n) for n in range(5)))
    first = trace(traces.store, TRACE, parent="span:top", limit=3)
    rest = trace(traces.store, TRACE, parent="span:top", limit=3, cursor=first.next_cursor)
    assert [node.label for node in (*first.items, *rest.items)] == ["s0", "s1", "s2", "s3", "s4"]
    assert (first.total, rest.next_cursor) == (5, None)


def test_a_session_lists_its_traces(traces: Desk) -> None:
    traces.load(span("one", session__id="session-1"), span("two", trace="b" * 32, session__id="session-1"))
    found = trace(traces.store, "session-1")
    assert [(node.kind, node.label) for node in found.items] == [("run", "one"), ("run", "two")]


def test_a_span_says_itself_how_long_its_call_took(traces: Desk) -> None:
    traces.load(call("one", tokens=(5, 1), seconds=2.5), call("two", tokens=(5, 1), seconds=None))
    found = traces.all(
        "SELECT epoch_ms(answered_at) - epoch_ms(asked_at) FROM model_call_time_in(NULL) ORDER BY call_key"
    )
    assert found == [(2500,), (None,)]


def test_an_unknown_row_of_a_trace_is_not_found(traces: Desk) -> None:
    traces.load(span("one"))
    with pytest.raises(NotFound, match="no row span:two"):
        trace(traces.store, TRACE, parent="span:two")

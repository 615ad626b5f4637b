"""The rows of a tree: opened ones show what lies below, cut ones say how many are left, circles end."""

from __future__ import annotations

from datetime import UTC, datetime

from dashboard.parts.trace import MOST_ROWS, tree_lines
from data_access.contracts.trace import Trace, TraceNode
from data_access.contracts.usage import UsageTotals

AT = datetime(2026, 5, 1, tzinfo=UTC)


def row(node_id: str, children: int = 0) -> TraceNode:
    return TraceNode(
        node_id=node_id, kind="agent", native_id=node_id, label=None, role=None, status=None, is_orphan=False,
        started_at=AT, ended_at=AT, duration_seconds=0, is_duration_unreliable=False, own=UsageTotals(),
        inclusive=UsageTotals(), own_errors=0, errors=0, children=children, event_id=None,
    )  # fmt: skip


def page(parent: TraceNode | None, *items: TraceNode, total: int | None = None) -> Trace:
    return Trace(
        as_of=AT, basis="log", conversation_id="c", conversation_key="cc-1", snapshot_at=None,
        not_in_source=(),
        run=row("run"), parent=parent, items=items, total=len(items) if total is None else total,
        truncated=False, next_cursor=None,
    )  # fmt: skip


def test_only_opened_rows_are_read_and_cut_ones_say_what_is_left() -> None:
    a, b = row("a", 500), row("b", 3)
    asked: list[str] = []

    def below(node_id: str) -> Trace:
        asked.append(node_id)
        return page(a, row("a1"), total=500)

    lines = tree_lines(page(None, a, b), ("a",), below)
    assert asked == ["a"]
    assert [(line.node.node_id, line.depth, line.more) for line in lines] == [
        ("a", 1, 0), ("a1", 2, 0), ("a", 2, 499), ("b", 1, 0),
    ]  # fmt: skip


def test_a_row_that_holds_itself_ends() -> None:
    a = row("a", 1)
    assert len(tree_lines(page(None, a), ("a",), lambda _: page(a, a))) == 30


def test_a_page_never_draws_more_than_it_can() -> None:
    many = page(None, *(row(str(n)) for n in range(MOST_ROWS + 50)))
    assert len(tree_lines(many, (), lambda _: many)) == MOST_ROWS

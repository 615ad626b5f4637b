"""The page of patterns: each view draws its readings, and every figure leads to where it comes from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from data_access.reading.across_runs import latency, timed_calls, tool_reliability
from data_access.store.connection import Store

VIEWS = ("latency", "reliability", "loops", "context", "outliers", "quiet", "calls")


def table(opened: Any, label: str) -> dict[str, Any]:
    return next(piece for piece in opened.pieces if piece.get("label") == label)


def query_of(href: str) -> dict[str, str]:
    return {name: found[0] for name, found in parse_qs(urlsplit(href).query).items()}


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_view_is_drawn_on_a_full_and_an_empty_desk(
    open_page: Callable, filled_store: Store, fresh_store: Store, view: str, language: str
) -> None:
    for store in (filled_store, fresh_store):
        opened = open_page(store, "patterns", view=view, lang=language)
        assert not opened.run.exception
        assert "fault" not in opened.kinds()
        assert [tab["current"] for tab in opened.piece("heading")["tabs"]] == [False, True]


def test_every_latency_leads_to_its_calls_and_the_longest_to_its_event(
    open_page: Callable, filled_store: Store
) -> None:
    found = [one for one in latency(filled_store).items if one.kind == "tool"]
    rows = table(open_page(filled_store, "patterns"), "Tools")["rows"]
    assert [row["cells"][0]["text"] for row in rows] == [one.name for one in found]
    assert [row["cells"][1]["text"] for row in rows] == [f"{one.calls:,}" for one in found]
    for row, one in zip(rows, found, strict=True):
        chosen = query_of(row["href"])
        assert (chosen["view"], chosen["kind"], chosen["name"]) == ("calls", "tool", one.name)
        if one.longest_event_id:
            longest = query_of(row["cells"][5]["href"])
            assert (longest["run"], longest["event"]) == (one.longest_conversation_key, one.longest_event_id)


def test_failures_of_a_tool_lead_to_exactly_those_calls(open_page: Callable, filled_store: Store) -> None:
    worst = tool_reliability(filled_store).items[0]
    label = "How the calls of each tool ended"
    row = table(open_page(filled_store, "patterns", view="reliability"), label)["rows"][0]
    assert row["cells"][3]["text"] == f"{worst.errors:,}"
    way = row["cells"][3]["href"]
    opened = open_page(filled_store, "patterns", **query_of(way))
    listed = table(opened, "The calls behind the figures")["rows"]
    expected = timed_calls(filled_store, kind="tool", name=worst.tool, status="error", order="newest")
    assert len(listed) == expected.total == worst.errors
    assert [query_of(one["href"])["event"] for one in listed] == [one.event_id for one in expected.items]


def test_filters_of_the_address_bound_every_view(open_page: Callable, filled_store: Store) -> None:
    opened = open_page(filled_store, "patterns", source="snapshot")
    tools = [row["cells"][0]["text"] for row in table(opened, "Tools")["rows"]]
    assert tools == [
        one.name for one in latency(filled_store, source_format="snapshot").items if one.kind == "tool"
    ]
    for view in VIEWS:
        nowhere = open_page(filled_store, "patterns", view=view, project="nowhere")
        assert "No run that passes the filters shows it." in nowhere.text()


def test_a_list_of_calls_is_paged_and_says_how_much_there_is(
    open_page: Callable, filled_store: Store
) -> None:
    total = timed_calls(filled_store).total
    opened = open_page(filled_store, "patterns", view="calls")
    line = next(piece for piece in opened.pieces if piece["kind"] == "pages")
    assert line["text"] == f"1 to 50 of {total:,}"
    further = open_page(filled_store, "patterns", **query_of(line["ways"][0]["href"]))
    assert f"51 to 100 of {total:,}" in further.text()

"""The views into a run: the graph with its list, checks beside what they checked, one task's evidence."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from data_access.reading.run_as_of import snapshots
from data_access.reading.runs import runs
from data_access.reading.runtime_summary import runtime_summary
from data_access.store.connection import Store


@pytest.fixture(scope="module")
def objected(filled_store: Store) -> str:
    """The run of the sample data whose verifier objects."""
    return next(one for one in runs(filled_store).items if "oxygen" in one.conversation_id).conversation_key


def table(opened: Any, label: str) -> list[list[Any]]:
    piece = next(piece for piece in opened.pieces if piece.get("label") == label)
    return [row["cells"] for row in piece["rows"]]


def words(cell: Any) -> str:
    pills = [pill["text"] for pill in cell.get("pills", ())] if isinstance(cell, dict) else []
    return " ".join([*pills, cell["text"] if isinstance(cell, dict) else cell or ""]).strip()


def test_the_graph_has_a_list_beside_it_that_selects(
    open_page: Callable, filled_store: Store, objected: str
) -> None:
    opened = open_page(filled_store, "run_topology", run=objected, node="task:t-backfill")
    listed = table(opened, "Agents and tasks")
    assert "outcome unknown" in [words(row[1]) for row in listed]
    facts = {fact["label"]: fact["value"] for fact in opened.piece("facts")["facts"]}
    assert words(facts["Status"]) == "outcome unknown"
    assert len(opened.run.get("echarts_chart")) == 1


def test_a_node_that_is_not_there_is_said_so(open_page: Callable, filled_store: Store, objected: str) -> None:
    opened = open_page(filled_store, "run_topology", run=objected, node="agent:nobody")
    assert "agent:nobody is not in this run" in [piece.get("title") for piece in opened.pieces]


def test_a_lonely_agent_is_explained(
    open_page: Callable, fresh_store: Store, log_file: Callable, import_file: Callable
) -> None:
    key = import_file(fresh_store, log_file("hello"))
    opened = open_page(fresh_store, "run_topology", run=key)
    assert "this source names no tasks" in opened.text()


def test_a_check_stands_beside_what_it_checked(
    open_page: Callable, filled_store: Store, objected: str
) -> None:
    opened = open_page(filled_store, "run_checks", run=objected)
    rows = table(opened, "What it rests on, beside what it checked")
    assert [words(cell) for cell in rows[0]] == ["1. summer 14 nights, winter no rows", "query", "succeeded"]
    tasks = {words(row[0]): words(row[1]) for row in table(opened, "Tasks and why they count as done")}
    assert tasks["t-code"] == "completed"


def test_a_run_without_a_verifier_says_so(
    open_page: Callable, fresh_store: Store, log_file: Callable, import_file: Callable
) -> None:
    key = import_file(fresh_store, log_file("hello"))
    opened = open_page(fresh_store, "run_checks", run=key)
    assert "This source has no verifier" in [piece.get("title") for piece in opened.pieces]


def test_a_task_shows_its_result_its_calls_and_one_in_full(
    open_page: Callable, filled_store: Store, objected: str
) -> None:
    opened = open_page(filled_store, "task_evidence", run=objected, task="t-code")
    calls = next(piece for piece in opened.pieces if piece.get("label") == "Tool calls of this task")
    call = calls["rows"][0]["cells"][0]["tip"]
    again = open_page(filled_store, "task_evidence", run=objected, task="t-code", call=call)
    assert again.run.get("code")
    assert not again.run.exception


def test_a_task_that_is_not_there_is_said_so(open_page: Callable, filled_store: Store, objected: str) -> None:
    opened = open_page(filled_store, "task_evidence", run=objected, task="nothing")
    assert "Choose a task" in [piece.get("title") for piece in opened.pieces]


def turns(opened: Any) -> list[dict[str, Any]]:
    return opened.piece("dialogue")["turns"]


def test_a_transcript_tells_in_order_and_opens_what_failed(
    open_page: Callable, filled_store: Store, objected: str
) -> None:
    told = turns(open_page(filled_store, "run_transcript", run=objected))
    assert told[0]["kind"] == "person"
    failed = [turn for turn in told if turn["kind"] == "call" and turn.get("failed")]
    assert failed
    assert all("folded" not in turn for turn in failed)
    assert {turn["pills"][0]["text"] for turn in failed} == {"failed"}


def error_ways(opened: Any) -> list[dict[str, Any]]:
    """Return the ways of the line that goes from error to error."""
    lines = [piece["ways"] for piece in opened.pieces if piece["kind"] == "pages"]
    return next(ways for ways in lines if ways and "error" in ways[0]["text"])


def test_next_error_leads_from_one_to_the_next_and_marks_its_place(
    open_page: Callable, filled_store: Store, objected: str
) -> None:
    opened = open_page(filled_store, "run_transcript", run=objected)
    seen = []
    for _ in range(4):
        query = {
            name: found[0] for name, found in parse_qs(urlsplit(error_ways(opened)[0]["href"]).query).items()
        }
        opened = open_page(filled_store, "run_transcript", **query)
        first = turns(opened)[0]
        assert first["marked"]
        assert first["failed"]
        seen.append(query["place"])
    assert len(set(seen)) == 4
    assert error_ways(opened)[0]["text"] == "First error"


def test_a_text_is_found_or_said_not_to_be_there(
    open_page: Callable, filled_store: Store, objected: str
) -> None:
    found = open_page(filled_store, "run_transcript", run=objected, q="WINTER")
    assert re.search(r'"text":"\d+ match(es)?","ways":\[{"text":"Next match"', found.text())
    assert (
        "Nothing in this dialogue"
        in open_page(filled_store, "run_transcript", run=objected, q="no such words").text()
    )


def test_errors_below_show_at_every_row_above_and_rows_open_on_demand(
    open_page: Callable, filled_store: Store, objected: str
) -> None:
    closed = table(
        open_page(filled_store, "run_trace", run=objected, open=","), "Who called what, at what time and cost"
    )
    assert [words(row[5]) for row in closed] == ["4", "4", "0"]
    opened = open_page(
        filled_store, "run_trace", run=objected, open="agent:main,agent:coder", node="agent:coder"
    )
    rows = table(opened, "Who called what, at what time and cost")
    assert len(rows) > len(closed) + 4
    failed = [row for row in rows if row[0].get("pills")]
    assert [row[0]["pills"][0]["text"] for row in failed] == ["failed"]
    facts = {fact["label"]: fact["value"] for fact in opened.piece("facts")["facts"]}
    assert words(facts["with all below"]) == "1"


def test_a_part_of_the_tree_can_be_shown_alone(
    open_page: Callable, filled_store: Store, objected: str
) -> None:
    alone = open_page(filled_store, "run_trace", run=objected, top="agent:coder")
    rows = table(alone, "Who called what, at what time and cost")
    assert "Coder" in rows[0][0]["text"]
    assert "Show the whole run" in alone.text()


def test_a_summary_says_how_a_run_stands_by_phase_and_what_vanished(
    open_page: Callable, filled_store: Store, objected: str
) -> None:
    opened = open_page(filled_store, "run_summary", run=objected)
    assert "1 task is no longer listed, outcome unknown" in [piece.get("title") for piece in opened.pieces]
    assert [words(row[0]) for row in table(opened, "Phases")] == ["plan", "survey", "build", "check"]
    tools = {
        words(row[0]): words(row[2]) for row in table(opened, "Tools: how often, how slow, how reliable")
    }
    assert tools["edit_file"] == "0"


def test_two_runs_stand_side_by_side_with_what_the_second_has_more(
    open_page: Callable, filled_store: Store, objected: str
) -> None:
    other = next(one for one in runs(filled_store).items if one.conversation_key != objected)
    opened = open_page(filled_store, "run_compare", a=objected, b=other.conversation_key)
    figures = {words(row[0]): [words(cell) for cell in row[1:]] for row in table(opened, "Figure")}
    assert figures["Events"][:2] == ["36", str(other.events)]
    assert figures["Events"][2] in {"=", f"+{other.events - 36}", f"−{36 - other.events}"}


def test_one_run_alone_cannot_be_compared(open_page: Callable, filled_store: Store, objected: str) -> None:
    opened = open_page(filled_store, "run_compare", a=objected, b=objected)
    assert "This is the same run twice." in [piece.get("title") for piece in opened.pieces]


def test_a_run_is_chosen_from_the_list_to_compare_with(
    open_page: Callable, filled_store: Store, objected: str
) -> None:
    opened = open_page(filled_store, "runs", against=objected)
    rows = opened.piece("ledger")["rows"]
    assert all(row["href"].startswith(f"./run_compare?a={objected}&b=") for row in rows)


def test_a_search_finds_tasks_and_events_and_leads_to_them(
    open_page: Callable, filled_store: Store, objected: str
) -> None:
    opened = open_page(filled_store, "search", q="Backfill", period="all")
    hits = next(piece for piece in opened.pieces if piece.get("label") == "Where it stands")
    kinds = {words(row["cells"][1]): row["href"] for row in hits["rows"]}
    assert kinds["Task"] == f"./task_evidence?run={objected}&task=t-backfill"
    assert kinds["Event"].startswith(f"./run_timeline?run={objected}&event=")


def test_a_search_without_a_hit_says_where_else_to_look(open_page: Callable, filled_store: Store) -> None:
    opened = open_page(filled_store, "search", q="no such words anywhere")
    notes = [piece for piece in opened.pieces if piece["kind"] == "note"]
    assert notes[-1]["title"] == "Nothing holds this text in that time"
    assert "period=all" in notes[-1]["links"][0]["href"]


def test_a_timeline_has_lanes_and_words_for_kinds(
    open_page: Callable, filled_store: Store, objected: str
) -> None:
    opened = open_page(filled_store, "run_timeline", run=objected, by="kind", task="t-code")
    lanes = {words(row[0]): words(row[4]) for row in table(opened, "Who was at work when")}
    assert lanes["Coder"] == "1"
    kinds = {words(row[1]) for row in table(opened, "Events")}
    assert "tool call" in kinds
    assert not any("_" in kind for kind in kinds)


def as_of(opened: Any) -> str | None:
    """Return what the page says of the moment it is read as of."""
    notes = [piece["title"] for piece in opened.pieces if piece["kind"] == "note"]
    return next((title for title in notes if title.startswith("As of")), None)


@pytest.fixture(scope="module")
def captured(filled_store: Store, objected: str) -> list[str]:
    """When the snapshots of that run were captured, the oldest first."""
    items = snapshots(filled_store, objected).items
    return sorted(one.captured_at.isoformat() for one in items)


@pytest.mark.parametrize(
    "page",
    [
        "run_summary",
        "run_transcript",
        "run_timeline",
        "run_topology",
        "run_cost",
        "run_checks",
        "task_evidence",
    ],
)
def test_every_view_of_a_run_reads_as_of_a_snapshot_and_says_so(
    open_page: Callable, filled_store: Store, objected: str, captured: list[str], page: str
) -> None:
    query = {"run": objected, "task": "t-code"} if page == "task_evidence" else {"run": objected}
    assert as_of(open_page(filled_store, page, **query)) is None
    opened = open_page(filled_store, page, **query, as_of=captured[1])
    assert not opened.run.exception
    assert as_of(opened) is not None
    tabs = opened.piece("heading")["tabs"]
    assert all("as_of=" in tab["href"] for tab in tabs)
    ways = {
        way["text"]: way["href"]
        for piece in opened.pieces
        if piece["kind"] == "pages"
        for way in piece["ways"]
    }
    steps = {
        text: parse_qs(urlsplit(ways[text]).query)["as_of"][0]
        for text in ("Earlier snapshot", "Later snapshot")
    }
    assert steps == {"Earlier snapshot": captured[0], "Later snapshot": captured[2]}
    back = next(
        piece["links"][0]["href"] for piece in opened.pieces if piece.get("title", "").startswith("As of")
    )
    assert "as_of" not in back


def test_the_figures_of_an_older_state_are_those_of_its_readings(
    open_page: Callable, filled_store: Store, objected: str, captured: list[str]
) -> None:
    for moment in captured:
        told = runtime_summary(filled_store, objected, at=datetime.fromisoformat(moment))
        opened = open_page(filled_store, "run_summary", run=objected, as_of=moment)
        cards = {card["label"]: card["value"] for card in opened.piece("cards")["cards"]}
        assert (cards["Events"], cards["Tool calls"], cards["Agents"], cards["Errors"]) == tuple(
            f"{one:,}" for one in (told.events, told.tool_calls, told.agents, told.errors)
        )
    now = open_page(filled_store, "run_summary", run=objected)
    newest = {card["label"]: card["value"] for card in now.piece("cards")["cards"]}
    assert {label: newest[label] for label in ("Cost", "Events", "Errors")} == {
        label: cards[label] for label in ("Cost", "Events", "Errors")
    }


def test_a_view_that_knows_no_older_state_says_so(
    open_page: Callable, filled_store: Store, objected: str, captured: list[str]
) -> None:
    opened = open_page(filled_store, "run_trace", run=objected, as_of=captured[0])
    assert "This view shows the run as it is now" in opened.text()


def test_a_moment_before_the_first_snapshot_or_of_a_log_leads_on(
    open_page: Callable,
    filled_store: Store,
    fresh_store: Store,
    objected: str,
    log_file: Callable,
    import_file: Callable,
) -> None:
    early = open_page(filled_store, "run_summary", run=objected, as_of="2001-01-01T00:00:00Z")
    assert "There is no snapshot that early" in early.text()
    key = import_file(fresh_store, log_file("hello"))
    assert (
        "no snapshots" in open_page(fresh_store, "run_summary", run=key, as_of="2026-05-01T10:00:00Z").text()
    )
    assert "snapshot" not in open_page(fresh_store, "run_checks", run=key).text().lower().replace(
        "keeps no snapshots", ""
    )

"""Every page is drawn on an empty, a filled and a broken desk, and never with a traceback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dashboard.current_desk import Desk
from dashboard.desk_session import PAGES
from dashboard.settings import Settings
from data_access.contracts.importing import ImportCall
from data_access.errors import StoreCorrupt
from data_access.reading.investigations import investigations
from data_access.reading.runs import runs
from data_access.store.connection import Store
from data_access.writing.import_records import import_records

HOSTILE = (
    "<script>alert(1)</script> ![x](https://evil.example/x.png) "
    '```mermaid\ngraph TD; A@{ img: "https://evil.example" }```'
)


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_an_empty_desk_says_what_to_do(page: str, open_page: Callable, fresh_store: Store) -> None:
    opened = open_page(fresh_store, page)
    assert not opened.run.exception
    assert opened.kinds().count("heading") == 1


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_a_filled_desk_is_drawn(page: str, open_page: Callable, filled_store: Store) -> None:
    key = runs(filled_store, order="cost").items[0].conversation_key
    case = investigations(filled_store).items[0].task_id
    opened = open_page(filled_store, page, run=key, case=case)
    assert not opened.run.exception
    assert opened.kinds().count("heading") == (2 if page == "report" else 1)
    without = {
        "task_evidence",
        "run_transcript",
        "run_compare",
        "search",
        "new_case",
        "presentations",
        "run_raw",
    }
    assert "ledger" in opened.kinds() or page in without


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_a_desk_without_database_says_why(page: str, open_page: Callable) -> None:
    fault = StoreCorrupt("The database /x.duckdb is damaged. Restore a backup.")
    opened = open_page(None, page, desk=Desk(Settings(), None, fault))
    assert not opened.run.exception
    assert opened.piece("note")["text"] == "The database /x.duckdb is damaged. Restore a backup."


def test_sample_data_is_marked_on_every_page(open_page: Callable, filled_store: Store) -> None:
    for page in PAGES:
        notes = [piece["title"] for piece in open_page(filled_store, page).pieces if piece["kind"] == "note"]
        assert notes[0] == "Sample data"


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.startswith(("run_", "task_")) and page != "run_compare"]
)
def test_a_run_that_is_not_here_is_named_with_a_way_back(
    page: str, open_page: Callable, filled_store: Store
) -> None:
    opened = open_page(filled_store, page, run="nope")
    notes = [piece for piece in opened.pieces if piece["kind"] == "note"]
    assert "nope" in notes[-1]["title"]
    assert notes[-1]["links"][0]["href"] == "./runs"


def test_an_address_with_nonsense_still_opens_the_page(open_page: Callable, filled_store: Store) -> None:
    opened = open_page(filled_store, "runs", period="yesteryear", order="; DROP TABLE event", skipped="-3")
    assert not opened.run.exception
    assert len(opened.piece("ledger")["rows"]) == 9


def test_a_cursor_that_is_none_becomes_words(open_page: Callable, filled_store: Store) -> None:
    opened = open_page(filled_store, "runs", cursor="zzz")
    assert not opened.run.exception
    assert any(piece["kind"] == "note" and piece["tone"] == "failed" for piece in opened.pieces)


def test_an_address_narrows_the_list(open_page: Callable, filled_store: Store) -> None:
    shown = open_page(filled_store, "runs", source="snapshot").piece("ledger")["rows"]
    assert {row["cells"][0]["sub"].rpartition(" · ")[2] for row in shown} == {"Continuity snapshot"}


def test_hostile_text_stays_text(open_page: Callable, fresh_store: Store, log_file: Callable) -> None:
    import_records(fresh_store, ImportCall(paths=(str(log_file(HOSTILE)),)))
    key = runs(fresh_store).items[0].conversation_key
    for page in ("overview", "runs", "run_summary", "run_timeline", "run_cost"):
        opened = open_page(fresh_store, page, run=key)
        assert not opened.run.exception
        sent = [
            str(element.value) for element in (*opened.run.markdown, *opened.run.caption, *opened.run.title)
        ]
        assert not any("script" in text or "evil" in text for text in sent)


def test_the_cost_of_a_run_says_how_it_comes_about(
    open_page: Callable, fresh_store: Store, log_file: Callable
) -> None:
    import_records(fresh_store, ImportCall(paths=(str(log_file("hello")),)))
    opened = open_page(fresh_store, "run_cost", run=runs(fresh_store).items[0].conversation_key)
    arithmetic = next(piece for piece in opened.pieces if piece.get("label") == "How the cost is computed")
    told = [
        [cell if isinstance(cell, str) else cell["text"] for cell in row["cells"]]
        for row in arithmetic["rows"]
    ]
    assert told == [
        ["claude-opus-4-7", "", "", "$0.00055"],
        ["Fresh input", "10", "$5.00", "$0.00005"],
        ["Output", "20", "$25.00", "$0.0005"],
        ["Total", "", "", "$0.00055"],
    ]


def test_chinese_is_chosen_by_the_address(open_page: Callable, filled_store: Store) -> None:
    opened = open_page(filled_store, "runs", lang="zh")
    assert opened.piece("remember")["value"] == "zh"


def test_removing_the_sample_data_is_one_click(open_page: Callable, tmp_path: Path) -> None:
    from datetime import UTC, datetime

    from data_access.writing.demo_data import load_demo

    with Store.open(tmp_path / "desk.duckdb") as store:
        load_demo(store, datetime.now(UTC))
        opened = open_page(store, "runs")
        opened.run.button(key="remove-demo").click().run()
        assert not opened.run.exception
        assert runs(store).total == 0

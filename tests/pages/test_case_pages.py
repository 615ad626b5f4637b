"""Cases on the screen: the list, how one stands, its map, its reports."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dashboard.desk_session import CASE_PAGES
from data_access.store.connection import Store
from tests.pages.cases import full_case


@pytest.mark.parametrize("page", sorted(CASE_PAGES))
def test_a_page_of_a_case_that_is_not_here_leads_back(
    page: str, open_page: Callable, fresh_store: Store
) -> None:
    opened = open_page(fresh_store, page, case="T-none")
    notes = [piece for piece in opened.pieces if piece["kind"] == "note"]
    assert notes[-1]["title"] == "There is no case T-none on this desk."
    assert notes[-1]["links"][0]["href"] == "./investigations"


@pytest.mark.parametrize("page", sorted(CASE_PAGES))
def test_a_page_of_a_case_is_drawn(page: str, open_page: Callable, fresh_store: Store) -> None:
    opened = open_page(fresh_store, page, case=full_case(fresh_store))
    assert not opened.run.exception
    assert opened.kinds().count("heading") >= 1


def test_the_list_says_what_waits_and_that_cost_is_not_linked(
    open_page: Callable, fresh_store: Store
) -> None:
    task_id = full_case(fresh_store)
    row = open_page(fresh_store, "investigations").piece("ledger")["rows"][0]
    texts = [cell["text"] if isinstance(cell, dict) else cell for cell in row["cells"]]
    assert row["href"] == f"./investigation?case={task_id}"
    assert texts[0] == "黄水投诉：12 户 Yellow water"
    assert texts[2:7] == ["1", "1", "1", "revision 2", "not linked"]
    assert row["cells"][3]["tip"] == "1 question"
    assert row["cells"][3]["sub"].startswith("oldest ")


def test_the_map_replays_and_marks_what_changed(open_page: Callable, fresh_store: Store) -> None:
    task_id = full_case(fresh_store)
    newest = open_page(fresh_store, "investigation_map", case=task_id)
    first = open_page(fresh_store, "investigation_map", case=task_id, update="1")
    rows = [piece for piece in newest.pieces if piece["kind"] == "ledger"][-1]["rows"]
    rows_then = [piece for piece in first.pieces if piece["kind"] == "ledger"][-1]["rows"]
    assert (len(rows), len(rows_then)) == (6, 5)
    assert [row["cells"][0]["text"] for row in rows if row["cells"][0].get("pills")] == ["复测"]


def test_a_map_too_large_to_read_is_drawn_by_status(open_page: Callable, fresh_store: Store) -> None:
    opened = open_page(fresh_store, "investigation_map", case=full_case(fresh_store, nodes=300))
    assert "300 nodes are too many for one picture" in opened.text()
    drawn = opened.components("caseboard.map")[0]
    assert sorted(drawn["names"].values()) == [
        "failed: 60 nodes",
        "needs input: 60 nodes",
        "not taken: 60 nodes",
        "result noted (not proof of site work): 60 nodes",
        "suggested step: 60 nodes",
    ]


def test_an_older_revision_says_so_and_its_face_names_synthetic_evidence(
    open_page: Callable, fresh_store: Store
) -> None:
    opened = open_page(fresh_store, "report", case=full_case(fresh_store), revision="1")
    notes = [piece["title"] for piece in opened.pieces if piece["kind"] == "note"]
    assert "This is revision 1; the newest is 2." in notes
    assert "It rests on made-up (synthetic) evidence: E-1" in notes


def test_citations_of_a_report_open_what_they_name(open_page: Callable, fresh_store: Store) -> None:
    opened = open_page(fresh_store, "report", case=full_case(fresh_store))
    records = opened.components("caseboard.prose")[0]["records"]
    assert sorted(records) == ["E-1", "Q-1"]
    assert records["E-1"]["title"] == "Residual chlorine, west gate"
    assert records["E-1"]["flagged"]

"""Cases on the screen: the list, how one stands, its map, its reports."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.machinery import ModuleSpec
from types import ModuleType

import pytest

from dashboard.current_desk import Desk
from dashboard.desk_session import CASE_PAGES
from dashboard.settings import Settings
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


def test_citations_lead_to_the_evidence_page_and_findings_cite_too(
    open_page: Callable, fresh_store: Store
) -> None:
    task_id = full_case(fresh_store)
    drawn = open_page(fresh_store, "report", case=task_id).components("caseboard.prose")
    body, findings = drawn[0], drawn[-1]
    assert body["records"]["E-1"]["href"] == f"./investigation_evidence?case={task_id}&piece=E-1"
    assert findings["blocks"][0]["rows"] == [
        [[{"text": "West gate is low."}], [{"text": "observation"}], [{"text": "E-1", "cites": "E-1"}]]
    ]


def test_a_chosen_node_of_a_report_shows_what_it_rests_on(open_page: Callable, fresh_store: Store) -> None:
    opened = open_page(fresh_store, "report", case=full_case(fresh_store), node="x")
    table = next(piece for piece in opened.pieces if piece.get("label") == "What x rests on")
    assert [row["cells"][1]["text"] for row in table["rows"]] == ["E-1"]
    assert opened.components("caseboard.map")[1]["selected"] == "n1"


def test_revisions_say_what_they_cost_and_how_long_agents_worked(
    open_page: Callable, fresh_store: Store
) -> None:
    opened = open_page(fresh_store, "report", case=full_case(fresh_store))
    rows = next(piece for piece in opened.pieces if piece.get("label") == "All revisions")["rows"]
    assert [[cell["text"] for cell in row["cells"][4:6]] for row in rows] == [["not linked", "0 s"]] * 2


def test_a_chosen_node_of_the_map_leads_to_its_evidence(open_page: Callable, fresh_store: Store) -> None:
    task_id = full_case(fresh_store)
    opened = open_page(fresh_store, "investigation_map", case=task_id, node="n2")
    table = next(piece for piece in opened.pieces if piece.get("label") == "Rests on")
    assert [row["href"] for row in table["rows"]] == [f"./investigation_evidence?case={task_id}&piece=E-1"]


@pytest.mark.parametrize(
    ("is_there", "word", "own_maps"),
    [(False, "not installed", 1), (True, "without clicks", 0)],
)
def test_the_second_map_engine_draws_where_it_is_chosen_and_there(
    is_there: bool,
    word: str,
    own_maps: int,
    open_page: Callable,
    fresh_store: Store,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[str] = []
    engine = ModuleType("streamlit_mermaid")
    engine.st_mermaid = lambda code, **_: drawn.append(code)  # type: ignore[attr-defined]
    engine.__spec__ = ModuleSpec("streamlit_mermaid", None)
    monkeypatch.setitem(sys.modules, "streamlit_mermaid", engine if is_there else None)
    desk = Desk(Settings(timezone="UTC", map_engine="streamlit-mermaid"), fresh_store)
    opened = open_page(None, "investigation_map", desk=desk, case=full_case(fresh_store))
    assert word in " ".join(caption.value for caption in opened.run.caption)
    assert len(opened.components("caseboard.map")) == own_maps
    assert [text.split("\n")[0] for text in drawn] == ["flowchart TB"] * (1 - own_maps)

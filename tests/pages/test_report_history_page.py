"""The history of a report on the screen: a row a revision, any two to compare, what came since one looked."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from data_access.store.connection import Store
from data_access.writing.revision_changes import keep_revision_changes
from tests.pages.test_what_changed_page import TASK, texts
from tests.writing.cases import BEGIN, Agent
from tests.writing.revisions import gap, put_revisions, revision_row


@pytest.fixture(autouse=True)
def nobody_looked(filled_store: Store) -> None:
    """Forget what other tests opened on the shared desk."""
    with filled_store.transaction() as transaction:
        transaction.cursor.execute("DELETE FROM report_look")


@pytest.fixture
def grown(fresh_store: Store) -> str:
    """A case with six revisions: one small change, one number missing, two in one second, hostile words."""
    task_id = Agent(fresh_store).create().task_id
    bodies = {1: "One pipe.", 2: "A pipe.", 3: "A pipe.", 5: "A pipe.", 6: "A pipe at 3 bar."}
    rows = [
        revision_row(
            task_id,
            number,
            body=body,
            title="<img src=x onerror=alert(1)>" if number == 3 else "Report",
            data_gaps=[gap("G-1"), gap("G-2", is_open=number < 5)] if number > 2 else [],
            kept_in="session_state" if number == 1 else None,
            published_at=BEGIN + timedelta(minutes=4 if number == 3 else number),
        )
        for number, body in bodies.items()
    ]
    rows.append(revision_row(task_id, 4, published_at=BEGIN + timedelta(minutes=4, milliseconds=500)))
    put_revisions(fresh_store, [row for row in rows if row["revision"] != 4])
    keep_revision_changes(fresh_store)
    return task_id


def ledger(opened: Any, label: str = "History of the report") -> dict[str, Any]:
    return next(one for one in opened.pieces if one["kind"] == "ledger" and one["label"] == label)


def ways(opened: Any) -> dict[str, str]:
    lines = [piece for piece in opened.pieces if piece["kind"] == "pages"]
    return {way["text"]: way["href"] for piece in lines for way in piece["ways"]}


def test_every_revision_of_the_sample_is_a_row(open_page: Callable, filled_store: Store) -> None:
    opened = open_page(filled_store, "report_revisions", case=TASK)
    assert not opened.run.exception
    drawn = ledger(opened)
    rows = [texts(row) for row in drawn["rows"]]
    assert [row[0].split(" ·")[0] for row in rows] == ["3", "2", "1"]
    assert rows[0][1].startswith(
        "The conclusion stays: probable. 3 findings are new, 1 is gone, 1 gap closed"
    )
    assert rows[2][1] == "the first revision"
    assert [(row[3], row[5]) for row in rows] == [
        ("0 open", "$0.49"),
        ("1 open", "$0.14"),
        ("1 open", "$0.27"),
    ]
    assert drawn["rows"][0]["cells"][3]["sub"] == "+0 −1"
    assert [row["cells"][6]["sub"] for row in drawn["rows"]] == [
        "Claude Code",
        "Investigator",
        "Investigator",
    ]
    assert drawn["picks"]["chosen"] == [2, 3]
    assert drawn["picks"]["href"] == f"./what_changed?case={TASK}&before={{before}}&after={{after}}"
    assert [row["pick"] for row in drawn["rows"]] == [3, 2, 1]


def test_what_is_odd_about_a_revision_is_marked_and_nothing_unknown_is_zero(
    open_page: Callable, fresh_store: Store, grown: str
) -> None:
    opened = open_page(fresh_store, "report_revisions", case=grown)
    rows = {row["pick"]: row["cells"] for row in ledger(opened)["rows"]}
    marks = {number: [pill["text"] for pill in cells[0].get("pills", [])] for number, cells in rows.items()}
    assert marks == {6: [], 5: ["revision 4 is missing"], 3: [], 2: [], 1: ["imported"]}
    assert {cells[5]["text"] for cells in rows.values()} == {"not known"}
    gaps = rows[5][3]
    assert (gaps["text"], gaps["sub"], gaps["sub_tip"]) == ("1 open", "+0 −1", "0 opened, 1 closed")
    assert {cells[6]["sub"] for cells in rows.values()} == {"author not known"}
    put_revisions(
        fresh_store, [revision_row(grown, 4, published_at=BEGIN + timedelta(minutes=4, milliseconds=500))]
    )
    again = ledger(open_page(fresh_store, "report_revisions", case=grown))
    told = {row["pick"]: row["cells"] for row in again["rows"]}
    assert [told[number][1]["text"] for number in (4, 5)] == ["being worked out"] * 2
    assert {number for number in told if "same second" in str(told[number][0])} == {3, 4}


def test_small_changes_are_hidden_by_the_address_and_counted(
    open_page: Callable, fresh_store: Store, grown: str
) -> None:
    opened = open_page(fresh_store, "report_revisions", case=grown, grave="1")
    assert [row["pick"] for row in ledger(opened)["rows"]] == [6, 5, 3, 1]
    assert "1 revision is hidden: it changed only wording, formatting or nothing." in opened.text()
    twin = ledger(opened, "Open gaps and cost of each revision")
    assert len(twin["rows"]) == 5  # the strip has all of them
    chinese = open_page(fresh_store, "report_revisions", case=grown, grave="1", lang="zh")
    assert "已隐藏 1 个版本" in str(chinese.pieces)
    assert not chinese.run.exception


def test_what_changed_since_one_last_looked_is_offered_and_taken(
    open_page: Callable, fresh_store: Store, grown: str
) -> None:
    for page in ("report", "report_revisions"):
        assert not [text for text in ways(open_page(fresh_store, page, case=grown)) if "last looked" in text]
        with fresh_store.transaction() as transaction:
            transaction.cursor.execute("DELETE FROM report_look")
    assert "Revision 5 → 6" in open_page(fresh_store, "what_changed", case=grown).text()
    open_page(fresh_store, "report", case=grown, revision="3")
    offered = {
        "What changed since you last looked (revision 3 → 6)": f"./what_changed?case={grown}&before=3&after=6"
    }
    for page in ("report_revisions", "report", "report"):  # also while the newest is read, and drawn again
        assert offered.items() <= ways(open_page(fresh_store, page, case=grown)).items()
    assert "Revision 3 → 6" in open_page(fresh_store, "what_changed", case=grown).text()
    assert ledger(open_page(fresh_store, "report_revisions", case=grown))["picks"]["chosen"] == [3, 6]
    named = open_page(fresh_store, "what_changed", case=grown, before="1", after="2")
    assert "Revision 1 → 2" in named.text()


def test_drawing_a_report_again_writes_nothing(open_page: Callable, fresh_store: Store, grown: str) -> None:
    opened = open_page(fresh_store, "report", case=grown)
    with fresh_store.reading() as cursor:
        before = cursor.execute("FROM report_look").fetchall()
    assert len(before) == 1
    fresh_store.transaction_if_free = None  # type: ignore[assignment,method-assign]
    opened.run.run()
    assert not opened.run.exception
    with fresh_store.reading() as cursor:
        assert cursor.execute("FROM report_look").fetchall() == before


def test_a_case_without_reports_has_no_history(open_page: Callable, fresh_store: Store) -> None:
    opened = open_page(fresh_store, "report_revisions", case=Agent(fresh_store).create().task_id)
    assert not opened.run.exception
    assert "No report yet" in opened.text()


def test_a_report_leads_to_its_history(open_page: Callable, filled_store: Store) -> None:
    found = ways(open_page(filled_store, "report", case=TASK))
    assert found["History: all 3 revisions"] == f"./report_revisions?case={TASK}"

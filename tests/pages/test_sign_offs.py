"""Signing off on pages: always in sight, each once, kept while it is written, changed in the open."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from data_access.contracts.case_receipts import ClaimReceipt
from data_access.reading.report_sign_offs import report_sign_offs
from data_access.store.connection import Store
from tests.pages.cases import HOSTILE
from tests.pages.conftest import OpenPage
from tests.pages.test_decide_and_discuss import field, missing, press, titles
from tests.writing.cases import Agent
from tests.writing.people import Person

Opens = Callable[..., OpenPage]
TASK = "T-yellow-water"


def reported(store: Store, revisions: int = 2) -> tuple[Agent, ClaimReceipt]:
    agent = Agent(store, now=datetime.now(UTC) - timedelta(minutes=5))
    claim = agent.begin(lease_seconds=1800)
    for _ in range(revisions):
        agent.report(claim, stage="concluded")
    agent.wait(60)
    return agent, claim


def turns(opened: OpenPage) -> list[tuple[str, list[str], bool]]:
    """Return who signed, the marks beside the name, and whether it stands back."""
    return [
        (turn["who"], [pill["text"] for pill in turn["pills"]], turn.get("quiet", False))
        for piece in opened.pieces
        if piece["kind"] == "dialogue" and piece["label"] == "Sign-off"
        for turn in piece["turns"]
    ]


def standing(opened: OpenPage) -> dict[str, list[str]]:
    """Return how each revision stands, by its label."""
    facts = [fact for piece in opened.pieces if piece["kind"] == "facts" for fact in piece["facts"]]
    return {
        fact["label"]: [pill["text"] for pill in fact["value"].get("pills", [])] or [fact["value"]["text"]]
        for fact in facts
        if fact["label"].startswith("Sign-off of")
    }


def holding(store: Store, task_id: str) -> list[tuple[int, str, str | None]]:
    told = report_sign_offs(store, task_id).items
    return [(one.revision, one.verdict, one.note) for one in told if one.state == "valid"]


def test_who_signed_which_revision_stands_on_the_report_and_on_every_view_of_what_changed(
    open_page: Opens, filled_store: Store
) -> None:
    opened = open_page(filled_store, "report", case=TASK)
    wang = ("王敏 Wang Min", ["reviewed", "Sample data"], False)
    li = ["needs work", "signed revision 2; the newest is 3", "Sample data"]
    assert standing(opened) == {"Sign-off of revision 3": ["1 reviewed"]}
    assert turns(opened) == [wang, ("李强 Li Qiang", li, True)]
    assert "Bring the whole night" in opened.text()
    older = open_page(filled_store, "report", case=TASK, revision="1")
    assert standing(older) == {"Sign-off of revision 1": ["nobody so far"]}
    for view in ("short", "text", "map", "cost"):
        changed = open_page(filled_store, "what_changed", case=TASK, view=view)
        assert standing(changed) == {
            "Sign-off of revision 2": ["1 needs work"], "Sign-off of revision 3": ["1 reviewed"],
        }  # fmt: skip
        assert [who for who, _, _ in turns(changed)] == ["王敏 Wang Min", "李强 Li Qiang"]
        assert not changed.run.exception


def test_a_verdict_is_kept_written_changed_and_taken_back(open_page: Opens, fresh_store: Store) -> None:
    _, claim = reported(fresh_store)
    opened = open_page(fresh_store, "report", case=claim.task_id)
    press(opened.run, "Needs work")
    assert missing(opened) == ["Say first what has to be mended."]
    field(opened.run, "note").set_value(HOSTILE[:28]).run()
    again = open_page(fresh_store, "what_changed", case=claim.task_id)  # another page, another day
    assert field(again.run, "note").value == HOSTILE[:28]
    press(again.run, "Needs work")
    assert "Stored as S-1: revision 2, needs work. Nothing in the case has moved." in titles(again)
    assert holding(fresh_store, claim.task_id) == [(2, "needs_work", HOSTILE[:28])]
    assert turns(again)[0] == (
        "Local owner", ["needs work", "you", "verified", "signed revision 2"], False,
    )  # fmt: skip
    press(opened.run, "Needs work")  # the first tab, which holds what was sent
    assert len(holding(fresh_store, claim.task_id)) == 1
    changing = open_page(fresh_store, "report", case=claim.task_id)
    assert "Change your sign-off of revision 2" in [one.label for one in changing.run.expander]
    field(changing.run, "note").set_value("").run()
    press(changing.run, "Reviewed")
    assert holding(fresh_store, claim.task_id) == [(2, "reviewed", None)]
    assert "1 earlier sign-off" in [one.label for one in changing.run.expander]
    press(changing.run, "Take your sign-off back")
    assert holding(fresh_store, claim.task_id) == []
    assert "S-2 is taken back. It stays readable below." in titles(changing)
    assert standing(changing) == {"Sign-off of revision 2": ["nobody so far"]}
    press(changing.run, "Reviewed")
    assert holding(fresh_store, claim.task_id) == [(2, "reviewed", None)]


def test_a_page_of_before_neither_signs_a_later_revision_nor_overwrites_what_was_signed_meanwhile(
    open_page: Opens, fresh_store: Store
) -> None:
    agent, claim = reported(fresh_store, 1)
    opened = open_page(fresh_store, "report", case=claim.task_id)
    agent.report(claim, stage="final")
    press(opened.run, "Reviewed")
    assert holding(fresh_store, claim.task_id) == [(1, "reviewed", None)]
    assert "The newest revision is 2; it is not signed off by this." in opened.text()
    older = open_page(fresh_store, "report", case=claim.task_id, revision="1")
    field(older.run, "note").set_value("And the unit?").run()
    later = open_page(fresh_store, "report", case=claim.task_id)
    assert "Go on with your note on revision 1" in later.text()
    first, second = (open_page(fresh_store, "report", case=claim.task_id) for _ in range(2))
    field(first.run, "note").set_value("The unit is wrong.").run()
    press(first.run, "Needs work")
    press(second.run, "Reviewed")
    assert "Your sign-off was not stored" in second.text()
    assert "S-2, needs_work" in second.text()
    assert holding(fresh_store, claim.task_id)[-1] == (2, "needs_work", "The unit is wrong.")


def test_the_inbox_lists_the_newest_reports_that_the_viewer_has_not_signed(
    open_page: Opens, fresh_store: Store
) -> None:
    agent, claim = reported(fresh_store)
    Person(agent, claim.task_id).sign_off(2)

    def listed() -> list[dict[str, Any]]:
        opened = open_page(fresh_store, "inbox")
        return [
            row
            for piece in opened.pieces
            if piece["kind"] == "ledger" and piece["label"] == "Reports to sign off"
            for row in piece["rows"]
        ]

    (row,) = listed()
    assert f"case={claim.task_id}" in row["href"]
    assert "revision=2" in row["href"]
    assert [pill["text"] for pill in row["cells"][3]["pills"]] == ["1 reviewed"]
    assert open_page(fresh_store, "inbox").run.exception == []
    press(open_page(fresh_store, "report", case=claim.task_id).run, "Reviewed")
    assert listed() == []


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_cancelled_case_shows_its_sign_offs_and_takes_no_more(
    open_page: Opens, fresh_store: Store, language: str
) -> None:
    agent, claim = reported(fresh_store)
    Person(agent, claim.task_id).sign_off(2, note=HOSTILE)
    Person(agent, claim.task_id).cancel()
    opened = open_page(fresh_store, "report", case=claim.task_id, lang=language)
    assert not opened.run.exception
    assert "Wang" in opened.text()
    labels = [one.label for one in opened.run.button]
    assert not {"Reviewed", "Needs work", "已审阅", "需修改"} & set(labels)

"""People state facts on the Evidence page: kept as a draft, written once, corrected or withdrawn with why."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from data_access.contracts.people import HumanEvidence
from data_access.reading.attachments import attachments_of_task
from data_access.reading.case_records import human_evidence_of_task
from data_access.reading.case_reports import report
from data_access.store.connection import Store
from tests.pages.evidence_cases import case_with_evidence
from tests.writing.cases import Agent
from tests.writing.hostile_files import HTML, bomb, photo, told_exif

PAGE = "investigation_evidence"
Opened = Any


def stated(store: Store, task_id: str) -> list[HumanEvidence]:
    return list(human_evidence_of_task(store, task_id))


def field(opened: Opened, name: str) -> Any:
    """The field of a form by its name, whatever its kind."""
    for kind in ("text_area", "text_input", "datetime_input", "checkbox"):
        for one in opened.run.get(kind):
            if f"/{name}=" in (one.key or ""):
                return one
    raise AssertionError(f"no field {name}")


def button(opened: Opened, name: str) -> Any:
    return next(one for one in opened.run.button if f"/{name}=" in one.key or one.key.startswith(name))


def notes(opened: Opened) -> list[str]:
    return [str(piece) for piece in opened.pieces if piece["kind"] == "note"]


def test_a_statement_is_stored_once_and_stands_on_the_page(open_page: Callable, fresh_store: Store) -> None:
    task_id = Agent(fresh_store).create().task_id
    opened = open_page(fresh_store, PAGE, case=task_id, write="statement", known="told")
    field(opened, "statement").set_value("阀门 7 已关闭。<b>").run()
    field(opened, "told_by").set_value("Li").run()
    field(opened, "place").set_value("西门").run()
    field(opened, "observed_at").set_value(datetime.fromisoformat("2026-05-01T12:30")).run()
    button(opened, "send").click().run()
    [fact] = stated(fresh_store, task_id)
    assert (fact.statement, fact.known_by, fact.told_by, fact.place) == (
        "阀门 7 已关闭。<b>",
        "told",
        "Li",
        "西门",
    )
    assert fact.observed_at == datetime(2026, 5, 1, 10, 30, tzinfo=UTC), "12:30 on the wall clock of Berlin"
    assert fact.is_confirmed
    assert opened.run.query_params["piece"] == "H-1"
    assert "write" not in opened.run.query_params
    again = open_page(fresh_store, PAGE, case=task_id, write="statement", known="told")
    assert field(again, "statement").value == ""


def test_what_is_missing_or_unreadable_is_said_before_anything_is_sent(
    open_page: Callable, fresh_store: Store
) -> None:
    task_id = Agent(fresh_store).create().task_id
    opened = open_page(fresh_store, PAGE, case=task_id, write="measurement")
    field(opened, "point").set_value("West gate").run()
    field(opened, "value").set_value("1,234").run()
    button(opened, "send").click().run()
    told = " ".join(notes(opened))
    for part in ("Say from where you know it", "What was measured: it is missing", "read as two numbers"):
        assert part in told
    assert stated(fresh_store, task_id) == []
    opened.run.query_params["known"] = "seen"
    opened.run.run()
    field(opened, "value").set_value("0,13").run()
    field(opened, "parameter").set_value("余氯").run()
    field(opened, "unit").set_value("mg/L").run()
    field(opened, "observed_at").set_value(datetime.fromisoformat("2199-05-01T12:30")).run()
    button(opened, "send").click().run()
    assert "it lies in the future" in " ".join(notes(opened))
    field(opened, "observed_at").set_value(None).run()
    button(opened, "send").click().run()
    [fact] = stated(fresh_store, task_id)
    assert (fact.point, fact.parameter, fact.value, fact.unit) == ("West gate", "余氯", 0.13, "mg/L")
    assert (fact.observed_at, fact.known_by) == (None, "seen")


def test_a_conclusion_is_a_note_and_has_no_form(open_page: Callable, fresh_store: Store) -> None:
    task_id = Agent(fresh_store).create().task_id
    opened = open_page(fresh_store, PAGE, case=task_id, write="statement", known="inferred")
    assert "That is a note, not a fact" in " ".join(notes(opened))
    assert not opened.run.text_area
    assert all("send" not in one.key for one in opened.run.button)


ROWS = (
    "点位\t参数\t检测值 (mg/L)\t时间\t备注\n"
    "西门\t余氯\t0.13\t2026-05-01 10:00\tx\n"
    "东门\t余氯\t<0.05\t2026-05-01\t\n"
)


def test_rows_of_a_spreadsheet_are_looked_at_and_the_right_ones_stored_once(
    open_page: Callable, fresh_store: Store
) -> None:
    task_id = Agent(fresh_store).create().task_id
    opened = open_page(fresh_store, PAGE, case=task_id, write="rows", known="seen")
    field(opened, "rows").set_value(ROWS).run()
    button(opened, "look").click().run()
    [preview] = [piece for piece in opened.pieces if piece["kind"] == "ledger" and piece["label"] == "Rows"]
    told = [row["cells"][0]["text"] for row in preview["rows"]]
    assert told[0] == "can be stated"
    assert "Value: is no number" in told[1]
    assert "is a day without a time" in told[1]
    assert "Not read: 备注" in opened.text()
    label = button(opened, "send-rows").label
    assert label == "State the 1 that are right, leave 1 out"
    button(opened, "send-rows").click().run()
    [fact] = stated(fresh_store, task_id)
    assert (fact.point, fact.value, fact.unit) == ("西门", 0.13, "mg/L")
    assert fact.observed_at == datetime(2026, 5, 1, 8, tzinfo=UTC)
    assert "write" not in opened.run.query_params


def test_rows_that_changed_since_they_were_looked_at_are_not_stored(
    open_page: Callable, fresh_store: Store
) -> None:
    task_id = Agent(fresh_store).create().task_id
    opened = open_page(fresh_store, PAGE, case=task_id, write="rows", known="seen")
    field(opened, "rows").set_value("A\tCl\t0.1\tmg/L\nB\tCl\t0.2\tmg/L").run()
    button(opened, "look").click().run()
    field(opened, "rows").set_value("A\tCl\t0.1\tmg/L\nB\tCl\t0.9\tmg/L")
    button(opened, "send-rows").click().run()
    assert "have changed since" in " ".join(notes(opened))
    assert stated(fresh_store, task_id) == []
    button(opened, "send-rows").click().run()
    assert [one.value for one in stated(fresh_store, task_id)] == [0.1, 0.9]


def test_a_relayed_fact_is_confirmed_by_whoever_looks_at_it(open_page: Callable, fresh_store: Store) -> None:
    task_id = case_with_evidence(fresh_store)
    opened = open_page(fresh_store, PAGE, case=task_id, piece="H-2")
    assert "零点一三" in opened.text()
    button(opened, "confirm-piece").click().run()
    assert stated(fresh_store, task_id)[1].is_confirmed
    assert not any(one.key.startswith("confirm-piece") for one in opened.run.button)


def test_a_correction_replaces_a_fact_and_flags_the_report_that_cites_it(
    open_page: Callable, fresh_store: Store
) -> None:
    task_id = case_with_evidence(fresh_store)
    opened = open_page(fresh_store, PAGE, case=task_id, piece="H-2", act="correct")
    values = {name: field(opened, name).value for name in ("point", "parameter", "value", "unit")}
    assert values == {"point": "西门", "parameter": "余氯", "value": "0.13", "unit": "mg/L"}
    field(opened, "value").set_value("0.31").run()
    button(opened, "send").click().run()
    told = " ".join(notes(opened))
    assert "Why: it is missing" in told
    assert "Say from where you know it" in told, "that somebody else saw it is no word of whoever corrects it"
    opened.run.query_params["known"] = "seen"
    opened.run.run()
    field(opened, "reason").set_value("Misheard.").run()
    button(opened, "send").click().run()
    _, older, newer = stated(fresh_store, task_id)
    assert (older.state, older.corrected_by, older.state_reason) == ("corrected", "H-3", "Misheard.")
    assert (newer.value, newer.corrects, newer.is_confirmed) == (0.31, "H-2", True)
    assert "H-2" in report(fresh_store, task_id, 1).flagged_ids
    before = open_page(fresh_store, PAGE, case=task_id, piece="H-2")
    assert "1 revision of the report cites it and is flagged" in " ".join(notes(before))


def test_a_fact_is_withdrawn_with_a_reason(open_page: Callable, fresh_store: Store) -> None:
    task_id = case_with_evidence(fresh_store)
    opened = open_page(fresh_store, PAGE, case=task_id, piece="H-2", act="withdraw")
    button(opened, "send").click().run()
    assert stated(fresh_store, task_id)[1].state == "valid"
    field(opened, "reason").set_value("Not said.").run()
    button(opened, "send").click().run()
    fact = stated(fresh_store, task_id)[1]
    assert (fact.state, fact.state_reason) == ("withdrawn", "Not said.")
    assert "H-2" in report(fresh_store, task_id, 1).flagged_ids


def give(opened: Opened, name: str, content: bytes) -> None:
    opened.run.file_uploader[0].set_value((name, content, "application/octet-stream")).run()


def test_a_photo_offers_its_time_and_place_and_is_kept_without_them(
    open_page: Callable, fresh_store: Store
) -> None:
    task_id = Agent(fresh_store).create().task_id
    opened = open_page(fresh_store, PAGE, case=task_id, write="statement", known="seen")
    give(opened, "meter.jpg", photo(exif=told_exif()))
    button(opened, "take-time").click().run()
    button(opened, "take-place").click().run()
    field(opened, "statement").set_value("The meter stands still.").run()
    button(opened, "send").click().run()
    [fact] = stated(fresh_store, task_id)
    assert (fact.observed_at, fact.place) == (datetime(2026, 5, 1, 2, tzinfo=UTC), "31.23500, -121.46667")
    assert fact.attachment_name == "meter.jpg"
    [kept] = attachments_of_task(fresh_store, task_id)
    assert kept.attachment_hash == fact.attachment_hash
    assert kept.is_here
    shown = open_page(fresh_store, PAGE, case=task_id, piece="H-1")
    assert any(one.key == "whole-picture" for one in shown.run.button)


@pytest.mark.parametrize(("name", "content"), [("page.html", HTML), ("bomb.png", bomb()), ("a.jpg", HTML)])
def test_a_hostile_file_is_refused_in_the_form_and_the_draft_stays(
    open_page: Callable, fresh_store: Store, name: str, content: bytes
) -> None:
    task_id = Agent(fresh_store).create().task_id
    opened = open_page(fresh_store, PAGE, case=task_id, write="statement", known="seen")
    field(opened, "statement").set_value("Look.").run()
    give(opened, name, content)
    assert "The file was not kept" in " ".join(notes(opened))
    button(opened, "send").click().run()
    assert stated(fresh_store, task_id) == []
    assert attachments_of_task(fresh_store, task_id) == ()
    assert field(opened, "statement").value == "Look."


def test_a_case_and_its_report_lead_to_the_form(open_page: Callable, fresh_store: Store) -> None:
    task_id = Agent(fresh_store).create().task_id
    for page in ("investigation", "report"):
        opened = open_page(fresh_store, page, case=task_id)
        button(opened, "state-fact").click().run()
        assert opened.run.query_params["write"] == "statement"

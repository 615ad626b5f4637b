"""The page of the change log: who did what to what, one change in full, and who may see it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from data_access.contracts.principal import LOCAL_AGENT, LOCAL_BROWSER, Principal
from data_access.contracts.queries import TokenCall
from data_access.store.connection import Store
from data_access.writing.change_log import record_change
from data_access.writing.keep_setting import keep_setting
from data_access.writing.tokens import create_token
from tests.writing.cases import Agent

HOSTILE = "<script>alert(1)</script>\u202e![x](https://evil.example/x.png)\n=cmd()"


def write(store: Store, principal: Principal, old: object, new: object, subject: str = "timezone") -> None:
    with store.transaction() as transaction:
        record_change(
            transaction,
            principal=principal,
            face="page",
            action="keep_setting",
            subject_kind="setting",
            subject_id=subject,
            old=old,
            new=new,
            at=datetime.now(UTC),
        )


def test_an_empty_log_says_what_will_stand_here(open_page: Callable, fresh_store: Store) -> None:
    opened = open_page(fresh_store, "change_log")
    assert opened.piece("note")["title"] == "Nothing has been written yet"


def test_a_line_tells_who_whether_that_was_checked_what_and_from_what_to_what(
    open_page: Callable, fresh_store: Store
) -> None:
    keep_setting(fresh_store, "timezone", "UTC", principal=LOCAL_BROWSER, face="page")
    keep_setting(fresh_store, "timezone", "Asia/Shanghai", principal=LOCAL_BROWSER, face="page")
    [first, second] = open_page(fresh_store, "change_log").piece("ledger")["rows"]
    who, did, subject, came_to, _ = first["cells"]
    assert (who["text"], who["sub"]) == ("Local owner", "Person · not checked")
    assert (did["text"], did["sub"], did["tip"]) == ("changed a setting", "a page", "keep_setting")
    assert (subject["text"], subject["sub"]) == ("Setting", "timezone")
    assert came_to["text"] == "UTC → Asia/Shanghai"
    assert second["cells"][3]["text"] == "UTC"
    assert first["href"] == "./change_log?change=2"


def test_one_change_opens_with_each_field_and_ways_to_what_it_changed(
    open_page: Callable, fresh_store: Store
) -> None:
    agent = Agent(fresh_store, now=datetime.now(UTC))
    claim = agent.begin()
    agent.report(claim, summary="S" * 300)
    opened = open_page(fresh_store, "change_log", change="3")
    assert not opened.run.exception
    ways = next(piece for piece in opened.pieces if piece["kind"] == "pages" and piece["ways"])["ways"]
    assert [way["href"] for way in ways] == [
        f"./investigation?case={claim.task_id}",
        f"./report?case={claim.task_id}&revision=1",
        f"./change_log?case={claim.task_id}",
    ]
    table = next(piece for piece in opened.pieces if piece.get("label") == "What changed")
    fields = {row["cells"][0]["text"]: row["cells"][1:] for row in table["rows"]}
    assert [cell["text"] for cell in fields["revision"]] == ["1"]
    assert "lease_token" not in opened.text()


def test_hostile_text_stays_text_and_long_text_folds(open_page: Callable, fresh_store: Store) -> None:
    someone = LOCAL_AGENT.model_copy(update={"name": HOSTILE, "id": HOSTILE})
    write(fresh_store, someone, {"a": HOSTILE}, {"a": "x" * 30_000, HOSTILE: HOSTILE}, subject=HOSTILE)
    opened = open_page(fresh_store, "change_log", change="1")
    assert not opened.run.exception
    assert not opened.run.markdown
    assert [one.label.count("\n") for one in opened.run.expander] == [0, 0]
    shown = [cell["text"] for piece in opened.pieces if piece["kind"] == "ledger" for row in piece["rows"]
             for cell in row["cells"] if isinstance(cell, dict)]  # fmt: skip
    assert max(map(len, shown)) <= 300
    assert not any("\u202e" in text for text in shown)


def test_a_viewer_from_elsewhere_reads_nothing_of_tokens(
    open_page: Callable, fresh_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dashboard import desk_session

    create_token(fresh_store, TokenCall(name="Build agent", scopes=("read",)))
    keep_setting(fresh_store, "timezone", "UTC")
    assert "Build agent" in open_page(fresh_store, "change_log", change="1").text()
    reader = LOCAL_BROWSER.model_copy(update={"scopes": frozenset({"read"})})
    monkeypatch.setattr(desk_session, "viewer_told", lambda *_: reader)
    opened = open_page(fresh_store, "change_log", change="1")
    assert "Build agent" not in opened.text()
    assert "Change 1 is not here, or is not yours to read." in opened.text()
    assert "shown to whoever looks after this desk" in opened.text()


def test_filters_stand_in_the_address(open_page: Callable, fresh_store: Store) -> None:
    agent = Agent(fresh_store, now=datetime.now(UTC))
    first, second = agent.create(title="One").task_id, agent.create(title="Two").task_id
    rows = open_page(fresh_store, "change_log", case=second).piece("ledger")["rows"]
    assert [row["cells"][2]["sub"] for row in rows] == ["Two"]
    assert open_page(fresh_store, "change_log", q=first).piece("pages")["text"]
    none = open_page(fresh_store, "change_log", action="backup")
    assert none.piece("note")["title"] == "No change matches"
    early = open_page(fresh_store, "change_log", until="2020-01-01T00:00:00+00:00")
    assert early.piece("note")["title"] == "No change matches"


def test_a_day_is_chosen_in_the_zone_of_the_desk(open_page: Callable, fresh_store: Store) -> None:
    keep_setting(fresh_store, "timezone", "UTC")
    opened = open_page(fresh_store, "change_log")
    opened.run.date_input[0].set_value(datetime(2026, 5, 1)).run()
    opened.run.date_input[1].set_value(datetime(2026, 5, 1)).run()
    assert opened.run.query_params["since"] == "2026-04-30T22:00:00+00:00"
    assert opened.run.query_params["until"] == "2026-05-01T22:00:00+00:00"
    assert not opened.run.exception
    assert opened.run.date_input[1].value == datetime(2026, 5, 1).date()

"""The outbox on the page Connect: off, waiting, failed, gone, and what somebody does about it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest

from data_access.contracts.principal import LOCAL_BROWSER
from data_access.reading.change_log import changes
from data_access.reading.notices import notice_queue
from data_access.store.connection import Store
from data_access.writing.notices import Attempt, keep_attempt, note_gone, turn_webhook
from tests.writing.cases import Agent

HOSTILE = "<script>alert(1)</script>\u202e![x](https://evil.example/x.png)"


@pytest.fixture
def sending(fresh_store: Store) -> Store:
    turn_webhook(fresh_store, "https://hooks.example")
    agent = Agent(fresh_store, now=datetime.now(UTC))
    agent.ask(agent.claim(agent.create(title=HOSTILE).task_id))
    first = notice_queue(fresh_store).items[-1]
    later = datetime.now(UTC) + timedelta(hours=1)
    attempt = Attempt(first.notice_id, first.task_id, datetime.now(UTC), 503, f"HTTP 503 {HOSTILE}", later)
    keep_attempt(fresh_store, attempt)
    return fresh_store


def table(opened) -> list[list[dict]]:
    piece = next(one for one in opened.pieces if one["kind"] == "ledger" and one["label"] == "Notifications")
    return [row["cells"] for row in piece["rows"]]


def test_off_it_says_how_to_turn_it_on(open_page: Callable, fresh_store: Store) -> None:
    opened = open_page(fresh_store, "connect")
    assert "Notifications are off" in opened.text()
    assert "CASEBOARD_WEBHOOK_URL" in opened.text()


def test_what_waits_says_why_and_until_when(open_page: Callable, sending: Store) -> None:
    opened = open_page(sending, "connect")
    assert not opened.run.exception
    asked, queued = table(opened)
    assert (asked[0]["text"], asked[0]["sub"]) == ("question asked", "Q-1 · optional")
    assert queued[2]["pills"][0]["text"] == "waits"
    assert queued[2]["sub"].startswith("HTTP 503 <script>alert(1)</script>![x]")
    assert "tried again" in queued[2]["sub"]
    assert "\u202e" not in queued[2]["sub"]
    assert queued[3]["text"] == "1"
    assert not opened.run.markdown
    assert "https://hooks.example" in opened.text()


def test_one_is_sent_again_or_dropped_from_the_page(open_page: Callable, sending: Store) -> None:
    opened = open_page(sending, "connect")
    first = notice_queue(sending).items[-1].notice_id
    opened.run.selectbox(key="notice-to-settle").select(first).run()
    opened.run.button(key="retry-notice").click().run()
    assert not opened.run.exception
    assert notice_queue(sending).items[-1].next_try_at is None
    opened.run.button(key="drop-notice").click().run()
    assert [one.state for one in notice_queue(sending).items].count("dropped") == 1
    row = changes(sending, action="drop_notice").items[0]
    assert (row.principal_id, row.face) == ("local-owner", "page")
    assert open_page(sending, "connect", notices="given_up").text().count("None stands so.") == 1


def test_a_receiver_that_is_gone_is_named(open_page: Callable, sending: Store) -> None:
    note_gone(sending, datetime.now(UTC))
    assert "gone for good (410)" in open_page(sending, "connect").text()


def test_a_viewer_from_elsewhere_is_told_nothing_of_it(
    open_page: Callable, sending: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dashboard import desk_session

    reader = LOCAL_BROWSER.model_copy(update={"scopes": frozenset({"read"})})
    monkeypatch.setattr(desk_session, "viewer_told", lambda *_: reader)
    text = open_page(sending, "connect").text()
    assert "hooks.example" not in text
    assert "HTTP 503" not in text
    assert "Notifications are looked after by" in text

"""People decide, report, move and discuss on pages: each thing once, and no word of anybody is lost."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier
from typing import Any
from unittest.mock import MagicMock

import pytest
import streamlit as st
from streamlit.runtime import Runtime
from streamlit.testing.v1 import AppTest, app_test

from dashboard import desk_session
from dashboard.current_desk import Desk, set_desk
from dashboard.settings import Settings
from dashboard.wording.english import ENGLISH
from data_access.contracts.case_receipts import ClaimReceipt
from data_access.contracts.discussion import ReplyCall
from data_access.contracts.people import ProposedAction
from data_access.contracts.principal import Principal
from data_access.reading.case_people import actions_of_task
from data_access.reading.case_records import human_evidence_of_task
from data_access.reading.discussion_messages import messages_of_task
from data_access.reading.investigations import investigation
from data_access.store.connection import Store
from data_access.writing.discuss import reply_in_discussion
from tests.pages.cases import HOSTILE
from tests.pages.conftest import OpenPage
from tests.writing.cases import Agent
from tests.writing.people import Person, person_named

Opens = Callable[..., OpenPage]


def to_approve(store: Store, actions: int = 1, **given: Any) -> tuple[Agent, ClaimReceipt]:
    """Let a case wait for decisions, as of now."""
    agent = Agent(store, now=datetime.now(UTC) - timedelta(minutes=5))
    claim = agent.begin(lease_seconds=1800)
    agent.evidence(claim, title="Residual chlorine")
    agent.report(claim)
    for number in range(actions):
        agent.propose(claim, title=f"Flush {number + 1}", evidence_ids=["E-1"], **given)
    agent.report(claim, stage="final")
    agent.finish(claim)
    agent.wait(60)
    return agent, claim


def field(run: AppTest, name: str) -> Any:
    """Return the field `name` of whatever form is open."""
    kinds = ("text_area", "text_input", "selectbox", "datetime_input")
    fields = [one for kind in kinds for one in run.get(kind)]
    (found,) = [one for one in fields if one.key and one.key.split("=")[0].endswith(f"/{name}")]
    return found


def press(run: AppTest, label: str) -> AppTest:
    (button,) = [one for one in run.button if one.label == label]
    return button.click().run()


def sender(opened: OpenPage, begins: str) -> Any:
    (button,) = [one for one in opened.run.button if begins in one.key]
    return button


def missing(opened: OpenPage) -> list[str]:
    """What the form says before it can be sent."""
    (note,) = [
        one for one in opened.pieces if one["kind"] == "note" and one["title"] == ENGLISH.draft.not_sent
    ]
    return list(note["lines"])


def titles(opened: OpenPage) -> list[str]:
    return [piece["title"] for piece in opened.pieces if piece["kind"] == "note"]


def action(store: Store, task_id: str, number: int = 1) -> ProposedAction:
    return actions_of_task(store, task_id)[number - 1]


@pytest.mark.parametrize(("label", "state"), [("Approve", "approved"), ("Reject", "rejected")])
def test_a_person_decides_with_a_reason_and_the_page_claims_no_more(
    open_page: Opens, fresh_store: Store, label: str, state: str
) -> None:
    _, claim = to_approve(fresh_store)
    opened = open_page(fresh_store, "investigation", case=claim.task_id)
    press(opened.run, label)
    assert "Say why first: a decision needs its reason." in opened.text()
    assert action(fresh_store, claim.task_id).state == "pending"
    field(opened.run, "why").set_value("It is needed. 需要。").run()
    press(opened.run, label)
    decided = action(fresh_store, claim.task_id)
    assert (decided.state, decided.decision_reason, decided.decided_by) == (
        state,
        "It is needed. 需要。",
        "Local owner",
    )
    assert f"Stored: A-1 is {state}. Nothing was carried out." in titles(opened)
    assert "It was the last one that waited: the case is completed." in opened.text()
    with fresh_store.reading() as cursor:
        written = cursor.execute(
            "SELECT face FROM audit WHERE action = 'decide_task_action' AND subject_kind = 'action'"
        ).fetchall()
    assert written == [("page",)]


def test_the_second_of_two_sees_who_decided_and_keeps_what_they_wrote(
    open_page: Opens, fresh_store: Store
) -> None:
    agent, claim = to_approve(fresh_store, 2)
    opened = open_page(fresh_store, "investigation", case=claim.task_id)
    own = [one for one in opened.run.text_area if f"decide:{claim.task_id}:A-1/" in one.key]
    own[0].set_value("Not before the pump is checked.").run()
    Person(agent, claim.task_id, "Wang").decide(decision="rejected", reason="Too dear.")
    sender(opened, f"decide:{claim.task_id}:A-1/approved").click().run()
    decided = action(fresh_store, claim.task_id)
    assert (decided.state, decided.decided_by) == ("rejected", "Wang")
    told = titles(opened)
    assert any(one.startswith("Wang rejected it, ") for one in told)
    assert "It was decided while you wrote" in told
    assert "Too dear." in opened.text()
    again = open_page(fresh_store, "report", case=claim.task_id)  # another page, another tab, another day
    (kept,) = [one for one in again.run.text_area if f"decide:{claim.task_id}:A-1/" in one.key]
    assert kept.value == "Not before the pump is checked."
    given_up = [one for one in again.run.button if f"decide:{claim.task_id}:A-1/discard" in one.key]
    given_up[0].click().run()
    assert "It was decided while you wrote" not in titles(again)


def test_the_same_form_in_two_tabs_decides_once(open_page: Opens, fresh_store: Store) -> None:
    _, claim = to_approve(fresh_store)
    first = open_page(fresh_store, "investigation", case=claim.task_id)
    field(first.run, "why").set_value("It is needed.").run()
    second = open_page(fresh_store, "report", case=claim.task_id)
    assert field(second.run, "why").value == "It is needed."
    press(first.run, "Approve")
    press(second.run, "Reject")
    assert not second.run.exception
    assert action(fresh_store, claim.task_id).state == "approved"
    assert "It was decided while you wrote" not in titles(second), "it was this very person"
    assert any(one.startswith("Local owner approved it, ") for one in titles(second))


def test_an_action_nobody_decided_in_time_says_so(open_page: Opens, fresh_store: Store) -> None:
    agent = Agent(fresh_store, now=datetime.now(UTC) - timedelta(hours=2))
    claim = agent.begin(lease_seconds=1800)
    agent.report(claim)
    agent.propose(claim, expires_at=agent.now + timedelta(hours=1))
    opened = open_page(fresh_store, "investigation", case=claim.task_id, action="A-1")
    assert any("Nobody decided it: that is neither yes nor no." in one for one in titles(opened))
    assert not [one for one in opened.run.button if one.label in ("Approve", "Reject")]


def test_a_cancelled_case_takes_its_proposals_along(open_page: Opens, fresh_store: Store) -> None:
    agent, claim = to_approve(fresh_store)
    Person(agent, claim.task_id).cancel()
    opened = open_page(fresh_store, "investigation", case=claim.task_id, action="A-1")
    assert any("nobody decides it any more" in one for one in titles(opened))


def test_what_was_done_is_reported_as_a_fact_once(open_page: Opens, fresh_store: Store) -> None:
    agent, claim = to_approve(fresh_store)
    Person(agent, claim.task_id, "Wang").decide()
    opened = open_page(fresh_store, "investigation", case=claim.task_id)
    assert any(one.startswith("Approved, not reported done since ") for one in titles(opened))
    press(opened.run, "Report it done")
    assert missing(opened) == [
        "Who did it is missing.", "When it was done is missing.", "What came of it is missing.",
        "How you know is missing.",
    ]  # fmt: skip
    field(opened.run, "done_by").set_value("Crew 3").run()
    field(opened.run, "result").set_value("Clear after 20 minutes.").run()
    field(opened.run, "reference").set_value("WO-17").run()
    field(opened.run, "known_by").set_value("told").run()
    field(opened.run, "done_at").set_value(agent.now.replace(tzinfo=None, second=0, microsecond=0)).run()
    press(opened.run, "Report it done")
    assert missing(opened) == ["Who told you is missing."]
    field(opened.run, "told_by").set_value("Li").run()
    other = open_page(fresh_store, "report", case=claim.task_id)
    press(opened.run, "Report it done")
    assert "Stored as the fact H-1. It moves nothing in the case." in titles(opened)
    press(other.run, "Report it done")
    (fact,) = human_evidence_of_task(fresh_store, claim.task_id)
    assert (fact.done_by, fact.reference, fact.known_by, fact.told_by, fact.statement) == (
        "Crew 3", "WO-17", "told", "Li", "Clear after 20 minutes.",
    )  # fmt: skip
    shown = open_page(fresh_store, "investigation", case=claim.task_id, action="A-1")
    for word in ("Crew 3", "WO-17", "told by Li", "Clear after 20 minutes.", "reported done"):
        assert word in shown.text()
    assert not any("not reported done since" in one for one in titles(shown))


def test_a_report_overtaken_by_another_keeps_what_was_written(open_page: Opens, fresh_store: Store) -> None:
    agent, claim = to_approve(fresh_store)
    wang = Person(agent, claim.task_id, "Wang")
    wang.decide()
    opened = open_page(fresh_store, "investigation", case=claim.task_id)
    field(opened.run, "result").set_value("I saw it run clear.").run()
    wang.report_done()
    shown = open_page(fresh_store, "investigation", case=claim.task_id, action="A-1")
    assert "Somebody reported it done while you wrote" in titles(shown)
    assert field(shown.run, "result").value == "I saw it run clear."


def test_a_case_is_looked_at_again_and_said_to_be_queued_only(open_page: Opens, fresh_store: Store) -> None:
    _, claim = to_approve(fresh_store)
    opened = open_page(fresh_store, "investigation", case=claim.task_id)
    press(opened.run, "Queue it again")
    assert "Say why first." in opened.text()
    (why,) = [one for one in opened.run.text_area if one.key.startswith("again:")]
    why.set_value("P2 was never looked at.").run()
    press(opened.run, "Queue it again")
    case = investigation(fresh_store, claim.task_id)
    assert (case.status, case.generation, case.status_reason) == ("queued", 2, "P2 was never looked at.")
    assert any(one.startswith("Task queued (round 2), no agent has looked since ") for one in titles(opened))
    assert not [one for one in opened.run.button if one.label == "Queue it again"]


def test_cancelling_says_what_ends_with_the_case(open_page: Opens, fresh_store: Store) -> None:
    agent = Agent(fresh_store, now=datetime.now(UTC))
    claim = agent.begin(agent="Orca", lease_seconds=1800)
    agent.report(claim)
    agent.ask(claim, is_required=True)
    agent.propose(claim)
    opened = open_page(fresh_store, "investigation", case=claim.task_id)
    (sure,) = [piece for piece in opened.pieces if piece.get("title") == "Cancel this case for good?"]
    assert sure["lines"] == [
        "With it ends:", "1 open question", "1 proposed action, undecided",
        "the round of Orca, whose next write is refused",
    ]  # fmt: skip
    assert not [one for one in opened.run.button if one.label == "Queue it again"], "it runs"
    (why,) = [one for one in opened.run.text_area if one.key.startswith("cancel:")]
    why.set_value("A duplicate.").run()
    press(opened.run, "Yes, cancel it")
    assert investigation(fresh_store, claim.task_id).status == "cancelled"
    assert any(one.startswith("The case was cancelled, ") for one in titles(opened))
    assert not [one for one in opened.run.button if one.label in ("Yes, cancel it", "Approve", "Post")]


def test_a_move_that_another_made_impossible_keeps_the_words(open_page: Opens, fresh_store: Store) -> None:
    agent, claim = to_approve(fresh_store)
    opened = open_page(fresh_store, "investigation", case=claim.task_id)
    (why,) = [one for one in opened.run.text_area if one.key.startswith("again:")]
    why.set_value("P2 was never looked at.").run()
    Person(agent, claim.task_id, "Wang").look_again()
    shown = open_page(fresh_store, "investigation", case=claim.task_id)
    assert "The case moved on while you wrote" in titles(shown)
    assert investigation(fresh_store, claim.task_id).generation == 2


def test_a_question_is_posted_about_the_revision_that_is_shown_and_moves_nothing(
    open_page: Opens, fresh_store: Store
) -> None:
    _, claim = to_approve(fresh_store)
    before = investigation(fresh_store, claim.task_id)
    opened = open_page(fresh_store, "report", case=claim.task_id, revision="1")
    assert "You discuss revision 1; the newest is 2." in titles(opened)
    press(opened.run, "Post")
    assert "Write something first." in opened.text()
    field(opened.run, "text").set_value("**Why** not the plant? [E-1]").run()
    tab = open_page(fresh_store, "report", case=claim.task_id, revision="1")
    press(opened.run, "Post")
    press(tab.run, "Post")
    (message,) = messages_of_task(fresh_store, claim.task_id)
    assert (message.message_id, message.revision, message.author, message.is_verified) == (
        "D-1",
        1,
        "Local owner",
        True,
    )
    assert "Posted as D-1. Nothing in the case has changed." in titles(opened)
    assert "no agent has replied" in opened.text()
    assert '"verified"' in opened.text()
    after = investigation(fresh_store, claim.task_id)
    assert after == before
    newest = open_page(fresh_store, "report", case=claim.task_id)
    assert "1 message is about another revision." in newest.text()


def test_a_reply_says_what_it_was_checked_against_and_when_that_is_past(
    open_page: Opens, fresh_store: Store
) -> None:
    agent, claim = to_approve(fresh_store)
    Person(agent, claim.task_id, "Wang").post()
    given = {"request_id": "x", "task_id": claim.task_id, "message_id": "D-1", "text": "See [E-1].",
             "checked_generation": 1, "checked_revision": 2}  # fmt: skip
    reply_in_discussion(fresh_store, ReplyCall(**given), author=agent.author)
    text = open_page(fresh_store, "report", case=claim.task_id).text()
    assert "checked against round 1, revision 2" in text
    assert "no agent has replied" not in text
    assert "the case has moved on since" not in text
    Person(agent, claim.task_id).look_again()
    assert "the case has moved on since" in open_page(fresh_store, "report", case=claim.task_id).text()


def test_a_long_discussion_shows_its_end_and_says_that_it_is_cut(
    open_page: Opens, fresh_store: Store
) -> None:
    agent, claim = to_approve(fresh_store)
    for number in range(23):
        Person(agent, claim.task_id).post(f"Message {number}")
    opened = open_page(fresh_store, "report", case=claim.task_id)
    assert len([one for one in opened.pieces if one["kind"] == "dialogue"]) == 20
    (cut,) = [one for one in opened.pieces if one["kind"] == "pages" and "23" in one["text"]]
    assert (cut["text"], cut["ways"][0]["text"]) == ("4 to 23 of 23", "Show all 23")
    whole = open_page(fresh_store, "report", case=claim.task_id, talk="1")
    assert len([one for one in whole.pieces if one["kind"] == "dialogue"]) == 23


def test_whoever_may_only_read_sees_why_and_can_write_nothing(
    open_page: Opens, fresh_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, claim = to_approve(fresh_store)
    who = Principal(kind="person", id="p", name="P", scopes=frozenset({"read"}), is_verified=False)
    monkeypatch.setattr(desk_session, "viewer_told", lambda _headers, _name=None: who)
    for page in ("investigation", "report"):
        opened = open_page(fresh_store, page, case=claim.task_id)
        named = {one.label: one.disabled for one in opened.run.button}
        assert named["Approve"]
        assert named["Reject"]
        assert "Post" not in named
        assert "This is done on the machine the desk runs on." in opened.text()
    opened = open_page(fresh_store, "investigation", case=claim.task_id)
    assert {one.label: one.disabled for one in opened.run.button}["Look again"]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_hostile_words_of_agents_and_people_stay_text(
    open_page: Opens, fresh_store: Store, language: str
) -> None:
    hostile = {
        "kind": HOSTILE[:200],
        "target": HOSTILE,
        "risk": HOSTILE,
        "reason": HOSTILE,
        "description": HOSTILE,
    }
    agent, claim = to_approve(fresh_store, parameters={HOSTILE: [HOSTILE], "x" * 300: "y" * 5000}, **hostile)
    Person(agent, claim.task_id, HOSTILE[:60]).post(
        f"{HOSTILE}\n\n![x](http://example.org/x.png) <script>alert(1)</script>"
    )
    for page in ("investigation", "report"):
        opened = open_page(fresh_store, page, case=claim.task_id, lang=language)
        assert not opened.run.exception
        drawn = " ".join(one.value for one in opened.run.markdown) + " ".join(
            one.value for one in opened.run.caption
        )
        assert "onerror" not in drawn
        assert not opened.run.get("html")
    (told,) = [piece for piece in opened.pieces if str(piece.get("facts")).count("y" * 2000)]
    assert len(told["facts"]) == 2
    assert told["facts"][1]["value"]["copy"] == "y" * 5000


def test_sixteen_people_press_at_once_one_decides_and_fifteen_keep_their_words(
    fresh_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, claim = to_approve(fresh_store)
    monkeypatch.setattr(
        desk_session, "viewer_told", lambda _headers, _name=None: person_named(st.session_state["who"])
    )
    set_desk(Desk(Settings(timezone="UTC"), fresh_store))

    def page(task_id: str) -> None:
        from dashboard.desk_session import store
        from dashboard.parts.action_form import action_form
        from data_access.reading.case_people import actions_of_task
        from data_access.reading.investigations import investigation

        (proposed,) = actions_of_task(store(), task_id)
        action_form(investigation(store(), task_id), proposed, place="race")

    def begin(number: int) -> AppTest:
        tab = AppTest.from_function(page, args=(claim.task_id,), default_timeout=60)
        tab.session_state["who"] = f"Person {number}"
        field(tab.run(), "why").set_value(f"Reason of {number}").run()
        return tab

    tabs = [begin(number) for number in range(16)]
    shared = MagicMock(spec=Runtime)
    shared.bidi_component_registry = tabs[0]._bidi_component_manager
    monkeypatch.setattr(Runtime, "_instance", shared)  # of one thread, each run would end that of the others
    monkeypatch.setattr(app_test, "Runtime", type("RuntimeAside", (Runtime,), {}))
    barrier = Barrier(16)

    def decide(number: int) -> AppTest:
        label = "Approve" if number % 2 else "Reject"
        (button,) = [one for one in tabs[number].button if one.label == label]
        barrier.wait()
        return button.click().run()

    with ThreadPoolExecutor(16) as threads:
        ran = list(threads.map(decide, range(16)))
    decided = action(fresh_store, claim.task_id)
    assert decided.decided_by is not None
    winner = int(decided.decided_by.removeprefix("Person "))
    assert (decided.state, decided.decision_reason) == (
        "approved" if winner % 2 else "rejected", f"Reason of {winner}",
    )  # fmt: skip
    for number, tab in enumerate(ran):
        assert not tab.exception
        told = OpenPage(tab).text()
        assert ("It was decided while you wrote" in told) == (number != winner)
        if number != winner:
            assert field(tab, "why").value == f"Reason of {number}"
    set_desk(None)

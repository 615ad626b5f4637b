"""People answer on the pages of a case: once, with their words kept, and told no more than what is stored."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from dashboard import desk_session
from data_access.contracts.case_calls import TaskContextCall
from data_access.contracts.people import Question
from data_access.contracts.principal import Principal
from data_access.reading.case_people import questions_of_task
from data_access.reading.drafts import forms_begun
from data_access.store.connection import Store
from data_access.writing.deliver_answers import deliver_answers
from tests.writing.cases import Agent
from tests.writing.people import Person

HOSTILE = "<img src=x onerror=alert(1)> ![x](https://evil.example/x.png) :red[x] $x$ `code`"
FIELDS = [
    {"name": "valve", "label": "Valve", "kind": "text"},
    {"name": "ntu", "label": "Turbidity", "kind": "number", "unit": "NTU"},
    {"name": "seen_at", "label": "Seen at", "kind": "time"},
    {"name": "gate", "label": "Gate", "kind": "choice", "options": ["west", "东门"], "hint": "P7 perhaps"},
    {"name": "is_open", "label": "Open", "kind": "yes_no"},
]
Asked = tuple[Agent, str]


def asked(store: Store, **given: Any) -> Asked:
    """A case whose round has ended with a required question."""
    agent = Agent(store, now=datetime.now(UTC) - timedelta(minutes=5))
    claim = agent.begin()
    agent.ask(claim, **({"is_required": True, "prompt": "Which valve?"} | given))
    agent.finish(claim)
    return agent, claim.task_id


def question(store: Store, task_id: str, place: int = -1) -> Question:
    return questions_of_task(store, task_id)[place]


def fill(opened: Any, label: str, value: Any) -> None:
    run = opened.run
    for kind in (run.text_area, run.text_input, run.selectbox, run.datetime_input):
        for one in kind:
            if one.label == label:
                one.set_value(value)
                run.run()
                return
    raise AssertionError(f"there is no field {label}")


def press(opened: Any, label: str) -> Any:
    next(one for one in opened.run.button if one.label == label).click()
    opened.run.run()
    assert not opened.run.exception
    return opened


def labels(opened: Any) -> list[str]:
    return [one.label for one in opened.run.button]


WORDS = "Your answer in words"


@pytest.mark.parametrize("page", ["report", "investigation"])
def test_a_question_is_answered_by_words_before_there_is_a_report(
    open_page: Callable, fresh_store: Store, page: str
) -> None:
    _, task_id = asked(fresh_store)
    opened = open_page(fresh_store, page, case=task_id)
    fill(opened, WORDS, "阀门 7。")
    press(opened, "Send the answer")
    answer = question(fresh_store, task_id).answers[0]
    assert (answer.text, answer.is_effective, answer.person) == ("阀门 7。", True, "Local owner")
    told = opened.text()
    for line in (
        "The answer Q-1.1 of Local owner is stored and holds.",
        "The case is queued for round 2.",
        "no agent has ever looked for work on this desk",
        "No agent has read it so far.",
        "No report cites it so far.",
    ):
        assert line in told
    assert "Send the answer" not in labels(opened)


def test_values_of_every_kind_are_stored_as_what_they_are(open_page: Callable, fresh_store: Store) -> None:
    _, task_id = asked(fresh_store, fields=FIELDS)
    opened = open_page(fresh_store, "report", case=task_id)
    fill(opened, "Valve", "V-7")
    fill(opened, r"Turbidity \(NTU\)", "0.310")
    fill(opened, "Seen at", datetime.fromisoformat("2026-05-01T12:30:00"))
    fill(opened, "Gate", "东门")
    fill(opened, "Open", "no")
    press(opened, "Send the answer")
    assert question(fresh_store, task_id).answers[0].field_values == {
        "valve": "V-7",
        "ntu": 0.31,
        "seen_at": "2026-05-01T10:30:00Z",
        "gate": "东门",
        "is_open": False,
    }
    told = opened.text()
    assert "Turbidity: 0.31 NTU" in told
    assert "Seen at: 2026-05-01 12:30:00" in told
    assert "Open: No" in told


@pytest.mark.parametrize("typed", ["0,31", "1e999", "0.31 NTU", "NaN", "1_000", "0x1f"])
def test_what_is_no_number_is_not_sent_and_stays(open_page: Callable, fresh_store: Store, typed: str) -> None:
    _, task_id = asked(fresh_store, fields=FIELDS[1:2])
    opened = open_page(fresh_store, "report", case=task_id)
    fill(opened, r"Turbidity \(NTU\)", typed)
    press(opened, "Send the answer")
    assert f"Turbidity: {typed} is no number." in opened.text()
    assert question(fresh_store, task_id).answers == ()
    again = open_page(fresh_store, "report", case=task_id)
    assert [one.value for one in again.run.text_input if "Turbidity" in one.label] == [typed]


def test_an_option_is_an_answer_and_nothing_is_none(open_page: Callable, fresh_store: Store) -> None:
    _, task_id = asked(fresh_store, options=["Valve 7", "Valve 8"])
    opened = open_page(fresh_store, "report", case=task_id)
    press(opened, "Send the answer")
    assert "Write an answer in words, or give a value." in opened.text()
    fill(opened, "Or choose one", "Valve 8")
    press(opened, "Send the answer")
    assert question(fresh_store, task_id).answers[0].text == "Valve 8"


def test_what_was_typed_is_back_after_a_restart_on_any_page(open_page: Callable, store_file: Path) -> None:
    with Store.open(store_file) as store:
        _, task_id = asked(store, fields=FIELDS)
        opened = open_page(store, "report", case=task_id)
        fill(opened, WORDS, "Valve 7, I think")
        fill(opened, r"Turbidity \(NTU\)", "0.31")
    with Store.open(store_file) as store:
        opened = open_page(store, "investigation", case=task_id)
        fields = {one.label: one.value for one in (*opened.run.text_area, *opened.run.text_input)}
        assert (fields[WORDS], fields[r"Turbidity \(NTU\)"]) == ("Valve 7, I think", "0.31")
        press(opened, "Send the answer")
        assert question(store, task_id).answers[0].field_values == {"ntu": 0.31}


def test_two_tabs_of_one_person_write_once(open_page: Callable, fresh_store: Store) -> None:
    _, task_id = asked(fresh_store)
    first = open_page(fresh_store, "report", case=task_id)
    fill(first, WORDS, "Valve 7")
    second = open_page(fresh_store, "report", case=task_id)
    press(first, "Send the answer")
    press(second, "Send the answer")
    assert [one.text for one in question(fresh_store, task_id).answers] == ["Valve 7"]
    assert "What you wrote here is not stored" not in second.text()


def test_what_was_typed_last_is_sent_with_the_click_and_leaves_no_draft(
    open_page: Callable, fresh_store: Store
) -> None:
    _, task_id = asked(fresh_store, fields=FIELDS[:2])
    opened = open_page(fresh_store, "report", case=task_id)
    for one in opened.run.text_input:
        if one.label == "Valve":
            one.set_value("V-7")
    next(one for one in opened.run.text_area if one.label == WORDS).set_value("Typed and pressed")
    press(opened, "Send the answer")  # both fields are left by the same click
    answer = question(fresh_store, task_id).answers[0]
    assert (answer.text, answer.field_values) == ("Typed and pressed", {"valve": "V-7"})
    assert forms_begun(fresh_store, "local-owner", task_id) == frozenset()


def lost(open_page: Callable, store: Store) -> tuple[Any, str]:
    """Somebody else answers while a text is being written, and then that is sent."""
    agent, task_id = asked(store)
    opened = open_page(store, "report", case=task_id)
    fill(opened, WORDS, "Valve 8, I saw it")
    Person(agent, task_id, "Li").answer()
    return press(opened, "Send the answer"), task_id


def test_whoever_was_slower_sees_the_answer_that_holds_and_keeps_their_words(
    open_page: Callable, fresh_store: Store
) -> None:
    opened, task_id = lost(open_page, fresh_store)
    for told in (opened, open_page(fresh_store, "report", case=task_id)):
        assert "What you wrote here is not stored" in told.text()
        assert "Li was first" in told.text()
        assert "Valve 7, says Li." in told.text()
        assert next(one.value for one in told.run.text_area if one.label == WORDS) == "Valve 8, I saw it"
    press(opened, "Keep mine as another opinion")
    mine = question(fresh_store, task_id).answers[-1]
    assert (mine.text, mine.is_dissent, mine.is_effective) == ("Valve 8, I saw it", True, False)
    assert "What you wrote here is not stored" not in opened.text()


def test_words_that_were_too_late_become_a_fact_when_it_is_said_from_where(
    open_page: Callable, fresh_store: Store
) -> None:
    opened, task_id = lost(open_page, fresh_store)
    press(opened, "Keep my text as a fact")
    assert "Say from where you know it." in opened.text()
    fill(opened, "From where you know it", "told")
    press(opened, "Keep my text as a fact")
    assert "Say who told you." in opened.text()
    fill(opened, "Who told you", "Zhao")
    press(opened, "Keep my text as a fact")
    with fresh_store.reading() as cursor:
        facts = cursor.execute("SELECT statement, known_by, told_by FROM human_evidence").fetchall()
    assert facts == [("Valve 8, I saw it", "told", "Zhao")]
    assert len(question(fresh_store, task_id).answers) == 1


def test_words_that_were_too_late_are_discarded(open_page: Callable, fresh_store: Store) -> None:
    opened, task_id = lost(open_page, fresh_store)
    discard = [one for one in opened.run.button if one.label == "Discard the draft"]
    discard[0].click()
    opened.run.run()
    assert "What you wrote here is not stored" not in opened.text()
    assert len(question(fresh_store, task_id).answers) == 1


def test_words_for_a_case_that_was_cancelled_can_still_be_read(
    open_page: Callable, fresh_store: Store
) -> None:
    agent, task_id = asked(fresh_store)
    opened = open_page(fresh_store, "report", case=task_id)
    fill(opened, WORDS, "Valve 8, I saw it")
    Person(agent, task_id, "Li").cancel()
    opened = open_page(fresh_store, "report", case=task_id)
    assert "The case was cancelled, and nothing more is written to it." in opened.text()
    assert [one.value for one in opened.run.text_area if one.label == WORDS] == ["Valve 8, I saw it"]
    assert "Send the answer" not in labels(opened)
    assert "Send it as a late answer" not in labels(opened)


def test_nobody_else_is_shown_what_somebody_writes(
    open_page: Callable, fresh_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, task_id = asked(fresh_store)
    shown = {}
    for browser, typed in (("viewer-a", "by a"), ("viewer-b", "by b"), ("viewer-a", None)):
        monkeypatch.setattr(desk_session, "viewer_id_told", lambda _headers, browser=browser: browser)
        opened = open_page(fresh_store, "report", case=task_id)
        shown[browser, typed] = next(one.value for one in opened.run.text_area if one.label == WORDS)
        if typed:
            fill(opened, WORDS, typed)
    assert list(shown.values()) == ["", "", "by a"]


def test_a_refusal_has_a_reason_and_is_shown_when_it_is_asked_anew(
    open_page: Callable, fresh_store: Store
) -> None:
    agent, task_id = asked(fresh_store)
    opened = open_page(fresh_store, "report", case=task_id)
    press(opened, "Refuse to answer")
    assert "Say why." in opened.text()
    fill(opened, "Why it is not answered", "Not ours to say.")
    press(opened, "Refuse to answer")
    assert question(fresh_store, task_id).state == "declined"
    assert "That Local owner refuses to answer is stored as Q-1.1." in opened.text()
    agent.now = datetime.now(UTC)
    agent.ask(
        agent.claim(task_id), prompt="Which valve, please?", supersedes="Q-1", supersede_reason="New map."
    )
    told = open_page(fresh_store, "report", case=task_id).text()
    assert "Asked again in place of Q-1. The agent's reason: New map." in told
    assert "Local owner refused to answer Q-1: Not ours to say." in told


def test_others_see_who_is_answering_and_may_take_over(open_page: Callable, fresh_store: Store) -> None:
    agent, task_id = asked(fresh_store)
    agent.now = datetime.now(UTC)
    Person(agent, task_id, "Li").claim()
    opened = open_page(fresh_store, "report", case=task_id)
    assert "Li is answering, until" in opened.text()
    assert "Send the answer" in labels(opened), "a notice holds nobody off"
    press(opened, "Take over")
    assert question(fresh_store, task_id).claimed_by == "Local owner"
    assert "Others see that you are answering, until" in opened.text()
    press(opened, "I am not answering")
    assert question(fresh_store, task_id).claimed_by is None
    press(opened, "Tell others that I am answering")
    assert question(fresh_store, task_id).claimed_by == "Local owner"


def test_a_question_is_passed_on(open_page: Callable, fresh_store: Store) -> None:
    _, task_id = asked(fresh_store)
    opened = open_page(fresh_store, "report", case=task_id)
    fill(opened, "Who should answer", "Zhao")
    press(opened, "Keep the name")
    assert question(fresh_store, task_id).assignee == "Zhao"
    assert "for Zhao; anybody may answer" in opened.text()


def test_an_answer_is_changed_and_taken_back_with_reasons(open_page: Callable, fresh_store: Store) -> None:
    _, task_id = asked(fresh_store, fields=FIELDS)
    opened = open_page(fresh_store, "report", case=task_id)
    fill(opened, WORDS, "Valve 7")
    fill(opened, "Open", "yes")
    press(opened, "Send the answer")
    press(opened, "Send the changed answer")
    assert "Say why." in opened.text()
    fill(opened, WORDS, "Valve 8")
    fill(opened, "What was wrong with it", "A slip.")
    press(opened, "Send the changed answer")
    first, second = question(fresh_store, task_id).answers
    assert (first.corrected_by, second.text, second.reason) == ("Q-1.2", "Valve 8", "A slip.")
    assert second.field_values == {"is_open": True}, "what was not touched stays"
    fill(opened, "Why it should no longer count", "It was another street.")
    press(opened, "Take it back")
    withdrawn = question(fresh_store, task_id).answers[1]
    assert (withdrawn.withdrawn_reason, withdrawn.is_effective) == ("It was another street.", False)
    assert "taken back by Local owner: It was another street." in opened.text()


def test_what_is_not_touched_by_a_change_stays_exact(open_page: Callable, fresh_store: Store) -> None:
    agent, task_id = asked(fresh_store, fields=FIELDS)
    values = {"seen_at": "2026-05-01T10:30:45Z", "ntu": 1e-7, "is_open": False, "gate": "west"}
    Person(agent, task_id, "Li").answer(field_values=values)
    opened = open_page(fresh_store, "report", case=task_id)
    fill(opened, "What was wrong with it", "A slip of the pen.")
    press(opened, "Send the changed answer")
    assert question(fresh_store, task_id).answers[-1].field_values == values


def test_it_says_when_an_agent_read_the_answer_and_which_report_uses_it(
    open_page: Callable, fresh_store: Store
) -> None:
    agent, task_id = asked(fresh_store)
    opened = open_page(fresh_store, "report", case=task_id)
    fill(opened, WORDS, "Valve 7")
    press(opened, "Send the answer")
    agent.now = datetime.now(UTC)
    claim = agent.claim(task_id)
    told = open_page(fresh_store, "report", case=task_id).text()
    assert "An agent is at work, round 2." in told
    assert "No agent has read it so far." in told, "a claim is no reading"
    read = TaskContextCall(task_id=task_id, section="questions", lease_token=claim.lease_token)
    deliver_answers(fresh_store, read, author=agent.author)
    told = open_page(fresh_store, "report", case=task_id).text()
    assert "An agent read it at" in told
    assert "No report cites it so far." in told
    agent.report(claim, body="It is shut [Q-1].")
    told = open_page(fresh_store, "report", case=task_id).text()
    assert "A report first cited it: revision 1." in told
    assert f"./report?case={task_id}&revision=1" in told


def test_a_question_that_ended_takes_a_late_answer(open_page: Callable, fresh_store: Store) -> None:
    _, task_id = asked(fresh_store, expires_at=datetime.now(UTC) - timedelta(seconds=1))
    opened = open_page(fresh_store, "report", case=task_id, question="Q-1")
    assert "nobody answered; that is neither yes nor no" in opened.text()
    fill(opened, WORDS, "Valve 7, too late")
    press(opened, "Send it as a late answer")
    answer = question(fresh_store, task_id).answers[0]
    assert (answer.text, answer.is_late, answer.is_effective) == ("Valve 7, too late", True, False)
    assert "Q-1.1 of Local owner is stored as late; it moves nothing." in opened.text()


def test_of_many_questions_the_first_are_open_and_the_others_one_click_away(
    open_page: Callable, fresh_store: Store
) -> None:
    agent = Agent(fresh_store, now=datetime.now(UTC))
    claim = agent.begin()
    for number in range(1, 9):
        agent.ask(claim, prompt=f"Which valve, number {number}?")
    Person(agent, claim.task_id).answer("Q-1")
    opened = open_page(fresh_store, "report", case=claim.task_id)
    assert labels(opened).count("Send the answer") == 6
    assert "1 more question waits; open it below." in opened.text()
    row = opened.piece("ledger")["rows"][0]
    assert row["href"] == f"./report?case={claim.task_id}&question=Q-8"
    opened = open_page(fresh_store, "report", case=claim.task_id, question="Q-8")
    assert labels(opened).count("Send the answer") == 7


def test_whoever_may_not_decide_sees_why(
    open_page: Callable, fresh_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, task_id = asked(fresh_store)
    reader = Principal(kind="person", id="p", name="P", scopes=frozenset({"read"}), is_verified=False)
    monkeypatch.setattr(desk_session, "viewer_told", lambda _headers, _name=None: reader)
    opened = open_page(fresh_store, "report", case=task_id)
    assert "You may read questions here and not answer them" in opened.text()
    assert "Send the answer" not in labels(opened)
    assert not opened.run.text_area


@pytest.mark.parametrize("language", ["en", "zh"])
def test_hostile_questions_are_text_everywhere(
    open_page: Callable, fresh_store: Store, language: str
) -> None:
    hostile = [one | {"label": HOSTILE, "hint": HOSTILE} for one in FIELDS]
    hostile[3] |= {"options": [HOSTILE, "b"]}
    agent, task_id = asked(
        fresh_store, prompt=HOSTILE, why=HOSTILE, fields=hostile, options=[HOSTILE], assignee=HOSTILE
    )
    Person(agent, task_id, HOSTILE).claim()
    opened = open_page(fresh_store, "report", case=task_id, lang=language)
    assert not opened.run.exception
    marked = [
        text
        for one in (*opened.run.text_input, *opened.run.text_area, *opened.run.selectbox)
        for text in (one.label, one.help)
        if text and ("![x](" in text or ":red[x]" in text or "<img" in text.replace(r"\<img", ""))
    ]
    assert marked == []
    fill(opened, opened.run.text_area[0].label, HOSTILE)
    opened.run.button[0].click()
    opened.run.run()
    assert not opened.run.exception

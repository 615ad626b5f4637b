"""The inbox: what waits, by case; one case open; what came of what was settled."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from data_access.reading.case_people import questions_of_task
from data_access.reading.case_records import human_evidence_of_task
from data_access.store.connection import Store
from tests.pages.inboxes import everything_owed, many_questions
from tests.writing.cases import Agent
from tests.writing.people import Person


def ledgers(opened: Any) -> list[dict[str, Any]]:
    return [piece for piece in opened.pieces if piece["kind"] == "ledger"]


def topics(opened: Any) -> list[dict[str, Any]]:
    return [piece for piece in opened.pieces if piece["kind"] == "topic"]


def asked(opened: Any) -> list[str]:
    """The texts of the first cell of every line of every case."""
    return [row["cells"][0]["text"] for table in ledgers(opened) for row in table["rows"]]


def test_an_empty_inbox_says_so_honestly(open_page: Callable, fresh_store: Store) -> None:
    opened = open_page(fresh_store, "inbox")
    assert opened.piece("note")["title"] == "Nothing waits for people"
    assert "Nothing was settled in the last 7 days." in opened.text()
    assert opened.kinds().count("topic") == 0


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_sample_case_stands_in_the_inbox(open_page: Callable, filled_store: Store, language: str) -> None:
    opened = open_page(filled_store, "inbox", lang=language)
    (case,) = topics(opened)
    told = {fact["label"]: fact["value"] for fact in case["meta"]}
    cost = told["Cost" if language == "en" else "费用"]
    assert cost["text"] == "$1.17"
    assert (
        case["lead"]
        == {
            "en": "Goes on when all required questions are settled (0 of 1)",
            "zh": "所有必答问题都处理后继续（0 / 1）",
        }[language]
    )
    assert len(asked(opened)) == 4  # two that wait, a report to sign off, one that was settled
    read = {"en": "used in report revision 3", "zh": "用于报告第 3 版"}[language]
    (settled,) = ledgers(opened)[-1]["rows"]
    assert settled["cells"][1]["text"] == read
    assert settled["cells"][1]["href"].startswith("./report?case=T-yellow-water&revision=3")


def test_everything_that_is_owed_stands_with_what_it_changes(open_page: Callable, fresh_store: Store) -> None:
    task_id = everything_owed(fresh_store)
    opened = open_page(fresh_store, "inbox")
    (table,) = ledgers(opened)
    pills = {row["cells"][0]["pills"][0]["text"] for row in table["rows"]}
    assert pills == {
        "required", "To approve", "To report as done", "To confirm", "Missing on the map", "Step of people",
    }  # fmt: skip
    ids = ("Q-1", "A-1", "A-2", "H-1", "n", "s")
    assert {row["href"] for row in table["rows"]} == {f"./inbox?case={task_id}&item={one}" for one in ids}
    assert "Settling it queues the case for a new round." in opened.text()
    (case,) = topics(opened)
    cost = next(fact["value"] for fact in case["meta"] if fact["label"] == "Cost")
    assert cost["text"] == "not linked"


def test_the_menu_counts_what_the_inbox_lists(open_page: Callable, fresh_store: Store) -> None:
    everything_owed(fresh_store)
    opened = open_page(fresh_store, "inbox")
    entry = opened.piece("menu")["entries"][1]
    assert (entry["text"], entry["href"], entry["current"]) == ("Inbox", "./inbox", True)
    assert entry["badge"]["tip"] == "Needs you: 6, oldest 5 h ago"
    assert opened.piece("heading")["lead"] == "6 things wait for people; the oldest came 5 h ago."
    today = open_page(fresh_store, "overview")
    assert "6 things wait for people, oldest 5 h ago" in today.text()
    assert any(way["href"] == "./inbox" for piece in today.pieces for way in piece.get("ways", []))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"whose": "unassigned"}, 5),
        ({"kind": "question"}, 1),
        ({"kind": "question", "whose": "unassigned"}, 0),
        ({"order": "due"}, 6),
        ({"order": "beauty"}, 6),
    ],
)
def test_filters_are_the_address(
    query: dict[str, str], found: int, open_page: Callable, fresh_store: Store
) -> None:
    everything_owed(fresh_store)
    opened = open_page(fresh_store, "inbox", **query)
    assert len(asked(opened)) == found
    if not found:
        assert opened.piece("note")["title"] == "Nothing of this waits; 6 in all."


def test_many_questions_come_a_page_at_a_time_each_once(open_page: Callable, fresh_store: Store) -> None:
    many_questions(fresh_store)
    opened, seen = open_page(fresh_store, "inbox"), []
    (pages,) = [piece for piece in opened.pieces if piece["kind"] == "pages"]
    assert (pages["text"], len(asked(opened))) == ("1 to 30 of 40", 30)
    seen += [row["href"] for table in ledgers(opened) for row in table["rows"]]
    following = pages["ways"][-1]["href"].partition("?")[2]
    query = dict(part.split("=") for part in following.split("&"))
    rest = open_page(fresh_store, "inbox", **query)
    seen += [row["href"] for table in ledgers(rest) for row in table["rows"]]
    assert (len(asked(rest)), len(seen), len(set(seen))) == (10, 40, 40)


def test_an_open_case_shows_everything_it_waits_for_and_the_others_beside(
    open_page: Callable, fresh_store: Store
) -> None:
    first, second, *_ = many_questions(fresh_store, cases=3, each=3)
    opened = open_page(fresh_store, "inbox", case=second)
    heading = opened.piece("heading")
    assert heading["lead"] == "Goes on when all required questions are settled (0 of 2)"
    assert [one["title"] for one in topics(opened)] == ["Question Q-1", "Question Q-3", "Question Q-2"]
    chosen = open_page(fresh_store, "inbox", case=second, item="Q-3")
    assert topics(chosen)[0]["title"] == "Question Q-3"
    beside = ledgers(opened)[-1]
    assert [row["selected"] for row in beside["rows"]] == [False, True, False]
    ways = next(piece["ways"] for piece in opened.pieces if any(w["hotkey"] for w in piece.get("ways", [])))
    assert {way["hotkey"]: way["href"] for way in ways}["p"] == f"./inbox?case={first}"


def test_what_is_settled_while_a_case_is_open_stays_where_it_was(
    open_page: Callable, fresh_store: Store
) -> None:
    task_id = everything_owed(fresh_store)
    opened = open_page(fresh_store, "inbox", case=task_id)
    before = [one["title"].split()[-1] for one in topics(opened)]
    person = Person(Agent(fresh_store, now=datetime.now(UTC)), task_id)
    person.answer(text="Valve 7.")
    person.decide()
    opened.run.run()
    after = topics(opened)
    assert [one["title"].split()[-1] for one in after] == before
    assert "Question Q-1" in {one["title"] for one in after}
    assert opened.text().count("Wang approved it") == 2
    (row,) = ledgers(opened)[-2]["rows"]
    told = f"{row['cells'][1]['sub']} · {row['cells'][1]['text']}"
    assert told.startswith("answer stored · task queued (round 2), no agent has looked since ")
    assert told.endswith(" · no agent has read it so far")
    assert row["cells"][0]["sub"] == "Q-1 · Valve 7."


def test_several_questions_of_a_case_are_sent_one_by_one(open_page: Callable, fresh_store: Store) -> None:
    (task_id,) = many_questions(fresh_store, cases=1, each=3)
    opened = open_page(fresh_store, "inbox", case=task_id)
    fields = [area for area in opened.run.text_area if area.label == "Your answer in words"]
    assert len(fields) == 3
    fields[1].set_value("Of 1974.").run()
    sends = [button for button in opened.run.button if button.label == "Send the answer"]
    sends[1].click().run()
    states = {one.question_id: one.state for one in questions_of_task(fresh_store, task_id)}
    assert states == {"Q-1": "pending", "Q-2": "pending", "Q-3": "answered"}
    assert opened.piece("heading")["lead"] == "Goes on when all required questions are settled (1 of 2)"
    assert [one["title"] for one in topics(opened)] == ["Question Q-1", "Question Q-3", "Question Q-2"]
    assert len([button for button in opened.run.button if button.label == "Send the answer"]) == 2


def test_a_fact_that_was_passed_on_is_confirmed_where_it_stands(
    open_page: Callable, fresh_store: Store
) -> None:
    task_id = everything_owed(fresh_store)
    opened = open_page(fresh_store, "inbox", case=task_id, item="H-1")
    assert topics(opened)[0]["title"] == "Fact H-1"
    opened.run.button(key=f"confirm-inbox-{task_id}=H-1").click().run()
    (fact,) = human_evidence_of_task(fresh_store, task_id)
    assert fact.is_confirmed
    assert topics(opened)[0]["title"] == "Fact H-1"
    assert f"{fact.confirmed_by} confirmed it, " in opened.text()


def test_a_case_in_which_nothing_waits_any_more_says_so(open_page: Callable, fresh_store: Store) -> None:
    task_id = Agent(fresh_store, now=datetime.now(UTC)).create().task_id
    opened = open_page(fresh_store, "inbox", case=task_id)
    assert opened.piece("note")["title"] == "Nothing of this case waits for people any more."
    assert (
        open_page(fresh_store, "inbox", case="T-none").piece("note")["title"].startswith("There is no case")
    )


def test_only_the_open_case_stands_still(open_page: Callable, fresh_store: Store) -> None:
    task_id = everything_owed(fresh_store)
    follows = "follow-changes"
    assert [toggle.key for toggle in open_page(fresh_store, "inbox").run.toggle] == [follows]
    assert [toggle.key for toggle in open_page(fresh_store, "inbox", case=task_id).run.toggle] == []


def test_an_expired_question_is_told_as_unanswered(open_page: Callable, fresh_store: Store) -> None:
    agent = Agent(fresh_store, now=datetime.now(UTC) - timedelta(hours=1))
    claim = agent.begin(lease_seconds=1800)
    agent.ask(claim, expires_at=(agent.now + timedelta(minutes=5)).isoformat())
    opened = open_page(fresh_store, "inbox")
    (row,) = ledgers(opened)[0]["rows"]
    assert row["cells"][1]["sub"].startswith("expired; nobody answered, which is neither yes nor no")
    assert row["cells"][2]["sub"] == "nobody"

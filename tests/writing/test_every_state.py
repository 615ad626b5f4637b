"""Every state of a question and of an action with everything that people and agents do to it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import get_args

import pytest

from data_access.contracts.case_receipts import ClaimReceipt
from data_access.contracts.people import ActionState, QuestionState
from data_access.errors import CaseboardError
from data_access.reading.case_people import actions_of_task
from data_access.store.connection import Store
from tests.writing.cases import Agent
from tests.writing.people import Person


@pytest.fixture
def agent(fresh_store: Store) -> Agent:
    return Agent(fresh_store)


def outcome(write: Callable[[], object], told: str) -> str:
    """Return what a receipt says under a name, or the code of the refusal."""
    try:
        return str(getattr(write(), told))
    except CaseboardError as fault:
        return fault.code


def asked(agent: Agent, state: str) -> tuple[ClaimReceipt, Person]:
    """Bring question Q-1 of a running case to a state."""
    claim = agent.begin(lease_seconds=1800)
    agent.ask(claim, prompt="Which valve?", expires_at=agent.now + timedelta(seconds=60))
    person = Person(agent, claim.task_id)
    if state == "answered":
        person.answer()
    elif state == "declined":
        person.decline()
    elif state == "expired":
        agent.wait(60)
    elif state == "superseded":
        agent.ask(claim, supersedes="Q-1", supersede_reason="It was put badly.")
    elif state == "cancelled":
        agent.report(claim, stage="final")
        agent.finish(claim)
        person.look_again()
        claim = agent.claim(claim.task_id, lease_seconds=1800)
    assert person.question().state == state
    return claim, person


LATE = {"answer": "late", "decline": "late"}
BEATEN = {"answer": "already_answered", "decline": "already_answered"}
SETTLED = {"assign": "question_settled", "claim": "question_settled"}
NO_ANSWER = {"edit": "unknown_reference", "withdraw": "unknown_reference"}
QUESTIONS: dict[QuestionState, dict[str, str]] = {
    "pending": NO_ANSWER | {
        "answer": "effective", "decline": "effective", "assign": "Li", "claim": "Wang",
        "ask alike": "asked_again", "ask again": "superseded",
    },
    "answered": BEATEN | SETTLED | {
        "edit": "effective", "withdraw": "Q-1.1", "ask alike": "Q-2", "ask again": "answered",
    },
    "declined": BEATEN | SETTLED | {
        "edit": "not_correctable", "withdraw": "Q-1.1", "ask alike": "asked_again", "ask again": "declined",
    },
    "expired": LATE | SETTLED | NO_ANSWER | {"ask alike": "Q-2", "ask again": "expired"},
    "cancelled": LATE | SETTLED | NO_ANSWER | {"ask alike": "Q-2", "ask again": "cancelled"},
    "superseded": LATE | SETTLED | NO_ANSWER | {"ask alike": "Q-3", "ask again": "not_superseded"},
}  # fmt: skip
"""What comes of each write: what the receipt says, or the code of its refusal. To ask alike is to give the
same words; to ask again is to name the question, after which it stands in the state that is given here."""


def test_the_table_has_every_state() -> None:
    assert set(QUESTIONS) == set(get_args(QuestionState))
    assert {len(row) for row in QUESTIONS.values()} == {8}
    assert set(ACTIONS) == set(get_args(ActionState))


def done(agent: Agent, claim: ClaimReceipt, person: Person, doing: str) -> str:
    edit = {"corrects": "Q-1.1", "reason": "I misread it."}
    again = {"prompt": "Which valve, then?", "supersedes": "Q-1", "supersede_reason": "It rained."}
    works: dict[str, tuple[Callable[[], object], str]] = {
        "answer": (person.answer, "standing"),
        "decline": (person.decline, "standing"),
        "edit": (lambda: person.answer(**edit), "standing"),
        "withdraw": (lambda: person.withdraw_answer("Q-1.1"), "answer_id"),
        "assign": (lambda: person.assign("Q-1", "Li"), "assignee"),
        "claim": (person.claim, "claimed_by"),
        "ask alike": (lambda: agent.ask(claim, prompt="which  VALVE"), "question_id"),
        "ask again": (lambda: agent.ask(claim, **again), "question_id"),
    }
    return outcome(*works[doing])


@pytest.mark.parametrize("state", QUESTIONS)
def test_in_every_state_of_a_question_every_write_does_what_the_table_says(
    agent: Agent, state: QuestionState
) -> None:
    for doing, foretold in QUESTIONS[state].items():
        claim, person = asked(agent, state)
        told = done(agent, claim, person, doing)
        if doing == "ask again" and told.startswith("Q-"):
            assert person.question().superseded_by == told
            told = person.question().state
        assert told == foretold, doing


ACTIONS: dict[ActionState, tuple[str, str]] = {
    "pending": ("approved", "action_not_approved"),
    "approved": ("already_decided", "H-1"),
    "rejected": ("already_decided", "action_not_approved"),
    "expired": ("already_decided", "action_not_approved"),
    "cancelled": ("task_cancelled", "task_cancelled"),
}
"""What comes of a decision, and of saying that it was carried out. Only a cancelled case cancels actions."""


@pytest.mark.parametrize("state", ACTIONS)
def test_in_every_state_of_an_action_every_write_does_what_the_table_says(
    agent: Agent, state: ActionState
) -> None:
    claim = agent.begin(lease_seconds=1800)
    agent.report(claim)
    agent.propose(claim, expires_at=agent.now + timedelta(seconds=60))
    person = Person(agent, claim.task_id)
    if state in ("approved", "rejected"):
        person.decide(decision=state)
    elif state == "expired":
        agent.wait(60)
    elif state == "cancelled":
        person.cancel()
    (action,) = actions_of_task(agent.store, claim.task_id, as_of=agent.now)
    assert action.state == state
    decided, reported = ACTIONS[state]
    assert outcome(person.report_done, "evidence_id") == reported
    assert outcome(person.decide, "state") == decided

"""People, sessions and the clock at one instant: one outcome of the table, and no word lost or doubled."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from threading import Barrier
from typing import Any

import pytest

from data_access.contracts.case_calls import TaskContextCall
from data_access.contracts.case_receipts import ClaimReceipt
from data_access.contracts.people import Question
from data_access.errors import AlreadyAnswered, AlreadyDecided, CaseboardError
from data_access.reading.case_people import actions_of_task, questions_of_task
from data_access.reading.case_records import human_evidence_of_task
from data_access.reading.investigations import investigation, transitions_of_task
from data_access.reading.verify import verify
from data_access.store.connection import Store
from data_access.writing.case_expiries import settle_expiries
from data_access.writing.deliver_answers import deliver_answers
from tests.conftest import OtherProcess
from tests.writing.cases import BEGIN, Agent
from tests.writing.people import Person

MANY = pytest.mark.parametrize("times", [6, pytest.param(50, marks=pytest.mark.long)], ids=["few", "many"])
SOME = pytest.mark.parametrize("times", [2, pytest.param(60, marks=pytest.mark.long)], ids=["few", "many"])
"""How often each race is run: in every run of the tests, and in a night run."""
SIXTEEN = [f"person {number}" for number in range(16)]


class RunningClock(Agent):
    """An agent whose clock stands still until it is let run, then runs like that of this machine."""

    begun: float | None = None

    @property
    def now(self) -> datetime:  # type: ignore[override]
        return BEGIN + timedelta(seconds=0 if self.begun is None else time.monotonic() - self.begun)

    @now.setter
    def now(self, _moment: datetime) -> None:
        """The clock cannot be set."""


@pytest.fixture
def agent(fresh_store: Store) -> Agent:
    return Agent(fresh_store)


def at_once(works: Sequence[Callable[[], Any]]) -> list[Any]:
    """Do all of it at the same moment; return what each gave, or the code with which it was refused."""
    start = Barrier(len(works))

    def run(work: Callable[[], Any]) -> Any:
        start.wait(60)
        try:
            return work()
        except CaseboardError as fault:
            return fault.code

    with ThreadPoolExecutor(len(works)) as threads:
        return list(threads.map(run, works))


def waiting_case(agent: Agent, questions: int) -> ClaimReceipt:
    claim = agent.begin(lease_seconds=1800)
    for number in range(questions):
        agent.ask(claim, prompt=f"Question {number}?", is_required=True)
    agent.finish(claim)
    return claim


def every_word_is_counted(store: Store, writes: int) -> None:
    """One receipt and one row of the change log for each write, and nothing that does not fit."""
    with store.reading() as cursor:
        (counts,) = cursor.execute(
            "SELECT (SELECT count(*) FROM receipt), count(*) FROM audit "
            "WHERE subject_kind = 'investigation_task' AND face <> 'desk' AND action <> 'deliver_answers'"
        ).fetchall()
    assert counts == (writes, writes)
    assert verify(store).faults == 0


@MANY
def test_of_sixteen_people_one_answers_each_question_and_the_words_of_all_are_kept(
    agent: Agent, times: int
) -> None:
    claim = waiting_case(agent, times)
    writes = times + 3
    people = [Person(agent, claim.task_id, name) for name in SIXTEEN]
    beaten: list[tuple[str, str]] = []

    def send(person: Person, question_id: str) -> str:
        """Send as a page does: twice, because the network repeats; what was beaten is kept as chosen."""
        draft: dict[str, Any] = {"request_id": f"{person.name} {question_id}", "text": f"{person.name} says"}
        number = SIXTEEN.index(person.name)
        try:
            first = person.answer(question_id, **draft)
        except AlreadyAnswered as lost:
            beaten.append((question_id, lost.winner["answer_id"]))
            draft |= (
                {"keep_as": "evidence", "known_by": "seen"} if number % 4 == 3 else {"keep_as": "dissent"}
            )
            first = person.answer(question_id, **draft)
        again = person.answer(question_id, **draft)
        assert again == first.model_copy(update={"replayed": True})
        return first.standing

    for number in range(1, times + 1):
        told = at_once([lambda one=one, asked=f"Q-{number}": send(one, asked) for one in people])
        standing = Counter(told)
        assert standing["effective"] == 1
        assert standing["dissent"] + standing["evidence"] == 15
        writes += 16
    questions = questions_of_task(agent.store, claim.task_id, as_of=agent.now)
    facts = Counter(one.statement for one in human_evidence_of_task(agent.store, claim.task_id))
    assert facts + Counter(one.text for asked in questions for one in asked.answers) == Counter(
        {f"{name} says": times for name in SIXTEEN}
    )
    holding = {asked.question_id: holds(asked) for asked in questions}
    assert Counter(beaten) == Counter(dict.fromkeys(holding.items(), 15)), "the others saw what holds"
    task = investigation(agent.store, claim.task_id, as_of=agent.now)
    assert (task.status, task.generation) == ("queued", 2)
    every_word_is_counted(agent.store, writes)


def holds(asked: Question) -> str:
    (one,) = (one.answer_id for one in asked.answers if one.is_effective)
    return one


@MANY
def test_of_sixteen_people_one_decides_each_action(agent: Agent, times: int) -> None:
    claim = agent.begin(lease_seconds=1800)
    agent.report(claim)
    for _ in range(times):
        agent.propose(claim)
    agent.report(claim, stage="final")
    agent.finish(claim)
    people = [Person(agent, claim.task_id, name) for name in SIXTEEN]

    def decide(person: Person, action_id: str) -> tuple[str, str]:
        decision = "approved" if SIXTEEN.index(person.name) % 2 else "rejected"
        given = {"decision": decision, "request_id": f"{person.name} {action_id}"}
        try:
            first = person.decide(action_id, **given)
        except AlreadyDecided as lost:
            return "beaten by", lost.message.partition(" approved ")[0].partition(" rejected ")[0]
        assert person.decide(action_id, **given) == first.model_copy(update={"replayed": True})
        return "decided", person.name

    for number in range(1, times + 1):
        told = Counter(at_once([lambda one=one, name=f"A-{number}": decide(one, name) for one in people]))
        ((_, winner),) = [one for one in told if one[0] == "decided"]
        assert told == {("decided", winner): 1, ("beaten by", winner): 15}
        action = actions_of_task(agent.store, claim.task_id, as_of=agent.now)[number - 1]
        assert action.decided_by == winner
        assert action.state == ("approved" if SIXTEEN.index(winner) % 2 else "rejected")
    task = investigation(agent.store, claim.task_id, as_of=agent.now)
    assert (task.status, task.generation) == ("completed", 1)
    every_word_is_counted(agent.store, writes=5 + times + times)


def moves(agent: Agent, task_id: str) -> list[str]:
    return [one.moved_by for one in transitions_of_task(agent.store, task_id)]


@SOME
def test_an_answer_and_its_expiry_at_the_same_instant(fresh_store: Store, times: int) -> None:
    outcomes = Counter[str]()
    for _ in range(times):
        agent = RunningClock(fresh_store)
        agent.numbers = count(1000 * (1 + outcomes.total()))
        claim = agent.begin(lease_seconds=1800)
        until = BEGIN + timedelta(seconds=0.3)
        agent.ask(claim, is_required=True, expires_at=until)
        agent.finish(claim)
        people = [partial(answer_at, agent, claim.task_id, number, until) for number in range(-2, 4)]
        told = Counter(at_once([*people, partial(tick_past, agent, until)]))
        (question,) = questions_of_task(fresh_store, claim.task_id, as_of=agent.now)
        outcomes[question.state] += 1
        if question.state == "answered":
            assert told == {"effective": 1, "already_answered": 5, None: 1}
            assert len(question.answers) == 1
        else:
            assert question.state == "expired"
            assert told == {"late": 6, None: 1}
            assert all(one.is_late for one in question.answers)
        task = investigation(fresh_store, claim.task_id, as_of=agent.now)
        assert (task.status, task.generation) == ("queued", 2)
        assert moves(agent, claim.task_id).count("question_settled") == 1
    assert verify(fresh_store).faults == 0
    assert outcomes.total() == times


def answer_at(agent: RunningClock, task_id: str, number: int, until: datetime) -> str:
    """Answer some hundredths of a second before the question expires, or after."""
    time.sleep(max(0.0, (until - agent.now).total_seconds() - 0.01 * number))
    return Person(agent, task_id, f"person {number}").answer().standing


def tick_past(agent: RunningClock, until: datetime) -> None:
    """Let time begin, and settle what expires as a running desk does."""
    agent.begun = time.monotonic()
    while agent.now < until + timedelta(seconds=0.1):
        settle_expiries(agent.store, lambda: agent.now)


@SOME
def test_an_answer_and_the_cancelling_of_its_case_at_the_same_instant(agent: Agent, times: int) -> None:
    for _ in range(times):
        task_id = waiting_case(agent, 1).task_id
        people = [Person(agent, task_id, name) for name in SIXTEEN[:6]]
        told = at_once([people[0].cancel, *(one.answer for one in people[1:])])
        assert told[0].status == "cancelled"
        answered = [one for one in told[1:] if not isinstance(one, str)]
        assert {one for one in told[1:] if isinstance(one, str)} <= {"task_cancelled", "already_answered"}
        question = people[0].question()
        assert question.state == ("answered" if answered else "cancelled")
        assert [one.answer_id for one in question.answers] == [one.answer_id for one in answered]
        assert len(answered) <= 1
        task = investigation(agent.store, task_id, as_of=agent.now)
        assert (task.status, task.generation) == ("cancelled", 1 + len(answered))
    assert verify(agent.store).faults == 0


@SOME
def test_an_answer_and_the_question_that_replaces_its_own_at_the_same_instant(
    agent: Agent, times: int
) -> None:
    for _ in range(times):
        claim = agent.begin(lease_seconds=1800)
        agent.ask(claim, prompt="Which valve?", is_required=True)
        wang, li = (Person(agent, claim.task_id, name) for name in ("Wang", "Li"))
        given = {
            "prompt": "Which valve, 7 or 8?", "supersedes": "Q-1", "supersede_reason": "There are only two.",
            "is_required": True,
        }  # fmt: skip
        asked, first, second = at_once([partial(agent.ask, claim, **given), wang.answer, li.answer])
        assert asked.question_id == "Q-2"
        question = wang.question()
        assert question.superseded_by == "Q-2"
        assert question.state in ("answered", "superseded")
        standings = sorted(one if isinstance(one, str) else one.standing for one in (first, second))
        if question.state == "superseded":
            assert standings == ["late", "late"]
        else:  # whoever comes after the answer that holds is beaten by it
            assert standings == ["already_answered", "effective"]
        assert wang.question("Q-2").state == "pending"
        assert agent.finish(claim).status == "waiting_human"
        assert wang.answer("Q-2").is_queued_by_this
    assert verify(agent.store).faults == 0


@SOME
def test_an_answer_and_the_end_of_its_round_at_the_same_instant(agent: Agent, times: int) -> None:
    """Whichever is first, the case is queued as one new generation: no answer is left behind."""
    for _ in range(times):
        claim = agent.begin(lease_seconds=1800)
        agent.ask(claim, is_required=True)
        wang, li = (Person(agent, claim.task_id, name) for name in ("Wang", "Li"))
        ended, *given = at_once([partial(agent.finish, claim), wang.answer, li.decline])
        assert ended.status in ("waiting_human", "queued")
        assert Counter(one if isinstance(one, str) else one.standing for one in given) == {
            "effective": 1,
            "already_answered": 1,
        }
        (won,) = (one for one in given if not isinstance(one, str))
        assert won.is_queued_by_this == (ended.status == "waiting_human")
        task = investigation(agent.store, claim.task_id, as_of=agent.now)
        assert (task.status, task.generation) == ("queued", 2)
        assert [one for one in moves(agent, claim.task_id) if one != "claim_task"] == (
            ["create_task", "finish_task_run"] + ["question_settled"] * won.is_queued_by_this
        )
    assert verify(agent.store).faults == 0


@SOME
def test_an_answer_its_reading_and_the_end_of_the_round_at_the_same_instant(agent: Agent, times: int) -> None:
    """The round ends as if it had read the answer only where it was told of it."""
    for _ in range(times):
        claim = agent.begin(lease_seconds=1800)
        agent.ask(claim, is_required=True)
        read = TaskContextCall(task_id=claim.task_id, section="questions", lease_token=claim.lease_token)

        def read_then_finish(claim: ClaimReceipt = claim, read: TaskContextCall = read) -> tuple[Any, ...]:
            return deliver_answers(agent.store, read, author=agent.author), agent.finish(claim).status

        told, given = at_once([read_then_finish, Person(agent, claim.task_id).answer])
        assert given.standing == "effective"
        delivered, status = told
        assert status == "failed" if delivered else status in ("waiting_human", "queued")
        task = investigation(agent.store, claim.task_id, as_of=agent.now)
        assert (task.status, task.generation) == (("failed", 1) if delivered else ("queued", 2))


@MANY
def test_a_claim_of_a_question_and_its_answer_at_the_same_instant(agent: Agent, times: int) -> None:
    """Whoever says to be answering holds nobody off."""
    claim = waiting_case(agent, times)
    people = [Person(agent, claim.task_id, name) for name in SIXTEEN[:6]]
    for number in range(1, times + 1):
        name = f"Q-{number}"
        claims = [lambda one=one, name=name: one.claim(name).claimed_by for one in people[1:]]
        answered, *claimed = at_once([lambda name=name: people[0].answer(name), *claims])
        assert answered.standing == "effective"
        assert sum(one.startswith("person") for one in claimed) <= 1
        assert {one for one in claimed if not one.startswith("person")} <= {
            "question_claimed",
            "question_settled",
        }
        assert people[0].question(name).claimed_by is None
    assert verify(agent.store).faults == 0


@SOME
def test_the_last_decision_and_another_look_at_the_same_instant(agent: Agent, times: int) -> None:
    for _ in range(times):
        claim = agent.begin(lease_seconds=1800)
        agent.report(claim)
        agent.propose(claim)
        agent.report(claim, stage="final")
        agent.finish(claim)
        wang, li, chen = (Person(agent, claim.task_id, name) for name in ("Wang", "Li", "Chen"))
        decided, first, second = at_once([wang.decide, li.look_again, chen.look_again])
        assert decided.state == "approved"
        again = [one for one in (first, second) if not isinstance(one, str)]
        assert [(one.status, one.generation) for one in again] == [("queued", 2)]
        assert [one for one in (first, second) if isinstance(one, str)] == ["wrong_status"]
        assert decided.status in ("completed", "queued")
        task = investigation(agent.store, claim.task_id, as_of=agent.now)
        assert (task.status, task.generation, task.pending_actions) == ("queued", 2, 0)
    assert verify(agent.store).faults == 0


@SOME
def test_the_answer_that_queues_a_case_and_sessions_that_wait_for_it(agent: Agent, times: int) -> None:
    for number in range(times):
        task_id = waiting_case(agent, 1).task_id

        def claim(session: int, task_id: str = task_id, number: int = number) -> ClaimReceipt:
            return agent.claim(task_id, request_id=f"claim {number} of {session}")

        answered, *claims = at_once(
            [Person(agent, task_id).answer, *(lambda one=one: claim(one) for one in range(6))]
        )
        assert answered.is_queued_by_this
        won = [one for one in claims if not isinstance(one, str)]
        assert {one for one in claims if isinstance(one, str)} == {"task_not_queued"}
        assert len(won) <= 1
        if won:
            assert (won[0].generation, won[0].round_id) == (2, "R-2")


def test_one_draft_sent_by_sixteen_tabs_is_one_answer(agent: Agent) -> None:
    claim = waiting_case(agent, 1)
    wang = Person(agent, claim.task_id)
    told = at_once([lambda: wang.answer(request_id="draft")] * 16)
    assert [one.replayed for one in told].count(False) == 1
    assert {one.answer_id for one in told} == {"Q-1.1"}
    assert len(wang.question().answers) == 1
    every_word_is_counted(agent.store, writes=5)


def test_of_sixteen_edits_of_one_answer_one_replaces_it(agent: Agent) -> None:
    claim = waiting_case(agent, 1)
    people = [Person(agent, claim.task_id, name) for name in SIXTEEN]
    people[0].answer()
    told = at_once([lambda one=one: one.answer(corrects="Q-1.1", reason="I misread it.") for one in people])
    assert Counter(one if isinstance(one, str) else one.answer_id for one in told) == {
        "not_correctable": 15,
        "Q-1.2": 1,
    }
    assert holds(people[0].question()) == "Q-1.2"


WRITERS = """
from random import Random
from tests.writing.cases import Agent
from tests.writing.people import Person
with Store.open(sys.argv[1]) as store:
    agent, random = Agent(store), Random(sys.argv[3])
    for number in range(1, 1000):
        name = "Wang" if number % 2 else "Li"
        person, own = Person(agent, sys.argv[2], name), {"request_id": f"{sys.argv[3]}-{number}"}
        works = {
            "answer": lambda: person.answer(f"Q-{random.randint(1, 60)}", keep_as="dissent", **own),
            "decline": lambda: person.decline(f"Q-{random.randint(1, 60)}", keep_as_dissent=True, **own),
            "decide": lambda: person.decide(f"A-{random.randint(1, 60)}", **own),
            "state": lambda: person.state(**own),
        }
        kind = random.choice(list(works))
        try:
            told = works[kind]()
        except CaseboardError as fault:
            assert fault.code == "already_decided", fault
        else:
            print("kept", name, told.model_dump_json(), flush=True)
"""


@pytest.mark.parametrize("kills", [2, pytest.param(30, marks=pytest.mark.long)], ids=["few", "many"])
def test_nothing_that_people_were_told_is_lost_or_half_after_kills(
    store_file: Path, other_process: OtherProcess, kills: int
) -> None:
    """A repetition after the restart gets the receipt that the killed process gave."""
    random = Random(7)
    with Store.open(store_file) as store:
        agent = Agent(store)
        claim = agent.begin(lease_seconds=1800)
        agent.report(claim)
        for number in range(60):
            agent.ask(claim, prompt=f"Question {number}?", is_required=True)
            agent.propose(claim)
        agent.finish(claim)
    for kill in range(kills):
        process = other_process.start(WRITERS, store_file, claim.task_id, f"k{kill}")
        assert process.stdout is not None
        said = [process.stdout.readline()]
        assert said[0], process.communicate()[1]
        time.sleep(random.uniform(0, 1.5))
        process.kill()
        said += process.communicate()[0].splitlines(keepends=True)
        # A line that the kill cut short was not told.
        told = [line.split(" ", 2)[1:] for line in said if line.endswith("\n")]
        with Store.open(store_file) as store:
            for _, receipt in told:
                one = json.loads(receipt)
                with store.reading() as cursor:
                    kept = cursor.execute(
                        "SELECT receipt FROM receipt WHERE request_id = $id", {"id": one["request_id"]}
                    ).fetchall()
                assert [json.loads(row[0]) for row in kept] == [one]
            _every_row_has_its_receipt(store)
            assert verify(store).faults == 0


def _every_row_has_its_receipt(store: Store) -> None:
    with store.reading() as cursor:
        (counts,) = cursor.execute(
            "SELECT (SELECT count(*) FROM receipt), "
            "(SELECT count(*) FROM audit WHERE subject_kind = 'investigation_task'), "
            "(SELECT count(*) FROM receipt WHERE call LIKE '%task_question'), (SELECT count(*) FROM answer), "
            "(SELECT count(*) FROM receipt WHERE call = 'add_task_human_evidence'), "
            "(SELECT count(*) FROM human_evidence), "
            "(SELECT count(*) FROM receipt WHERE call = 'decide_task_action'), "
            "(SELECT count(*) FROM proposed_action WHERE state <> 'pending')"
        ).fetchall()
        states = cursor.execute(
            "SELECT DISTINCT q.state <> 'pending', (SELECT count(*) FROM answer a "
            "WHERE a.task_id = q.task_id AND a.question_id = q.question_id AND NOT a.is_dissent) "
            "FROM question q"
        ).fetchall()
    assert counts[::2] == counts[1::2]
    assert set(states) <= {(True, 1), (False, 0)}, "a question is settled by the one answer that holds"

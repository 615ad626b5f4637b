"""Any order of calls of sessions and people, and any passing of time, comes out as the domain says.

Each step is asked of the model first, then of the desk: the same refusal, or the same receipt. Then the desk
tells of the case what the model knows.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from data_access.contracts.case_calls import TaskContextCall
from data_access.contracts.case_receipts import ClaimReceipt
from data_access.errors import CaseboardError, RequestIdReused
from data_access.reading.case_people import actions_of_task, questions_of_task
from data_access.reading.case_records import human_evidence_of_task
from data_access.reading.case_reports import report_heads
from data_access.reading.investigations import investigation, rounds_of_task, transitions_of_task
from data_access.reading.verify import verify
from data_access.rules.task_states import STATE_TABLE
from data_access.store.connection import Store
from data_access.writing.case_expiries import settle_expiries, settle_next_expiry
from data_access.writing.deliver_answers import deliver_answers
from data_access.writing.task_moves import task_standing
from tests.writing.case_model import Asked, Case, GivenAnswer, Refused, Session, Stated, Told
from tests.writing.cases import Agent
from tests.writing.people import Person

SECONDS = st.sampled_from([1, 5, 29, 30, 60, 301])
EXPIRIES = st.sampled_from([None, None, 30, 31, 90])
NUMBERS = st.integers(0, 99)
SESSIONS = st.sampled_from([0, 0, 0, 0, 1, 2])
"""How many claims ago the session that writes was made."""
PROMPTS = st.sampled_from(["Which valve?", "May we flush?", "Since when?"])
Write = Callable[[], Any]


class Cases(RuleBasedStateMachine):
    """One task, many sessions, people who answer, and a clock."""

    def __init__(self) -> None:
        super().__init__()
        self.store = Store.open(None)
        self.agent = Agent(self.store)
        self.claims: list[tuple[Session, ClaimReceipt]] = []
        self.kept: list[tuple[Write, Any]] = []
        """Every write that was accepted, to be asked again, with its receipt."""
        self.drafts: list[tuple[Person, Any]] = []
        """Every answer that was kept, by whom."""
        self.deliveries = 0
        self.steps = 0
        self.foretold: tuple[Any, ...] = ()

    @initialize(stages=st.sampled_from([(), ("claim",), ("claim", "ask"), ("claim", "review")]))
    def begin(self, stages: tuple[str, ...]) -> None:
        """A new case, or one that has come some way."""
        self.task_id = self.agent.create().task_id
        self.people = [Person(self.agent, self.task_id, name) for name in ("Wang", "Li")]
        self.model = Case(self.agent.now)
        if "claim" in stages:
            self.claim(60)
        if "ask" in stages:
            self.ask(0, "Which valve?", required=True, expires=None)
            self.ask(0, "May we flush?", required=True, expires=90)
            self.finish(0)
        if "review" in stages:
            self.report(0, "interim", corrects=False)
            self.propose(0, None)
            self.propose(0, 90)
            self.report(0, "final", corrects=False)
            self.finish(0)

    def teardown(self) -> None:
        self.store.close()

    def both(self, model: Callable[[], Told], write: Callable[[str], Any]) -> Any:
        """Ask the model and the desk; return the receipt, None where both refuse."""
        request_id, codes = self.agent.request(), tuple[str, ...]()
        try:
            foretold = model()
        except Refused as refused:
            codes = refused.codes
        if codes:
            with pytest.raises(CaseboardError) as fault:
                write(request_id)
            assert fault.value.code in codes
            return None
        receipt = write(request_id)
        told = receipt.model_dump()
        assert {name: told[name] for name in foretold} == foretold
        self.kept.append((lambda: write(request_id), receipt))
        return receipt

    # Time and repetition ---------------------------------------------------------------------------------
    @rule(seconds=SECONDS)
    def time_passes(self, seconds: int) -> None:
        self.agent.wait(seconds)
        self.model.pass_time(seconds)

    @rule()
    def the_desk_ticks(self) -> None:
        settle_expiries(self.store, lambda: self.agent.now)

    @precondition(lambda self: self.kept)
    @rule(number=NUMBERS)
    def repeat(self, number: int) -> None:
        """A repetition is answered as before, whatever has become of the case, and writes nothing."""
        write, receipt = self.kept[-1 - number % len(self.kept)]
        assert write() == receipt.model_copy(update={"replayed": True})

    @precondition(lambda self: self.drafts)
    @rule(number=NUMBERS)
    def send_other_words_under_an_id(self, number: int) -> None:
        person, receipt = self.drafts[-1 - number % len(self.drafts)]
        with pytest.raises(RequestIdReused):
            person.answer(receipt.question_id, text="Other words.", request_id=receipt.request_id)

    # Sessions --------------------------------------------------------------------------------------------
    @rule(seconds=st.sampled_from([30, 60, 90]))
    def claim(self, seconds: int) -> None:
        def claimed() -> Told:
            session = self.model.claim(seconds)
            return self.model.round_told() | {"round_id": session.round_id}

        receipt = self.both(
            claimed,
            lambda request_id: self.agent.claim(self.task_id, lease_seconds=seconds, request_id=request_id),
        )
        if receipt is not None:
            assert self.model.holder is not None
            self.claims.append((self.model.holder, receipt))

    def in_round(
        self, ago: int, model: Callable[[Session], Told], write: Callable[..., Any], **given: Any
    ) -> Any:
        """Write as a session that claimed some claims ago."""
        session, claim = self.claims[-1 - ago % len(self.claims)]
        receipt = self.both(
            lambda: model(session), lambda request_id: write(claim, request_id=request_id, **given)
        )
        if receipt is not None and self.model.status == "running":
            status, _ = self.model.if_finished()
            assert receipt.if_finished_now.status == status
        return receipt

    def moment(self, seconds: int | None) -> datetime | None:
        return None if seconds is None else self.agent.now + timedelta(seconds=seconds)

    @precondition(lambda self: self.claims)
    @rule(ago=SESSIONS)
    def renew(self, ago: int) -> None:
        self.in_round(ago, self.model.renew, self.agent.renew)

    @precondition(lambda self: self.claims)
    @rule(ago=SESSIONS)
    def finish(self, ago: int) -> None:
        self.in_round(ago, self.model.finish, self.agent.finish)

    @precondition(lambda self: self.claims)
    @rule(ago=SESSIONS, until=EXPIRIES)
    def calculate(self, ago: int, until: int | None) -> None:
        moment = self.moment(until)
        self.in_round(
            ago, lambda session: self.model.calculate(session, moment), self.agent.calculate, until=moment
        )

    @rule()
    def resume(self) -> None:
        self.both(
            self.model.resume, lambda request_id: self.agent.resume(self.task_id, request_id=request_id)
        )

    @precondition(lambda self: self.claims)
    @rule(ago=SESSIONS, prompt=PROMPTS, required=st.booleans(), expires=EXPIRIES)
    def ask(self, ago: int, prompt: str, required: bool, expires: int | None) -> None:
        moment = self.moment(expires)
        given = {"prompt": prompt, "is_required": required, "expires_at": moment}
        self.in_round(
            ago,
            lambda session: self.model.ask(session, prompt, required=required, expires_at=moment),
            self.agent.ask,
            **given,
        )

    @precondition(lambda self: self.claims and self.model.questions)
    @rule(
        ago=SESSIONS,
        number=NUMBERS,
        required=st.booleans(),
        reason=st.sampled_from(["It rained.", "R", None]),
    )
    def ask_again(self, ago: int, number: int, required: bool, reason: str | None) -> None:
        older = self.asked(number)
        given = {
            "prompt": older.prompt, "is_required": required, "supersedes": older.question_id,
            "supersede_reason": reason,
        }  # fmt: skip
        self.in_round(
            ago,
            lambda session: self.model.ask(
                session, older.prompt, required=required, expires_at=None, supersedes=older, reason=reason
            ),
            self.agent.ask,
            **given,
        )

    @precondition(lambda self: self.claims)
    @rule(ago=SESSIONS, stage=st.sampled_from(["interim", "concluded", "final"]), corrects=st.booleans())
    def report(self, ago: int, stage: str, corrects: bool) -> None:
        revision = (len(self.model.revisions) or None) if corrects else None
        self.in_round(
            ago,
            lambda session: self.model.report(session, stage, revision),
            self.agent.report,
            stage=stage,
            corrects_revision=revision,
        )

    @precondition(lambda self: self.claims)
    @rule(ago=SESSIONS, expires=EXPIRIES)
    def propose(self, ago: int, expires: int | None) -> None:
        moment = self.moment(expires)
        self.in_round(
            ago, lambda session: self.model.propose(session, moment), self.agent.propose, expires_at=moment
        )

    @precondition(lambda self: self.claims)
    @rule(ago=SESSIONS, section=st.sampled_from(["task", "questions", "evidence"]))
    def read(self, ago: int, section: Any) -> None:
        session, claim = self.claims[-1 - ago % len(self.claims)]
        call = TaskContextCall(task_id=self.task_id, section=section, lease_token=claim.lease_token)
        delivered = deliver_answers(self.store, call, author=self.agent.author)
        news = [] if section == "evidence" else self.model.read(session)
        assert sorted(delivered) == sorted(news)
        self.deliveries += bool(news)

    # People ----------------------------------------------------------------------------------------------
    def asked(self, number: int) -> Asked:
        """A question, mostly one that waits."""
        waiting = [one for one in self.model.questions if one.state == "pending"]
        among = waiting if waiting and number % 3 else self.model.questions
        return among[number % len(among)]

    def given(self, number: int) -> tuple[Asked, GivenAnswer]:
        pairs = [(asked, one) for asked in self.model.questions for one in asked.answers]
        return pairs[-1 - number % len(pairs)]

    @precondition(lambda self: self.model.questions)
    @rule(number=NUMBERS, keep_as=st.sampled_from([None, "dissent", "evidence"]))
    def answer(self, number: int, keep_as: str | None) -> None:
        asked, person = self.asked(number), self.people[number % 2]
        further = {"keep_as": keep_as, "known_by": "seen"} if keep_as else {}
        receipt = self.both(
            lambda: self.model.answer(asked, is_refusal=False, keep_as=keep_as),
            lambda request_id: person.answer(
                asked.question_id, request_id=f"{person.name}-{request_id}", **further
            ),
        )
        if receipt is not None:
            self.drafts.append((person, receipt))

    @precondition(lambda self: self.model.questions)
    @rule(number=NUMBERS, keeps=st.booleans())
    def decline(self, number: int, keeps: bool) -> None:
        asked, person = self.asked(number), self.people[number % 2]
        keep_as = "dissent" if keeps else None
        self.both(
            lambda: self.model.answer(asked, is_refusal=True, keep_as=keep_as),
            lambda request_id: person.decline(
                asked.question_id, request_id=f"{person.name}-{request_id}", keep_as_dissent=keeps
            ),
        )

    @precondition(lambda self: any(one.answers for one in self.model.questions))
    @rule(number=NUMBERS, reason=st.sampled_from(["I misread it.", "R", None]))
    def edit(self, number: int, reason: str | None) -> None:
        (asked, edited), person = self.given(number), self.people[number % 2]
        self.both(
            lambda: self.model.edit(asked, edited, reason=reason),
            lambda request_id: person.answer(
                asked.question_id,
                request_id=f"{person.name}-{request_id}",
                corrects=edited.answer_id,
                reason=reason,
            ),
        )

    @precondition(lambda self: any(one.answers for one in self.model.questions))
    @rule(number=NUMBERS)
    def withdraw_answer(self, number: int) -> None:
        (_, given), person = self.given(number), self.people[number % 2]
        self.both(
            lambda: self.model.withdraw_answer(given),
            lambda request_id: person.withdraw_answer(given.answer_id, request_id=request_id),
        )

    @precondition(lambda self: self.model.questions)
    @rule(number=NUMBERS, take_over=st.booleans(), is_released=st.booleans())
    def claim_question(self, number: int, take_over: bool, is_released: bool) -> None:
        asked, person = self.asked(number), self.people[number % 2]
        given = {"take_over": take_over, "is_released": is_released}
        self.both(
            lambda: self.model.claim_question(asked, person.name, **given),
            lambda request_id: person.claim(asked.question_id, request_id=request_id, **given),
        )

    @precondition(lambda self: self.model.questions)
    @rule(number=NUMBERS, assignee=st.sampled_from(["Li", "Wang", None]))
    def assign(self, number: int, assignee: str | None) -> None:
        asked, person = self.asked(number), self.people[number % 2]
        self.both(
            lambda: self.model.assign(asked, assignee),
            lambda request_id: person.assign(asked.question_id, assignee, request_id=request_id),
        )

    @precondition(lambda self: self.model.actions)
    @rule(number=NUMBERS, decision=st.sampled_from(["approved", "rejected"]))
    def decide(self, number: int, decision: str) -> None:
        action = self.model.actions[number % len(self.model.actions)]
        person = self.people[number % 2]
        self.both(
            lambda: self.model.decide(action, decision),
            lambda request_id: person.decide(action.action_id, decision=decision, request_id=request_id),
        )

    @precondition(lambda self: self.model.actions)
    @rule(number=NUMBERS)
    def report_done(self, number: int) -> None:
        action, done_at = self.model.actions[number % len(self.model.actions)], self.agent.now
        person = self.people[number % 2]
        self.both(
            lambda: self.model.report_done(action),
            lambda request_id: person.report_done(action.action_id, done_at=done_at, request_id=request_id),
        )

    @rule(is_relayed=st.booleans())
    def state(self, is_relayed: bool) -> None:
        if is_relayed:
            self.both(
                self.model.relay, lambda request_id: self.agent.relay(self.task_id, request_id=request_id)
            )
        else:
            self.both(self.model.state, lambda request_id: self.people[0].state(request_id=request_id))

    @precondition(lambda self: self.model.facts)
    @rule(number=NUMBERS, doing=st.sampled_from(["confirm", "correct", "withdraw"]))
    def handle_fact(self, number: int, doing: str) -> None:
        fact: Stated = self.model.facts[-1 - number % len(self.model.facts)]
        person = self.people[number % 2]
        self.both(
            lambda: getattr(self.model, doing)(fact),
            lambda request_id: getattr(person, doing)(fact.evidence_id, request_id=request_id),
        )

    @rule()
    def look_again(self) -> None:
        self.both(self.model.look_again, lambda request_id: self.people[0].look_again(request_id=request_id))

    @precondition(lambda self: self.model.sessions > 4)
    @rule()
    def cancel(self) -> None:
        self.both(self.model.cancel, lambda request_id: self.people[1].cancel(request_id=request_id))

    # What always holds -----------------------------------------------------------------------------------
    @invariant()
    def the_desk_tells_what_the_model_knows(self) -> None:
        if not hasattr(self, "model"):
            return
        model, now = self.model, self.agent.now
        told = questions_of_task(self.store, self.task_id, as_of=now)
        assert [question_told(one, now) for one in model.questions] == [
            (
                one.question_id, one.state, one.no_response, one.superseded_by, one.assignee, one.claimed_by,
                one.delivered_at is not None,
                [(given.answer_id, given.is_effective, given.is_late, given.is_dissent, given.is_refusal,
                  given.corrected_by, given.withdrawn_at is not None) for given in one.answers],
            )
            for one in told
        ]  # fmt: skip
        proposed = actions_of_task(self.store, self.task_id, as_of=now)
        done = [model.done(one) for one in model.actions]
        assert [(one.state, one.done and one.done.evidence_id) for one in proposed] == [
            (one.state, fact and fact.evidence_id) for one, fact in zip(model.actions, done, strict=True)
        ]
        self.the_case_stands_as_in_the_model()

    def the_case_stands_as_in_the_model(self) -> None:
        """Read the case, which is dear, when the model moved, and now and then when it did not."""
        model = self.model
        foretold = (
            model.status, model.generation, model.holder.round_id if model.holder else None,
            model.lease_until, model.until, sum(one.state == "pending" for one in model.questions),
            len(model.pending_required()), len(model.pending_actions()),
        )  # fmt: skip
        self.steps += 1
        if foretold == self.foretold and self.steps % 5:
            return
        self.foretold = foretold
        task = investigation(self.store, self.task_id, as_of=self.agent.now)
        assert foretold == (
            task.status, task.generation, task.round_id, task.lease_expires_at, task.wait_until,
            task.pending_questions, task.pending_required_questions, task.pending_actions,
        )  # fmt: skip

    @rule()
    def the_books_are_right(self) -> None:
        """Every move is a row of the table, every round has one end, every write one row in the log."""
        model = self.model
        moves = transitions_of_task(self.store, self.task_id)
        rows = {(before, row.by, row.after) for row in STATE_TABLE for before in row.before}
        assert {(one.from_status, one.moved_by, one.to_status) for one in moves} <= rows
        assert [one.ordinal for one in moves] == list(range(1, len(moves) + 1))
        assert all(one.to_status == two.from_status for one, two in pairwise(moves))
        rounds = rounds_of_task(self.store, self.task_id, as_of=self.agent.now)
        running = [one.round_id for one in rounds if one.ended_at is None]
        assert running == ([model.holder.round_id] if model.holder else [])
        assert [head.revision for head in report_heads(self.store, self.task_id)] == list(
            range(len(model.revisions), 0, -1)
        )
        facts = human_evidence_of_task(self.store, self.task_id)
        assert [(one.evidence_id, one.state, one.is_confirmed, one.action_id) for one in facts] == [
            (one.evidence_id, one.state, one.is_confirmed, one.action_id) for one in model.facts
        ]
        settle_expiries(self.store, lambda: self.agent.now)
        assert written(self.store) == (len(self.kept) + 1, len(self.kept) + 1, self.deliveries, model.expired)
        assert verify(self.store).faults == 0

    @rule()
    def writing_expiries_down_changes_no_answer(self) -> None:
        before = investigation(self.store, self.task_id, as_of=self.agent.now)
        with self.store.rehearsal() as transaction:
            while settle_next_expiry(transaction, self.agent.now, self.agent.now, task_id=self.task_id):
                pass
            standing = task_standing(transaction, self.task_id)
        assert (standing.status, standing.generation) == (before.status, before.generation)


def question_told(one: Asked, now: datetime) -> tuple[Any, ...]:
    is_claimed = one.state == "pending" and one.claimed_until is not None and one.claimed_until > now
    return (
        one.question_id, one.state, one.is_silent, one.superseded_by, one.assignee,
        one.claimed_by if is_claimed else None, one.is_read,
        [(given.answer_id, given.holds, given.standing == "late", given.standing == "dissent",
          given.is_refusal, given.corrected_by, given.is_withdrawn) for given in one.answers],
    )  # fmt: skip


def written(store: Store) -> tuple[Any, ...]:
    """Return how many receipts there are, and rows of the change log: of writes, deliveries, the desk."""
    with store.reading() as cursor:
        (counts,) = cursor.execute(
            "SELECT (SELECT count(*) FROM receipt), "
            "count(*) FILTER (subject_kind = 'investigation_task' AND face <> 'desk' AND action <> "
            "'deliver_answers'), "
            "count(*) FILTER (action = 'deliver_answers'), count(*) FILTER (face = 'desk') FROM audit"
        ).fetchall()
    return tuple(counts)


TestCases = Cases.TestCase
TestCases.settings = settings(max_examples=6, stateful_step_count=30, deadline=None, derandomize=True)


@pytest.mark.long
class TestManyCases(Cases.TestCase):  # type: ignore[name-defined,misc]
    """The same, for as long as a night run allows."""

    settings = settings(max_examples=300, stateful_step_count=60, deadline=None)

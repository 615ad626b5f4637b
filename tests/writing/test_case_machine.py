"""Any order of calls, answers, decisions and passing time moves a task as the table and a model of it say.

The model knows no SQL: it keeps a task in plain Python and lets every expiry happen at its own moment.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from data_access.contracts.case_calls import TaskContextCall
from data_access.contracts.case_receipts import ClaimReceipt
from data_access.errors import (
    AlreadyAnswered,
    AlreadyDecided,
    LeaseLost,
    NotCorrectable,
    StaleGeneration,
    TaskCancelled,
    TaskNotQueued,
    WrongStatus,
)
from data_access.reading.case_people import actions_of_task, questions_of_task
from data_access.reading.case_reports import report_heads
from data_access.reading.investigations import investigation, rounds_of_task, transitions_of_task
from data_access.rules.task_states import STATE_TABLE
from data_access.store.connection import Store
from data_access.writing.case_expiries import settle_expiries, settle_next_expiry
from data_access.writing.deliver_answers import deliver_answers
from data_access.writing.task_moves import task_standing
from tests.writing.cases import Agent
from tests.writing.people import Person

SECONDS = st.integers(1, 90)
EXPIRIES = st.none() | st.integers(1, 120)


@dataclass
class Asked:
    required: bool
    expires_at: datetime | None
    state: str = "pending"
    settled_at: datetime | None = None
    delivered: bool = False
    holds: str | None = None
    """The answer or refusal that holds."""
    answers: int = 0
    unread: set[str] = field(default_factory=set)
    """Answers that no session has read."""


@dataclass
class Model:
    """A task in plain Python."""

    now: datetime
    status: str = "queued"
    generation: int = 1
    rounds: int = 0
    holder: int | None = None
    lease_until: datetime | None = None
    lease_seconds: int = 0
    until: datetime | None = None
    begun: dict[int, datetime] = field(default_factory=dict)
    questions: list[Asked] = field(default_factory=list)
    actions: list[Asked] = field(default_factory=list)
    finals: set[tuple[int, int]] = field(default_factory=set)
    early: set[int] = field(default_factory=set)
    closed: set[int] = field(default_factory=set)
    """Generations whose newest report is a final one."""
    revisions: int = 0

    def pending_required(self) -> bool:
        return any(one.required and one.state == "pending" for one in self.questions)

    def pending_actions(self) -> bool:
        return any(one.state == "pending" for one in self.actions)

    def go(self, status: str, *, raised: bool = False) -> None:
        self.status, self.holder, self.lease_until, self.until = status, None, None, None
        self.generation += raised
        if status in ("completed", "cancelled"):
            for one in self.questions:
                one.state = "cancelled" if one.state == "pending" else one.state
        if status == "cancelled":
            for one in self.actions:
                one.state = "cancelled" if one.state == "pending" else one.state

    def settled(self) -> None:
        if self.status == "waiting_human" and not self.pending_required():
            self.go("queued", raised=True)
        if self.status == "waiting_review" and not self.pending_actions():
            self.go("completed")

    def pass_time(self, seconds: float) -> None:
        end = self.now + timedelta(seconds=seconds)
        while True:
            due = [
                (one.expires_at, turn, one)
                for turn, group in ((1, self.questions), (2, self.actions))
                for one in group
                if one.state == "pending" and one.expires_at and one.expires_at <= end
            ]
            if self.until and self.until <= end:
                due.append((self.until, 3, None))
            if self.lease_until and self.lease_until <= end:
                due.append((self.lease_until, 4, None))
            if not due:
                break
            moment, turn, one = min(due, key=lambda told: told[:2])
            if one is not None:
                one.state, one.settled_at = "expired", moment
                self.settled()
            elif turn == 3:
                self.go("queued")
            else:
                self.go("waiting_human" if self.pending_required() else "queued")
        self.now = end

    def finish(self) -> None:
        unread = any(
            one.required
            and one.state in ("answered", "declined", "expired")
            and not one.delivered
            and one.settled_at is not None
            and one.settled_at >= self.begun[self.generation]
            for one in self.questions
        )
        if self.pending_required():
            self.go("waiting_human")
        elif unread:
            self.go("queued", raised=True)
        elif (self.generation, self.holder) in self.finals:
            self.go("waiting_review" if self.pending_actions() else "completed")
        else:
            self.go("failed")


class Cases(RuleBasedStateMachine):
    """One task, many sessions, people who answer, and a clock."""

    def __init__(self) -> None:
        super().__init__()
        self.store = Store.open(None)
        self.agent = Agent(self.store)
        self.claims: list[tuple[int, ClaimReceipt]] = []

    @initialize()
    def begin(self) -> None:
        self.task_id = self.agent.create().task_id
        self.people = [Person(self.agent, self.task_id, name) for name in ("Wang", "Li")]
        self.model = Model(self.agent.now)

    def teardown(self) -> None:
        self.store.close()

    # Time ------------------------------------------------------------------------------------------------
    @rule(seconds=SECONDS)
    def time_passes(self, seconds: int) -> None:
        self.agent.wait(seconds)
        self.model.pass_time(seconds)

    @rule()
    def the_desk_ticks(self) -> None:
        settle_expiries(self.store, lambda: self.agent.now)

    # Sessions --------------------------------------------------------------------------------------------
    @rule(seconds=st.integers(20, 90))
    def claim(self, seconds: int) -> None:
        model = self.model
        try:
            claim = self.agent.claim(self.task_id, lease_seconds=seconds)
        except TaskNotQueued:
            assert model.status != "queued"
            return
        assert model.status == "queued"
        model.rounds += 1
        model.status, model.holder = "running", model.rounds
        model.lease_seconds, model.lease_until = seconds, model.now + timedelta(seconds=seconds)
        model.begun.setdefault(model.generation, model.now)
        assert (claim.generation, claim.round_id) == (model.generation, f"R-{model.rounds}")
        self.claims.append((model.rounds, claim))

    def in_round(self, number: int, write: Any, **given: Any) -> Any:
        """Write as a session; return None where the model says it has lost its lease."""
        holder, claim = self.claims[number % len(self.claims)]
        model = self.model
        holds = model.status == "running" and model.holder == holder
        try:
            receipt = write(claim, **given)
        except TaskCancelled:
            assert model.status == "cancelled"
            return None
        except StaleGeneration:
            assert claim.generation != model.generation
            return None
        except LeaseLost:
            assert not holds
            return None
        assert holds
        if model.status == "running":
            model.lease_until = model.now + timedelta(seconds=model.lease_seconds)
        return receipt

    @precondition(lambda self: self.claims)
    @rule(number=st.integers(0, 3))
    def renew(self, number: int) -> None:
        self.in_round(number, self.agent.renew)

    @precondition(lambda self: self.claims)
    @rule(number=st.integers(0, 3))
    def finish(self, number: int) -> None:
        receipt = self.in_round(number, self.agent.finish)
        if receipt is not None:
            self.model.finish()
            assert receipt.status == self.model.status

    @precondition(lambda self: self.claims)
    @rule(number=st.integers(0, 3), until=EXPIRIES)
    def calculate(self, number: int, until: int | None) -> None:
        moment = None if until is None else self.agent.now + timedelta(seconds=until)
        if self.in_round(number, self.agent.calculate, until=moment) is not None:
            self.model.go("waiting_calculation")
            self.model.until = moment

    @rule()
    def resume(self) -> None:
        try:
            self.agent.resume(self.task_id)
        except WrongStatus:
            assert self.model.status != "waiting_calculation"
            return
        assert self.model.status == "waiting_calculation"
        self.model.go("queued")

    @precondition(lambda self: self.claims)
    @rule(number=st.integers(0, 3), required=st.booleans(), expires=EXPIRIES)
    def ask(self, number: int, required: bool, expires: int | None) -> None:
        moment = None if expires is None else self.agent.now + timedelta(seconds=expires)
        if self.in_round(number, self.agent.ask, is_required=required, expires_at=moment) is not None:
            self.model.questions.append(Asked(required, moment))

    @precondition(lambda self: self.claims)
    @rule(number=st.integers(0, 3), stage=st.sampled_from(["interim", "final"]))
    def report(self, number: int, stage: str) -> None:
        model = self.model
        if stage == "final" and model.pending_required():
            return
        is_after = any(generation == model.generation for generation, _ in model.finals)
        corrects = model.revisions if is_after else None
        if self.in_round(number, self.agent.report, stage=stage, corrects_revision=corrects) is None:
            return
        model.revisions += 1
        if stage == "final":
            assert model.holder is not None
            model.finals.add((model.generation, model.holder))
            model.closed.add(model.generation)
        else:
            model.early.add(model.generation)
            model.closed.discard(model.generation)

    @precondition(lambda self: self.claims)
    @rule(number=st.integers(0, 3), expires=EXPIRIES)
    def propose(self, number: int, expires: int | None) -> None:
        if self.model.generation not in self.model.early - self.model.closed:
            return
        moment = None if expires is None else self.agent.now + timedelta(seconds=expires)
        if self.in_round(number, self.agent.propose, expires_at=moment) is not None:
            self.model.actions.append(Asked(True, moment))

    @precondition(lambda self: self.claims)
    @rule(number=st.integers(0, 3), section=st.sampled_from(["task", "questions", "evidence"]))
    def read(self, number: int, section: Any) -> None:
        holder, claim = self.claims[number % len(self.claims)]
        call = TaskContextCall(task_id=self.task_id, section=section, lease_token=claim.lease_token)
        delivered = deliver_answers(self.store, call, author=self.agent.author)
        holds = self.model.status == "running" and self.model.holder == holder
        expected = []
        if holds and section != "evidence":
            for place, one in enumerate(self.model.questions, 1):
                is_news = one.state in ("answered", "declined", "expired") and not one.delivered
                if is_news or one.unread:
                    one.delivered |= is_news
                    one.unread.clear()
                    expected.append(f"Q-{place}")
        assert sorted(delivered) == sorted(expected)

    # People ----------------------------------------------------------------------------------------------
    def given(self, place: int, number: int, write: Any) -> None:
        """Answer or refuse as somebody; the model says whether it holds, is late, or was beaten."""
        one = self.model.questions[place]
        told = None
        try:
            told = write(self.people[number % 2], f"Q-{place + 1}")
        except TaskCancelled:
            assert self.model.status == "cancelled"
            return
        except AlreadyAnswered as lost:
            winner = lost.winner["answer_id"]
        else:
            winner = None
        if winner is not None:
            assert one.holds == winner
            return
        assert self.model.status != "cancelled"
        assert one.holds is None
        one.answers += 1
        assert told.answer_id == f"Q-{place + 1}.{one.answers}"
        assert told.standing == ("effective" if one.state == "pending" else "late")
        one.unread.add(told.answer_id)
        if one.state == "pending":
            one.holds, one.settled_at = told.answer_id, self.model.now
            one.state = told.question_state
            before = self.model.generation
            self.model.settled()
            assert told.is_queued_by_this == (self.model.generation > before)
        assert (told.status, told.generation) == (self.model.status, self.model.generation)

    @precondition(lambda self: self.model.questions)
    @rule(number=st.integers(0, 9), declines=st.booleans())
    def answer(self, number: int, declines: bool) -> None:
        place = number % len(self.model.questions)
        write = Person.decline if declines else Person.answer
        self.given(place, number, write)

    @precondition(lambda self: any(one.holds for one in self.model.questions))
    @rule(number=st.integers(0, 9), withdraws=st.booleans())
    def edit_or_withdraw(self, number: int, withdraws: bool) -> None:
        held = [place for place, one in enumerate(self.model.questions) if one.holds]
        place = held[number % len(held)]
        one, person = self.model.questions[place], self.people[number % 2]
        try:
            if withdraws:
                person.withdraw_answer(one.holds)  # type: ignore[arg-type]
                one.unread.discard(one.holds)  # type: ignore[arg-type]
                one.holds = None
                return
            told = person.answer(f"Q-{place + 1}", corrects=one.holds, reason="I misread it.")
        except TaskCancelled:
            assert self.model.status == "cancelled"
        except NotCorrectable:
            assert one.state == "declined"
        else:
            one.answers += 1
            one.holds = told.answer_id
            one.unread.add(told.answer_id)
            assert not told.is_queued_by_this

    @precondition(lambda self: self.model.actions)
    @rule(number=st.integers(0, 9), decision=st.sampled_from(["approved", "rejected"]))
    def decide(self, number: int, decision: str) -> None:
        place = number % len(self.model.actions)
        one = self.model.actions[place]
        try:
            self.people[number % 2].decide(f"A-{place + 1}", decision=decision)
        except TaskCancelled:
            assert self.model.status == "cancelled"
        except AlreadyDecided:
            assert one.state != "pending"
        else:
            assert one.state == "pending"
            one.state = decision
            self.model.settled()

    @rule()
    def look_again(self) -> None:
        try:
            self.people[0].look_again()
        except (WrongStatus, TaskCancelled):
            assert self.model.status not in ("completed", "failed", "waiting_review")
        else:
            assert self.model.status in ("completed", "failed", "waiting_review")
            self.model.go("queued", raised=True)

    @precondition(lambda self: self.model.rounds > 4)
    @rule()
    def cancel(self) -> None:
        try:
            self.people[1].cancel()
        except (WrongStatus, TaskCancelled):
            assert self.model.status in ("completed", "cancelled")
        else:
            assert self.model.status not in ("completed", "cancelled")
            self.model.go("cancelled")

    # What always holds -----------------------------------------------------------------------------------
    @invariant()
    def the_desk_tells_what_the_model_knows(self) -> None:
        if not hasattr(self, "model"):
            return
        model, now = self.model, self.agent.now
        task = investigation(self.store, self.task_id, as_of=now)
        assert (task.status, task.generation) == (model.status, model.generation)
        assert task.round_id == (f"R-{model.holder}" if model.holder else None)
        assert (task.lease_expires_at, task.wait_until) == (model.lease_until, model.until)
        asked = questions_of_task(self.store, self.task_id, as_of=now)
        assert [one.state for one in asked] == [one.state for one in model.questions]
        held = [[answer.answer_id for answer in one.answers if answer.is_effective] for one in asked]
        assert held == [[one.holds] if one.holds else [] for one in model.questions]
        proposed = actions_of_task(self.store, self.task_id, as_of=now)
        assert [one.state for one in proposed] == [one.state for one in model.actions]
        assert task.pending_questions == sum(one.state == "pending" for one in model.questions)
        assert task.pending_required_questions == sum(
            one.state == "pending" and one.required for one in model.questions
        )
        assert task.pending_actions == sum(one.state == "pending" for one in model.actions)

    @invariant()
    def every_move_is_a_row_of_the_table_and_every_round_has_one_end(self) -> None:
        if not hasattr(self, "model"):
            return
        moves = transitions_of_task(self.store, self.task_id)
        rows = {(before, row.by, row.after) for row in STATE_TABLE for before in row.before}
        assert {(one.from_status, one.moved_by, one.to_status) for one in moves} <= rows
        assert [one.ordinal for one in moves] == list(range(1, len(moves) + 1))
        assert all(one.to_status == two.from_status for one, two in pairwise(moves))
        rounds = rounds_of_task(self.store, self.task_id, as_of=self.agent.now)
        assert [one.round_id for one in rounds if one.ended_at is None] == (
            [f"R-{self.model.holder}"] if self.model.holder else []
        )
        revisions = [head.revision for head in report_heads(self.store, self.task_id)]
        assert revisions == list(range(len(revisions), 0, -1))

    @invariant()
    def writing_expiries_down_changes_no_answer(self) -> None:
        if not hasattr(self, "model"):
            return
        before = investigation(self.store, self.task_id, as_of=self.agent.now)
        with self.store.rehearsal() as transaction:
            while settle_next_expiry(transaction, self.agent.now, self.agent.now, task_id=self.task_id):
                pass
            standing = task_standing(transaction, self.task_id)
        assert (standing.status, standing.generation) == (before.status, before.generation)


TestCases = Cases.TestCase
TestCases.settings = settings(max_examples=5, stateful_step_count=20, deadline=None)


@pytest.mark.long
class TestManyCases(Cases.TestCase):  # type: ignore[name-defined,misc]
    """The same, for as long as a night run allows."""

    settings = settings(max_examples=150, stateful_step_count=50, deadline=None)

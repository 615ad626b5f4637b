"""A case in plain Python, written from the text of the domain (the state table and people in the loop).

It knows no SQL and nothing of the desk's own rules. Time passes expiry by expiry; a refusal names the codes
that the text allows for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

Told = dict[str, Any]
"""What a receipt has to say."""
NOTICE = timedelta(minutes=5)
SETTLED = ("answered", "declined", "expired")


class Refused(Exception):
    """The text forbids it; any of these codes says so."""

    def __init__(self, *codes: str) -> None:
        super().__init__(*codes)
        self.codes = codes


@dataclass
class GivenAnswer:
    answer_id: str
    standing: str
    is_refusal: bool
    corrected_by: str | None = None
    is_withdrawn: bool = False
    is_read: bool = False

    @property
    def holds(self) -> bool:
        return self.standing == "effective" and self.corrected_by is None and not self.is_withdrawn


@dataclass
class Asked:
    question_id: str
    prompt: str
    required: bool
    expires_at: datetime | None
    state: str = "pending"
    settled_at: datetime | None = None
    is_read: bool = False
    superseded_by: str | None = None
    assignee: str | None = None
    claimed_by: str | None = None
    claimed_until: datetime | None = None
    answers: list[GivenAnswer] = field(default_factory=list)

    @property
    def winner(self) -> GivenAnswer | None:
        return next((one for one in self.answers if one.holds), None)

    @property
    def is_silent(self) -> bool:
        """Nobody's word stands although nobody is waited for any more: neither consent nor refusal."""
        stands = any(not one.is_withdrawn for one in self.answers)
        return self.state in ("expired", "cancelled", "superseded") and not stands


@dataclass
class Proposed:
    action_id: str
    expires_at: datetime | None
    state: str = "pending"


@dataclass
class Stated:
    evidence_id: str
    is_confirmed: bool
    action_id: str | None = None
    state: str = "valid"


@dataclass(frozen=True)
class Session:
    number: int
    generation: int
    seconds: int

    @property
    def round_id(self) -> str:
        return f"R-{self.number}"


@dataclass
class Case:
    """A task with everything that people and sessions did to it."""

    now: datetime
    status: str = "queued"
    generation: int = 1
    sessions: int = 0
    holder: Session | None = None
    lease_until: datetime | None = None
    until: datetime | None = None
    begun: dict[int, datetime] = field(default_factory=dict)
    """When the first session of a generation began."""
    questions: list[Asked] = field(default_factory=list)
    actions: list[Proposed] = field(default_factory=list)
    facts: list[Stated] = field(default_factory=list)
    revisions: list[tuple[int, int, str]] = field(default_factory=list)
    """Generation, session and stage of each report."""
    expired: int = 0
    """How often something came to its end by itself."""

    # How it stands ---------------------------------------------------------------------------------------
    @property
    def standing(self) -> Told:
        return {"status": self.status, "generation": self.generation}

    def pending_required(self) -> list[str]:
        return [one.question_id for one in self.questions if one.required and one.state == "pending"]

    def pending_actions(self) -> list[str]:
        return [one.action_id for one in self.actions if one.state == "pending"]

    def if_finished(self) -> tuple[str, bool]:
        """Return where the end of the round leads, and whether that is a new generation."""
        assert self.holder is not None
        unread = [
            one
            for one in self.questions
            if one.required and one.state in SETTLED and not one.is_read
            and one.settled_at and one.settled_at >= self.begun[self.generation]
        ]  # fmt: skip
        if self.pending_required():
            return "waiting_human", False
        if unread:
            return "queued", True
        if (self.generation, self.holder.number, "final") in self.revisions:
            return ("waiting_review" if self.pending_actions() else "completed"), False
        return "failed", False

    # The state table -------------------------------------------------------------------------------------
    def go(self, status: str, *, raised: bool = False) -> None:
        self.status, self.holder, self.lease_until, self.until = status, None, None, None
        self.generation += raised
        if status in ("completed", "cancelled"):
            for asked in self.questions:
                asked.state = "cancelled" if asked.state == "pending" else asked.state
        if status == "cancelled":
            for action in self.actions:
                action.state = "cancelled" if action.state == "pending" else action.state

    def settled(self) -> None:
        if self.status == "waiting_human" and not self.pending_required():
            self.go("queued", raised=True)
        if self.status == "waiting_review" and not self.pending_actions():
            self.go("completed")

    def pass_time(self, seconds: float) -> None:
        end = self.now + timedelta(seconds=seconds)
        while due := sorted(self._due(end), key=lambda one: one[:2]):
            self._expire(*due[0])
        self.now = end

    def _due(self, end: datetime) -> Iterator[tuple[datetime, int, Asked | Proposed | None]]:
        groups: tuple[tuple[int, Sequence[Asked | Proposed]], ...] = ((1, self.questions), (2, self.actions))
        for turn, group in groups:
            for one in group:
                if one.state == "pending" and one.expires_at and one.expires_at <= end:
                    yield one.expires_at, turn, one
        if self.until and self.until <= end:
            yield self.until, 3, None
        if self.lease_until and self.lease_until <= end:
            yield self.lease_until, 4, None

    def _expire(self, moment: datetime, turn: int, one: Asked | Proposed | None) -> None:
        self.expired += 1
        if one is not None:
            one.state = "expired"
            if isinstance(one, Asked):
                one.settled_at = moment
            self.settled()
        elif turn == 3:
            self.go("queued")
        else:
            self.go("waiting_human" if self.pending_required() else "queued")

    def not_cancelled(self) -> None:
        if self.status == "cancelled":
            raise Refused("task_cancelled")

    # Sessions --------------------------------------------------------------------------------------------
    def claim(self, seconds: int) -> Session:
        if self.status != "queued":
            raise Refused("task_not_queued")
        self.sessions += 1
        self.holder = Session(self.sessions, self.generation, seconds)
        self.status, self.lease_until = "running", self.now + timedelta(seconds=seconds)
        self.begun.setdefault(self.generation, self.now)
        return self.holder

    def in_round(self, session: Session) -> None:
        """Pass for the session that holds the lease, and begin the lease anew."""
        self.not_cancelled()
        if self.holder != session:
            raise Refused("lease_lost", "stale_generation")
        self.lease_until = self.now + timedelta(seconds=session.seconds)

    def renew(self, session: Session) -> Told:
        self.in_round(session)
        return self.round_told()

    def round_told(self) -> Told:
        assert self.holder is not None
        return self.standing | {"round_id": self.holder.round_id, "lease_expires_at": self.lease_until}

    def finish(self, session: Session) -> Told:
        self.in_round(session)
        status, raised = self.if_finished()
        self.go(status, raised=raised)
        return self.standing

    def calculate(self, session: Session, until: datetime | None) -> Told:
        self.in_round(session)
        self.go("waiting_calculation")
        self.until = until
        return self.standing

    def resume(self) -> Told:
        if self.status != "waiting_calculation":
            raise Refused("wrong_status")
        self.go("queued")
        return self.standing

    def ask(
        self, session: Session, prompt: str, *, required: bool, expires_at: datetime | None,
        supersedes: Asked | None = None, reason: str | None = None,
    ) -> Told:  # fmt: skip
        before = self.lease_until
        self.in_round(session)
        wrong = []
        if supersedes is None:
            same = [one for one in self.questions if one.prompt == prompt]
            wrong = ["asked_again" for one in same if one.state in ("declined", "pending")]
        else:
            wrong += ["not_superseded"] if supersedes.superseded_by else []
            wrong += ["reason_missing"] if reason is None else []
        if wrong:
            self.lease_until = before
            raise Refused(*wrong)
        asked = Asked(f"Q-{len(self.questions) + 1}", prompt, required, expires_at)
        self.questions.append(asked)
        if supersedes is not None:
            supersedes.superseded_by = asked.question_id
            if supersedes.state == "pending":
                supersedes.state = "superseded"
        return self.round_told() | {"question_id": asked.question_id}

    def report(self, session: Session, stage: str, corrects: int | None) -> Told:
        before = self.lease_until
        self.in_round(session)
        wrong = []
        if stage == "final" and self.pending_required():
            wrong.append("question_pending")
        if corrects is None and any(one[::2] == (self.generation, "final") for one in self.revisions):
            wrong.append("report_after_final")
        if wrong:
            self.lease_until = before
            raise Refused(*wrong)
        self.revisions.append((self.generation, session.number, stage))
        return self.round_told() | {"revision": len(self.revisions)}

    def propose(self, session: Session, expires_at: datetime | None) -> Told:
        before = self.lease_until
        self.in_round(session)
        stages = [stage for generation, _, stage in self.revisions if generation == self.generation]
        wrong = []
        if not {"interim", "concluded"} & set(stages):
            wrong.append("action_before_report")
        if stages[-1:] == ["final"]:
            wrong.append("action_after_final")
        if wrong:
            self.lease_until = before
            raise Refused(*wrong)
        self.actions.append(Proposed(f"A-{len(self.actions) + 1}", expires_at))
        return self.round_told() | {"action_id": self.actions[-1].action_id}

    def read(self, session: Session) -> list[str]:
        """Return the questions whose answers the holder of the lease now reads for the first time."""
        if self.holder != session:
            return []
        news = []
        for asked in self.questions:
            unread = [one for one in asked.answers if not one.is_read and not one.is_withdrawn]
            is_new = asked.state in SETTLED and not asked.is_read
            if unread or is_new:
                news.append(asked.question_id)
            asked.is_read |= is_new
            for one in unread:
                one.is_read = True
        return news

    # People ----------------------------------------------------------------------------------------------
    def answer(self, asked: Asked, *, is_refusal: bool, keep_as: str | None = None) -> Told:
        """Of several people one answers; who comes later is refused, or kept as they chose."""
        self.not_cancelled()
        if asked.state == "pending":
            standing = "effective"
        elif asked.winner is None:
            standing = "late"
        elif keep_as is None:
            raise Refused("already_answered")
        else:
            standing = keep_as
        if standing == "evidence":
            fact = self._fact(is_confirmed=True)
            return self._given(asked, standing) | {"evidence_id": fact.evidence_id, "answer_id": None}
        given = self._kept(asked, standing, is_refusal=is_refusal)
        before = self.generation
        if standing == "effective":
            asked.state, asked.settled_at = "declined" if is_refusal else "answered", self.now
            self.settled()
        queued = {"is_queued_by_this": self.generation > before, "answer_id": given.answer_id}
        return self._given(asked, standing) | queued

    def edit(self, asked: Asked, edited: GivenAnswer, *, reason: str | None) -> Told:
        self.not_cancelled()
        wrong = ["reason_missing"] if reason is None else []
        if edited.is_refusal or edited.corrected_by or edited.is_withdrawn:
            wrong.append("not_correctable")
        if wrong:
            raise Refused(*wrong)
        given = self._kept(asked, edited.standing, is_refusal=False)
        edited.corrected_by = given.answer_id
        told = {"answer_id": given.answer_id, "is_queued_by_this": False}
        return self._given(asked, edited.standing) | told

    def withdraw_answer(self, answer: GivenAnswer) -> Told:
        self.not_cancelled()
        if answer.is_withdrawn or answer.corrected_by:
            raise Refused("not_correctable")
        answer.is_withdrawn = True
        return self.standing | {"answer_id": answer.answer_id}

    def _kept(self, asked: Asked, standing: str, *, is_refusal: bool) -> GivenAnswer:
        given = GivenAnswer(f"{asked.question_id}.{len(asked.answers) + 1}", standing, is_refusal)
        asked.answers.append(given)
        return given

    def _given(self, asked: Asked, standing: str) -> Told:
        return self.standing | {
            "question_id": asked.question_id,
            "question_state": asked.state,
            "standing": standing,
            "required_pending": tuple(self.pending_required()),
        }

    def assign(self, asked: Asked, assignee: str | None) -> Told:
        self.not_cancelled()
        if asked.state != "pending":
            raise Refused("question_settled")
        asked.assignee = assignee
        return self.standing | {"assignee": assignee}

    def claim_question(self, asked: Asked, person: str, *, take_over: bool, is_released: bool) -> Told:
        self.not_cancelled()
        wrong = []
        if asked.state != "pending":
            wrong.append("question_settled")
        held = asked.claimed_until is not None and asked.claimed_until > self.now
        if held and asked.claimed_by != person and not take_over:
            wrong.append("question_claimed")
        if wrong:
            raise Refused(*wrong)
        asked.claimed_by = None if is_released else person
        asked.claimed_until = None if is_released else self.now + NOTICE
        return self.standing | {"claimed_by": asked.claimed_by, "claimed_until": asked.claimed_until}

    def decide(self, action: Proposed, decision: str) -> Told:
        self.not_cancelled()
        if action.state != "pending":
            raise Refused("already_decided")
        action.state = decision
        self.settled()
        return self.standing | {"action_id": action.action_id, "state": decision}

    def report_done(self, action: Proposed) -> Told:
        self.not_cancelled()
        if action.state != "approved":
            raise Refused("action_not_approved")
        if self.done(action) is not None:
            raise Refused("already_reported")
        fact = self._fact(is_confirmed=True, action_id=action.action_id)
        return self.standing | {"evidence_id": fact.evidence_id}

    def done(self, action: Proposed) -> Stated | None:
        """Return the fact that says the action was carried out; withdrawn, it is owed again."""
        facts = (one for one in self.facts if one.action_id == action.action_id and one.state == "valid")
        return next(facts, None)

    def state(self) -> Told:
        self.not_cancelled()
        return self.standing | {"evidence_id": self._fact(is_confirmed=True).evidence_id}

    def relay(self) -> Told:
        self.not_cancelled()
        return self.standing | {"evidence_id": self._fact(is_confirmed=False).evidence_id}

    def confirm(self, fact: Stated) -> Told:
        self._valid(fact)
        if fact.is_confirmed:
            raise Refused("not_confirmable")
        fact.is_confirmed = True
        return self.standing | {"evidence_id": fact.evidence_id}

    def correct(self, fact: Stated) -> Told:
        self._valid(fact)
        fact.state = "corrected"
        newer = self._fact(is_confirmed=True, action_id=fact.action_id)
        return self.standing | {"evidence_id": newer.evidence_id}

    def withdraw(self, fact: Stated) -> Told:
        self._valid(fact)
        fact.state = "withdrawn"
        return self.standing | {"evidence_id": fact.evidence_id}

    def _valid(self, fact: Stated) -> None:
        self.not_cancelled()
        if fact.state != "valid":
            raise Refused("not_correctable")

    def _fact(self, *, is_confirmed: bool, action_id: str | None = None) -> Stated:
        self.facts.append(Stated(f"H-{len(self.facts) + 1}", is_confirmed, action_id))
        return self.facts[-1]

    def look_again(self) -> Told:
        if self.status not in ("completed", "failed", "waiting_review"):
            raise Refused("task_cancelled" if self.status == "cancelled" else "wrong_status")
        self.go("queued", raised=True)
        return self.standing

    def cancel(self) -> Told:
        if self.status in ("completed", "cancelled"):
            raise Refused("task_cancelled" if self.status == "cancelled" else "wrong_status")
        self.go("cancelled")
        return self.standing

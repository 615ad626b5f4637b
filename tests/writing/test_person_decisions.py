"""What people decide, state and say of a case: one decision each, facts that are never overwritten, talk."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from data_access.contracts.case_receipts import ClaimReceipt
from data_access.contracts.discussion import ReplyCall
from data_access.contracts.people import ActionDone
from data_access.errors import (
    ActionNotApproved,
    AlreadyDecided,
    AlreadyReported,
    FactIncomplete,
    NotConfirmable,
    NotCorrectable,
    NotFound,
    PermissionDenied,
    StaleGeneration,
    TaskCancelled,
    UnknownReference,
    UnknownRevision,
    WrongStatus,
)
from data_access.reading.case_people import actions_of_task, questions_of_task
from data_access.reading.case_records import human_evidence_of_task
from data_access.reading.case_reports import report
from data_access.reading.discussion import discussion
from data_access.reading.investigations import investigation, rounds_of_task
from data_access.reading.verify import verify
from data_access.store.connection import Store
from data_access.writing.discuss import reply_in_discussion
from tests.writing.cases import Agent
from tests.writing.people import Person


@pytest.fixture
def agent(fresh_store: Store) -> Agent:
    return Agent(fresh_store)


def to_approve(agent: Agent, actions: int = 1) -> tuple[ClaimReceipt, Person, Person]:
    """Let a round end with proposed actions that wait."""
    claim = agent.begin()
    agent.report(claim)
    for _ in range(actions):
        agent.propose(claim)
    agent.report(claim, stage="final")
    assert agent.finish(claim).status == "waiting_review"
    return claim, Person(agent, claim.task_id, "Wang"), Person(agent, claim.task_id, "Li")


def test_the_last_decision_completes_a_case_that_waits_for_it(agent: Agent) -> None:
    claim, wang, li = to_approve(agent, 2)
    assert wang.decide("A-1").status == "waiting_review"
    decided = li.decide("A-2", decision="rejected", reason="Too dear.")
    assert (decided.state, decided.status) == ("rejected", "completed")
    first, second = actions_of_task(agent.store, claim.task_id, as_of=agent.now)
    assert (first.state, first.decided_by, first.done) == ("approved", "Wang", None)
    assert (second.decided_by, second.decision_reason) == ("Li", "Too dear.")
    assert verify(agent.store).faults == 0


def test_an_expired_action_is_decided_by_nobody(agent: Agent) -> None:
    claim = agent.begin()
    agent.report(claim)
    agent.propose(claim, expires_at=agent.now + timedelta(seconds=60))
    agent.wait(60)
    with pytest.raises(AlreadyDecided, match="A-1 has been expired since"):
        Person(agent, claim.task_id).decide()
    with pytest.raises(UnknownReference):
        Person(agent, claim.task_id).decide("A-5")


def test_what_was_carried_out_is_a_fact_and_only_of_an_approved_action(agent: Agent) -> None:
    claim, wang, li = to_approve(agent, 2)
    with pytest.raises(ActionNotApproved):
        wang.report_done()
    wang.decide("A-1")
    wang.decide("A-2", decision="rejected")
    with pytest.raises(ActionNotApproved):
        wang.report_done("A-2")
    with pytest.raises(FactIncomplete):
        wang.report_done(known_by="told")
    with pytest.raises(FactIncomplete):
        wang.report_done(done_at=agent.now + timedelta(seconds=1))
    done = li.report_done()
    assert (done.evidence_id, done.status) == ("H-1", "completed")
    with pytest.raises(AlreadyReported):
        wang.report_done()
    action, _ = actions_of_task(agent.store, claim.task_id, as_of=agent.now)
    assert action.done == ActionDone(
        evidence_id="H-1", done_by="Crew 3", done_at=agent.now, reference="WO-17",
        result="Clear after 20 minutes.", known_by="seen", told_by=None, person="Li", reported_at=agent.now,
    )  # fmt: skip
    wang.correct("H-1", statement="Clear after 40 minutes.", observed_at=agent.now)
    action, _ = actions_of_task(agent.store, claim.task_id, as_of=agent.now)
    assert action.done is not None
    assert (action.done.result, action.done.done_by) == ("Clear after 40 minutes.", "Crew 3")
    wang.withdraw("H-2")
    action, _ = actions_of_task(agent.store, claim.task_id, as_of=agent.now)
    assert (action.state, action.done) == ("approved", None), "it is owed again"


def ended(agent: Agent, how: str) -> Person:
    """Bring a case to a status."""
    claim = agent.begin(lease_seconds=1800)
    person = Person(agent, claim.task_id)
    if how == "queued":
        agent.wait(1801)
        person.post()  # any write settles what has expired
    elif how == "waiting_human":
        agent.ask(claim, is_required=True)
    elif how in ("completed", "waiting_review"):
        agent.report(claim)
        if how == "waiting_review":
            agent.propose(claim)
        agent.report(claim, stage="final")
    if how == "waiting_calculation":
        agent.calculate(claim)
    elif how not in ("running", "queued"):
        agent.finish(claim)
    if how == "cancelled":
        person.look_again()
        person.cancel()
    return person


STATUSES = (
    "queued", "running", "waiting_human", "waiting_calculation", "waiting_review", "completed", "failed",
    "cancelled",
)  # fmt: skip


@pytest.mark.parametrize("status", STATUSES)
def test_a_person_moves_a_case_only_as_the_table_says(agent: Agent, status: str) -> None:
    person = ended(agent, status)
    assert investigation(agent.store, person.task_id, as_of=agent.now).status == status
    if status in ("completed", "failed", "waiting_review"):
        before = investigation(agent.store, person.task_id, as_of=agent.now)
        again = person.look_again()
        assert (again.status, again.generation) == ("queued", before.generation + 1)
        after = investigation(agent.store, person.task_id, as_of=agent.now)
        assert after.status_reason == "P2 was never looked at."
        assert after.pending_actions == before.pending_actions
        return
    refusal = TaskCancelled if status == "cancelled" else WrongStatus
    with pytest.raises(refusal):
        person.look_again()
    if status == "cancelled":
        with pytest.raises(refusal):
            person.cancel()
        return
    assert person.cancel().status == "cancelled"
    assert all(one.ended_at for one in rounds_of_task(agent.store, person.task_id, as_of=agent.now))
    asked = questions_of_task(agent.store, person.task_id, as_of=agent.now)
    assert {one.state for one in asked} <= {"cancelled"}


def test_a_completed_case_is_not_cancelled(agent: Agent) -> None:
    with pytest.raises(WrongStatus):
        ended(agent, "completed").cancel()


def test_a_person_states_in_their_own_name(agent: Agent) -> None:
    person = Person(agent, agent.create().task_id)
    assert person.state().is_confirmed
    with pytest.raises(FactIncomplete) as fault:
        person.state(person="Li")
    assert fault.value.problems[0].where == "person"
    with pytest.raises(FactIncomplete):
        person.state(known_by="told")


def test_a_relayed_fact_is_confirmed_once_and_by_a_person(agent: Agent) -> None:
    task_id = agent.create().task_id
    agent.relay(task_id)
    wang = Person(agent, task_id)
    wang.confirm("H-1")
    (fact,) = human_evidence_of_task(agent.store, task_id)
    assert (fact.is_relayed, fact.is_confirmed, fact.confirmed_by) == (True, True, "Wang")
    wang.state()
    for evidence_id in ("H-1", "H-2"):
        with pytest.raises(NotConfirmable):
            wang.confirm(evidence_id)
    with pytest.raises(UnknownReference):
        wang.confirm("E-1")


def test_a_fact_is_corrected_or_withdrawn_never_overwritten_and_reports_are_flagged(agent: Agent) -> None:
    claim = agent.begin()
    wang, li = Person(agent, claim.task_id, "Wang"), Person(agent, claim.task_id, "Li")
    wang.state()
    agent.report(claim, body="[H-1]")
    corrected = li.correct("H-1")
    assert (corrected.evidence_id, corrected.flagged_reports) == ("H-2", (1,))
    agent.report(claim, body="[H-2]")
    assert wang.withdraw("H-2").flagged_reports == (2,)
    first, second = human_evidence_of_task(agent.store, claim.task_id)
    assert (first.statement, first.state, first.corrected_by) == ("The valve is shut.", "corrected", "H-2")
    assert (second.person, second.state, second.state_reason) == ("Li", "withdrawn", "Not seen.")
    assert [report(agent.store, claim.task_id, one).flagged_ids for one in (1, 2)] == [("H-1",), ("H-2",)]
    again: list[Callable[[], object]] = [
        lambda: wang.correct("H-1"), lambda: wang.withdraw("H-2"), lambda: wang.confirm("H-2"),
    ]  # fmt: skip
    for write in again:
        with pytest.raises(NotCorrectable):
            write()
    wang.state()
    with pytest.raises(FactIncomplete):
        wang.correct("H-3", kind="measurement")


def reply(agent: Agent, task_id: str, **given: object) -> object:
    own = {"request_id": agent.request(), "task_id": task_id, "message_id": "D-1", "text": "It is ruled out."}
    return reply_in_discussion(agent.store, ReplyCall.model_validate(own | given), author=agent.author)


def test_a_discussion_is_about_a_revision_and_replies_say_what_they_were_checked_against(
    agent: Agent,
) -> None:
    claim = agent.begin()
    wang = Person(agent, claim.task_id)
    assert wang.post("Before any report.").revision is None
    agent.report(claim)
    agent.report(claim, reason="Second look.")
    asked = wang.post(report_revision=1)
    assert (asked.message_id, asked.revision, asked.is_current, asked.status) == ("D-2", 1, False, "running")
    told = discussion(agent.store, claim.task_id, message_id="D-2", as_of=agent.now)
    assert (told.selected_revision, told.is_newest, told.waiting) == (1, False, ("D-1", "D-2"))
    assert told.selected_report is not None
    assert told.selected_report.reason == "R"
    assert (told.task.latest_revision, len(told.reports)) == (2, 2)
    reply(agent, claim.task_id, message_id="D-2", checked_generation=1, checked_revision=2)
    stale = reply(agent, claim.task_id, message_id="D-1", checked_generation=1, checked_revision=1)
    assert not stale.is_current  # type: ignore[attr-defined]
    told = discussion(agent.store, claim.task_id, report_revision=1, as_of=agent.now)
    question, answer = told.messages
    assert (question.author_kind, question.waits, answer.author_kind) == ("person", False, "agent")
    assert (answer.reply_to, answer.checked_generation, answer.checked_revision) == ("D-2", 1, 2)
    assert told.waiting == ()
    assert wang.post("Thanks.", reply_to="D-3").revision == 1
    assert investigation(agent.store, claim.task_id, as_of=agent.now).status == "running"


def test_a_discussion_refuses_what_does_not_exist(agent: Agent) -> None:
    task_id = agent.create().task_id
    wang = Person(agent, task_id)
    with pytest.raises(UnknownRevision):
        wang.post(report_revision=1)
    with pytest.raises(UnknownReference):
        wang.post(reply_to="D-1")
    with pytest.raises(NotFound):
        discussion(agent.store, task_id, message_id="D-1")
    wang.post()
    with pytest.raises(StaleGeneration):
        reply(agent, task_id, checked_generation=2)
    with pytest.raises(UnknownRevision):
        reply(agent, task_id, checked_generation=1, checked_revision=1)
    with pytest.raises(UnknownReference):
        reply(agent, task_id, checked_generation=1, message_id="D-9")
    agent.principal = agent.principal.model_copy(update={"scopes": frozenset({"read"})})
    with pytest.raises(PermissionDenied):
        reply(agent, task_id, checked_generation=1)

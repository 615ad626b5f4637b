"""Answers of people: one holds, nothing of the others is lost, and each moves what the table says."""

from __future__ import annotations

from typing import Any

import pytest

from data_access.contracts.case_calls import TaskContextCall
from data_access.contracts.people import Answer
from data_access.contracts.people_calls import AnswerQuestionCall
from data_access.contracts.principal import DESK, LOCAL_AGENT
from data_access.errors import (
    AlreadyAnswered,
    AnswerEmpty,
    AskedAgain,
    CaseRefused,
    FactIncomplete,
    FieldValueInvalid,
    NotCorrectable,
    PermissionDenied,
    QuestionClaimed,
    QuestionSettled,
    ReasonMissing,
    RequestIdReused,
    TaskCancelled,
    UnknownReference,
)
from data_access.reading.case_records import human_evidence_of_task
from data_access.reading.case_reports import report
from data_access.reading.change_counter import change_counter
from data_access.reading.investigations import investigation, transitions_of_task
from data_access.store.connection import Store
from data_access.writing.answer_questions import answer_task_question
from data_access.writing.case_write import Author
from data_access.writing.deliver_answers import deliver_answers
from tests.writing.cases import Agent
from tests.writing.people import Person

FIELDS = (
    {"name": "ntu", "label": "Turbidity", "kind": "number", "unit": "NTU"},
    {"name": "at", "label": "When", "kind": "time"},
    {"name": "valve", "label": "Valve", "kind": "choice", "options": ("7", "8")},
    {"name": "open", "label": "Is it open", "kind": "yes_no"},
    {"name": "note", "label": "Note"},
)


@pytest.fixture
def agent(fresh_store: Store) -> Agent:
    return Agent(fresh_store)


def waits_for(agent: Agent, *asked: dict[str, Any]) -> tuple[Person, Person]:
    """Let a round end after it asked; return two people."""
    claim = agent.begin()
    for one in asked or ({},):
        agent.ask(claim, **({"is_required": True} | one))
    agent.finish(claim)
    return Person(agent, claim.task_id, "Wang"), Person(agent, claim.task_id, "Li")


def test_the_last_required_answer_queues_the_case_in_the_same_write(agent: Agent) -> None:
    wang, li = waits_for(agent, {}, {}, {"is_required": False})
    before = change_counter(agent.store, f"case:{wang.task_id}").value
    first = wang.answer("Q-1")
    assert (first.status, first.required_pending, first.is_queued_by_this) == (
        "waiting_human",
        ("Q-2",),
        False,
    )
    assert (first.question_state, first.standing, first.answer_id) == ("answered", "effective", "Q-1.1")
    agent.wait(60)
    last = li.decline("Q-2")
    assert (last.status, last.generation, last.is_queued_by_this) == ("queued", 2, True)
    assert (last.question_state, last.required_pending) == ("declined", ())
    assert change_counter(agent.store, f"case:{wang.task_id}").value == before + 2
    moved = transitions_of_task(agent.store, wang.task_id)[-1]
    assert (moved.moved_by, moved.occurred_at) == ("question_settled", agent.now)
    assert wang.question("Q-2").answers == (
        Answer(
            answer_id="Q-2.1", question_id="Q-2", person="Li", text=None, field_values={}, is_refusal=True,
            is_late=False, is_dissent=False, is_effective=True, corrects=None, corrected_by=None,
            reason="Not mine to say.", answered_at=agent.now, delivered_at=None, applied_at=None,
            withdrawn_at=None, withdrawn_by=None, withdrawn_reason=None,
        ),
    )  # fmt: skip
    assert wang.answer("Q-3").is_queued_by_this is False


def test_an_answer_while_the_session_runs_is_delivered_into_it(agent: Agent) -> None:
    claim = agent.begin()
    agent.ask(claim, is_required=True)
    wang = Person(agent, claim.task_id)
    assert wang.answer().status == "running"
    assert agent.renew(claim).if_finished_now.status == "queued"  # type: ignore[union-attr]
    read = TaskContextCall(task_id=claim.task_id, section="questions", lease_token=claim.lease_token)
    assert deliver_answers(agent.store, read, author=agent.author) == ("Q-1",)
    assert wang.question().answers[0].delivered_at == agent.now
    assert agent.renew(claim).if_finished_now.status == "failed"  # type: ignore[union-attr]
    wang.answer(text="Valve 8.", corrects="Q-1.1", reason="I misread it.")
    assert deliver_answers(agent.store, read, author=agent.author) == ("Q-1",), "an edit is read too"
    assert deliver_answers(agent.store, read, author=agent.author) == ()


def test_of_two_people_one_answers_and_the_other_sees_it_and_keeps_theirs(agent: Agent) -> None:
    wang, li = waits_for(agent)
    wang.answer(text="Valve 7.")
    with pytest.raises(AlreadyAnswered) as lost:
        li.answer(text="Valve 8.", request_id="of-the-draft")
    assert (lost.value.winner["answer_id"], lost.value.winner["text"]) == ("Q-1.1", "Valve 7.")
    assert "Wang answered Q-1 first" in lost.value.message
    kept = li.answer(text="Valve 8.", keep_as="dissent", request_id="of-the-draft")
    assert (kept.standing, kept.answer_id, kept.question_state) == ("dissent", "Q-1.2", "answered")
    with pytest.raises(AlreadyAnswered):
        li.decline()
    assert li.decline(keep_as_dissent=True).standing == "dissent"
    stated = li.answer(text="Valve 8 is shut.", keep_as="evidence", known_by="told", told_by="Crew 3")
    assert (stated.standing, stated.answer_id, stated.evidence_id) == ("evidence", None, "H-1")
    (fact,) = human_evidence_of_task(agent.store, li.task_id)
    assert (fact.person, fact.statement, fact.told_by) == ("Li", "Valve 8 is shut.", "Crew 3")
    assert fact.is_confirmed
    assert [one.text for one in wang.holding()] == ["Valve 7."]
    assert investigation(agent.store, li.task_id, as_of=agent.now).generation == 2
    with pytest.raises(FactIncomplete):
        li.answer(keep_as="evidence")


def test_the_same_send_twice_writes_once_and_a_changed_draft_is_no_repetition(agent: Agent) -> None:
    wang, _ = waits_for(agent)
    first = wang.answer(request_id="draft")
    agent.wait(3600)
    again = wang.answer(request_id="draft")
    assert again == first.model_copy(update={"replayed": True})
    with pytest.raises(RequestIdReused):
        wang.answer(request_id="draft", text="Something else.")
    assert len(wang.question().answers) == 1


@pytest.mark.parametrize(
    "given",
    [
        {"ntu": "0.3"}, {"ntu": True}, {"at": "yesterday"}, {"at": 5}, {"valve": "9"}, {"open": "yes"},
        {"note": 5}, {"note": " "}, {"colour": "yellow"}, {"ntu": None},
    ],
)  # fmt: skip
def test_a_value_that_its_field_does_not_take_is_refused(agent: Agent, given: dict[str, Any]) -> None:
    wang, _ = waits_for(agent, {"fields": FIELDS})
    with pytest.raises(FieldValueInvalid) as fault:
        wang.answer(text=None, field_values=given)
    (problem,) = fault.value.problems
    assert problem.where == f"field_values.{next(iter(given))}"
    assert wang.question().state == "pending"


def test_values_words_or_both_are_an_answer_and_nothing_is_none(agent: Agent) -> None:
    wang, _ = waits_for(agent, *({"fields": FIELDS} for _ in range(3)))
    values = {"ntu": 0.31, "at": "2026-05-01T10:00:00+08:00", "valve": "8", "open": False, "note": "浑浊"}
    wang.answer("Q-1", text=None, field_values=values)
    assert wang.question("Q-1").answers[0].field_values == values
    wang.answer("Q-2", text="Only words.")
    wang.answer("Q-3", text="Both.", field_values={"ntu": 4})
    with pytest.raises(AnswerEmpty):
        wang.answer("Q-3", text=None)


def test_an_edit_is_a_new_answer_with_a_reason_and_flags_what_cites_the_old_one(agent: Agent) -> None:
    wang, li = waits_for(agent)
    wang.answer(text="Valve 7.")
    claim = agent.claim(wang.task_id)
    agent.report(claim, body="As [Q-1] says.", answer_ids=("Q-1",))
    edited = li.answer(text="Valve 8.", corrects="Q-1.1", reason="He meant 8.")
    assert (edited.standing, edited.flagged_reports, edited.status) == ("effective", (1,), "running")
    assert report(agent.store, wang.task_id, 1).flagged_ids == ("Q-1.1",)
    first, second = wang.question().answers
    assert (first.text, first.corrected_by, first.is_effective) == ("Valve 7.", "Q-1.2", False)
    assert (second.text, second.corrects, second.reason) == ("Valve 8.", "Q-1.1", "He meant 8.")
    for given, rule in (
        ({"corrects": "Q-1.1", "reason": "r"}, NotCorrectable),
        ({"corrects": "Q-1.2"}, ReasonMissing),
        ({"corrects": "Q-1.9", "reason": "r"}, UnknownReference),
    ):
        with pytest.raises(rule):
            wang.answer(**given)
    assert report(agent.store, wang.task_id, 1).answer_ids == ("Q-1.1",)


def test_withdrawing_moves_nothing_flags_reports_and_a_later_answer_is_late(agent: Agent) -> None:
    wang, li = waits_for(agent)
    wang.answer()
    claim = agent.claim(wang.task_id)
    agent.report(claim, answer_ids=("Q-1.1",))
    gone = li.withdraw_answer("Q-1.1")
    assert (gone.flagged_reports, gone.status, gone.generation) == ((1,), "running", 2)
    question = wang.question()
    assert (question.state, question.answers[0].withdrawn_by) == ("answered", "Li")
    assert report(agent.store, wang.task_id, 1).flagged_ids == ("Q-1.1",)
    with pytest.raises(NotCorrectable):
        wang.withdraw_answer("Q-1.1")
    with pytest.raises(NotCorrectable):
        wang.answer(corrects="Q-1.1", reason="r")
    with pytest.raises(UnknownReference):
        wang.withdraw_answer("Q-1.7")
    assert wang.answer(text="Valve 9.").standing == "late"
    agent.report(claim, answer_ids=("Q-1",))
    assert report(agent.store, wang.task_id, 2).answer_ids == ("Q-1.2",)


def test_a_late_answer_is_kept_and_read_and_moves_nothing(agent: Agent) -> None:
    wang, li = waits_for(agent, {"expires_at": agent.now.replace(hour=9)})
    agent.wait(3600)
    late = wang.answer()
    assert (late.standing, late.question_state, late.generation) == ("late", "expired", 2)
    assert not late.is_queued_by_this
    assert li.answer().standing == "late", "nobody was faster where nobody's answer holds"
    claim = agent.claim(wang.task_id)
    read = TaskContextCall(task_id=wang.task_id, section="questions", lease_token=claim.lease_token)
    assert deliver_answers(agent.store, read, author=agent.author) == ("Q-1",)
    assert not wang.question().no_response


def test_silence_says_in_a_sentence_what_it_is_not(agent: Agent) -> None:
    wang, _ = waits_for(agent, {"expires_at": agent.now.replace(hour=9)})
    pending = wang.question()
    assert (pending.no_response, pending.no_response_means) == (False, None)
    agent.wait(3600)
    question = wang.question()
    assert (question.state, question.no_response) == ("expired", True)
    assert question.no_response_means == "Nobody answered: this is neither consent nor refusal."


def test_what_was_refused_is_asked_again_only_by_name_and_with_a_reason(agent: Agent) -> None:
    wang, _ = waits_for(agent, {"prompt": "May we flush?"})
    wang.decline(reason="Not in the dry season.")
    claim = agent.claim(wang.task_id)
    with pytest.raises(AskedAgain):
        agent.ask(claim, prompt="may we flush")
    agent.ask(claim, prompt="May we flush?", supersedes="Q-1", supersede_reason="It rained.")
    refused, asked = wang.question("Q-1"), wang.question("Q-2")
    assert (refused.state, refused.superseded_by) == ("declined", "Q-2")
    assert (asked.supersedes, asked.supersede_reason) == ("Q-1", "It rained.")
    assert refused.answers[0].reason == "Not in the dry season."


def test_a_refusal_is_not_edited_into_an_answer(agent: Agent) -> None:
    wang, _ = waits_for(agent)
    wang.decline()
    with pytest.raises(NotCorrectable):
        wang.answer(corrects="Q-1.1", reason="I know it now.")
    wang.withdraw_answer("Q-1.1")
    assert wang.answer().standing == "late"
    assert wang.question().state == "declined"


def test_an_agent_answers_for_nobody_whatever_its_scopes(agent: Agent) -> None:
    wang, _ = waits_for(agent)
    call = AnswerQuestionCall(request_id="r", task_id=wang.task_id, question_id="Q-1", text="Yes.")
    everything = LOCAL_AGENT.model_copy(update={"scopes": DESK.scopes})
    for principal in (LOCAL_AGENT, everything, DESK):
        with pytest.raises(PermissionDenied):
            answer_task_question(agent.store, call, author=Author(principal, "rest"))
    assert wang.question().state == "pending"


def test_a_question_is_passed_on_and_claimed_for_five_minutes_and_held_from_nobody(agent: Agent) -> None:
    wang, li = waits_for(agent)
    assert wang.assign("Q-1", "Li").assignee == "Li"
    assert wang.assign("Q-1", None).assignee is None
    held = wang.claim()
    assert (held.claimed_by, (held.claimed_until - agent.now).seconds) == ("Wang", 300)  # type: ignore[operator]
    with pytest.raises(QuestionClaimed):
        li.claim()
    assert li.claim(take_over=True).claimed_by == "Li"
    assert li.claim(is_released=True).claimed_by is None
    wang.claim()
    assert li.question().claimed_by == "Wang"
    agent.wait(300)
    assert li.question().claimed_by is None
    assert li.claim().claimed_by == "Li"
    wang.answer()
    for late in (li.claim, lambda: li.assign("Q-1", "Li")):
        with pytest.raises(QuestionSettled):
            late()


def test_every_settled_state_refuses_to_be_settled_again(agent: Agent) -> None:
    wang, li = waits_for(agent, {}, {})
    with pytest.raises(UnknownReference):
        wang.answer("Q-7")
    wang.answer("Q-1")
    wang.decline("Q-2")
    for question_id in ("Q-1", "Q-2"):
        with pytest.raises(AlreadyAnswered):
            li.answer(question_id)
        with pytest.raises(AlreadyAnswered):
            li.decline(question_id)
    wang.cancel()
    for write in (wang.answer, wang.decline, wang.claim, lambda: wang.withdraw_answer("Q-1.1")):
        with pytest.raises(TaskCancelled):
            write()


def test_every_write_of_a_person_stands_in_the_change_log_old_to_new(agent: Agent) -> None:
    wang, _ = waits_for(agent)
    wang.answer()
    wang.answer(text="8", corrects="Q-1.1", reason="r")
    with pytest.raises(CaseRefused):
        wang.decline()
    with agent.store.reading() as cursor:
        rows = cursor.execute(
            "SELECT principal_name, action, subject_kind, old_value::VARCHAR, new_value::VARCHAR FROM audit "
            "WHERE principal_name = 'Wang' AND subject_kind = 'question' ORDER BY audit_id"
        ).fetchall()
    assert rows == [
        (
            "Wang", "answer_task_question", "question", '{"state":"pending"}',
            '{"state":"answered","answer_id":"Q-1.1"}',
        ),
        (
            "Wang", "answer_task_question", "question", '{"holds":"Q-1.1"}',
            '{"holds":"Q-1.2","reason":"r"}',
        ),
    ]  # fmt: skip

"""People who answer, decide and state, on the clock of the agent whose case it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from data_access.contracts import discussion as said
from data_access.contracts import people_calls as person
from data_access.contracts import people_receipts as told
from data_access.contracts import sign_off_calls as signing
from data_access.contracts.case_calls import AddHumanEvidenceCall
from data_access.contracts.case_receipts import HumanEvidenceReceipt, TaskReceipt
from data_access.contracts.people import Answer, Question
from data_access.contracts.principal import Principal
from data_access.reading.case_people import questions_of_task
from data_access.writing import (
    answer_questions,
    decide_actions,
    discuss,
    hold_questions,
    person_facts,
    person_moves,
    sign_off_reports,
)
from data_access.writing.add_human_evidence import add_task_human_evidence
from data_access.writing.case_write import Author
from tests.writing.cases import Agent


def person_named(name: str) -> Principal:
    """Somebody who signed in and may decide."""
    return Principal(
        kind="person",
        id=f"person-{name}",
        name=name,
        scopes=frozenset({"read", "decide"}),
        is_verified=True,
    )


@dataclass
class Person:
    """Answers one case."""

    agent: Agent
    task_id: str
    name: str = "Wang"

    @property
    def author(self) -> Author:
        return Author(person_named(self.name), "rest", lambda: self.agent.now)

    def asked(self, given: dict[str, Any]) -> dict[str, Any]:
        return {"request_id": f"{self.name}-{self.agent.request()}", "task_id": self.task_id} | given

    def answer(self, question_id: str = "Q-1", **given: Any) -> told.AnswerGivenReceipt:
        own = {"question_id": question_id, "text": f"Valve 7, says {self.name}."}
        call = person.AnswerQuestionCall(**self.asked(own | given))
        return answer_questions.answer_task_question(self.agent.store, call, author=self.author)

    def decline(self, question_id: str = "Q-1", **given: Any) -> told.AnswerGivenReceipt:
        own = {"question_id": question_id, "reason": "Not mine to say."}
        call = person.DeclineQuestionCall(**self.asked(own | given))
        return answer_questions.decline_task_question(self.agent.store, call, author=self.author)

    def withdraw_answer(self, answer_id: str, **given: Any) -> told.AnswerWithdrawnReceipt:
        call = person.WithdrawAnswerCall(
            **self.asked({"answer_id": answer_id, "reason": "I mixed them up."} | given)
        )
        return answer_questions.withdraw_answer(self.agent.store, call, author=self.author)

    def assign(self, question_id: str, assignee: str | None, **given: Any) -> told.QuestionHeldReceipt:
        own = {"question_id": question_id, "assignee": assignee}
        call = person.AssignQuestionCall(**self.asked(own | given))
        return hold_questions.assign_question(self.agent.store, call, author=self.author)

    def claim(self, question_id: str = "Q-1", **given: Any) -> told.QuestionHeldReceipt:
        call = person.ClaimQuestionCall(**self.asked({"question_id": question_id} | given))
        return hold_questions.claim_question(self.agent.store, call, author=self.author)

    def decide(self, action_id: str = "A-1", **given: Any) -> told.ActionDecidedReceipt:
        own = {"action_id": action_id, "decision": "approved", "reason": "It is needed."}
        call = person.DecideActionCall(**self.asked(own | given))
        return decide_actions.decide_task_action(self.agent.store, call, author=self.author)

    def report_done(self, action_id: str = "A-1", **given: Any) -> told.FactReceipt:
        own = {
            "action_id": action_id, "done_by": "Crew 3", "done_at": self.agent.now, "reference": "WO-17",
            "result": "Clear after 20 minutes.", "known_by": "seen",
        }  # fmt: skip
        call = person.ReportActionDoneCall(**self.asked(own | given))
        return decide_actions.report_action_done(self.agent.store, call, author=self.author)

    def look_again(self, **given: Any) -> TaskReceipt:
        call = person.ReinvestigateCall(**self.asked({"reason": "P2 was never looked at."} | given))
        return person_moves.request_reinvestigation(self.agent.store, call, author=self.author)

    def cancel(self, **given: Any) -> TaskReceipt:
        call = person.CancelTaskCall(**self.asked({"reason": "A duplicate."} | given))
        return person_moves.cancel_task(self.agent.store, call, author=self.author)

    def state(self, **given: Any) -> HumanEvidenceReceipt:
        own = {"kind": "statement", "known_by": "seen", "statement": "The valve is shut."}
        call = AddHumanEvidenceCall(**self.asked(own | given))
        return add_task_human_evidence(self.agent.store, call, author=self.author)

    def confirm(self, evidence_id: str, **given: Any) -> told.FactReceipt:
        call = person.ConfirmFactCall(**self.asked({"evidence_id": evidence_id} | given))
        return person_facts.confirm_relayed_fact(self.agent.store, call, author=self.author)

    def correct(self, evidence_id: str, **given: Any) -> told.FactReceipt:
        own = {
            "evidence_id": evidence_id, "reason": "It was the other one.", "kind": "statement",
            "known_by": "seen", "statement": "Valve 8 is shut.",
        }  # fmt: skip
        call = person.CorrectFactCall(**self.asked(own | given))
        return person_facts.correct_evidence(self.agent.store, call, author=self.author)

    def withdraw(self, evidence_id: str, **given: Any) -> told.FactReceipt:
        own = {"evidence_id": evidence_id, "reason": "Not seen."}
        call = person.WithdrawFactCall(**self.asked(own | given))
        return person_facts.withdraw_evidence(self.agent.store, call, author=self.author)

    def post(self, text: str = "Why not the plant?", **given: Any) -> said.MessageReceipt:
        call = said.PostMessageCall(**self.asked({"text": text} | given))
        return discuss.post_discussion_message(self.agent.store, call, author=self.author)

    def sign_off(self, report_revision: int = 1, **given: Any) -> signing.SignOffReceipt:
        own = {"report_revision": report_revision, "verdict": "reviewed"}
        call = signing.SignOffCall(**self.asked(own | given))
        return sign_off_reports.sign_off_report_revision(self.agent.store, call, author=self.author)

    def withdraw_sign_off(self, sign_off_id: str = "S-1", **given: Any) -> signing.SignOffReceipt:
        call = signing.WithdrawSignOffCall(**self.asked({"sign_off_id": sign_off_id} | given))
        return sign_off_reports.withdraw_sign_off(self.agent.store, call, author=self.author)

    def question(self, question_id: str = "Q-1") -> Question:
        questions = questions_of_task(self.agent.store, self.task_id, as_of=self.agent.now)
        return next(one for one in questions if one.question_id == question_id)

    def holding(self, question_id: str = "Q-1") -> list[Answer]:
        """Return the answers that hold; there is never more than one."""
        return [one for one in self.question(question_id).answers if one.is_effective]

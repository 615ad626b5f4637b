"""Keeps what people answer: of several at once one holds, and what the others wrote is theirs to keep.

Settling the last required question of a case that waits for people queues it in the same transaction.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import orjson
from pydantic import JsonValue

from data_access.contracts.people import Answer, AnswerStanding, QuestionField
from data_access.contracts.people_calls import AnswerQuestionCall, DeclineQuestionCall, WithdrawAnswerCall
from data_access.contracts.people_receipts import AnswerGivenReceipt, AnswerWithdrawnReceipt
from data_access.errors import NotCorrectable, Problem, UnknownReference
from data_access.rules.answers import answer_refusals, effective, standing_of
from data_access.rules.refusals import refuse_if_any
from data_access.store.connection import Store
from data_access.writing.case_write import Author, Writing
from data_access.writing.packed_json import packed
from data_access.writing.person_writes import reports_citing, write_as_person
from data_access.writing.task_moves import Move, TaskStanding, move_task_if_due


class AskedQuestion(NamedTuple):
    """A question with its answers, as they are written down."""

    question_id: str
    state: str
    row: dict[str, Any]
    answers: tuple[Answer, ...]


def answer_task_question(store: Store, call: AnswerQuestionCall, *, author: Author) -> AnswerGivenReceipt:
    """Answer a question, or edit an answer with `corrects`. Needs a person with the scope `decide`.

    An edit moves nothing. An answer to a question that ended without one is kept as late and moves nothing.
    Raises: what every write of a person raises, `AlreadyAnswered`, `AnswerEmpty`, `FieldValueInvalid`,
    `UnknownReference`, `NotCorrectable`, `ReasonMissing`, `FactIncomplete`.
    """
    return write_as_person(
        store, "answer_task_question", call, _answer, gives=AnswerGivenReceipt, author=author
    )


def decline_task_question(store: Store, call: DeclineQuestionCall, *, author: Author) -> AnswerGivenReceipt:
    """Refuse to answer, which settles the question. Needs a person with the scope `decide`.

    Raises: what every write of a person raises, `AlreadyAnswered`, `UnknownReference`.
    """
    return write_as_person(
        store, "decline_task_question", call, _decline, gives=AnswerGivenReceipt, author=author
    )


def withdraw_answer(store: Store, call: WithdrawAnswerCall, *, author: Author) -> AnswerWithdrawnReceipt:
    """Say that an answer counts no longer; it moves nothing. Needs a person with the scope `decide`.

    Raises: what every write of a person raises, `UnknownReference`, `NotCorrectable`.
    """
    return write_as_person(
        store, "withdraw_answer", call, _withdraw, gives=AnswerWithdrawnReceipt, author=author
    )


def question_asked(writing: Writing, task_id: str, question_id: str) -> AskedQuestion:
    """Return a question of the task. Raises: `UnknownReference`."""
    rows = writing.keep("question_named", task_id=task_id, question_id=question_id)
    if not rows:
        known = ", ".join(
            row["question_id"] for row in writing.transaction.run("questions_asked", {"task_id": task_id})
        )
        why = f"{question_id[:100]} is no question of this task"
        wrong = Problem("question_id", why, f"The task has {known or 'no questions yet'}.")
        raise UnknownReference(f"Task {task_id} has no question {question_id[:100]}.", problems=(wrong,))
    return AskedQuestion(
        rows[0]["question_id"], rows[0]["state"], rows[0], _answers(writing, task_id, question_id)
    )


def _answers(writing: Writing, task_id: str, question_id: str | None) -> tuple[Answer, ...]:
    rows = writing.transaction.run("answers_of_task", {"task_id": task_id, "question_id": question_id})
    return tuple(
        Answer(**(row | {"field_values": orjson.loads(row["field_values"] or "{}")})) for row in rows
    )


def _answer(writing: Writing, call: AnswerQuestionCall, task: TaskStanding) -> dict[str, Any]:
    question = question_asked(writing, task.task_id, call.question_id)
    fields = tuple(QuestionField(**one) for one in orjson.loads(question.row["fields"]))
    refuse_if_any([*answer_refusals(call, fields, question.answers)], "The answer")
    edited = next((one for one in question.answers if one.answer_id == call.corrects), None)
    if edited is not None:
        return _edited(writing, call, task, question, edited)
    standing = standing_of(
        is_pending=question.state == "pending", winner=effective(question.answers), keep_as=call.keep_as
    )
    if standing == "evidence":
        return _told(writing, task, question, standing, evidence_id=_stated(writing, call))
    answer_id = _kept(writing, call, standing, text=call.text, field_values=packed(call.field_values))
    return _settled(writing, task, question, standing, answer_id, "answered")


def _decline(writing: Writing, call: DeclineQuestionCall, task: TaskStanding) -> dict[str, Any]:
    question = question_asked(writing, task.task_id, call.question_id)
    standing = standing_of(
        is_pending=question.state == "pending",
        winner=effective(question.answers),
        keep_as="dissent" if call.keep_as_dissent else None,
    )
    answer_id = _kept(writing, call, standing, is_refusal=True)
    return _settled(writing, task, question, standing, answer_id, "declined")


def _edited(
    writing: Writing, call: AnswerQuestionCall, task: TaskStanding, question: AskedQuestion, edited: Answer
) -> dict[str, Any]:
    standing: AnswerStanding = "late" if edited.is_late else "dissent" if edited.is_dissent else "effective"
    answer_id = _kept(
        writing,
        call,
        standing,
        text=call.text,
        field_values=packed(call.field_values),
        corrects=edited.answer_id,
    )
    _log(writing, call, {"holds": edited.answer_id}, {"holds": answer_id, "reason": call.reason})
    flagged = reports_citing(writing, call.task_id, edited.answer_id)
    return _told(writing, task, question, standing, answer_id=answer_id, flagged=flagged)


def _kept(
    writing: Writing,
    call: AnswerQuestionCall | DeclineQuestionCall,
    standing: AnswerStanding,
    *,
    text: str | None = None,
    field_values: str | None = None,
    is_refusal: bool = False,
    corrects: str | None = None,
) -> str:
    kept = writing.keep(
        "add_answer",
        task_id=call.task_id,
        question_id=call.question_id,
        person=writing.author.principal.name,
        text=text,
        field_values=field_values,
        is_refusal=is_refusal,
        is_late=standing == "late",
        is_dissent=standing == "dissent",
        corrects=corrects,
        reason=call.reason,
        client_request_id=call.request_id,
    )
    answer_id: str = kept[0]["answer_id"]
    return answer_id


def _settled(
    writing: Writing,
    task: TaskStanding,
    question: AskedQuestion,
    standing: AnswerStanding,
    answer_id: str,
    state: str,
) -> dict[str, Any]:
    """Settle the question with an answer that holds, and move the case where the table says so."""
    is_queued = False
    if standing == "effective":
        values = {"task_id": task.task_id, "question_id": question.question_id}
        writing.keep("settle_question", state=state, **values)
        move = Move("question_settled", writing.at, writing.at, writing.author.principal.id)
        is_queued = move_task_if_due(writing.transaction, task, move) is not None
    new: JsonValue = (
        {"state": state, "answer_id": answer_id} if standing == "effective" else {str(standing): answer_id}
    )
    writing.log("question", f"{task.task_id}/{question.question_id}", old={"state": question.state}, new=new)
    told = _told(writing, task, question, standing, answer_id=answer_id)
    settled = {"question_state": state} if standing == "effective" else {}
    return told | settled | {"is_queued_by_this": is_queued}


def _stated(writing: Writing, call: AnswerQuestionCall) -> str:
    """Keep the text as a fact that the person states."""
    principal = writing.author.principal
    measured = dict.fromkeys(("point", "parameter", "value", "unit", "method", "observed_at", "place"))
    attached = dict.fromkeys(("attachment_hash", "attachment_name"))
    relayed = dict.fromkeys(("quote", "message_id", "conversation", "action_id", "done_by", "reference"))
    kept = writing.keep(
        "add_human_evidence",
        task_id=call.task_id,
        kind="statement",
        known_by=call.known_by,
        told_by=call.told_by,
        statement=call.text,
        person=principal.name,
        is_relayed=False,
        confirmed_at=writing.at,
        confirmed_by=principal.id,
        confirmed_by_name=principal.name,
        corrects=None,
        **measured,
        **attached,
        **relayed,
    )
    evidence_id: str = kept[0]["evidence_id"]
    _log(writing, call, None, {"kept_as": evidence_id})
    return evidence_id


def _told(
    writing: Writing,
    task: TaskStanding,
    question: AskedQuestion,
    standing: AnswerStanding,
    *,
    answer_id: str | None = None,
    evidence_id: str | None = None,
    flagged: tuple[int, ...] = (),
) -> dict[str, Any]:
    waiting = writing.keep("required_questions_pending", task_id=task.task_id)
    return {
        "question_id": question.question_id,
        "question_state": question.state,
        "answer_id": answer_id,
        "evidence_id": evidence_id,
        "standing": standing,
        "required_pending": tuple(row["question_id"] for row in waiting),
        "is_queued_by_this": False,
        "flagged_reports": flagged,
    }


def _withdraw(writing: Writing, call: WithdrawAnswerCall, task: TaskStanding) -> dict[str, Any]:
    answers = {one.answer_id: one for one in _answers(writing, task.task_id, None)}
    answer = answers.get(call.answer_id)
    if answer is None:
        known = ", ".join(list(answers)[-8:]) or "no answers yet"
        why = f"{call.answer_id[:100]} is no answer of this task"
        wrong = Problem("answer_id", why, f"The task has {known}.")
        raise UnknownReference(f"Task {task.task_id} has no such answer.", problems=(wrong,))
    if answer.withdrawn_at is not None or answer.corrected_by is not None:
        state = "withdrawn" if answer.withdrawn_at else f"edited as {answer.corrected_by}"
        fix = "Nothing is left to do." if answer.withdrawn_at else f"Withdraw {answer.corrected_by}."
        wrong = Problem("answer_id", f"{answer.answer_id} was {state} already", fix)
        raise NotCorrectable(f"{answer.answer_id} was {state} already. {fix}", problems=(wrong,))
    writing.keep(
        "withdraw_answer",
        task_id=task.task_id,
        answer_id=answer.answer_id,
        person=writing.author.principal.name,
        reason=call.reason,
    )
    new: JsonValue = {"state": "withdrawn", "reason": call.reason}
    writing.log("answer", f"{task.task_id}/{answer.answer_id}", old={"state": "given"}, new=new)
    return {
        "answer_id": answer.answer_id,
        "flagged_reports": reports_citing(writing, task.task_id, answer.answer_id),
    }


def _log(writing: Writing, call: AnswerQuestionCall, old: dict[str, Any] | None, new: dict[str, Any]) -> None:
    writing.log("question", f"{call.task_id}/{call.question_id}", old=old, new=new)

"""Keeps who should answer a question, and who says that they are about to; neither moves anything."""

from __future__ import annotations

from typing import Any

from data_access.contracts.people_calls import AssignQuestionCall, ClaimQuestionCall
from data_access.contracts.people_receipts import QuestionHeldReceipt
from data_access.rules.question_claims import CLAIM_LASTS, claim_refusals, open_refusals
from data_access.rules.refusals import refuse_if_any
from data_access.store.connection import Record, Store
from data_access.writing.answer_questions import question_asked
from data_access.writing.case_write import Author, Writing
from data_access.writing.person_writes import write_as_person
from data_access.writing.task_moves import TaskStanding


def assign_question(store: Store, call: AssignQuestionCall, *, author: Author) -> QuestionHeldReceipt:
    """Say who should answer; anybody still may. Needs a person with the scope `decide`.

    Raises: what every write of a person raises, `UnknownReference`, `QuestionSettled`.
    """
    return write_as_person(store, "assign_question", call, _assign, gives=QuestionHeldReceipt, author=author)


def claim_question(store: Store, call: ClaimQuestionCall, *, author: Author) -> QuestionHeldReceipt:
    """Tell others for five minutes that you are about to answer; they still may. Needs a person.

    Raises: what every write of a person raises, `UnknownReference`, `QuestionSettled`, `QuestionClaimed`.
    """
    return write_as_person(store, "claim_question", call, _claim, gives=QuestionHeldReceipt, author=author)


def _assign(writing: Writing, call: AssignQuestionCall, task: TaskStanding) -> dict[str, Any]:
    question = question_asked(writing, task.task_id, call.question_id)
    refuse_if_any([*open_refusals(question.question_id, question.state)], "The assignment")
    values = {"task_id": task.task_id, "question_id": question.question_id}
    writing.keep("assign_question", assignee=call.assignee, **values)
    writing.log(
        "question",
        f"{task.task_id}/{question.question_id}",
        old={"assignee": question.row["assignee"]},
        new={"assignee": call.assignee},
    )
    return _held(writing, values)


def _claim(writing: Writing, call: ClaimQuestionCall, task: TaskStanding) -> dict[str, Any]:
    question = question_asked(writing, task.task_id, call.question_id)
    principal, row = writing.author.principal, question.row
    refusals = [
        *open_refusals(question.question_id, question.state),
        *claim_refusals(
            call,
            holder=row["claimed_by_name"],
            is_own=row["claimed_by"] == principal.id,
            until=row["claimed_until"],
            now=writing.at,
        ),
    ]
    refuse_if_any(refusals, "The claim")
    values = {"task_id": task.task_id, "question_id": question.question_id}
    is_held = not call.is_released
    writing.keep(
        "claim_question",
        claimed_by=principal.id if is_held else None,
        claimed_by_name=principal.name if is_held else None,
        claimed_until=writing.at + CLAIM_LASTS if is_held else None,
        **values,
    )
    return _held(writing, values)


def _held(writing: Writing, values: dict[str, str]) -> dict[str, Any]:
    row: Record = writing.keep("question_named", **values)[0]
    is_claimed = row["claimed_until"] is not None and row["claimed_until"] > writing.at
    return {
        "question_id": row["question_id"],
        "assignee": row["assignee"],
        "claimed_by": row["claimed_by_name"] if is_claimed else None,
        "claimed_until": row["claimed_until"] if is_claimed else None,
    }

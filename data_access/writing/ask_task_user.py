"""Asks the people of a case; the call returns at once, and nobody has answered yet."""

from __future__ import annotations

from typing import Any

from data_access.contracts.case_calls import AskTaskUserCall
from data_access.contracts.case_receipts import QuestionReceipt
from data_access.rules.questions import AskedBefore, question_refusals
from data_access.rules.refusals import refuse_if_any
from data_access.store.connection import Store
from data_access.writing.case_write import Author, Writing
from data_access.writing.notices import emit_notice
from data_access.writing.packed_json import packed
from data_access.writing.round_writes import write_in_round
from data_access.writing.task_moves import TaskStanding

_AS_GIVEN = {
    "prompt", "why", "is_required", "assignee", "due_at", "expires_at", "supersedes", "supersede_reason",
}  # fmt: skip
_REQUIRED = (
    "Publish what you know so far, then end the round with finish_task_run: the case waits for people, "
    "and the answer queues it again as a new generation. Do not wait for it, and do not ask elsewhere."
)
_OPTIONAL = (
    "Go on with what can be done without it. Read section `questions` of get_task_context with your lease "
    "token to see whether somebody has answered."
)


def ask_task_user(store: Store, call: AskTaskUserCall, *, author: Author) -> QuestionReceipt:
    """Ask people something. Needs the scope `publish` and the lease.

    Raises: what every write of a round raises, `AskedAgain`, `UnknownReference`, `NotSuperseded`,
    `ReasonMissing`, `DuplicateId`, `ExpiryPassed`.
    """
    return write_in_round(store, "ask_task_user", call, _ask, gives=QuestionReceipt, author=author)


def _ask(writing: Writing, call: AskTaskUserCall, task: TaskStanding) -> dict[str, Any]:
    rows = writing.transaction.run("questions_asked", {"task_id": task.task_id})
    before = [AskedBefore(**row) for row in rows]
    refuse_if_any([*question_refusals(call, before, writing.at)], "The question")
    kept = writing.keep(
        "add_question",
        task_id=task.task_id,
        round_id=task.round_id,
        generation=task.generation,
        fields=packed(call.fields),
        options=packed(call.options),
        **call.model_dump(include=_AS_GIVEN),
    )
    question_id: str = kept[0]["question_id"]
    emit_notice(
        writing.transaction,
        "question_asked",
        task_id=task.task_id,
        subject_id=question_id,
        detail="required" if call.is_required else "optional",
        at=writing.at,
    )
    if call.supersedes is not None:
        writing.keep(
            "supersede_question",
            task_id=task.task_id,
            question_id=call.supersedes,
            superseded_by=question_id,
        )
        writing.log(
            "question",
            f"{task.task_id}/{call.supersedes}",
            old={"state": next(one.state for one in before if one.question_id == call.supersedes)},
            new={"superseded_by": question_id, "reason": call.supersede_reason},
        )
    return {"question_id": question_id, "next_step": _REQUIRED if call.is_required else _OPTIONAL}

"""What counts as an answer to a question, and what becomes of one that comes when another one holds.

Free text always answers. A value is checked against the field that asks for it. The first answer settles a
question; whatever follows is an edit of it, another opinion, a fact, or late.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from datetime import datetime

from pydantic import JsonValue, TypeAdapter, ValidationError

from data_access.contracts.given_values import GivenTime
from data_access.contracts.people import Answer, AnswerStanding, QuestionField
from data_access.contracts.people_calls import AnswerQuestionCall
from data_access.errors import (
    AlreadyAnswered,
    AnswerEmpty,
    FactIncomplete,
    FieldValueInvalid,
    NotCorrectable,
    Problem,
    ReasonMissing,
    UnknownReference,
)
from data_access.rules.refusals import Refusal, refusal

_MEANT = {
    "text": "Give a text.",
    "number": "Give a number, without its unit.",
    "time": "Give a moment like 2026-05-01T10:00:00Z.",
    "yes_no": "Give true or false.",
}
_MOMENT: TypeAdapter[datetime] = TypeAdapter(GivenTime)


def answer_refusals(
    call: AnswerQuestionCall, fields: Sequence[QuestionField], answers: Sequence[Answer]
) -> Iterator[Refusal]:
    """Yield what forbids this answer, whoever else has answered."""
    if call.text is None and not call.field_values:
        fix = "Write the answer in words, or give a value."
        yield refusal(AnswerEmpty, "text", "there are neither words nor values", fix)
    yield from _values(call.field_values, fields)
    yield from _edit(call, answers)
    yield from _as_evidence(call)


def effective(answers: Sequence[Answer]) -> Answer | None:
    """Return the answer or the refusal that holds; None when there is none, or it was withdrawn."""
    return next((one for one in answers if one.is_effective), None)


def standing_of(*, is_pending: bool, winner: Answer | None, keep_as: AnswerStanding | None) -> AnswerStanding:
    """Return what becomes of an answer that is no edit.

    Raises: `AlreadyAnswered`, with the one that holds.
    """
    if is_pending:
        return "effective"
    if winner is None:
        return "late"
    if keep_as is not None:
        return keep_as
    did = "refused to answer" if winner.is_refusal else "answered"
    fix = (
        "Send yours again with `keep_as` dissent to keep it beside that, or evidence to keep its text as a "
        "fact you state; to change that answer, give its id as `corrects` with a reason; else discard yours."
    )
    raise AlreadyAnswered(
        f"{winner.person} {did} {winner.question_id} first, at {winner.answered_at:%Y-%m-%d %H:%M:%S} UTC: "
        f"{winner.answer_id} holds. Yours was not stored.",
        winner=winner.model_dump(mode="json"),
        problems=(Problem("question_id", f"{winner.answer_id} holds already", fix),),
    )


def _values(given: dict[str, JsonValue], fields: Sequence[QuestionField]) -> Iterator[Refusal]:
    known = {field.name: field for field in fields}
    for name, value in given.items():
        where = f"field_values.{name}"
        if name not in known:
            told = f"It asks for {', '.join(known)}." if known else "It asks for none; answer with `text`."
            yield refusal(FieldValueInvalid, where, "the question asks for no such value", told)
        elif not _fits(value, known[name]):
            field = known[name]
            fix = (
                _MEANT.get(field.kind) or f"Give one of {', '.join(field.options)}; else write it as `text`."
            )
            yield refusal(FieldValueInvalid, where, f"{str(value)[:80]} is no {field.kind}", fix)


def _fits(value: JsonValue, field: QuestionField) -> bool:
    if field.kind == "yes_no":
        return isinstance(value, bool)
    if field.kind == "number":
        return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    if not isinstance(value, str) or not value.strip():
        return False
    if field.kind == "choice":
        return value in field.options
    return field.kind == "text" or _is_moment(value)


def _is_moment(value: str) -> bool:
    try:
        _MOMENT.validate_python(value)
    except ValidationError:
        return False
    return True


def _edit(call: AnswerQuestionCall, answers: Sequence[Answer]) -> Iterator[Refusal]:
    if call.corrects is None:
        return
    if call.reason is None:
        why = f"it replaces {call.corrects[:100]} and does not say why"
        yield refusal(ReasonMissing, "reason", why, "Say what was wrong with it.")
    edited = next((one for one in answers if one.answer_id == call.corrects), None)
    if edited is None:
        known = ", ".join(one.answer_id for one in answers) or "no answers yet"
        why = f"{call.corrects[:100]} is no answer to {call.question_id}"
        yield refusal(UnknownReference, "corrects", why, f"The question has {known}.")
    elif edited.is_refusal:
        fix = "Withdraw it with withdraw_answer; an answer given after that is kept as late."
        yield refusal(NotCorrectable, "corrects", f"{edited.answer_id} is a refusal, no answer", fix)
    elif edited.corrected_by is not None:
        fix = f"Read {edited.corrected_by} and edit that one, if it is still needed."
        why = f"{edited.answer_id} was edited already, as {edited.corrected_by}"
        yield refusal(NotCorrectable, "corrects", why, fix)
    elif edited.withdrawn_at is not None:
        fix = "Answer anew without `corrects`."
        yield refusal(NotCorrectable, "corrects", f"{edited.answer_id} was withdrawn", fix)


def _as_evidence(call: AnswerQuestionCall) -> Iterator[Refusal]:
    if call.keep_as != "evidence":
        return
    if call.text is None:
        yield refusal(FactIncomplete, "text", "a fact is stated in words", "Write it as a sentence.")
    if call.known_by is None:
        fix = "Say whether it was `seen` by you or `told` to you; else keep it as dissent."
        yield refusal(FactIncomplete, "known_by", "a fact says from where you know it", fix)
    elif call.known_by == "told" and call.told_by is None:
        yield refusal(FactIncomplete, "told_by", "it was told to you", "Say by whom.")

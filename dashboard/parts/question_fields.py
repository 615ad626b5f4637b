"""The fields of an answer: what the question asks for by kind, its options, and words, which always answer.

What stands in a number is kept as it was typed and read when it is sent, so that no figure is rounded.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from pydantic import JsonValue, TypeAdapter, ValidationError

from dashboard.desk_session import said, zone
from dashboard.parts.draft import Draft, kept_choice, kept_text, kept_time, moment_written, written
from dashboard.wording import formats
from data_access.contracts.given_values import GivenTime
from data_access.contracts.people import Answer, Question, QuestionField

_TEXT, _OPTION = "text", "option"
_VALUE = "value."
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?")
_WHOLE = re.compile(r"[+-]?\d{1,18}")
_MOMENT: TypeAdapter[datetime] = TypeAdapter(GivenTime)


@dataclass(frozen=True)
class AnswerWritten:
    """What stands in the fields of an answer."""

    text: str | None
    values: Mapping[str, JsonValue]
    unreadable: tuple[str, ...]
    """What cannot be sent as it stands, in words of the page."""

    @property
    def is_blank(self) -> bool:
        """True when there is neither a word nor a value."""
        return self.text is None and not self.values


def answer_fields(begun: Draft, question: Question, *, initial: Answer | None = None) -> None:
    """Draw what can be filled in; `initial` is the answer that is to be changed."""
    w = said().answer
    for field in question.fields:
        _field(begun, field, initial.field_values.get(field.name) if initial else None)
    kept_text(begun, _TEXT, w.free_text, help=w.free_text_hint, initial=initial.text if initial else None)
    if question.options:
        kept_choice(begun, _OPTION, w.option, tuple(dict.fromkeys(question.options)))


def answer_written(begun: Draft, question: Question, *, initial: Answer | None = None) -> AnswerWritten:
    """Return what stands in the fields now; an option that was chosen leads the words.

    A time that was not touched stays as exact as it stands in the answer `initial`, which is to be changed.
    """
    values: dict[str, JsonValue] = {}
    unreadable = []
    for field in question.fields:
        typed, value = _value(begun, field, initial.field_values.get(field.name) if initial else None)
        if value is not None:
            values[field.name] = value
        elif typed:
            unreadable.append(said().answer.no_number.format(label=field.label, value=typed[:80]))
    words = [part for part in (written(begun, _OPTION), written(begun, _TEXT)) if part]
    return AnswerWritten("\n\n".join(dict.fromkeys(words)) or None, values, tuple(unreadable))


def values_told(question: Question, answer: Answer) -> list[str]:
    """Return the values of an answer as people read them: label, value, unit."""
    fields = {field.name: field for field in question.fields}
    return [_told(fields.get(name), name, value) for name, value in answer.field_values.items()]


def read_number(typed: str) -> int | float | None:
    """Return the number that somebody typed, also in full width; None when it is none."""
    plain = unicodedata.normalize("NFKC", typed).replace("\u2212", "-").strip()
    if _WHOLE.fullmatch(plain):
        return int(plain)
    number = float(plain) if _NUMBER.fullmatch(plain) else math.inf
    return number if math.isfinite(number) else None


def _field(begun: Draft, field: QuestionField, held: JsonValue) -> None:
    w, name = said().answer, _VALUE + field.name
    label = f"{field.label} ({field.unit})" if field.unit else field.label
    hint = w.hint_is_no_fact.format(hint=field.hint) if field.hint else None
    if field.kind == "choice":
        chosen = held if isinstance(held, str) and held in field.options else None
        kept_choice(begun, name, label, tuple(dict.fromkeys(field.options)), help=hint, initial=chosen)
    elif field.kind == "yes_no":
        stands = ("yes" if held else "no") if isinstance(held, bool) else None
        named = {"yes": w.yes, "no": w.no}
        kept_choice(
            begun, name, label, tuple(named), format_func=named.__getitem__, help=hint, initial=stands
        )
    elif field.kind == "time":
        told = w.time_hint.format(zone=zone())
        moment = _moment(held)
        kept_time(begun, name, label, help=f"{hint} {told}" if hint else told, initial=moment)
    elif field.kind == "number":
        told = w.number_hint.format(unit=field.unit) if field.unit else w.number_hint_plain
        typed = None if held is None else str(held)
        kept_text(begun, name, label, is_line=True, help=f"{hint} {told}" if hint else told, initial=typed)
    else:
        stands = held if isinstance(held, str) else None
        kept_text(begun, name, label, is_line=True, max_chars=2000, help=hint, initial=stands)


def _value(begun: Draft, field: QuestionField, held: JsonValue) -> tuple[str | None, JsonValue]:
    """Return what was typed into a field, and what it stands for; None for nothing that can be read."""
    name = _VALUE + field.name
    if field.kind == "time":
        moment, before = moment_written(begun, name), _moment(held)
        if moment and before and moment.replace(second=0) == before.replace(second=0, microsecond=0):
            return None, held
        return None, moment.isoformat().replace("+00:00", "Z") if moment else None
    typed = written(begun, name)
    if typed is None or field.kind in ("text", "choice"):
        return typed, typed
    return typed, typed == "yes" if field.kind == "yes_no" else read_number(typed)


def _told(field: QuestionField | None, name: str, value: JsonValue) -> str:
    w = said().answer
    label, unit = (field.label, field.unit) if field else (name, None)
    if isinstance(value, bool):
        shown = w.yes if value else w.no
    elif field is not None and field.kind == "time" and (moment := _moment(value)):
        shown = formats.exact(moment, zone(), said())
    else:
        shown = f"{value} {unit}" if unit else str(value)
    return f"{label}: {shown}"


def _moment(value: JsonValue) -> datetime | None:
    try:
        return _MOMENT.validate_python(value) if isinstance(value, str) else None
    except ValidationError:
        return None

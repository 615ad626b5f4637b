"""Values as callers write them: names, sentences and times, each with its bounds."""

from __future__ import annotations

import math
import re
import unicodedata
from datetime import datetime
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field, JsonValue

from data_access.contracts.common import UtcTime

_INT64 = 2**63
_DEEPEST = 20
_TIME = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:?\d\d)?")


def _written_as_time(given: object) -> object:
    # Without this a bare number would pass as seconds since 1970.
    if (isinstance(given, str) and not _TIME.fullmatch(given)) or isinstance(given, int | float):
        raise ValueError("it is no time; write it like 2026-05-01T10:00:00Z")
    return given


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("it is blank")
    return text


def _in_one_line(text: str) -> str:
    if any(unicodedata.category(sign) == "Cc" for sign in text):
        raise ValueError("it holds a control character; an id is one line of plain text")
    return text


def _without_nul(text: str) -> str:
    if "\0" in text:
        raise ValueError("it holds a NUL, which no path, branch or commit can")
    return text


def _of_a_clock(moment: datetime) -> datetime:
    if not 1970 <= moment.year < 2200:
        raise ValueError("it lies outside the years 1970 to 2199: no clock of a runtime shows it")
    return moment


def _storable(value: JsonValue, depth: int = 0) -> JsonValue:
    if depth > _DEEPEST:
        raise ValueError(f"it is nested more than {_DEEPEST} levels deep")
    if isinstance(value, int) and not -_INT64 <= value < _INT64:
        raise ValueError("it holds a whole number beyond 64 bits; write it as text")
    if isinstance(value, float) and not math.isfinite(value):
        raise ValueError("it holds a number that is none")
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for one in inner:
        _storable(one, depth + 1)
    return value


GivenTime = Annotated[UtcTime, BeforeValidator(_written_as_time)]
"""A moment as callers write it: ISO 8601 with a zone."""
NonBlank = AfterValidator(_not_blank)
ClockTime = Annotated[GivenTime, AfterValidator(_of_a_clock)]
"""A moment that a runtime read from its clock."""
Name = Annotated[str, Field(min_length=1, max_length=300), NonBlank]
"""A title, a name or an id in one line."""
InOneLine = AfterValidator(_in_one_line)
PlainId = Annotated[Name, InOneLine]
"""An id that a runtime gave, without control characters."""
WithoutNul = AfterValidator(_without_nul)
GivenJson = Annotated[JsonValue, AfterValidator(_storable)]
"""Any JSON that can be stored and given back unchanged."""
Cell = Annotated[
    Annotated[str, Field(max_length=2000)] | bool | int | float | None, BeforeValidator(_storable)
]
"""A value of a table."""
Prose = Annotated[str, Field(min_length=1, max_length=20_000), NonBlank]
"""Sentences."""

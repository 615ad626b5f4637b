"""Values as callers write them: names, sentences and times, each with its bounds."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from data_access.contracts.common import UtcTime

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


GivenTime = Annotated[UtcTime, BeforeValidator(_written_as_time)]
"""A moment as callers write it: ISO 8601 with a zone."""
NonBlank = AfterValidator(_not_blank)
Name = Annotated[str, Field(min_length=1, max_length=300), NonBlank]
"""A title, a name or an id in one line."""
Prose = Annotated[str, Field(min_length=1, max_length=20_000), NonBlank]
"""Sentences."""

"""Packs what a contract holds into the JSON of a column; `reading.stored_json` reads it back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import orjson
from pydantic import BaseModel, JsonValue

Packable = BaseModel | Sequence[BaseModel] | Sequence[str] | Mapping[str, JsonValue]


def packed(value: Packable | None) -> str | None:
    """Return `value` as JSON text; None stays None."""
    return None if value is None else orjson.dumps(value, default=_plain).decode()


def _plain(value: object) -> JsonValue:
    if isinstance(value, BaseModel):
        told: JsonValue = value.model_dump(mode="json")
        return told
    raise TypeError(type(value).__name__)

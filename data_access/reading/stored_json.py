"""Reads JSON back that importers stored."""

from __future__ import annotations

import json

from pydantic import JsonValue


def decoded(text: str | None) -> JsonValue:
    """Decode stored JSON; the importers wrote it, so it is valid, but NaN and Infinity are read as text."""
    value: JsonValue = None if text is None else json.loads(text, parse_constant=str)
    return value

"""Reads JSON back that was stored: by importers, and by the writings of cases."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import JsonValue


def decoded(text: str | None) -> JsonValue:
    """Decode stored JSON; the importers wrote it, so it is valid, but NaN and Infinity are read as text."""
    value: JsonValue = None if text is None else json.loads(text, parse_constant=str)
    return value


def unpacked(row: Mapping[str, Any], *names: str) -> dict[str, Any]:
    """Return the row with the JSON of the columns `names` decoded."""
    return dict(row) | {name: decoded(row[name]) for name in names}

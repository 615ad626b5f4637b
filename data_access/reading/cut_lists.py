"""Cuts the lists of an answer for agents to their newest records, and says how many were left out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from data_access.contracts.common import Contract

MOST_LISTED = 300
"""Records of one list in an answer."""
MOST_CHARACTERS = 200_000
"""Of the records of one list, as JSON: more than any model reads."""
_NEWEST_FIRST = ("reports",)


def cut_to_newest(told: dict[str, Any]) -> dict[str, int]:
    """Leave the oldest records of long lists out of `told`; return how many of which list."""
    left_out = {}
    for name, items in told.items():
        if isinstance(items, tuple) and items and isinstance(items[0], Contract):
            newest_first = items if name in _NEWEST_FIRST else items[::-1]
            kept = newest_first[: _most_that_fit(newest_first)]
            if len(kept) < len(items):
                left_out[name] = len(items) - len(kept)
                told[name] = kept if name in _NEWEST_FIRST else kept[::-1]
    return left_out


def _most_that_fit(items: Sequence[Contract]) -> int:
    """Return how many of the first items an answer holds; the first one always."""
    length = 0
    for number, item in enumerate(items[:MOST_LISTED]):
        length += len(item.model_dump_json())
        if length > MOST_CHARACTERS and number:
            return number
    return min(len(items), MOST_LISTED)

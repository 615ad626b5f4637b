"""Whether a model's name in a log is really one of the names a price list gives it.

The price library matches by prefix, by part and by pattern, which is meant for names with dates behind them
and would also price `claude-opus-4-10` as `claude-opus-4-1`. A wrong price is worse than none, so a match
counts only when nothing but a date, a stamp or the provider stands around a listed name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from genai_prices import types as library

_ADDENDUM = re.compile(
    r"(?:[-@](?:latest|preview(?:-\d{2}-\d{2,4})?|20\d{2}-\d{2}-\d{2}|\d{8}|\d{3,4}|v\d+(?::\d+)?))*(?:\[1m\])?"
)
_STAMP = re.compile(r"\d{3,4}|\d{8}")
_SEGMENT = re.compile(r"[^-@:.\[/]*")


def names_same_model(name: str, match: library.MatchLogic, provider_id: str = "") -> bool:
    """Tell whether `name` is one of the names in `match`, with nothing but a date or stamp added.

    The library matches by prefix, by part and by pattern, so `claude-opus-4-10` would be priced as
    `claude-opus-4-1`. Here what follows a listed name must be a date, a numeric stamp, `latest`, `preview` or
    an API version, and what stands before it the provider.
    """
    return any(
        _adds_nothing(name, start, text, provider_id) for start, text in _literals(name, match) if text
    )


def _literals(name: str, match: library.MatchLogic) -> Iterator[tuple[int, str]]:
    """Yield each listed name that stands in `name`, with its position."""
    clause = match
    for part in (
        *getattr(clause, "or_", ()),
        *(getattr(clause, "and_", ()) if clause.is_match(name) else ()),
    ):
        yield from _literals(name, part)
    if pattern := getattr(clause, "regex", None):
        found = re.search(pattern, name)
        if found:
            yield found.start(), found.group()
    for kind in ("equals", "starts_with", "ends_with", "contains"):
        if text := getattr(clause, kind, "").lower():
            yield name.find(text), text


def _adds_nothing(name: str, start: int, text: str, provider_id: str) -> bool:
    if start < 0:
        return False
    before, after = name[:start], name[start + len(text) :]
    if before and before[-1] not in "/." and before != f"{provider_id}-":
        return False
    begun = _SEGMENT.match(after)
    if begun and begun.group():  # the listed name ends inside a segment, as in `claude-sonnet-4-2025`
        segment = re.split(r"[-@:./]", text)[-1] + begun.group()
        if not _STAMP.fullmatch(segment):
            return False
        after = after[begun.end() :]
    return _ADDENDUM.fullmatch(after) is not None

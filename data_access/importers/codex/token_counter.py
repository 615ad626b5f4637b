"""Turns Codex's running totals into calls: a call is a step of the counter.

After each answer of a model Codex writes the total so far and what the last answer added. The row is written
again without any new call (a change of a rate limit, the end of a turn, a compaction), the counter starts
anew (a full context window, a thread rolled back), fields are missing in some versions, and a fork begins
with the rows of its parent. So a step counts when the total moved, field by field, never by `total_tokens`.
"""

from __future__ import annotations

from typing import NamedTuple

from data_access.importers.loose_values import Json, count, mapping
from data_access.rules.identity import digest

_NAMES = (
    ("input_tokens", "prompt_tokens", "prompt"),
    ("cached_input_tokens", "cache_read_input_tokens", "cached_tokens"),
    ("cache_write_input_tokens", "cache_creation_input_tokens"),
    ("output_tokens", "completion_tokens", "completion"),
    ("reasoning_output_tokens", "reasoning_tokens"),
)


class Tokens(NamedTuple):
    """Counts as Codex states them: input with all cache in it, output with all reasoning in it."""

    input: int | None
    cached: int | None
    cache_write: int | None
    output: int | None
    reasoning: int | None

    def is_nothing(self) -> bool:
        """Tell whether no token went in or out."""
        return not (self.input or self.output)

    def is_below(self, other: Tokens) -> bool:
        """Tell whether any count is smaller than the other's."""
        pairs = zip(self, other, strict=True)
        return any(mine < theirs for mine, theirs in pairs if mine is not None and theirs is not None)


NOTHING = Tokens(None, None, None, None, None)


class Step(NamedTuple):
    """One call: what the counter moved by."""

    tokens: Tokens
    replay_id: str
    """The same for the row of a fork's parent and its copy in the fork."""


def tokens_in(stated: Json) -> Tokens:
    """Return the counts that an object states."""
    return Tokens._make(next((count(stated[n]) for n in names if n in stated), None) for names in _NAMES)


class TokenCounter:
    """The counter of one thread, as its log shows it row by row."""

    def __init__(self) -> None:
        self._total: Tokens | None = None
        self._last: Tokens | None = None
        self._seen: set[Tokens] = set()
        self._runs = 0
        """How often the counter has begun anew."""

    def step(self, info: Json, *, begins_elsewhere: bool) -> Step | None:
        """Return the call that a row speaks of, nothing when it repeats what is known.

        `begins_elsewhere`: the thread goes on from another one, so that the first total holds more than it.
        """
        last = tokens_in(mapping(info.get("last_token_usage")))
        stated = info.get("total_token_usage")
        total = tokens_in(stated if isinstance(stated, dict) else info)
        if total == NOTHING:
            return self._added(last)
        if total in self._seen or self._is_still(total):
            return None
        moved = self._moved(total, last, begins_elsewhere)
        self._total, self._last = total, last
        if not total.is_nothing():
            self._seen.add(total)
        return None if moved.is_nothing() else Step(moved, digest(total, last, self._runs))

    def _added(self, last: Tokens) -> Step | None:
        """Without a total, what was added is all there is; the same again at once is a repetition."""
        if last.is_nothing() or last == self._last:
            return None
        self._last = last
        before = self._total or NOTHING
        self._total = Tokens._make(_sum(had, more) for had, more in zip(before, last, strict=True))
        return Step(last, digest(self._total, last, self._runs))

    def _is_still(self, total: Tokens) -> bool:
        known = self._total
        if known is None or total.is_below(known):
            return False
        return _difference(total, known, NOTHING).is_nothing()

    def _moved(self, total: Tokens, last: Tokens, begins_elsewhere: bool) -> Tokens:
        own = last if not last.is_nothing() and _is_within(last, total) else total
        if self._total is None:
            return own if begins_elsewhere else total
        if total.is_below(self._total):
            self._runs += 1
            self._seen.clear()
            return own
        return _difference(total, self._total, last)


def _sum(had: int | None, more: int | None) -> int | None:
    return more if had is None else had + (more or 0)


def _difference(total: Tokens, before: Tokens, last: Tokens) -> Tokens:
    """Return by how much each count moved; of one that was not stated before, what was added last."""
    return Tokens._make(
        None if now is None else now - had if had is not None else now if added is None else min(added, now)
        for now, had, added in zip(total, before, last, strict=True)
    )


def _is_within(part: Tokens, whole: Tokens) -> bool:
    return all(p <= w for p, w in zip(part, whole, strict=True) if p is not None and w is not None)

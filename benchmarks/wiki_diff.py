"""Compares two texts as MediaWiki does: lines first, then words within lines. The peer of `prose_quality`.

Written anew from what MediaWiki and its extension wikidiff2 document and show; none of their code is here.
Where the two differ, what shows a change better was taken:

- Lines are compared by a longest common subsequence. Lines that changed in one place are paired in order.
- A pair of lines less than `CHANGE` alike is one taken out and one put in. One old line may have become
  several new ones (up to `MOST_SPLIT`), as long as the first of them keeps `SPLIT_BEGINS` of it and all of
  them `SPLIT_ENDS`.
- Lines that were taken out and put in elsewhere, more than `MOVED` alike, have moved, the likest first; where
  one stands right before the other they are a pair like any other. Not tried beyond `MOST_MOVED` lines.
- Words are letters and digits in a row; every other sign, and every Chinese or Japanese one, stands for
  itself. One space after a word belongs to it and is not compared.
- How alike two lines are is the characters they share over all: of a stretch that was replaced, the longer
  side.
- A stretch that could as well stand further down slides there, or to where it meets the next.

Not here: Thai word breaks.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

from rapidfuzz.distance import LCSseq

CHANGE, MOVED, MOST_MOVED = 0.2, 0.4, 100
MOST_SPLIT, SPLIT_BEGINS, SPLIT_ENDS = 10, 0.1, 0.6
_ALONE = "\u0e00-\u0eff\u2000-\u206f\u3000-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff"
_WORD = re.compile(rf"(?:[^\W{_ALONE}]+|[^\n])[ \t]?|\n")

Mark = Literal["same", "removed", "added"]
Kind = Literal["same", "changed", "removed", "added", "moved_away", "moved_here"]
Span = tuple[int, int, int, int]
"""Begin and end in the old, begin and end in the new."""


@dataclass
class Line:
    """One row of the comparison."""

    kind: Kind
    pieces: list[tuple[Mark, str]] = field(default_factory=list)
    move: int = 0
    """The same number at both places of what moved."""


def wiki_diff(before: str, after: str) -> list[Line]:
    """Return the rows of a comparison, in order."""
    old, new = before.splitlines(), after.splitlines()
    rows: list[_Row] = []
    at_old = at_new = 0
    for a, b, c, d in [*changes(old, new), (len(old), len(old), len(new), len(new))]:
        rows += [_Row(at_old + n, (at_new + n,)) for n in range(a - at_old)]
        rows += _paired(old, new, range(a, b), range(c, d))
        at_old, at_new = b, d
    return _told(old, new, rows)


def changes(old: Sequence[str], new: Sequence[str]) -> list[Span]:
    """Return the stretches that differ, slid together."""
    steps = LCSseq.opcodes(old, new)
    kept_old, kept_new = [True] * len(old), [True] * len(new)
    for step in steps:
        if step.tag != "equal":
            kept_old[step.src_start : step.src_end] = [False] * (step.src_end - step.src_start)
            kept_new[step.dest_start : step.dest_end] = [False] * (step.dest_end - step.dest_start)
    _slide(old, kept_old)
    _slide(new, kept_new)
    return list(_spans(kept_old, kept_new))


def _slide(said: Sequence[str], kept: list[bool]) -> None:
    """Move each stretch of what is not kept down as far as the text allows it, over what is the same."""
    begin = 0
    while begin < len(kept):
        if kept[begin]:
            begin += 1
            continue
        end = _end(kept, begin)
        while end < len(kept) and said[begin] == said[end]:
            kept[begin], kept[end] = True, False
            begin, end = begin + 1, _end(kept, end)
        begin = end


def _end(kept: Sequence[bool], at: int) -> int:
    while at < len(kept) and not kept[at]:
        at += 1
    return at


def _spans(kept_old: Sequence[bool], kept_new: Sequence[bool]) -> Iterator[Span]:
    a = c = 0
    while a < len(kept_old) or c < len(kept_new):
        b, d = _end(kept_old, a), _end(kept_new, c)
        if b > a or d > c:
            yield a, b, c, d
        a, c = b + 1, d + 1


@dataclass(frozen=True)
class _Row:
    """Lines that stand together: an old one, new ones, or both."""

    old: int | None
    new: tuple[int, ...]


def _paired(old: Sequence[str], new: Sequence[str], of_old: range, of_new: range) -> Iterator[_Row]:
    """Yield the lines that changed in one place, paired in order."""
    a, c = of_old.start, of_new.start
    while a < of_old.stop and c < of_new.stop:
        size, likeness = _became(old[a], new[c : min(of_new.stop, c + MOST_SPLIT)])
        if likeness >= CHANGE:
            yield _Row(a, tuple(range(c, c + size)))
        else:
            yield _Row(a, ())
            yield _Row(None, (c,))
        a, c = a + 1, c + size
    yield from (_Row(left, ()) for left in range(a, of_old.stop))
    yield from (_Row(None, (left,)) for left in range(c, of_new.stop))


def _became(old: str, new: Sequence[str]) -> tuple[int, float]:
    """Return into how many lines one became, and how like it they are."""
    first = best = likeness(old, new[0])
    size = 1
    for count in range(2, len(new) + 1):
        alike = likeness(old, "\n".join(new[:count]))
        if alike <= SPLIT_BEGINS:
            break
        if alike > best:
            size, best = count, alike
    return (size, best) if size == 1 or best >= SPLIT_ENDS else (1, first)


@lru_cache(maxsize=65536)
def words_of(line: str) -> tuple[str, ...]:
    """Return the words of a line, each with the space after it."""
    return tuple(_WORD.findall(line))


def likeness(old: str, new: str) -> float:
    """Return which share of the characters of two lines is the same, from 0 to 1."""
    same = sum(len(text) for mark, text in word_pieces(old, new) if mark == "same")
    whole, taken = same, {"removed": 0, "added": 0}
    for mark, text in [*word_pieces(old, new), ("same", "")]:
        if mark == "same":
            whole += max(taken.values())
            taken = {"removed": 0, "added": 0}
        else:
            taken[mark] += len(text)
    return same / whole if whole else 1.0


@lru_cache(maxsize=65536)
def word_pieces(old: str, new: str) -> tuple[tuple[Mark, str], ...]:
    """Return what of two lines is the same, removed and added, in order."""
    said, says = words_of(old), words_of(new)
    pieces: list[tuple[Mark, str]] = []
    at = 0
    compared = [word.rstrip(" \t") or " " for word in said], [word.rstrip(" \t") or " " for word in says]
    for a, b, c, d in [*changes(*compared), (len(said), len(said), len(says), len(says))]:
        kept = "".join(says[c - (a - at) : c])
        pieces += [(mark, text) for mark, text in _three(kept, said[a:b], says[c:d]) if text]
        at = b
    return tuple(pieces)


def _three(kept: str, gone: Sequence[str], come: Sequence[str]) -> list[tuple[Mark, str]]:
    return [("same", kept), ("removed", "".join(gone)), ("added", "".join(come))]


def _told(old: Sequence[str], new: Sequence[str], rows: Sequence[_Row]) -> list[Line]:
    moves = _moves(old, new, rows)
    came = {there: here for here, there in moves.items()}
    numbers = {here: number for number, here in enumerate(sorted(moves), 1)}
    lines: list[Line] = []
    for place, row in enumerate(rows):
        text = "\n".join(new[at] for at in row.new)
        if row.old is not None and row.new:
            lines.append(_both(old[row.old], text))
        elif place in moves and moves[place] == place + 1:
            lines.append(_both(old[row.old or 0], new[rows[place + 1].new[0]]))
        elif came.get(place) == place - 1:
            continue
        elif place in moves:
            lines.append(Line("moved_away", [("same", old[row.old or 0])], numbers[place]))
        elif place in came:
            gone = old[rows[came[place]].old or 0]
            lines.append(Line("moved_here", list(word_pieces(gone, text)), numbers[came[place]]))
        elif row.old is not None:
            lines.append(Line("removed", [("removed", old[row.old])]))
        else:
            lines.append(Line("added", [("added", text)]))
    return lines


def _both(old: str, new: str) -> Line:
    return Line("same", [("same", new)]) if old == new else Line("changed", list(word_pieces(old, new)))


def _moves(old: Sequence[str], new: Sequence[str], rows: Sequence[_Row]) -> dict[int, int]:
    """Return where rows that were taken out were put in, by place; of two that would fit the likest."""
    gone = [n for n, row in enumerate(rows) if not row.new and row.old is not None and old[row.old].strip()]
    come = [n for n, row in enumerate(rows) if row.old is None and new[row.new[0]].strip()]
    if max(len(gone), len(come)) > MOST_MOVED:
        return {}
    found = sorted(
        (-likeness(old[rows[a].old or 0], new[rows[b].new[0]]), abs(a - b), a, b) for a in gone for b in come
    )
    moves: dict[int, int] = {}
    for minus, _, a, b in found:
        if -minus > MOVED and a not in moves and b not in moves.values():
            moves[a] = b
    return moves

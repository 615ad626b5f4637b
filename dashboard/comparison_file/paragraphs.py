"""How a text became another, as paragraphs for a file: what stayed, came in, went out and moved.

The same paragraphs as on the page: those that did not change are folded but for the one beside a change, and
formatting is marked only where nothing else differs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from dashboard.wording import Words
from data_access.contracts.prose_diff import Piece, ProseDiff, ProseUnit, UnitKind
from data_access.rules.text_safety import visible_lines

Mark = Literal["same", "added", "removed", "formatting", "said"]
"""`said`: words of the desk between those of the text."""
KEPT_AROUND = 1
"""Paragraphs that did not change and are shown beside one that did."""
_SIGNS = {"added": "+", "moved_here": "⇅", "removed": "−", "moved_away": "⇅"}
_SET_WIDE: frozenset[UnitKind] = frozenset({"code", "diagram", "row"})


@dataclass(frozen=True)
class Stretch:
    """Text that is marked in one way."""

    mark: Mark
    text: str


@dataclass(frozen=True)
class Paragraph:
    """A paragraph of either text."""

    sign: str
    """`+` came in, `−` went out, `±` changed, `⇅` moved; empty where it stayed."""
    stretches: tuple[Stretch, ...]
    is_mono: bool
    """True for code, diagrams and rows of tables."""


@dataclass(frozen=True)
class Folded:
    """Paragraphs in a row that did not change."""

    paragraphs: tuple[Paragraph, ...]


def is_formatting_alone(diff: ProseDiff) -> bool:
    """Say whether two texts differ in formatting and in nothing else."""
    changes = {unit.change for unit in diff.units} - {"same"}
    return changes == {"formatting"} and not any(unit.block_change for unit in diff.units)


def quiet_formatting(diff: ProseDiff) -> int:
    """Return in how many paragraphs formatting differs that is not marked, because more differs."""
    if is_formatting_alone(diff):
        return 0
    return sum(any(unit.change == "formatting" for unit in units) for units in _blocks(diff.units))


def folded_paragraphs(diff: ProseDiff, w: Words) -> Iterator[Paragraph | Folded]:
    """Yield the paragraphs of both texts in one order, those that say nothing new folded."""
    quiet: list[Paragraph] = []
    is_first = True
    for one in paragraphs(diff, w):
        if not one.sign:
            quiet.append(one)
            continue
        yield from _fold(quiet, begins=is_first, ends=False)
        yield one
        quiet, is_first = [], False
    yield from _fold(quiet, begins=is_first, ends=True)


def paragraphs(diff: ProseDiff, w: Words) -> Iterator[Paragraph]:
    """Yield the paragraphs of both texts in one order."""
    marks_formatting = is_formatting_alone(diff)
    for units in _blocks(diff.units):
        stretches: list[Stretch] = []
        for unit, last in zip(units, (None, *units), strict=False):
            stretches += _stretches(unit, last, w, marks_formatting=marks_formatting)
        yield Paragraph(
            sign=_sign(units, marks_formatting=marks_formatting),
            stretches=_trimmed(_joined(stretches)),
            is_mono=all(unit.kind in _SET_WIDE for unit in units),
        )


def in_one(diff: ProseDiff, w: Words) -> tuple[Stretch, ...]:
    """Return a short text as one run of stretches."""
    runs = [one for paragraph in paragraphs(diff, w) for one in (*paragraph.stretches, Stretch("same", "\n"))]
    return _trimmed(_joined(runs))


def plain(text: str) -> tuple[Stretch, ...]:
    """Return a text that did not change."""
    return (Stretch("same", visible_lines(text)),)


def _fold(quiet: Sequence[Paragraph], *, begins: bool, ends: bool) -> Iterator[Paragraph | Folded]:
    """Yield what did not change: the one beside a change is shown, the others only if they are few."""
    head = 0 if begins else KEPT_AROUND
    tail = 0 if ends else KEPT_AROUND
    middle = quiet[head : len(quiet) - tail]
    if len(middle) < 2 and not (begins and ends):
        yield from quiet
        return
    yield from quiet[:head]
    yield Folded(tuple(middle))
    yield from quiet[len(quiet) - tail :]


def _blocks(units: Sequence[ProseUnit]) -> Iterator[list[ProseUnit]]:
    """Yield the units that stand in one paragraph of either text."""
    standing: list[ProseUnit] = []
    for unit in units:
        standing.append(unit)
        if unit.ends_block:
            yield standing
            standing = []
    if standing:
        yield standing


def _sign(units: Sequence[ProseUnit], *, marks_formatting: bool) -> str:
    changes = {unit.change for unit in units}
    touched = changes - {"same"} - (set() if marks_formatting else {"formatting"})
    if not touched and not any(unit.block_change for unit in units):
        return ""
    signs = {_SIGNS.get(change, "±") for change in changes}
    return signs.pop() if len(signs) == 1 else "±"


def _stretches(
    unit: ProseUnit, last: ProseUnit | None, w: Words, *, marks_formatting: bool
) -> Iterator[Stretch]:
    """Yield the parts of a unit; what moved says so once for all that went together."""
    c = w.what_changed
    if unit.change == "moved_away" or unit.change == "moved_here":
        if last is None or (last.change, last.move) != (unit.change, unit.move):
            where = c.moved_here if unit.change == "moved_here" else c.moved_away
            yield Stretch("said", f"⇅ {unit.move} {where}: ")
        if unit.change == "moved_away":
            yield Stretch("removed", visible_lines("".join(piece.before for piece in unit.pieces)))
        else:  # what changed on the way is told where it stands now
            yield from (_stretch(piece, w, marks_formatting=marks_formatting) for piece in unit.pieces)
        return
    drawn = [_stretch(piece, w, marks_formatting=marks_formatting) for piece in unit.pieces]
    if unit.block_change:
        drawn = list(_trimmed(drawn))
        drawn.append(Stretch("said", f" ¶ {c.split if unit.block_change == 'split' else c.joined} "))
    yield from drawn


def _stretch(piece: Piece, w: Words, *, marks_formatting: bool) -> Stretch:
    shown = piece.before if piece.change == "removed" else piece.after
    text = visible_lines(shown)
    if piece.change in ("added", "removed"):
        return Stretch(piece.change, text or w.what_changed.unseen)
    return Stretch("formatting" if piece.change == "formatting" and marks_formatting else "same", text)


def _joined(stretches: Sequence[Stretch]) -> list[Stretch]:
    """Join neighbours that are marked alike, so that no writer sees half of what belongs together."""
    joined: list[Stretch] = []
    for one in stretches:
        if joined and joined[-1].mark == one.mark:
            joined[-1] = Stretch(one.mark, joined[-1].text + one.text)
        elif one.text:
            joined.append(one)
    return joined


def _trimmed(stretches: Sequence[Stretch]) -> tuple[Stretch, ...]:
    """Leave out the empty lines at the end: they are the distance to the next paragraph, not text."""
    kept = list(stretches)
    while kept:
        last = kept.pop()
        text = last.text.rstrip()
        if text:
            return (*kept, Stretch(last.mark, text))
    return ()

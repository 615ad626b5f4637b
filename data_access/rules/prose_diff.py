"""How one Markdown text became another, as a reader sees it: sentences first, then the words in them.

Units (rules/text_units) that say the same are paired first, then those that are alike between them, in order;
what is left over and stands elsewhere has moved. Within a pair the tokens (rules/text_tokens) are compared;
short stretches that two changes have in common by chance go with them. A unit of which more than
`BLOCK_SHARE` changed is not taken for the same: it was taken out and another put in.
Longest common subsequences come from rapidfuzz, which is exact and stays fast on long texts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import LCSseq

from data_access.contracts.prose_diff import (
    BlockChange,
    Piece,
    PieceChange,
    ProseDiff,
    ProseUnit,
    UnitChange,
)
from data_access.rules.text_tokens import Token, tokens_of
from data_access.rules.text_units import Unit, units_of

BLOCK_SHARE = 0.6
"""Of what a reader sees of a unit; more of it changed makes it another unit."""
MOST_CHARACTERS = 1_000_000
"""Of both texts together that are compared word by word."""
MOST_PAIRS = 20_000
"""Pairs of units of both texts together that are tried for likeness."""
MOST_STEPS = 60_000_000
"""Pairs of words in them: what trying them costs."""
_LEAST_MOVED = 8
"""Weight of a unit that counts as moved; shorter ones repeat by chance."""
_MOVED_LIKENESS = 0.75
_BY_CHANCE = 2
"""Weight of what two changes have in common and still are one change."""
_WHOLE_BLOCKS = frozenset({"code", "diagram", "rule", "blank"})

Pair = tuple[int, int]


@dataclass
class _Budget:
    """What may still be tried: the texts are somebody else's, and must not hold the desk up."""

    pairs: int
    steps: int
    is_spent: bool = False
    """Whether something was left untried."""

    def takes(self, old: Sequence[Unit], new: Sequence[Unit]) -> bool:
        """Say whether each of these may be tried with each, and count that."""
        pairs = len(old) * len(new)
        steps = sum(len(unit.words) for unit in old) * sum(len(unit.words) for unit in new)
        if pairs > self.pairs or steps > self.steps:
            self.is_spent = True
            return False
        self.pairs, self.steps = self.pairs - pairs, self.steps - steps
        return True


def prose_diff(before: str, after: str) -> ProseDiff:
    """Return how `before` became `after`. `raw_before` and `raw_after` give the two back, sign by sign."""
    old, new = units_of(before), units_of(after)
    is_too_long = len(before) + len(after) > MOST_CHARACTERS
    budget = _Budget(0, 0) if is_too_long else _Budget(MOST_PAIRS, MOST_STEPS)
    pairs = _paired(old, new, budget)
    moves = _moved(old, new, pairs, budget)
    return ProseDiff(units=tuple(_in_order(old, new, pairs, moves)), is_coarse=is_too_long or budget.is_spent)


def raw_before(diff: ProseDiff) -> str:
    """Return the text that a comparison began with."""
    return "".join(
        piece.before for unit in diff.units if unit.change != "moved_here" for piece in unit.pieces
    )


def raw_after(diff: ProseDiff) -> str:
    """Return the text that a comparison ended with."""
    return "".join(piece.after for unit in diff.units if unit.change != "moved_away" for piece in unit.pieces)


def likeness(before: str, after: str) -> float:
    """Return which share of two sentences is the same, from 0 to 1, by what a reader sees."""
    said, says = _said(tokens_of(before)), _said(tokens_of(after))
    most = max(_weight(said), _weight(says))
    return _weight_in_common(said, says) / most if most else 0.0


def inverted(diff: ProseDiff) -> ProseDiff:
    """Return the comparison the other way round."""
    return diff.model_copy(update={"units": tuple(_inverted(unit) for unit in diff.units)})


_OTHER_UNIT: dict[UnitChange, UnitChange] = {
    "removed": "added",
    "added": "removed",
    "moved_away": "moved_here",
    "moved_here": "moved_away",
}
_OTHER_PIECE: dict[PieceChange, PieceChange] = {"removed": "added", "added": "removed"}
_OTHER_BLOCK: dict[BlockChange, BlockChange] = {"split": "joined", "joined": "split"}


def _inverted(unit: ProseUnit) -> ProseUnit:
    return unit.model_copy(
        update={
            "change": _OTHER_UNIT.get(unit.change, unit.change),
            "block_change": unit.block_change and _OTHER_BLOCK[unit.block_change],
            "pieces": tuple(
                Piece(
                    change=_OTHER_PIECE.get(piece.change, piece.change),
                    before=piece.after,
                    after=piece.before,
                )
                for piece in unit.pieces
            ),
        }
    )


# Which units are the same ----------------------------------------------------------------------------------


def _paired(old: Sequence[Unit], new: Sequence[Unit], budget: _Budget) -> list[Pair]:
    """Return the pairs of units that are the same or became one another, in the order of both."""
    anchors = list(_common([_name(unit) for unit in old], [_name(unit) for unit in new]))
    pairs: list[Pair] = []
    last_old, last_new = -1, -1
    for at_old, at_new in [*anchors, (len(old), len(new))]:
        between_old, between_new = range(last_old + 1, at_old), range(last_new + 1, at_new)
        if budget.takes(old[last_old + 1 : at_old], new[last_new + 1 : at_new]):
            pairs += _alike(old, new, between_old, between_new)
        if at_old < len(old):
            pairs.append((at_old, at_new))
        last_old, last_new = at_old, at_new
    return pairs


def _name(unit: Unit) -> tuple[str, str]:
    return unit.kind, unit.key


def _common(old: Sequence[object], new: Sequence[object]) -> Iterator[Pair]:
    """Yield the places of a longest common subsequence."""
    for step in LCSseq.opcodes(old, new):
        if step.tag == "equal":
            yield from zip(
                range(step.src_start, step.src_end), range(step.dest_start, step.dest_end), strict=True
            )


def _alike(old: Sequence[Unit], new: Sequence[Unit], of_old: range, of_new: range) -> list[Pair]:
    """Return the pairs, in order, whose likeness adds up to most."""
    if not of_old or not of_new:
        return []
    likeness = [[_likeness(old[a], new[b]) for b in of_new] for a in of_old]
    best = [[0.0] * (len(of_new) + 1) for _ in range(len(of_old) + 1)]
    for a in range(len(of_old) - 1, -1, -1):
        for b in range(len(of_new) - 1, -1, -1):
            taken = likeness[a][b] + best[a + 1][b + 1] if likeness[a][b] else 0.0
            best[a][b] = max(taken, best[a + 1][b], best[a][b + 1])
    pairs, a, b = [], 0, 0
    while a < len(of_old) and b < len(of_new):
        if likeness[a][b] and best[a][b] == likeness[a][b] + best[a + 1][b + 1]:
            pairs.append((of_old[a], of_new[b]))
            a, b = a + 1, b + 1
        elif best[a][b] == best[a + 1][b]:
            a += 1
        else:
            b += 1
    return pairs


def _likeness(old: Unit, new: Unit, least: float = 1 - BLOCK_SHARE) -> float:
    """Return which share of two units is the same, 0 for what is not taken for the same unit."""
    if old.kind != new.kind or old.kind in _WHOLE_BLOCKS:
        return 0.0
    most = max(old.weight, new.weight)
    if not most or min(old.weight, new.weight) < least * most:
        return 0.0
    same = _weight_in_common(old.words, new.words)
    return same / most if same >= least * most else 0.0


def _weight_in_common(said: Sequence[Token], says: Sequence[Token]) -> int:
    return sum(said[a].weight for a, _ in _common([t.key for t in said], [t.key for t in says]))


def _said(tokens: Sequence[Token]) -> list[Token]:
    return [token for token in tokens if token.kind != "space"]


def _weight(tokens: Iterable[Token]) -> int:
    return sum(token.weight for token in tokens)


def _moved(
    old: Sequence[Unit], new: Sequence[Unit], pairs: Sequence[Pair], budget: _Budget
) -> dict[int, int]:
    """Return where units went that are in no pair, by their old place."""
    kept_old, kept_new = {a for a, _ in pairs}, {b for _, b in pairs}
    left = [a for a in range(len(old)) if a not in kept_old and old[a].weight >= _LEAST_MOVED]
    there = [b for b in range(len(new)) if b not in kept_new]
    by_name: dict[tuple[str, str], list[int]] = {}
    for b in there:
        by_name.setdefault(_name(new[b]), []).append(b)
    moves = {a: found.pop(0) for a in left if (found := by_name.get(_name(old[a])))}
    left = [a for a in left if a not in moves]
    free = sorted(set(there) - set(moves.values()))
    if not budget.takes([old[a] for a in left], [new[b] for b in free]):
        return moves
    for a in left:
        likeness_of = {b: _likeness(old[a], new[b], _MOVED_LIKENESS) for b in free}
        likest = max(free, key=lambda b: likeness_of[b], default=None)
        if likest is not None and likeness_of[likest]:
            moves[a] = likest
            free.remove(likest)
    return moves


# What became of them ----------------------------------------------------------------------------------------


@dataclass
class _Numbers:
    """Numbers moves: units that went together have one number."""

    given: int = 0
    last: Pair = (-2, -2)

    def of(self, place: Pair) -> int:
        if place != (self.last[0] + 1, self.last[1] + 1):
            self.given += 1
        self.last = place
        return self.given


def _in_order(
    old: Sequence[Unit], new: Sequence[Unit], pairs: Sequence[Pair], moves: dict[int, int]
) -> Iterator[ProseUnit]:
    numbers = _Numbers()
    numbered = {a: numbers.of((a, b)) for a, b in sorted(moves.items())}
    came = {b: a for a, b in moves.items()}
    last_old, last_new = -1, -1
    for at_old, at_new in [*pairs, (len(old), len(new))]:
        for a in range(last_old + 1, at_old):
            if a in moves:
                yield _pair_told(old[a], new[moves[a]], "moved_away", numbered[a])
            else:
                yield _one_sided(old[a], "removed")
        for b in range(last_new + 1, at_new):
            if b in came:
                yield _pair_told(old[came[b]], new[b], "moved_here", numbered[came[b]])
            else:
                yield _one_sided(new[b], "added")
        if at_old < len(old):
            yield _pair_told(old[at_old], new[at_new])
        last_old, last_new = at_old, at_new


def _one_sided(unit: Unit, change: PieceChange) -> ProseUnit:
    gone = change == "removed"
    piece = Piece(change=change, before=unit.text if gone else "", after="" if gone else unit.text)
    return ProseUnit(
        kind=unit.kind,
        change="removed" if gone else "added",
        heading=unit.heading,
        pieces=(piece,),
        move=None,
        ends_block=unit.ends_block,
        block_change=None,
        figures_changed=0,
    )


def _pair_told(old: Unit, new: Unit, moved: UnitChange | None = None, number: int | None = None) -> ProseUnit:
    steps = list(_steps(old, new))
    pieces = tuple(piece for step in steps for piece in _pieces(step))
    kinds = {piece.change for piece in pieces}
    within: UnitChange = "changed" if kinds & {"added", "removed"} else "same"
    if within == "same" and "formatting" in kinds:
        within = "formatting"
    block: BlockChange | None = None
    if old.ends_block != new.ends_block and old.kind == "sentence":
        block = "split" if new.ends_block else "joined"
    return ProseUnit(
        kind=new.kind,
        change=moved or within,
        heading=new.heading,
        pieces=pieces,
        move=number,
        ends_block=new.ends_block,
        block_change=block,
        figures_changed=sum(_figures(step) for step in steps),
    )


# What changed within one ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Step:
    """Tokens that stayed, or some that others took the place of."""

    old: Sequence[Token]
    new: Sequence[Token]
    is_same: bool

    @property
    def is_by_chance(self) -> bool:
        return (
            self.is_same
            and _weight(self.old) <= _BY_CHANCE
            and not any(token.kind in ("figure", "cited", "date") for token in self.old)
        )


def _steps(old: Unit, new: Unit) -> Iterator[_Step]:
    """Yield what stayed and what changed, in order. The cells of two rows with as many are held apart."""
    parts, others = [old.tokens], [new.tokens]
    if old.kind == "row":
        cells, other_cells = _cells(old.tokens), _cells(new.tokens)
        if len(cells) == len(other_cells):
            parts, others = cells, other_cells
    for part, other in zip(parts, others, strict=True):
        yield from _token_steps(part, other)


def _cells(tokens: Sequence[Token]) -> list[list[Token]]:
    cells: list[list[Token]] = [[]]
    for token in tokens:
        cells[-1].append(token)
        if token.text == "|":
            cells.append([])
    return cells


def _token_steps(old: Sequence[Token], new: Sequence[Token]) -> Iterator[_Step]:
    steps = [
        _Step(old[step.src_start : step.src_end], new[step.dest_start : step.dest_end], step.tag == "equal")
        for step in LCSseq.opcodes([token.key for token in old], [token.key for token in new])
    ]
    held: list[_Step] = []
    for place, step in enumerate(steps):
        is_between = 0 < place < len(steps) - 1
        if not step.is_same or (held and is_between and step.is_by_chance):
            held.append(step)
            continue
        yield from _joined(held)
        held = []
        yield step
    yield from _joined(held)


def _joined(held: Sequence[_Step]) -> Iterator[_Step]:
    """Yield one change of all that is held."""
    if held:
        old = [token for step in held for token in step.old]
        new = [token for step in held for token in step.new]
        yield _Step(old, new, is_same=False)


def _pieces(step: _Step) -> Iterator[Piece]:
    if not step.is_same:
        if step.old:
            yield Piece(change="removed", before=_text(step.old), after="")
        if step.new:
            yield Piece(change="added", before="", after=_text(step.new))
        return
    run: list[tuple[Token, Token]] = []
    for pair in zip(step.old, step.new, strict=True):
        if run and (run[-1][0].text == run[-1][1].text) != (pair[0].text == pair[1].text):
            yield _stayed(run)
            run = []
        run.append(pair)
    if run:
        yield _stayed(run)


def _stayed(run: Sequence[tuple[Token, Token]]) -> Piece:
    before, after = _text([old for old, _ in run]), _text([new for _, new in run])
    return Piece(change="same" if before == after else "formatting", before=before, after=after)


def _text(tokens: Iterable[Token]) -> str:
    return "".join(token.text for token in tokens)


def _figures(step: _Step) -> int:
    """Return how many figures of either side the other does not have at this place."""
    if step.is_same:
        return 0
    old, new = (
        [token.key for token in side if token.kind in ("figure", "date")] for side in (step.old, step.new)
    )
    return max(len(old), len(new))

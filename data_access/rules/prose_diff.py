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
_LEAST_KEPT = 0.8
"""Of the shorter of two units, at its ends, when the longer is the same with something put in."""
_LEAST_JOINED = 0.6
"""Of a sentence that a neighbour took in, when two became one, or one became two."""
_LEAST_MOVED = 8
"""Weight of a unit that counts as moved; shorter ones repeat by chance."""
_MOVED_LIKENESS = 0.75
_BY_CHANCE = 2
"""Weight of what two changes have in common and still are one change; between large ones, `_CHANCE_SHARE`
of the smaller."""
_CHANCE_SHARE = 1 / 3
_MOST_SLID = 60
"""Tokens that a change slides over to a better place, either way."""
_ENDS, _PAUSES = frozenset(".!?;。"), frozenset(",:、)")
"""Signs after which a change can begin, in half width where there is one."""
_NUMBERS = frozenset({"figure", "date", "name"})
_CLAIMS = _NUMBERS | {"cited"}
"""Kinds of tokens that no two changes have in common by chance."""
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
    old, new, pairs = _joined_up(old, new, _paired(old, new, budget), budget)
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
    likeness = [[_likeness(old[a], new[b]) or _grown(old[a], new[b]) for b in of_new] for a in of_old]
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


def _grown(old: Unit, new: Unit) -> float:
    """Return a likeness for a unit that something was put into, or taken out of, in one place; else 0."""
    if old.kind != new.kind or old.kind in _WHOLE_BLOCKS:
        return 0.0
    few, many = sorted((old, new), key=lambda unit: unit.weight)
    begin = _alike_from_the_start(few.words, many.words)
    end = _alike_from_the_start(few.words[begin:][::-1], many.words[begin:][::-1])
    kept = _weight(few.words[:begin]) + _weight(few.words[len(few.words) - end :])
    return (
        (1 - BLOCK_SHARE) * kept / few.weight if kept >= max(_LEAST_KEPT * few.weight, _LEAST_MOVED) else 0.0
    )


def _alike_from_the_start(said: Sequence[Token], says: Sequence[Token]) -> int:
    pairs = enumerate(zip(said, says, strict=False))
    return next((at for at, (a, b) in pairs if a.key != b.key), min(len(said), len(says)))


def _weight_in_common(said: Sequence[Token], says: Sequence[Token]) -> int:
    return sum(said[a].weight for a, _ in _common([t.key for t in said], [t.key for t in says]))


def _said(tokens: Sequence[Token]) -> list[Token]:
    return [token for token in tokens if token.kind != "space"]


def _weight(tokens: Iterable[Token]) -> int:
    return sum(token.weight for token in tokens)


# Sentences that became one, or two ------------------------------------------------------------------------


def _joined_up(
    old: Sequence[Unit], new: Sequence[Unit], pairs: Sequence[Pair], budget: _Budget
) -> tuple[list[Unit], list[Unit], list[Pair]]:
    """Return units and pairs with the sentences as one unit that one sentence of the other text says."""
    of_old, of_new = [range(a, a + 1) for a, _ in pairs], [range(b, b + 1) for _, b in pairs]
    for place, (a, b) in enumerate(pairs):
        if old[a].kind == "sentence" and old[a].key != new[b].key:
            of_old[place] = _with_neighbours(old, of_old, place, _text_of(new, of_new[place]), budget)
            of_new[place] = _with_neighbours(new, of_new, place, _text_of(old, of_old[place]), budget)
    joined_old, at_old = _as_units(old, of_old)
    joined_new, at_new = _as_units(new, of_new)
    return joined_old, joined_new, list(zip(at_old, at_new, strict=True))


def _with_neighbours(
    units: Sequence[Unit], taken: Sequence[range], place: int, other: Unit, budget: _Budget
) -> range:
    """Return the sentences of one paragraph around a place, taken by no pair, that `other` says too."""
    mine = taken[place]
    first = taken[place - 1].stop if place else 0
    last = taken[place + 1].start if place + 1 < len(taken) else len(units)
    for at in (*range(mine.stop, last), *range(mine.start - 1, first - 1, -1)):
        wider = range(min(at, mine.start), max(at + 1, mine.stop))
        if len(wider) > len(mine) + 1:
            continue
        is_one = units[at].kind == "sentence" and not any(
            unit.ends_block for unit in units[wider.start : wider.stop - 1]
        )
        if not is_one or not budget.takes([_text_of(units, wider)], [other]):
            continue
        gain = _in_common(_text_of(units, wider), other) - _in_common(_text_of(units, mine), other)
        if gain >= _LEAST_JOINED * max(units[at].weight, 1):
            mine = wider
    return mine


def _text_of(units: Sequence[Unit], places: range) -> Unit:
    """Return units that stand together as one."""
    if len(places) == 1:
        return units[places.start]
    together = units[places.start : places.stop]
    text = "".join(unit.text for unit in together)
    return Unit(together[0].kind, text, together[0].heading, together[-1].ends_block)


def _as_units(units: Sequence[Unit], taken: Sequence[range]) -> tuple[list[Unit], list[int]]:
    """Return all units, those that are taken together as one, and the places of those that are taken."""
    made: list[Unit] = []
    places: list[int] = []
    at = 0
    for one in taken:
        made += units[at : one.start]
        places.append(len(made))
        made.append(_text_of(units, one))
        at = one.stop
    return [*made, *units[at:]], places


def _in_common(old: Unit, new: Unit) -> int:
    return _weight_in_common(old.words, new.words)


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
    _take_along(old, new, pairs, moves)
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


def _take_along(
    old: Sequence[Unit], new: Sequence[Unit], pairs: Sequence[Pair], moves: dict[int, int]
) -> None:
    """Let what follows a unit that moved, and is too short to count alone, move with it."""
    taken_old, taken_new = {a for a, _ in pairs} | set(moves), {b for _, b in pairs} | set(moves.values())
    for a, b in sorted(moves.items()):
        at, there = a + 1, b + 1
        while (
            at < len(old)
            and there < len(new)
            and at not in taken_old
            and there not in taken_new
            and _name(old[at]) == _name(new[there])
        ):
            moves[at] = there
            taken_old.add(at)
            taken_new.add(there)
            at, there = at + 1, there + 1


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
    steps = [] if old.text == new.text else list(_steps(old, new))
    unchanged = Piece(change="same", before=old.text, after=new.text)
    pieces = tuple(piece for step in steps for piece in _pieces(step)) or (unchanged,)
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
    def is_quiet(self) -> bool:
        """Whether it is no change to a reader: the same, or nothing but space."""
        return self.is_same or not any(token.kind != "space" for token in (*self.old, *self.new))

    @property
    def weight(self) -> int:
        """Of its larger side."""
        return max(_weight(self.old), _weight(self.new))


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
    """Yield what stayed and what changed by turns, each change where it reads best."""
    return _less_crumbled(_less_crumbled(_slid(_by_turns(old, new)), share=0), share=_CHANCE_SHARE)


def _less_crumbled(steps: Iterable[_Step], share: float) -> Iterator[_Step]:
    """Yield the steps, two changes as one that have little in common: up to a share of the smaller."""
    held: list[_Step] = []
    between: list[_Step] = []
    weight = 0
    for step in steps:
        if step.is_quiet and held:
            between.append(step)
            continue
        if step.is_quiet:
            yield step
            continue
        if held and not _are_by_chance(between, max(_BY_CHANCE, share * min(weight, step.weight))):
            yield _joined(held)
            yield from between
            held, between, weight = [], [], 0
        held += [*between, step]
        between = []
        weight += step.weight
    if held:
        yield _joined(held)
        yield from between


def _are_by_chance(between: Sequence[_Step], most: float) -> bool:
    """Say whether two changes have these in common by chance: so much weight, and nothing that is a claim."""
    tokens = [token for step in between for token in step.old]
    return _weight(tokens) <= most and not any(token.kind in _CLAIMS for token in tokens)


def _by_turns(old: Sequence[Token], new: Sequence[Token]) -> list[_Step]:
    """Return what stayed by a longest common subsequence, and what changed between."""
    steps: list[_Step] = []
    at_old = at_new = 0
    keys = [token.key for token in old], [token.key for token in new]
    same = [step for step in LCSseq.opcodes(*keys) if step.tag == "equal"]
    for step in same:
        if step.src_start > at_old or step.dest_start > at_new:
            steps.append(_Step(old[at_old : step.src_start], new[at_new : step.dest_start], is_same=False))
        at_old, at_new = step.src_end, step.dest_end
        steps.append(_Step(old[step.src_start : at_old], new[step.dest_start : at_new], is_same=True))
    if at_old < len(old) or at_new < len(new):
        steps.append(_Step(old[at_old:], new[at_new:], is_same=False))
    return steps


def _slid(steps: list[_Step]) -> list[_Step]:
    """Return the steps with what was only put in, or taken out, at the best of its possible places."""
    nothing = _Step((), (), is_same=True)
    steps = [nothing, *steps, nothing]
    for at in range(1, len(steps) - 1):
        if not steps[at].is_same and not (steps[at].old and steps[at].new):
            steps[at - 1 : at + 2] = _at_its_best(*steps[at - 1 : at + 2])
    return [step for step in steps if step.old or step.new]


def _at_its_best(before: _Step, change: _Step, after: _Step) -> tuple[_Step, _Step, _Step]:
    """Return the three with the change where most stays as it was written, and between words or sentences."""
    old, new = [*before.old, *change.old, *after.old], [*before.new, *change.new, *after.new]
    longer, shorter, size = (old, new, len(change.old)) if change.old else (new, old, len(change.new))
    at, _ = max(
        _places(longer, shorter, len(before.old), size),
        key=lambda place: 4 * place[1] + _edge(longer, place[0]) + _edge(longer, place[0] + size),
    )
    old_end, new_end = at + len(change.old), at + len(change.new)
    return (
        _Step(old[:at], new[:at], is_same=True),
        _Step(old[at:old_end], new[at:new_end], is_same=False),
        _Step(old[old_end:], new[new_end:], is_same=True),
    )


def _places(
    longer: Sequence[Token], shorter: Sequence[Token], begin: int, size: int
) -> Iterator[tuple[int, int]]:
    """Yield where else a change could begin, with how many tokens more stay as they were written."""
    yield begin, 0
    for way in (-1, 1):
        at, gain = begin, 0
        for _ in range(_MOST_SLID):
            passed = at - 1 if way < 0 else at
            if not 0 <= passed < len(shorter) or longer[passed].key != longer[passed + size].key:
                break
            here, there = (longer[place].text == shorter[passed].text for place in (passed, passed + size))
            gain += (there - here) * -way
            at += way
            yield at, gain


def _edge(tokens: Sequence[Token], at: int) -> int:
    """Return how well a change can begin or end before a token."""
    if at in (0, len(tokens)) or "\n" in tokens[at - 1].text:
        return 3
    before = tokens[at - 1]
    if before.key in _ENDS or (before.kind == "space" and at > 1 and tokens[at - 2].key in _ENDS):
        return 2
    return int(before.kind == "space" or tokens[at].kind == "space" or before.key in _PAUSES)


def _joined(steps: Sequence[_Step]) -> _Step:
    """Return one change of all."""
    old = [token for step in steps for token in step.old]
    new = [token for step in steps for token in step.new]
    return _Step(old, new, is_same=False)


def _pieces(step: _Step) -> Iterator[Piece]:
    if not step.is_same and step.is_quiet:
        yield Piece(change="formatting", before=_text(step.old), after=_text(step.new))
        return
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
    old, new = ([token.key for token in side if token.kind in _NUMBERS] for side in (step.old, step.new))
    return max(len(old), len(new))

"""How well a reader sees what changed: the desk's comparison of prose and MediaWiki's way, on real revisions.

    PYTHONPATH=. python benchmarks/prose_quality.py blind OUT github/opensource.guide=FOLDER ...
    PYTHONPATH=. python benchmarks/prose_quality.py unblind OUT/keys.json ROUND GRADES GRADES
    PYTHONPATH=. python benchmarks/prose_quality.py record github/opensource.guide=FOLDER ...

The pairs of `prose_pairs.json` are compared by `rules/prose_diff` and by `wiki_diff`, and both are drawn
in one neutral look: the same marks, the same folding, no names. `blind` writes for each of two graders a
folder of its own, the pairs and the two sides of each shuffled for that grader alone, with `PROTOCOL.md`;
the keys lie in OUT/keys.json, which graders do not get. `unblind` puts their grades under a round's name
into `prose_grades.json`, without what they wrote beside them. `record` writes `results/prose_quality.md`:
sources, shares of marked tokens, grades. Texts stay in the clones and in OUT; nothing here keeps them.

A pair counts as won or tied when neither grader found the other side better.
"""

from __future__ import annotations

import html
import json
import random
import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from measured import machine
from prose_pairs import PAIRS, Pair, clones_named, texts_of
from rapidfuzz.distance import LCSseq
from wiki_diff import wiki_diff

from data_access.rules.prose_diff import prose_diff

HERE = Path(__file__).resolve().parent
PROTOCOL = HERE / "prose_protocol.md"
GRADES = HERE / "prose_grades.json"
RESULT = HERE / "results" / "prose_quality.md"
_NOTES = HERE / "prose_notes.md"
"""What the figures cannot say of themselves: how it was graded, what was found."""
OURS, PEER = "caseboard", "mediawiki"
KEPT = 2
"""Paragraphs, or lines, in a row that stay beside a change; more of them are folded."""
Mark = Literal["same", "removed", "added", "formatting"]
_TOKEN = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]|[^\W_\u3400-\u9fff\uf900-\ufaff]+|[^\s]")


@dataclass
class Piece:
    """A stretch with one mark."""

    mark: Mark
    text: str


@dataclass
class Extent:
    """Pieces that stand together; `moved`: away, here, or not at all."""

    pieces: list[Piece]
    moved: str = ""
    move: int = 0
    note: str = ""


@dataclass
class Block:
    """A paragraph, or a line, of a drawn comparison."""

    extents: list[Extent] = field(default_factory=list)
    spaced: bool = False
    """Whether an empty line follows."""

    @property
    def touched(self) -> bool:
        return any(one.moved or one.note or any(p.mark != "same" for p in one.pieces) for one in self.extents)

    @property
    def is_empty(self) -> bool:
        return not self.touched and not "".join(p.text for one in self.extents for p in one.pieces).strip()


# Both in one form ----------------------------------------------------------------------------------------


def ours(before: str, after: str) -> list[Block]:
    """Return the desk's comparison as its page draws it: a block a paragraph, formatting quiet."""
    diff = prose_diff(before, after)
    changes = {unit.change for unit in diff.units if unit.change != "same"}
    only_formatting = changes == {"formatting"} and not any(unit.block_change for unit in diff.units)
    blocks: list[Block] = []
    open_block = Block()
    for unit in diff.units:
        moved = {"moved_away": "away", "moved_here": "here"}.get(unit.change, "")
        pieces = []
        for piece in unit.pieces:
            if moved and piece.change == ("added" if moved == "away" else "removed"):
                continue
            quiet = moved == "away" or (piece.change == "formatting" and not only_formatting)
            text = piece.before if moved == "away" else piece.after or piece.before
            pieces.append(Piece("same" if quiet else piece.change, text))
        note = f"¶ {unit.block_change}" if unit.block_change else ""
        last = open_block.extents[-1] if open_block.extents else None
        if moved and last and (last.moved, last.move) == (moved, unit.move):
            last.pieces += pieces
        else:
            open_block.extents.append(Extent(pieces, moved, unit.move or 0, note))
        if unit.ends_block:
            open_block.spaced = _without_end(open_block.extents[-1].pieces)
            blocks.append(open_block)
            open_block = Block()
    return [*blocks, open_block]


def _without_end(pieces: list[Piece]) -> bool:
    """Take the line ends off the last piece; say whether there were more than one."""
    ends = 0
    while pieces:
        text = pieces[-1].text
        kept = text.rstrip("\r\n \t")
        ends += text[len(kept) :].count("\n")
        pieces[-1] = Piece(pieces[-1].mark, kept)
        if kept:
            break
        pieces.pop()
    return ends > 1


def peer(before: str, after: str) -> list[Block]:
    """Return the peer's comparison, a block a line; empty lines between others of one change are left out."""
    lines = wiki_diff(before, after)
    blocks: list[Block] = []
    for place, line in enumerate(lines):
        moved = {"moved_away": "away", "moved_here": "here"}.get(line.kind, "")
        pieces = [
            Piece(mark, text.replace("\n", "↵\n") if mark != "same" else text) for mark, text in line.pieces
        ]
        if not "".join(text for _, text in line.pieces).strip():
            if blocks:
                blocks[-1].spaced = True
            around = [lines[n].kind for n in (place - 1, place + 1) if 0 <= n < len(lines)]
            if line.kind not in ("removed", "added") or set(around) - {"same", "changed"}:
                continue
            pieces = [Piece(line.kind, "↵")]
        if moved == "here":
            pieces = [piece for piece in pieces if piece.mark != "removed"]
        blocks.append(Block([Extent(pieces, moved, line.move)]))
    return blocks


def tidied(pieces: Sequence[Piece]) -> list[Piece]:
    """Return the pieces with space at the ends of marks outside of them."""
    made: list[Piece] = []
    for at, piece in enumerate(pieces):
        text = piece.text
        if piece.mark not in ("removed", "added") or not text.strip():
            made.append(piece)
            continue
        end = text[len(text.rstrip()) :]
        made.append(Piece(piece.mark, text[: len(text) - len(end)]))
        follows = pieces[at + 1] if at + 1 < len(pieces) else None
        is_replaced = piece.mark == "removed" and follows is not None and follows.mark == "added"
        if end and not (is_replaced and follows and follows.text.endswith(end)):
            made.append(Piece("same", end))
    return made


# Drawn ---------------------------------------------------------------------------------------------------

_SIGN = {"removed": ("⟦-", "-⟧"), "added": ("⟦+", "+⟧"), "formatting": ("⟦~", "~⟧"), "same": ("", "")}


def drawn(blocks: Sequence[Block]) -> str:
    """Return a comparison as marked text."""
    rows: list[str] = []
    quiet: list[str] = []
    blocks = [block for block in blocks if not block.is_empty]
    for block in [*blocks, None]:
        if block is not None and not block.touched:
            quiet.append(_row(block))
            continue
        head, tail = (KEPT if rows else 0), (KEPT if block is not None else 0)
        if len(quiet) > head + tail + 1:
            left = len(quiet) - head - tail
            quiet = [*quiet[:head], f"\n… {left} unchanged …\n", *quiet[len(quiet) - tail :]]
        rows += quiet
        quiet = []
        if block is not None:
            rows.append(_row(block, "| "))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(rows)).strip("\n")


def _row(block: Block, begins: str = "  ") -> str:
    text = "".join(_extent(extent) for extent in block.extents).strip("\n")
    rows, is_open = [], False
    for line in text.split("\n"):
        marks = re.findall(r"[⟦⟧⟪⟫]|\(¶ ", line)
        rows.append((begins if marks or is_open else "  ") + line)
        is_open = marks[-1] in "⟦⟪" if marks and marks[-1] in "⟦⟧⟪⟫" else is_open
    return "\n".join(rows) + ("\n" if block.spaced else "")


def _extent(extent: Extent) -> str:
    text = "".join(f"{_SIGN[p.mark][0]}{p.text}{_SIGN[p.mark][1]}" for p in tidied(extent.pieces))
    end = text[len(text.rstrip("\n")) :]
    text = text[: len(text) - len(end)]
    if extent.moved:
        text = f"⟪⇅{extent.move} moved {extent.moved}: {text}⟫"
    if extent.note:
        text += f" ({extent.note})"
    return text + end


def page(title: str, sides: Sequence[tuple[str, str]]) -> str:
    """Return the same as a page, for eyes instead of a terminal."""
    body = "".join(f"<h2>{name}</h2><pre>{_coloured(text)}</pre>" for name, text in sides)
    style = (
        "body{font:16px/1.6 sans-serif;max-width:60rem;margin:1rem auto}"
        "pre{white-space:pre-wrap;font:inherit}"
        "ins{background:#d9f2e0;color:#0b6b2e}del{background:#fbdddd;color:#a11}i{color:#777;font-style:normal}"
    )
    return f'<!doctype html><meta charset="utf-8"><title>{title}</title><style>{style}</style>{body}'


def _coloured(text: str) -> str:
    told = html.escape(text, quote=False)
    for mark, tag in (("-", "del"), ("+", "ins")):
        told = told.replace(f"⟦{mark}", f"<{tag}>").replace(f"{mark}⟧", f"</{tag}>")
    return re.sub(r"(⟪⇅\d+ moved (?:here|away): |⟫|\(¶ \w+\)|… \d+ unchanged …)", r"<i>\1</i>", told)


# Counted -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shares:
    """Which share of the tokens of both texts together is marked, and how many marks there are."""

    marked: float
    moved: float
    marks: int


def shares(blocks: Sequence[Block], tokens: int) -> Shares:
    """Count the marks of a comparison of texts with so many tokens together."""
    changed = moved = marks = 0
    for block in blocks:
        for extent in block.extents:
            marked = [piece for piece in extent.pieces if piece.mark in ("removed", "added")]
            changed += sum(len(tokens_of(piece.text)) for piece in marked)
            marks += len(marked) + bool(extent.moved)
            if extent.moved:
                moved += sum(len(tokens_of(p.text)) for p in extent.pieces if p.mark == "same")
    return Shares(changed / tokens, moved / tokens, marks)


def tokens_of(text: str) -> list[str]:
    """Return words, single Chinese characters and signs: a measure of neither of the two."""
    return _TOKEN.findall(text.replace("↵", ""))


def least(before: str, after: str) -> float:
    """Return the smallest share that can be marked when nothing moves."""
    old, new = tokens_of(before), tokens_of(after)
    kept = LCSseq.similarity(old, new)
    return 1 - 2 * kept / (len(old) + len(new))


# Commands ------------------------------------------------------------------------------------------------


def pairs() -> list[Pair]:
    """Return the fixed pairs."""
    told = json.loads(PAIRS.read_text("utf-8"))["pairs"]
    return [
        Pair(**{**one, "characters": tuple(one["characters"]), "changed": tuple(one["changed"])})
        for one in told
    ]


def texts(clones: dict[str, Path]) -> list[tuple[Pair, str, str]]:
    """Return the pairs with their texts, in order."""
    found = []
    for pair in pairs():
        names = [f"{commit}:{pair.path}" for commit in (pair.before, pair.after)]
        read = texts_of(clones[pair.repository], names)
        if len(read) < 2:
            raise SystemExit(
                f"{pair.repository}: {pair.path} is not in this clone; it needs the whole history"
            )
        found.append((pair, read[names[0]], read[names[1]]))
    return found


def blind(out: Path, clones: dict[str, Path], only: Iterable[int] = ()) -> None:
    """Write what two graders get, and the keys."""
    chosen = [(n, *one) for n, one in enumerate(texts(clones)) if not set(only) or n in set(only)]
    keys: dict[str, Any] = {}
    for grader in ("1", "2"):
        chance = random.Random(f"{out.name} {grader} {random.SystemRandom().random()}")
        folder = out / f"grader_{grader}"
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(PROTOCOL, folder / "PROTOCOL.md")
        shuffled = chance.sample(chosen, len(chosen))
        keys[grader] = {}
        for number, (place, _, before, after) in enumerate(shuffled, 1):
            sides = [(OURS, drawn(ours(before, after))), (PEER, drawn(peer(before, after)))]
            chance.shuffle(sides)
            name = f"item_{number:02}"
            keys[grader][name] = {"pair": place, "A": sides[0][0], "B": sides[1][0]}
            told = "\n\n".join(
                f"===== {side} =====\n\n{text}" for side, (_, text) in zip("AB", sides, strict=True)
            )
            (folder / f"{name}.txt").write_text(f"{told}\n", "utf-8")
            (folder / f"{name}.html").write_text(
                page(name, [("A", sides[0][1]), ("B", sides[1][1])]), "utf-8"
            )
    (out / "keys.json").write_text(json.dumps(keys, indent=1), "utf-8")


def unblind(keys: Path, name: str, files: Sequence[Path]) -> None:
    """Put the grades of a round into the record, by pair, without the graders' words."""
    secret = json.loads(keys.read_text("utf-8"))
    told: list[dict[str, Any]] = []
    for grader, file in zip(secret, files, strict=True):
        given = json.loads(file.read_text("utf-8"))
        if set(given) != set(secret[grader]):
            raise SystemExit(
                f"{file}: items {sorted(set(given) ^ set(secret[grader]))} do not match the keys"
            )
        of_pair = {}
        for item, key in secret[grader].items():
            grade = given[item]
            side = {key["A"]: grade["A"], key["B"]: grade["B"]}
            better = key.get(grade["better"], "tie")
            of_pair[str(key["pair"])] = {OURS: side[OURS], PEER: side[PEER], "better": better}
        told.append(dict(sorted(of_pair.items(), key=lambda one: int(one[0]))))
    record = json.loads(GRADES.read_text("utf-8")) if GRADES.exists() else {}
    GRADES.write_text(json.dumps({**record, name: told}, indent=1) + "\n", "utf-8")


def standing(graders: Sequence[dict[str, Any]], places: Iterable[int]) -> str:
    """Say in how many pairs ours was better, as good or worse, for each grader and for both."""
    chosen = [str(place) for place in places if str(place) in graders[0]]
    words = []
    for number, grades in enumerate(graders, 1):
        better = [grades[place]["better"] for place in chosen]
        mean = {side: sum(grades[place][side] for place in chosen) / len(chosen) for side in (OURS, PEER)}
        words.append(
            f"grader {number}: {better.count(OURS)} won, {better.count('tie')} tied, "
            f"{better.count(PEER)} lost (mean grade {mean[OURS]:.2f} against {mean[PEER]:.2f})"
        )
    kept = sum(all(grades[place]["better"] != PEER for grades in graders) for place in chosen)
    return f"**won or tied with both graders {kept} of {len(chosen)}**; {'; '.join(words)}"


def record(clones: dict[str, Path]) -> None:
    """Write the result."""
    found = texts(clones)
    rounds = json.loads(GRADES.read_text("utf-8")) if GRADES.exists() else {}
    lines = ["# Prose: what a reader sees of a change", "", _NOTES.read_text("utf-8").strip(), ""]
    for draw in sorted({pair.draw for pair, _, _ in found}):
        places = [n for n, (pair, _, _) in enumerate(found) if pair.draw == draw]
        lines += [f"## Draw {draw}", ""]
        lines += [
            f"- {name}: {standing(told, places)}"
            for name, told in rounds.items()
            if str(places[0]) in told[0]
        ]
        lines += ["", *_table(found, places, rounds), ""]
    lines += ["## Sources", "", "| pair | repository | file | before | after |", "|--:|---|---|---|---|"]
    lines += [
        f"| {n} | {pair.repository} | `{pair.path}` | {pair.before[:12]} | {pair.after[:12]} |"
        for n, (pair, _, _) in enumerate(found)
    ]
    RESULT.write_text("\n".join([*lines, "", f"{machine()}.", ""]), "utf-8")


def _table(
    found: Sequence[tuple[Pair, str, str]], places: Iterable[int], rounds: dict[str, Any]
) -> Iterator[str]:
    """Yield a row a pair: what changed, marked shares, marks, and the grades of each round as ours/peer."""
    yield (
        "| "
        + " | ".join(
            [
                "pair",
                "language",
                "kind",
                "characters",
                "least",
                "marked",
                "peer",
                "moved",
                "peer",
                "marks",
                "peer",
                *rounds,
            ]
        )
        + " |"
    )
    yield "|--:|---|---|--:|--:|--:|--:|--:|--:|--:|--:|" + "---|" * len(rounds)
    for place in places:
        pair, before, after = found[place]
        tokens = len(tokens_of(before)) + len(tokens_of(after))
        mine, other = shares(ours(before, after), tokens), shares(peer(before, after), tokens)
        cells = [str(place), pair.language, pair.kind, f"{pair.characters[0]:,} / {pair.characters[1]:,}"]
        figures = (least(before, after), mine.marked, other.marked, mine.moved, other.moved)
        cells += [*(f"{share:.2%}" for share in figures), str(mine.marks), str(other.marks)]
        cells += [_graded(told, str(place)) for told in rounds.values()]
        yield f"| {' | '.join(cells)} |"


def _graded(graders: Sequence[dict[str, Any]], place: str) -> str:
    """Return each grader's grades for ours and the peer, and which was better."""
    sign = {OURS: "+", PEER: "-", "tie": "="}
    given = [grades[place] for grades in graders if place in grades]
    return ", ".join(f"{one[OURS]}:{one[PEER]} {sign[one['better']]}" for one in given)


def main() -> None:
    command, *words = sys.argv[1:] or ["help"]
    named = [word for word in words if "=" in word]
    match command:
        case "blind":
            blind(Path(words[0]), clones_named(named), [int(word) for word in words[1:] if word.isdigit()])
        case "unblind":
            unblind(Path(words[0]), words[1], [Path(word) for word in words[2:]])
        case "record":
            record(clones_named(named))
        case _:
            raise SystemExit(__doc__)


if __name__ == "__main__":
    main()

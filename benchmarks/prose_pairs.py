"""Picks pairs of revisions of public prose by a rule fixed before any comparison of them was looked at.

    python benchmarks/prose_pairs.py github/opensource.guide=FOLDER rust-lang/book=FOLDER \
        progit/progit2-zh=FOLDER reactjs/zh-hans.react.dev=FOLDER

FOLDER is a clone with its whole history, bare or not. Writes `prose_pairs.json`: repository, path, the two
commits, kind of change, sizes; never a text. The same clones give the same pairs.

The rule. A candidate is a change of one file by a commit with one parent: prose of 1,500 to 60,000
characters on both sides, the changed paragraphs outside of fenced code and the front matter, at most 6,000
characters in them; in Chinese texts at least 30 % of their characters are Chinese on either side, in
English texts none. Paragraphs are what stands between empty lines, white space taken for one; headings,
list items and rows of tables are paragraphs. The kind of a candidate is the first of `KINDS` that says
yes; kinds look at paragraphs and lengths alone and know neither of the comparisons that are measured. Of
each kind and language one candidate is drawn with `SEEDS`, from the repositories of the language in turn
where they have one, no file and no commit twice. A kind without a candidate passes its place on to
`rewritten`.

A first draw looked at lines instead of paragraphs and had no least size: most of it were changes of one or
two signs, where nothing can be told apart, and lines wrapped anew. The kinds were drawn tighter for that;
of the first draw nobody had looked at a comparison, only at how large the changes and their marks were.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from difflib import SequenceMatcher
from pathlib import Path

from rapidfuzz.distance import Indel

PAIRS = Path(__file__).resolve().parent / "prose_pairs.json"
SEEDS = (29, 30, 31)
"""Of the first draw, and of one more each time that the comparison was mended after a draw had been seen."""
FOLDERS = {
    "english": {"github/opensource.guide": r"_articles/[^/]+\.md", "rust-lang/book": r"src/[^/]+\.md"},
    "chinese": {
        "progit/progit2-zh": r"book/.+\.asc",
        "reactjs/zh-hans.react.dev": r"(?:src/)?content/.+\.md",
        "github/opensource.guide": r"_articles/zh-hans/[^/]+\.md",
    },
}
LEAST, MOST, MOST_CHANGED = 1_500, 60_000, 6_000
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_FENCE = re.compile(r"\s*(?:```|~~~|----\s*$|\.\.\.\.\s*$)")
_HEADING = re.compile(r"(?:#{1,6}|={2,6}) \S")
_ITEM = re.compile(r"\s*(?:[-+]|\*{1,4}|\d{1,3}[.)]|\.{1,3}) \S")


@dataclass(frozen=True)
class Pair:
    """One change of one file: where it is to be found and what it is, without its text."""

    repository: str
    path: str
    before: str
    after: str
    language: str
    kind: str = ""
    characters: tuple[int, int] = (0, 0)
    changed: tuple[int, int] = (0, 0)
    """Characters of the changed paragraphs on either side."""
    draw: int = 1


@dataclass(frozen=True)
class Change:
    """What the rule looks at: paragraphs that differ, by the places where they do."""

    regions: Sequence[tuple[Sequence[str], Sequence[str]]]
    old: Sequence[str]
    new: Sequence[str]
    """All paragraphs of both texts."""

    @property
    def gone(self) -> list[str]:
        return [one for old, _ in self.regions for one in old]

    @property
    def come(self) -> list[str]:
        return [one for _, new in self.regions for one in new]

    @property
    def middle(self) -> tuple[str, str]:
        """What is between the first and the last difference of two paragraphs; empty of other changes."""
        if len(self.gone) != 1 or len(self.come) != 1:
            return "", ""
        old, new = self.gone[0], self.come[0]
        begin = _alike(old, new)
        end = _alike(old[begin:][::-1], new[begin:][::-1])
        return old[begin : len(old) - end], new[begin : len(new) - end]

    @property
    def sizes(self) -> tuple[int, int]:
        return sum(map(len, self.gone)), sum(map(len, self.come))

    @property
    def likeness(self) -> float:
        """Of the changed paragraphs, by characters."""
        return Indel.normalized_similarity("".join(self.gone), "".join(self.come))

    @property
    def unit(self) -> int:
        """How many characters say as much as a Chinese one does: 1, or 3 in English."""
        return 1 if _CHINESE.search("".join(self.come + self.gone)) else 3


def _alike(old: str, new: str) -> int:
    """Return the length of the common beginning."""
    return next(
        (at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new))
    )


def _figure(change: Change) -> bool:
    old, new = change.middle
    return bool(re.search(r"\d", old) and re.search(r"\d", new)) and max(len(old), len(new)) <= 12


def _word(change: Change) -> bool:
    old, new = change.middle
    has_words = all(re.search(r"[^\W\d_]", side) for side in (old, new))
    return has_words and max(len(old), len(new)) <= 5 * change.unit


def _sentence(change: Change) -> bool:
    sizes = [len(side) for side in change.middle]
    return 15 * change.unit <= min(sizes) and max(sizes) <= 120 * change.unit


def _table(change: Change) -> bool:
    return all(one.startswith("|") for one in change.gone + change.come)


def _list(change: Change) -> bool:
    paragraphs = change.gone + change.come
    return len(paragraphs) >= 3 and all(_ITEM.match(one) for one in paragraphs)


def _paragraph(change: Change) -> bool:
    """Paragraphs were split or joined: nearly the same characters in another number of paragraphs."""
    is_other = len(change.gone) != len(change.come) and min(change.sizes) >= 30 * change.unit
    return is_other and change.likeness > 0.9


def _moved(change: Change) -> bool:
    long = {one for one in change.gone if len(one) >= 20 * change.unit}
    return any(one in long for one in change.come)


def _section(change: Change) -> bool:
    lost, size = change.sizes
    has_heading = any(_HEADING.match(one) for one in change.come)
    return has_heading and len(change.come) >= 3 and size >= 80 * change.unit and lost <= size / 5


def _scattered(change: Change) -> bool:
    is_spread = len(change.regions) >= 8 and len(change.gone) <= 0.6 * len(change.old)
    return is_spread and 0.5 <= change.likeness < 0.97


def _rewritten(change: Change) -> bool:
    """Much of some paragraphs was put differently."""
    return min(change.sizes) >= 60 * change.unit and 0.4 <= change.likeness < 0.85


KINDS: dict[str, Callable[[Change], bool]] = {
    "figure": _figure,
    "word": _word,
    "sentence": _sentence,
    "table": _table,
    "list": _list,
    "paragraph": _paragraph,
    "moved": _moved,
    "section": _section,
    "scattered": _scattered,
    "rewritten": _rewritten,
}


def change_of(before: str, after: str, language: str) -> Change | None:
    """Return what the rule looks at, None for what is no candidate."""
    if not all(LEAST <= len(text) <= MOST for text in (before, after)):
        return None
    old, new = paragraphs_of(before), paragraphs_of(after)
    said, says = [text for text, _ in old], [text for text, _ in new]
    steps = SequenceMatcher(None, said, says, autojunk=False).get_opcodes()
    places = [(a, b, c, d) for tag, a, b, c, d in steps if tag != "equal"]
    if not all(is_prose for a, b, c, d in places for _, is_prose in (*old[a:b], *new[c:d])):
        return None
    change = Change([(said[a:b], says[c:d]) for a, b, c, d in places], said, says)
    if not 0 < sum(change.sizes) <= MOST_CHANGED:
        return None
    sides = [side for side in ("".join(change.gone), "".join(change.come)) if side]
    shares = [len(_CHINESE.findall(side)) / len(side) for side in sides]
    fits = all(share >= 0.3 for share in shares) if language == "chinese" else not any(shares)
    return change if fits else None


def paragraphs_of(text: str) -> list[tuple[str, bool]]:
    """Return the paragraphs of a text with whether they are prose: outside of fences and the front matter."""
    lines = text.splitlines()
    made: list[tuple[str, bool]] = []
    is_open, fenced = False, bool(lines) and lines[0].strip() == "---"
    for number, line in enumerate(lines):
        is_edge = bool(_FENCE.match(line)) or (fenced and line.strip() == "---" and number > 0)
        is_prose = not fenced and not is_edge
        said = " ".join(line.split())
        begins = (
            not is_open or not is_prose or _HEADING.match(line) or _ITEM.match(line) or said.startswith("|")
        )
        if said and begins:
            made.append((said, is_prose))
        elif said:
            made[-1] = (f"{made[-1][0]} {said}", is_prose)
        is_open = bool(said) and is_prose and not _HEADING.match(line)
        if is_edge:
            fenced = not fenced
    return made


def kind_of(change: Change) -> str | None:
    """Return the first kind that says yes."""
    return next((kind for kind, says in KINDS.items() if says(change)), None)


def candidates(clone: Path, repository: str, pattern: str, language: str) -> Iterator[Pair]:
    """Yield the changes of one repository's files of one language that have a kind."""
    found = list(_changes(clone, pattern))
    texts = texts_of(
        clone, [f"{commit}:{path}" for before, after, path in found for commit in (before, after)]
    )
    for before, after, path in found:
        old, new = texts.get(f"{before}:{path}"), texts.get(f"{after}:{path}")
        if old is None or new is None:
            continue
        change = change_of(old, new, language)
        if change and (kind := kind_of(change)):
            sizes = (len(old), len(new))
            yield Pair(repository, path, before, after, language, kind, sizes, change.sizes)


def _changes(clone: Path, pattern: str) -> Iterator[tuple[str, str, str]]:
    command = ["log", "--no-merges", "--no-renames", "--diff-filter=M", "--name-only", "--format=%x00%H %P"]
    for entry in git(clone, *command).decode("utf-8", "replace").split("\0")[1:]:
        commits, *paths = entry.split("\n")
        after, *parents = commits.split()
        for path in paths:
            if len(parents) == 1 and re.fullmatch(pattern, path):
                yield parents[0], after, path


def git(clone: Path, *command: str, given: bytes | None = None) -> bytes:
    """Return what git says of a clone."""
    done = subprocess.run(["git", "-C", str(clone), *command], input=given, capture_output=True, check=True)
    return done.stdout


def texts_of(clone: Path, names: Sequence[str]) -> dict[str, str]:
    """Return the texts of `commit:path` names; those that are absent or no UTF-8 are left out."""
    said = git(clone, "cat-file", "--batch", given="\n".join([*names, ""]).encode())
    texts, at = {}, 0
    for name in names:
        end = said.index(b"\n", at)
        header = said[at:end].split()
        at = end + 1
        if header[-1] in (b"missing", b"ambiguous"):
            continue
        size = int(header[-1])
        with suppress(UnicodeDecodeError):
            texts[name] = said[at : at + size].decode("utf-8")
        at += size + 1
    return texts


def drawn(found: Mapping[str, Sequence[Pair]], language: str, draw: int, taken: set[str]) -> Iterator[Pair]:
    """Yield one pair a kind, from the repositories of a language in turn; no file and commit of `taken`."""
    chance = random.Random(f"{SEEDS[draw - 1]} {language}")
    turn = list(FOLDERS[language])
    for wanted in KINDS:
        for kind in dict.fromkeys((wanted, "rewritten")):
            free = [one for one in found.get(kind, []) if not taken & {one.path, one.after}]
            if free:
                break
        else:
            raise SystemExit(f"no candidate left for {wanted} in {language}")
        repository = next(one for one in turn if any(pair.repository == one for pair in free))
        turn.remove(repository)
        turn.append(repository)
        of_turn = [one for one in free if one.repository == repository]
        pair = chance.choice(sorted(of_turn, key=lambda one: (one.path, one.after)))
        taken |= {pair.path, pair.after}
        yield replace(pair, draw=draw)


def clones_named(words: Sequence[str]) -> dict[str, Path]:
    """Return the folders of `repository=FOLDER` words; says plainly what is absent."""
    named = {name: Path(folder) for name, _, folder in (word.partition("=") for word in words)}
    wanted = sorted({name for folders in FOLDERS.values() for name in folders})
    for name in wanted:
        if name not in named:
            raise SystemExit(
                f"{name}: say where its clone is, as {name}=FOLDER (a clone with its whole history)"
            )
        if not named[name].is_dir():
            raise SystemExit(f"{name}: there is no folder {named[name]}")
    return named


def main() -> None:
    clones = clones_named(sys.argv[1:])
    pairs, taken = [], set[str]()
    for language, folders in FOLDERS.items():
        found: dict[str, list[Pair]] = {}
        for repository, pattern in folders.items():
            for pair in candidates(clones[repository], repository, pattern, language):
                found.setdefault(pair.kind, []).append(pair)
        print(language, {kind: len(found.get(kind, [])) for kind in KINDS})
        for draw in range(1, len(SEEDS) + 1):
            pairs += list(drawn(found, language, draw, taken))
    pairs.sort(key=lambda pair: pair.draw)
    told = {"seeds": SEEDS, "pairs": [asdict(pair) for pair in pairs]}
    PAIRS.write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", "utf-8")
    for pair in pairs:
        print(pair.language, pair.kind, pair.repository, pair.path, pair.characters, pair.changed)


if __name__ == "__main__":
    main()

"""What comparing two texts of 100 kB costs: the desk's comparison of prose against diff-match-patch.

    pip install diff-match-patch
    PYTHONPATH=. python benchmarks/prose_speed.py [--rounds 7] [--edits 300]

The texts are the project's own: English from its documentation, Chinese from its dictionary. Edits are
scattered over a copy with a seed: words and figures replaced, stretches taken out and put in, sentences
rewritten, two paragraphs moved. Both programs run in turn in this process; processor time counts, so that
other work on the machine matters little. Each must give both texts back, or there is no figure. The
peer cleans up for readers (`diff_cleanupSemantic`), once as it comes (it stops looking after a second) and
once without that limit.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from measured import machine

from dashboard.wording.chinese import CHINESE
from data_access.rules.prose_diff import prose_diff, raw_after, raw_before

try:
    from diff_match_patch import diff_match_patch
except ImportError:
    raise SystemExit("diff-match-patch is absent: pip install diff-match-patch") from None

HERE = Path(__file__).resolve().parent
RESULT = HERE / "results" / "prose_speed.md"
SIZE = 100_000
"""Bytes of UTF-8."""
BOUND = 10
SEED = 29
_GENERATED = {"calls.md", "contracts.md", "command_line.md"}


def english() -> str:
    """Return prose of the documentation."""
    files = sorted((HERE.parent / "docs").rglob("*.md"))
    return _sized("\n\n".join(file.read_text("utf-8") for file in files if file.name not in _GENERATED))


def chinese() -> str:
    """Return sentences of the Chinese dictionary, five to a paragraph, again in another order if needed."""
    said = sorted({one for one in _strings(CHINESE) if len(re.findall(r"[\u3400-\u9fff]", one)) >= 6})
    chance = random.Random(SEED)
    paragraphs: list[str] = []
    while len("\n\n".join(paragraphs).encode()) < SIZE:
        chance.shuffle(said)
        sentences = [one if one.endswith(("。", "？", "！")) else f"{one}。" for one in said]
        paragraphs += ["".join(sentences[at : at + 5]) for at in range(0, len(sentences), 5)]
    return _sized("\n\n".join(paragraphs))


def _strings(words: Any) -> Iterator[str]:
    if isinstance(words, str):
        yield words
    elif isinstance(words, dict):
        for one in words.values():
            yield from _strings(one)
    elif is_dataclass(words):
        for field in fields(words):
            yield from _strings(getattr(words, field.name))


def _sized(text: str) -> str:
    """Return as much of a text as is 100 kB; what is too short is an error."""
    data = text.encode()
    if len(data) < SIZE:
        raise SystemExit(f"only {len(data):,} bytes of text")
    return data[:SIZE].decode("utf-8", "ignore")


def edited(text: str, edits: int) -> str:
    """Return the text with so many edits scattered over it, and two paragraphs that moved."""
    chance = random.Random(SEED)
    for _ in range(edits):
        at = chance.randrange(len(text) - 200)
        length = chance.choice((1, 2, 4, 8, 30))
        other = chance.randrange(len(text) - 200)
        put_in = text[other : other + chance.choice((0, 1, 2, 4, 8, 30))].replace("\n", " ")
        text = text[:at] + put_in + text[at + length :]
    paragraphs = text.split("\n\n")
    for _ in range(2):
        paragraphs.insert(
            chance.randrange(len(paragraphs)), paragraphs.pop(chance.randrange(len(paragraphs)))
        )
    return "\n\n".join(paragraphs)


def ours(before: str, after: str) -> tuple[str, str]:
    """Compare, and give the texts back."""
    diff = prose_diff(before, after)
    assert not diff.is_coarse, "the budget was spent: this is no full comparison"
    return raw_before(diff), raw_after(diff)


def peer(before: str, after: str, *, timeout: float) -> tuple[str, str]:
    """Compare with diff-match-patch, and give the texts back."""
    compared = diff_match_patch()
    compared.Diff_Timeout = timeout
    diffs = compared.diff_main(before, after)
    compared.diff_cleanupSemantic(diffs)
    return compared.diff_text1(diffs), compared.diff_text2(diffs)


PROGRAMS: dict[str, Callable[[str, str], tuple[str, str]]] = {
    "Caseboard": ours,
    "diff-match-patch": lambda before, after: peer(before, after, timeout=1.0),
    "diff-match-patch, no time limit": lambda before, after: peer(before, after, timeout=0),
}


def measured(before: str, after: str, rounds: int) -> dict[str, list[float]]:
    """Return the processor seconds of each program, in turn."""
    taken: dict[str, list[float]] = {name: [] for name in PROGRAMS}
    for turn in range(rounds + 1):
        for name, compare in PROGRAMS.items():
            started = time.process_time()
            given_back = compare(before, after)
            seconds = time.process_time() - started
            assert given_back == (before, after), f"{name} lost text"
            if turn:
                taken[name].append(seconds)
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--edits", type=int, default=300)
    options = parser.parse_args()
    rows, ratios = [], []
    load = os.getloadavg()[0]
    for language, text in (("English", english()), ("Chinese", chinese())):
        after = edited(text, options.edits)
        taken = measured(text, after, options.rounds)
        mine = taken["Caseboard"]
        for name, seconds in taken.items():
            ratio = statistics.median(a / b for a, b in zip(mine, seconds, strict=True))
            ratios.append(ratio)
            spread = f"{min(seconds):.2f} to {max(seconds):.2f}"
            told = "" if name == "Caseboard" else f"{ratio:.2f}"
            size = f"{len(text.encode()):,} / {len(after.encode()):,}"
            rows.append(
                f"| {language} | {size} | {name} | {statistics.median(seconds):.2f} | {spread} | {told} |"
            )
            print(rows[-1])
    lines = [
        f"{options.edits} scattered edits, two moved paragraphs; {options.rounds} rounds in turn after one",
        f"to warm up; diff-match-patch {version('diff-match-patch')} with its semantic clean-up.",
        "The ratio is the median of the rounds' ratios. Made by `benchmarks/prose_speed.py`.",
        "",
        "| text | bytes before / after | program | CPU s | least to most | Caseboard takes times this |",
        "|---|--:|---|--:|--:|--:|",
        *rows,
        "",
        f"**Largest ratio {max(ratios):.2f}**; the bound is {BOUND}.",
        "",
        f"{machine()}. Load {load:.1f} when it began, {os.getloadavg()[0]:.1f} when it ended.",
        "",
    ]
    RESULT.write_text("\n".join(["# Comparing two texts of 100 kB", "", *lines]), "utf-8")


if __name__ == "__main__":
    main()

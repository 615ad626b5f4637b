"""The yardstick of the comparison of prose: MediaWiki's way does what it says, and pairs hold no text."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

WRITTEN = {"same": "{}", "removed": "[-{}-]", "added": "{{+{}+}}"}


@pytest.fixture(scope="module")
def wiki_diff() -> ModuleType:
    file = Path(__file__).resolve().parents[2] / "benchmarks" / "wiki_diff.py"
    spec = importlib.util.spec_from_file_location("wiki_diff", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(sys.modules, "wiki_diff", module)
        spec.loader.exec_module(module)
    return module


def told(rows: list[Any]) -> list[tuple[str, int, str]]:
    return [
        (row.kind, row.move, "".join(WRITTEN[mark].format(text) for mark, text in row.pieces)) for row in rows
    ]


@pytest.mark.parametrize(
    ("before", "after", "rows"),
    [
        ("The cat sat.", "The dog sat.", [("changed", 0, "The [-cat -]{+dog +}sat.")]),
        ("余氯为低值。", "余氯为高值。", [("changed", 0, "余氯为[-低-]{+高+}值。")]),
        ("one\ntwo\ntwo\nsix", "one\ntwo\nsix",
         [("same", 0, "one"), ("same", 0, "two"), ("removed", 0, "[-two-]"), ("same", 0, "six")]),
        ("a b c d", "w x y z", [("removed", 0, "[-a b c d-]"), ("added", 0, "{+w x y z+}")]),
        ("A line that moves from here.\nOther things\nMore",
         "Other things\nMore\nA line that moves far from here.",
         [("moved_away", 1, "A line that moves from here."), ("same", 0, "Other things"), ("same", 0, "More"),
          ("moved_here", 1, "A line that moves {+far +}from here.")]),
        ("One is so and so. Two is this.", "One is so and so.\n\nTwo is this.",
         [("changed", 0, "One is so and so.{+\n\n+}Two is this.")]),
    ],
)  # fmt: skip
def test_the_peer_tells_words_within_lines_moves_and_splits(
    wiki_diff: ModuleType, before: str, after: str, rows: list[tuple[str, int, str]]
) -> None:
    assert told(wiki_diff.wiki_diff(before, after)) == rows


def test_the_pairs_name_their_sources_and_hold_no_text() -> None:
    told = json.loads(
        (Path(__file__).resolve().parents[2] / "benchmarks" / "prose_pairs.json").read_text("utf-8")
    )
    pairs = told["pairs"]
    for draw in (1, 2, 3):
        languages = [pair["language"] for pair in pairs if pair["draw"] == draw]
        assert (languages.count("english"), languages.count("chinese")) == (10, 10)
    assert len({pair["path"] for pair in pairs}) == len({pair["after"] for pair in pairs}) == 60
    for pair in pairs:
        assert set(pair) == {
            "repository", "path", "before", "after", "language", "kind", "characters", "changed", "draw"
        }  # fmt: skip
        assert re.fullmatch(r"[0-9a-f]{40}", pair["before"])
        assert re.fullmatch(r"[0-9a-f]{40}", pair["after"])

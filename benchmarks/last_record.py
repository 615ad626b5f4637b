"""Reads the figures of a recorded result again, so that a new one says what became better and what worse.

Figures are told apart by their first cell. Less is better in every table here; a tenth is no difference yet.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

SAME_WITHIN = 0.10


def recorded(file: Path, column: str) -> dict[str, float]:
    """Return the figures under `column` of the first table that has it, by first cell; empty without one."""
    if not file.is_file():
        return {}
    place, found = None, {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if not line.startswith("|"):
            place = None
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if column in cells:
            place = cells.index(column)
        elif place is not None and (number := re.match(r"-?[\d.]+", cells[place].replace(",", ""))):
            found[cells[0]] = float(number[0])
    return found


def compared(new: Mapping[str, float], old: Mapping[str, float]) -> dict[str, str]:
    """Say for each figure how it stands to the last record: better, worse, the same, or new."""
    return {name: _word(figure, old.get(name)) for name, figure in new.items()}


def _word(figure: float, before: float | None) -> str:
    if before is None:
        return "new"
    if before == 0:
        return "same" if figure == 0 else "worse"
    change = figure / before - 1
    if abs(change) < SAME_WITHIN:
        return "same"
    return f"{'worse' if change > 0 else 'better'} ({change:+.0%})"


def in_short(words: Mapping[str, str]) -> str:
    """Count the words in one line."""
    kinds = [word.partition(" ")[0] for word in words.values()]
    told = ", ".join(f"{kinds.count(kind)} {kind}" for kind in ("better", "same", "worse", "new"))
    return f"Against the last record: {told} (less than {SAME_WITHIN:.0%} is no difference)."

"""How one text became another, line by line; bounded, so that a huge edit costs no more than a large one."""

from __future__ import annotations

from difflib import SequenceMatcher

DiffLine = tuple[str, str]
"""`-`, `+`, ` ` or `@` (lines left out), and the text of the line."""
_MOST_COMPARED = 600
_MOST_SHOWN = 400
_CONTEXT = 3


def line_diff(old: str | None, new: str) -> tuple[DiffLine, ...]:
    """Return the lines of the change with three unchanged ones around; without `old` every line is new.

    Texts of more than 600 lines are not aligned: all of the old, then all of the new. At most 400 are given.
    """
    before = [] if old is None else old.splitlines()
    after = new.splitlines()
    if not before or len(before) > _MOST_COMPARED or len(after) > _MOST_COMPARED:
        lines = [("-", line) for line in before] + [("+", line) for line in after]
    else:
        lines = _aligned(before, after)
    cut = [("@", "…")] if len(lines) > _MOST_SHOWN else []
    return tuple(lines[:_MOST_SHOWN] + cut)


def _aligned(before: list[str], after: list[str]) -> list[DiffLine]:
    lines: list[DiffLine] = []
    for number, group in enumerate(
        SequenceMatcher(a=before, b=after, autojunk=False).get_grouped_opcodes(_CONTEXT)
    ):
        if number:
            lines.append(("@", "…"))
        for change, first, last, new_first, new_last in group:
            if change == "equal":
                lines += [(" ", line) for line in before[first:last]]
            else:
                lines += [("-", line) for line in before[first:last]]
                lines += [("+", line) for line in after[new_first:new_last]]
    return lines

"""Cuts Markdown into units that are compared with each other: headings, sentences, rows, blocks of code.

Every character of the text is in exactly one unit; the white space after a unit belongs to it. Where blocks
begin and end is what the Markdown reader of the desk says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from data_access.contracts.prose import CodeBlock, DiagramBlock, HeadingBlock, RuleBlock, TableBlock
from data_access.contracts.prose_diff import UnitKind
from data_access.rules.prose import read_prose, takes_long
from data_access.rules.text_tokens import Token, compared, tokens_of

MOST_MARKS = 3000
"""A text with more is not cut by its Markdown: reading it would take seconds."""
_SENTENCE_END = re.compile(
    r"""(?:[。！？；…]+["”’」』）)\]]*\s*"""
    r"""|(?<!\s[A-Z])(?<!\be\.g)(?<!\bi\.e)(?<!\bNo)(?<!\bFig)(?<!\bapprox)(?<!\bvs)(?<!\bDr)(?<!\bMr)"""
    r"""(?<!\bMs)(?<!\bSt)(?<!\bcf)[.!?]+["”’)\]]*(?:\s+|$))"""
)
_MARKERS = re.compile(r"^[\s>#*+\-|]*(?:\d{1,9}[.)]\s)?")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


@dataclass(frozen=True)
class Unit:
    """A unit of a text, as it stands there."""

    kind: UnitKind
    text: str
    """With the white space after it."""
    heading: str
    ends_block: bool

    @cached_property
    def key(self) -> str:
        """What it is compared by: two units with the same key say the same. Indents count in code."""
        if self.kind in ("code", "diagram"):
            return "\n".join(line.rstrip() for line in self.text.splitlines()).rstrip()
        return compared(self.text)

    @cached_property
    def tokens(self) -> list[Token]:
        """Its tokens."""
        return tokens_of(self.text)

    @cached_property
    def words(self) -> list[Token]:
        """Its tokens without the space between them."""
        return [token for token in self.tokens if token.kind != "space"]

    @cached_property
    def weight(self) -> int:
        """How much of the text it is to a reader."""
        return sum(token.weight for token in self.words)


def units_of(text: str) -> list[Unit]:
    """Return the units of a Markdown text, in order."""
    lines = _LINE.findall(text)
    units: list[Unit] = []
    heading, at = "", 0
    for kind, first, last in _blocks(text, len(lines)):
        if first > at and not units:
            units.append(Unit("blank", "".join(lines[at:first]), heading, ends_block=True))
            at = first
        end = max(last, at)
        while end < len(lines) and not lines[end].strip():
            end += 1
        raw = "".join(lines[at:end])
        if raw:
            if kind == "heading":
                heading = compared(_MARKERS.sub("", raw))
            units += _cut(kind, raw, heading)
        at = end
    if at < len(lines):
        rest: UnitKind = "sentence" if units else "blank"
        units.append(Unit(rest, "".join(lines[at:]), heading, ends_block=True))
    return units


def _blocks(text: str, lines: int) -> Iterator[tuple[UnitKind, int, int]]:
    """Yield kind, first line and the line after the last of each block, as far as they do not overlap.

    A text with too many marks is one block.
    """
    if takes_long(text, most=MOST_MARKS):
        yield "sentence", 0, lines
        return
    reached = 0
    for block in read_prose(text).blocks:
        first, last = max(block.first_line - 1, reached), min(block.last_line, lines)
        if last <= reached:
            continue
        reached = last
        match block:
            case HeadingBlock():
                yield "heading", first, last
            case TableBlock():
                yield "row", first, last
            case CodeBlock():
                yield "code", first, last
            case DiagramBlock():
                yield "diagram", first, last
            case RuleBlock():
                yield "rule", first, last
            case _:
                yield "sentence", first, last


def _cut(kind: UnitKind, raw: str, heading: str) -> Iterator[Unit]:
    match kind:
        case "sentence":
            parts = list(_sentences(raw))
        case "row":
            parts = _rows(raw)
        case _:
            parts = [raw]
    for number, part in enumerate(parts, 1):
        yield Unit(kind, part, heading, ends_block=number == len(parts))


def _rows(raw: str) -> list[str]:
    """Return the rows of a table; empty lines after it belong to its last row."""
    rows: list[str] = []
    for line in _LINE.findall(raw):
        if line.strip() or not rows:
            rows.append(line)
        else:
            rows[-1] += line
    return rows


def _sentences(raw: str) -> Iterator[str]:
    begin = _MARKERS.match(raw)
    start, at = 0, begin.end() if begin else 0
    for end in _SENTENCE_END.finditer(raw, at):
        if end.end() < len(raw) and end.end() > start:
            yield raw[start : end.end()]
            start = end.end()
    if raw[start:]:
        yield raw[start:]

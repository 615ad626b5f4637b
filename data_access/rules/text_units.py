"""Cuts Markdown into units that are compared with each other: headings, sentences, rows, blocks of code.

Every character of the text is in exactly one unit; the white space after a unit belongs to it. Where blocks
begin and end is what the Markdown reader of the desk says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from data_access.contracts.prose import CodeBlock, DiagramBlock, HeadingBlock, RuleBlock, TableBlock
from data_access.contracts.prose_diff import UnitKind
from data_access.rules.prose import marks_in, read_prose
from data_access.rules.text_tokens import Token, compared, tokens_of

MOST_MARKS = 3000
"""A paragraph with more is not read as Markdown, nor are several with nearly as many: it takes seconds."""
_SENTENCE_END = re.compile(
    r"""(?:[。！？；…]+["”’」』）)\]]*\s*"""
    r"""|(?<!\s[A-Z])(?<!\be\.g)(?<!\bi\.e)(?<!\bNo)(?<!\bFig)(?<!\bapprox)(?<!\bvs)(?<!\bDr)(?<!\bMr)"""
    r"""(?<!\bMs)(?<!\bSt)(?<!\bcf)[.!?]+["”’)\]]*(?:\s+|$))"""
)
_MARKERS = re.compile(r"^[\s>#*+\-|]*(?:\d{1,9}[.)]\s)?")
_WORD = re.compile(r"\w")
_LINE_ENDS = re.compile(
    r"(?:  |\\|[，、：；。！？）”』」】])[\r\n]*$|^\s*(?:<.*>|-{3,}|={3,}|\*{4,}|_{4,})\s*$"
)
"""A line that ends on purpose: by the signs of Markdown, by Chinese signs, a tag, a ruler."""
_LINE_BEGINS = re.compile(r"^\s*(?:<|(?:-{3,}|={3,}|\*{4,}|_{4,})\s*$)")
_HEADING = re.compile(r" {0,3}#{1,6}(?:\s|$)")
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
    for kind, first, last in _blocks(text, lines):
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


def _blocks(text: str, lines: Sequence[str]) -> Iterator[tuple[UnitKind, int, int]]:
    """Yield kind, first line and the line after the last of each block, as far as they do not overlap."""
    if _takes_long(lines):
        yield from _stretches(lines)
        return
    reached = 0
    for block in read_prose(text).blocks:
        first, last = max(block.first_line - 1, reached), min(block.last_line, len(lines))
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


def _takes_long(lines: Sequence[str]) -> bool:
    """Say whether reading the Markdown takes seconds: it grows with the square of a paragraph's marks."""
    cost = marks = 0
    for line in lines:
        if line.strip():
            marks += marks_in(line)
        else:
            cost, marks = cost + marks**2, 0
    return cost + marks**2 > MOST_MARKS**2


def _stretches(lines: Sequence[str]) -> Iterator[tuple[UnitKind, int, int]]:
    """Yield headings and what stands between empty lines, where the Markdown is not read."""
    first = 0
    for at, line in enumerate(lines):
        is_heading = bool(_HEADING.match(line))
        if first < at and (is_heading or not line.strip()):
            yield "sentence", first, at
            first = at
        if is_heading:
            yield "heading", at, at + 1
        if is_heading or not line.strip():
            first = at + 1
    if first < len(lines):
        yield "sentence", first, len(lines)


def _cut(kind: UnitKind, raw: str, heading: str) -> Iterator[Unit]:
    parts: list[tuple[UnitKind, str]]
    match kind:
        case "sentence":
            parts = list(_sentences_and_rows(raw))
        case "row":
            parts = [(kind, row) for row in _rows(raw)]
        case _:
            parts = [(kind, raw)]
    for number, (part_kind, part) in enumerate(parts, 1):
        yield Unit(part_kind, part, heading, ends_block=number == len(parts))


def _rows(raw: str) -> list[str]:
    """Return the rows of a table; empty lines after it belong to its last row."""
    rows: list[str] = []
    for line in _LINE.findall(raw):
        if line.strip() or not rows:
            rows.append(line)
        else:
            rows[-1] += line
    return rows


def _sentences_and_rows(raw: str) -> Iterator[tuple[UnitKind, str]]:
    """Yield the sentences of a paragraph, none beyond a line that ends on purpose.

    Lines that begin with a bar are rows of a table in another dialect.
    """
    lines = _rows(raw)
    together: list[str] = []
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if line.lstrip().startswith("|"):
            yield "row", line
            continue
        together.append(line)
        if not following or following.lstrip().startswith("|") or _ends_on_purpose(line, following):
            yield from (("sentence", part) for part in _sentences("".join(together)))
            together = []


def _ends_on_purpose(line: str, following: str) -> bool:
    return bool(_LINE_ENDS.search(line) or _LINE_BEGINS.match(following))


def _sentences(raw: str) -> Iterator[str]:
    begin = _MARKERS.match(raw)
    start, at = 0, begin.end() if begin else 0
    word = _WORD.search(raw, at)
    for end in _SENTENCE_END.finditer(raw, at):
        if word is None or end.end() == len(raw):
            break
        if word.start() < end.start():
            yield raw[start : end.end()]
            start = end.end()
            word = _WORD.search(raw, start)
    if raw[start:]:
        yield raw[start:]

"""Reads Markdown into blocks and spans; nothing of it is ever handed on as markup.

CommonMark with tables and struck text. HTML is text, pictures are their descriptions, links lead to the web
or to a mailbox or are text, `[E-1]` names a record of the task, a `mermaid` block is a diagram to be read
by `rules/diagram_source`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from markdown_it import MarkdownIt

from data_access.contracts.prose import (
    CodeBlock,
    DiagramBlock,
    HeadingBlock,
    Mark,
    ParagraphBlock,
    Prose,
    ProseBlock,
    RuleBlock,
    Span,
    TableBlock,
)
from data_access.rules.citations import INLINE_CITATION
from data_access.rules.text_safety import one_line

if TYPE_CHECKING:
    from markdown_it.token import Token

_ADDRESS = re.compile(r"(?:https?://|mailto:)[^\s<>\"]{1,2000}", re.IGNORECASE)
_MARKS: dict[str, Mark] = {"strong": "strong", "em": "em", "s": "struck"}
_DIAGRAM = "mermaid"
_MARKING = "[*_`|<~&\\\n"
MOST_MARKS = 1000
"""With so many, reading takes up to a tenth of a second; the time grows with their square."""


_READER = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
_HTML_READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])


class MarkupFound(NamedTuple):
    """HTML or a picture in a text."""

    kind: Literal["html", "picture"]
    line: int
    """From 1: where its paragraph begins."""
    excerpt: str


def read_prose(text: str) -> Prose:
    """Return the blocks of a Markdown text, in order; every text is one."""
    walk = _Walk(_READER.parse(text))
    return Prose(blocks=tuple(walk.blocks()))


def takes_long(text: str, *, most: int = MOST_MARKS) -> bool:
    """Say whether a text has so many marks that reading it would hold up a page that has many such texts."""
    return marks_in(text) > most


def marks_in(text: str) -> int:
    """Count the signs and line ends that reading a text grows with."""
    return sum(map(text.count, _MARKING))


def markup_in(text: str) -> tuple[MarkupFound, ...]:
    """Return the HTML and the pictures of a Markdown text, in order; what stands as code is neither."""
    found = []
    for block in _HTML_READER.parse(text):
        line = (block.map or (0, 1))[0] + 1
        if block.type == "html_block":
            found.append(MarkupFound("html", line, one_line(block.content, 80)))
        for token in block.children or ():
            if token.type == "html_inline":
                found.append(MarkupFound("html", line, one_line(token.content, 80)))
            elif token.type == "image":
                found.append(MarkupFound("picture", line, one_line(token.content, 80)))
    return tuple(found)


def diagrams_in(prose: Prose) -> tuple[DiagramBlock, ...]:
    """Return the diagrams that stand in a text."""
    return tuple(block for block in prose.blocks if isinstance(block, DiagramBlock))


@dataclass
class _List:
    """A list that is open: the number of its next item, None for bullets."""

    number: int | None
    begins_item: bool = False


@dataclass
class _Walk:
    """Goes through the tokens once; remembers which lists and quotes are open."""

    tokens: Sequence[Token]
    at: int = 0
    quotes: int = 0
    lists: list[_List] = field(default_factory=list)

    def blocks(self) -> Iterator[ProseBlock]:
        while self.at < len(self.tokens):
            token = self.tokens[self.at]
            self.at += 1
            if token.type == "table_open":
                yield self._table(token)
            elif (block := self._block(token)) is not None:
                yield block
            else:
                self._open_or_close(token)

    def _open_or_close(self, token: Token) -> None:
        match token.type:
            case "blockquote_open":
                self.quotes += 1
            case "blockquote_close":
                self.quotes -= 1
            case "bullet_list_open":
                self.lists.append(_List(None))
            case "ordered_list_open":
                self.lists.append(_List(int(token.attrs.get("start", 1))))
            case "bullet_list_close" | "ordered_list_close":
                self.lists.pop()
            case "list_item_open":
                self.lists[-1].begins_item = True
            case "list_item_close":
                self._next_item()

    def _next_item(self) -> None:
        item = self.lists[-1]
        item.begins_item = False
        item.number = None if item.number is None else item.number + 1

    def _block(self, token: Token) -> ProseBlock | None:
        match token.type:
            case "heading_open":
                return HeadingBlock(level=int(token.tag[1:]), spans=self._inline(), **self._place(token))
            case "paragraph_open":
                return self._paragraph(token)
            case "fence" | "code_block":
                return self._code(token)
            case "hr":
                return RuleBlock(**self._place(token))
        return None

    def _place(self, token: Token) -> dict[str, int]:
        first, last = token.map or (0, 1)
        return {"first_line": first + 1, "last_line": max(first + 1, last), "quote_depth": self.quotes}

    def _paragraph(self, token: Token) -> ParagraphBlock:
        begins = bool(self.lists) and self.lists[-1].begins_item
        number = self.lists[-1].number if begins else None
        if begins:
            self.lists[-1].begins_item = False
        return ParagraphBlock(
            spans=self._inline(),
            list_depth=len(self.lists),
            begins_item=begins,
            number=number,
            **self._place(token),
        )

    def _code(self, token: Token) -> ProseBlock:
        told = token.info.strip()
        language = told.split(" ")[0][:40]
        text, rest = token.content.removesuffix("\n"), told[len(language) :].strip()
        language = language.lower()
        depth = len(self.lists)
        if language == _DIAGRAM:
            return DiagramBlock(source=text, list_depth=depth, **self._place(token))
        if rest:  # what stands behind the language is somebody's words too
            text = f"{rest}\n{text}"
        return CodeBlock(language=language, text=text, list_depth=depth, **self._place(token))

    def _inline(self) -> tuple[Span, ...]:
        """Return the spans of the token at hand and go past it."""
        token = self.tokens[self.at]
        self.at += 1
        return tuple(_joined(_spans(token.children or [])))

    def _table(self, opened: Token) -> TableBlock:
        rows: list[list[tuple[Span, ...]]] = []
        right: list[bool] = []
        while (token := self.tokens[self.at]).type != "table_close":
            self.at += 1
            if token.type == "tr_open":
                rows.append([])
            elif token.type in ("th_open", "td_open"):
                if token.type == "th_open":
                    right.append("right" in str(token.attrs.get("style", "")))
                rows[-1].append(self._inline())
        self.at += 1
        head, *body = rows
        return TableBlock(
            head=tuple(head),
            rows=tuple(tuple(row) for row in body),
            right=tuple(right),
            **self._place(opened),
        )


def _spans(tokens: Sequence[Token]) -> Iterator[Span]:
    """Yield what stands in a line; marks nest, links do not."""
    marks: list[Mark] = []
    address: str | None = None
    for token in tokens:
        kind, _, end = token.type.rpartition("_")
        if token.type == "link_open":
            address = _web_address(str(token.attrs.get("href", "")))
        elif token.type == "link_close":
            address = None
        elif kind in _MARKS and end == "open":
            marks.append(_MARKS[kind])
        elif kind in _MARKS and end == "close":
            marks.remove(_MARKS[kind])
        else:
            yield from _text_spans(token, marks, address)


def _text_spans(token: Token, marks: Sequence[Mark], address: str | None) -> Iterator[Span]:
    shown = tuple(sorted(set(marks)))
    match token.type:
        case "softbreak":
            yield Span(text=" ", marks=shown, address=address)
        case "hardbreak":
            yield Span(text="\n", marks=shown, address=address)
        case "image":
            yield Span(text=token.content, marks=shown, is_picture=True)
        case "code_inline":
            yield Span(text=token.content, marks=tuple(sorted({*shown, "code"})), address=address)
        case _:
            yield from _cited(token.content, shown, address)


def _cited(text: str, marks: tuple[Mark, ...], address: str | None) -> Iterator[Span]:
    """Part a text at the records that it cites."""
    at = 0
    for found in INLINE_CITATION.finditer(text):
        if text[at : found.start()]:
            yield Span(text=text[at : found.start()], marks=marks, address=address)
        yield Span(text=found[1], marks=marks, cites=found[1])
        at = found.end()
    if text[at:]:
        yield Span(text=text[at:], marks=marks, address=address)


def _joined(spans: Iterator[Span]) -> Iterator[Span]:
    """Join neighbours that look the same."""
    last: Span | None = None
    for span in spans:
        if last is not None and _alike(last, span):
            last = last.model_copy(update={"text": last.text + span.text})
            continue
        if last is not None:
            yield last
        last = span
    if last is not None:
        yield last


def _alike(one: Span, other: Span) -> bool:
    special = one.cites or other.cites or one.is_picture or other.is_picture
    return not special and one.marks == other.marks and one.address == other.address


def _web_address(given: str) -> str | None:
    return given if _ADDRESS.fullmatch(given) else None

"""A Markdown text as blocks and spans: what it says and how it is built, without any markup."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from data_access.contracts.common import Contract

Mark = Literal["strong", "em", "code", "struck"]


class Span(Contract):
    """A run of text that looks the same."""

    text: str
    marks: tuple[Mark, ...] = ()
    """In alphabetical order."""
    cites: str | None = None
    """The record that `[E-1]` and the like name; `text` is the id."""
    address: str | None = None
    """Where a link leads: http, https or mailto; links elsewhere are plain text."""
    is_picture: bool = False
    """A picture that the source wanted fetched and that is not: `text` is its description."""


class _Placed(Contract):
    first_line: int
    """From 1, in the source."""
    last_line: int
    quote_depth: int = 0
    """How many quotes it stands in."""


class HeadingBlock(_Placed):
    """A heading."""

    kind: Literal["heading"] = "heading"
    level: int
    """1 to 6."""
    spans: tuple[Span, ...]


class ParagraphBlock(_Placed):
    """A paragraph, by itself or in a list."""

    kind: Literal["paragraph"] = "paragraph"
    spans: tuple[Span, ...]
    list_depth: int = 0
    """0 outside of lists."""
    begins_item: bool = False
    number: int | None = None
    """Of an item of a numbered list."""


class CodeBlock(_Placed):
    """Text that stands as it is."""

    kind: Literal["code"] = "code"
    language: str
    text: str
    list_depth: int = 0


class DiagramBlock(_Placed):
    """The source of a Mermaid diagram."""

    kind: Literal["diagram"] = "diagram"
    source: str
    list_depth: int = 0


class TableBlock(_Placed):
    """A table; every row has a cell for every column."""

    kind: Literal["table"] = "table"
    head: tuple[tuple[Span, ...], ...]
    rows: tuple[tuple[tuple[Span, ...], ...], ...]
    right: tuple[bool, ...]
    """Which columns stand on the right."""


class RuleBlock(_Placed):
    """A line across."""

    kind: Literal["rule"] = "rule"


ProseBlock = Annotated[
    HeadingBlock | ParagraphBlock | CodeBlock | DiagramBlock | TableBlock | RuleBlock,
    Field(discriminator="kind"),
]


class Prose(Contract):
    """A text, block by block."""

    blocks: tuple[ProseBlock, ...]

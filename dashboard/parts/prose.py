"""Draws a Markdown text of an agent or a person: its blocks as text in elements, never as markup.

Headings, lists, tables and code look like such; a cited record opens what the page says of it; links show
where they lead; pictures are named and not fetched; diagrams are drawn from what the desk understood.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from itertools import groupby
from typing import Any
from urllib.parse import urlsplit

import streamlit as st

from dashboard.desk_session import choose_link, follow_chosen_link, page_key, said
from dashboard.maps.report_diagram import report_diagram
from dashboard.parts.map_picture import clickable_map
from dashboard.parts.piece import prose as plain_text
from data_access.contracts.diagram import Diagram
from data_access.contracts.prose import (
    DiagramBlock,
    HeadingBlock,
    ParagraphBlock,
    Prose,
    ProseBlock,
    Span,
    TableBlock,
)
from data_access.rules.diagram_source import read_diagram
from data_access.rules.prose import read_prose, takes_long
from data_access.rules.report_text import diagram_problem
from data_access.rules.text_safety import visible_lines


@dataclass(frozen=True)
class CitedRecord:
    """What a citation opens: the title of the record, lines about it, and the way to all of it."""

    title: str
    lines: tuple[str, ...] = ()
    href: str | None = None
    is_flagged: bool = False
    """It was corrected or withdrawn, or is made up: the citation itself shows a mark."""


def prose(text: Prose, *, cited: Mapping[str, CitedRecord], label: str, key: str) -> None:
    """Draw a text, named `label` for screen readers; an id that `cited` does not have is plain text."""
    parts = groupby(text.blocks, key=lambda block: isinstance(block, DiagramBlock))
    for number, (_, blocks) in enumerate(parts):
        part = list(blocks)
        diagrams = [block for block in part if isinstance(block, DiagramBlock)]
        for place, block in enumerate(diagrams):
            diagram(block.source, label=label, key=f"{key}-{number}-{place}")
        if not diagrams:
            _draw([_block(block) for block in part], cited, label, f"{key}-{number}")


def stated(text: str, *, cited: Mapping[str, CitedRecord], label: str, key: str) -> None:
    """Draw one of many texts of a page as Markdown; one that takes long to read is drawn as it stands."""
    if takes_long(text):
        plain_text(text, label=label, key=key)
    else:
        prose(read_prose(text), cited=cited, label=label, key=key)


def diagram(
    source: str,
    *,
    label: str,
    key: str,
    names: Mapping[str, str] | None = None,
    selected: str | None = None,
) -> str | None:
    """Draw a diagram from its source, `selected` as chosen; return the id of the node that was chosen.

    A source that is not understood is shown as text with the reason.
    """
    read = read_diagram(source)
    if isinstance(read, Diagram):
        labels = {node.node_id: node.label for node in read.nodes} | dict(names or {})
        drawn = report_diagram(read, alt=label)
        return clickable_map(drawn, names=labels, file_name=label, key=key, selected=selected)
    reason = f"{said().prose.not_drawn} {diagram_problem(read)}"
    blocks: list[dict[str, Any]] = [
        {"kind": "paragraph", "spans": [{"text": visible_lines(reason)}]},
        {"kind": "code", "text": visible_lines(source)},
    ]
    _draw(blocks, {}, label, key)
    return None


def _draw(blocks: Sequence[dict[str, Any]], cited: Mapping[str, CitedRecord], label: str, key: str) -> None:
    used = {span["cites"] for block in blocks for span in _spans_of(block) if "cites" in span}
    records = {one: _record(cited[one]) for one in used if one in cited}
    data = {"blocks": blocks, "records": records, "label": label, "picture": said().prose.picture}
    own = page_key(key)
    _component()(key=own, data=data, on_open_change=partial(choose_link, own))
    follow_chosen_link()


def _spans_of(block: dict[str, Any]) -> list[dict[str, Any]]:
    rows = [block.get("head", []), *block.get("rows", [])]
    return [*block.get("spans", []), *(span for row in rows for cell in row for span in cell)]


def _record(record: CitedRecord) -> dict[str, Any]:
    return {
        "title": visible_lines(record.title),
        "lines": [visible_lines(line) for line in record.lines],
        "href": record.href,
        "flagged": record.is_flagged,
    }


_DRAWN_APART = {"first_line", "last_line", "spans", "head", "rows"}


def _block(block: ProseBlock) -> dict[str, Any]:
    told = block.model_dump(
        exclude={"first_line", "last_line", "spans", "head", "rows"}, exclude_defaults=True
    )
    told["kind"] = block.kind
    if isinstance(block, TableBlock):
        told["head"] = [_cell(cell) for cell in block.head]
        told["rows"] = [[_cell(cell) for cell in row] for row in block.rows]
    elif isinstance(block, HeadingBlock | ParagraphBlock):
        told["spans"] = _cell(block.spans)
    if "text" in told:
        told["text"] = visible_lines(told["text"])
    return told


def _cell(spans: Sequence[Span]) -> list[dict[str, Any]]:
    return [_span(span) for span in spans]


def _span(span: Span) -> dict[str, Any]:
    told: dict[str, Any] = {"text": visible_lines(span.text)}
    if span.marks:
        told["marks"] = list(span.marks)
    if span.cites:
        told["cites"] = span.cites
    if span.is_picture:
        told["picture"] = True
    if span.address:
        host = urlsplit(span.address).hostname or span.address
        told |= {"address": span.address, "host": said().prose.leads_to.format(host=host)}
    return told


@cache
def _component() -> Any:
    folder = files("dashboard.parts")
    return st.components.v2.component(
        "caseboard.prose",
        html='<div class="prose"></div>',
        css=(folder / "prose.css").read_text(encoding="utf-8"),
        js=(folder / "prose.js").read_text(encoding="utf-8"),
    )

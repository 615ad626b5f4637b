"""A comparison as one page of HTML that needs nothing else: no script, no address, no picture, no font.

The page is built as a tree of elements and written by the standard library, which escapes every text; what
others wrote is only ever text of an element, never a name, an attribute or a style. Its own policy (CSP)
forbids everything but the one style sheet, by its hash, so that not even a mistake here could fetch or run
something. Characters that hide something or turn the reading direction are left out.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from xml.etree.ElementTree import Element, SubElement, tostring

from dashboard.comparison_file.document import (
    Block,
    Changed,
    Document,
    Entries,
    Entry,
    Facts,
    Figures,
    Says,
    Section,
)
from dashboard.comparison_file.paragraphs import (
    Folded,
    Paragraph,
    Stretch,
    folded_paragraphs,
    quiet_formatting,
)
from dashboard.wording import Words
from data_access.contracts.prose_diff import ProseDiff
from data_access.rules.text_safety import visible_lines

_LANGUAGES = {"zh": "zh-Hans"}


def as_html(document: Document, w: Words) -> str:
    """Return the file."""
    page = Element("html", {"lang": _LANGUAGES.get(w.language, w.language)})
    page.append(_head(document))
    main = SubElement(SubElement(page, "body"), "main")
    main.append(_made("h1", document.title, foreign=True))
    main.extend(_blocks(document.head, w, first="verdict"))
    for section in document.sections:
        main.extend(_section(section, w))
    main.append(_made("footer", _made("p", *_legend(w)), _made("p", document.foot)))
    return "<!DOCTYPE html>\n" + tostring(page, encoding="unicode", method="html") + "\n"


def _head(document: Document) -> Element:
    head = Element("head")
    SubElement(head, "meta", {"charset": "utf-8"})
    SubElement(head, "meta", {"http-equiv": "Content-Security-Policy", "content": _policy()})
    SubElement(head, "meta", {"name": "viewport", "content": "width=device-width, initial-scale=1"})
    SubElement(head, "meta", {"name": "referrer", "content": "no-referrer"})
    head.append(_made("title", document.title))
    SubElement(head, "style").text = _style()
    return head


@cache
def _style() -> str:
    return (files("dashboard.comparison_file") / "page.css").read_text(encoding="utf-8")


@cache
def _policy() -> str:
    digest = base64.b64encode(hashlib.sha256(_style().encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


def _section(section: Section, w: Words) -> Iterator[Element]:
    yield _made(f"h{section.level}", section.title)
    yield from _blocks(section.blocks, w)


def _blocks(blocks: Iterable[Block], w: Words, *, first: str = "") -> Iterator[Element]:
    for block in blocks:
        yield from _block(block, w, first)
        first = ""


def _block(block: Block, w: Words, kind: str) -> Iterator[Element]:
    match block:
        case Says():
            yield _says(block, kind)
        case Facts():
            yield _pairs(block.pairs)
        case Entries():
            yield _made("ul", *(_entry(entry, w) for entry in block.items))
        case Figures():
            yield _made("div", _figures(block), kind="figures")
        case Changed():
            yield from _changed(block.diff, w)


def _says(block: Says, kind: str) -> Element:
    if block.is_warning:
        return _made("p", _made("span", "⚠ ", kind="sign"), block.text, kind="warning", foreign=True)
    return _made("p", block.text, kind=kind, foreign=True)


def _pairs(pairs: Iterable[tuple[str, str]]) -> Element:
    made = Element("dl")
    for label, value in pairs:
        made.append(_made("dt", label))
        made.append(_made("dd", value, foreign=True))
    return made


def _entry(entry: Entry, w: Words) -> Element:
    told = _made("div", _made("p", *_marked(entry.said), foreign=True))
    if labelled := [line for line in entry.lines if line[0]]:
        told.append(_pairs(labelled))
    told.extend(_made("p", value, kind="said", foreign=True) for label, value in entry.lines if not label)
    mark = (_made("span", entry.mark(w), kind="mark"),) if entry.change else ()
    return _made("li", *mark, told, kind=entry.change or "plain")


def _figures(table: Figures) -> Element:
    head = _made("thead", _made("tr", *(_made("th", cell) for cell in table.head)))
    rows = (_made("tr", *(_made("td", cell) for cell in row)) for row in table.rows)
    return _made("table", head, _made("tbody", *rows))


def _changed(diff: ProseDiff, w: Words) -> Iterator[Element]:
    c = w.what_changed
    if hidden := quiet_formatting(diff):
        yield _made("p", c.quiet_formatting(hidden), kind="said")
    made = _made("div", kind="text")
    for one in folded_paragraphs(diff, w):
        if isinstance(one, Folded):
            told = _made("summary", c.folded.format(n=len(one.paragraphs)))
            made.append(_made("details", told, *(_paragraph(inner) for inner in one.paragraphs)))
        else:
            made.append(_paragraph(one))
    yield made


def _paragraph(one: Paragraph) -> Element:
    sign = [_made("span", one.sign, kind="sign")] if one.sign else []
    kinds = [name for name, holds in (("touched", one.sign), ("mono", one.is_mono)) if holds]
    return _made("p", *sign, *_marked(one.stretches), kind=" ".join(kinds), foreign=True)


def _marked(stretches: Iterable[Stretch]) -> Iterator[Element | str]:
    for one in stretches:
        match one.mark:
            case "same":
                yield one.text
            case "added":
                yield _made("ins", one.text)
            case "removed":
                yield _made("del", one.text)
            case "formatting" | "said":
                yield _made("span", one.text, kind=one.mark)


def _legend(w: Words) -> Iterator[Element | str]:
    c = w.what_changed
    shown: dict[str, Element] = {
        "added": _made("ins", c.added_mark),
        "removed": _made("del", c.removed_mark),
        "formatting": _made("span", c.formatting_mark, kind="formatting"),
    }
    rest = c.html_marks
    for name, element in shown.items():
        before, _, rest = rest.partition(f"{{{name}}}")
        yield before
        yield element
    yield rest


def _made(tag: str, *inside: Element | str, kind: str = "", foreign: bool = False) -> Element:
    """Return an element of a kind with what stands in it; texts lose what hides or reverses.

    The direction of what others wrote (`foreign`) follows its own text.
    """
    made = Element(tag, ({"class": kind} if kind else {}) | ({"dir": "auto"} if foreign else {}))
    for one in inside:
        if isinstance(one, Element):
            made.append(one)
        elif len(made):
            made[-1].tail = (made[-1].tail or "") + visible_lines(one)
        else:
            made.text = (made.text or "") + visible_lines(one)
    return made

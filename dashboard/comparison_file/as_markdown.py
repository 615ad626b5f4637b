"""A comparison as Markdown: for a mail, a repository, a chat. CommonMark, with struck text and tables of GFM.

Nothing that others wrote is markup in it. Every text is written by `readable_markdown`: signs that could
begin a heading, list, quote, rule, table, code, link, picture, HTML, entity or formula get a backslash;
indents become hard spaces; addresses, emoji codes and names behind an @ get a character of no width where
readers would make something of them. Characters that hide something or turn the direction are left out.
Marks of change stand around single lines only, with WORD JOINER (U+2060) inside, because `**` beside a
Chinese quotation mark would not count as a mark. Texts of the reports stand in quotes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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
    Mark,
    Stretch,
    folded_paragraphs,
    quiet_formatting,
)
from dashboard.wording import Words
from data_access.contracts.prose_diff import ProseDiff
from data_access.rules.text_safety import one_line, readable_markdown

_JOINER = "\u2060"
_MARKS: dict[Mark, str] = {"same": "", "said": "", "added": "**", "removed": "~~", "formatting": "*"}
_BREAK = "  "
"""At the end of a line: the next one begins a new line for readers too."""
_WHOLE = 1_000_000
"""No text of a report is longer: nothing is cut."""


def as_markdown(document: Document, w: Words) -> str:
    """Return the file."""
    lines = [f"# {_line(document.title)}", "", *_blocks(document.head, w)]
    for section in document.sections:
        lines += _section(section, w)
    lines += ["---", "", f"{_line(w.what_changed.file_marks)}: {w.what_changed.markdown_marks}", ""]
    return "\n".join([*lines, _line(document.foot)]) + "\n"


def _section(section: Section, w: Words) -> Iterator[str]:
    yield f"{'#' * section.level} {_line(section.title)}"
    yield ""
    yield from _blocks(section.blocks, w)


def _blocks(blocks: tuple[Block, ...], w: Words) -> Iterator[str]:
    for block in blocks:
        yield from _block(block, w)
        yield ""


def _block(block: Block, w: Words) -> Iterator[str]:
    match block:
        case Says():
            yield f"**⚠** {_line(block.text)}" if block.is_warning else _line(block.text)
        case Facts():
            yield from (f"- **{_line(label)}:** {_line(value)}" for label, value in block.pairs)
        case Entries():
            yield from (line for entry in block.items for line in _entry(entry, w))
        case Figures():
            yield from _figures(block)
        case Changed():
            yield from _changed(block.diff, w)


def _entry(entry: Entry, w: Words) -> Iterator[str]:
    mark = f"**{_line(entry.mark(w))}** " if entry.change else ""
    yield f"- {mark}{' '.join(_marked(entry.said)).strip()}"
    for label, value in entry.lines:
        yield f"  - {_line(label)}: {_line(value)}" if label else f"  - {_line(value)}"


def _figures(table: Figures) -> Iterator[str]:
    yield _row(table.head)
    yield f"|---|{'---:|' * (len(table.head) - 1)}"
    yield from (_row(row) for row in table.rows)


def _row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(_line(cell) for cell in cells)} |"


def _changed(diff: ProseDiff, w: Words) -> Iterator[str]:
    """Yield a text as a quote, its paragraphs apart, what did not change as a count."""
    c = w.what_changed
    if hidden := quiet_formatting(diff):
        yield from (_line(c.quiet_formatting(hidden)), "")
    for number, one in enumerate(folded_paragraphs(diff, w)):
        yield from (">",) if number else ()
        if isinstance(one, Folded):
            yield f"> … {_line(c.folded.format(n=len(one.paragraphs)))} …"
            continue
        first, *rest = _marked(one.stretches)
        lines = [f"{_line(one.sign)} {first}" if one.sign else first, *rest]
        yield from (f"> {line}".rstrip() + _BREAK for line in lines[:-1])
        yield f"> {lines[-1]}".rstrip()


def _marked(stretches: Iterable[Stretch]) -> list[str]:
    """Return the lines of a text, each of which opens and closes its marks itself."""
    lines = [""]
    for one in stretches:
        first, *rest = one.text.split("\n")
        lines[-1] += _mark(first, one.mark, begins_line=not lines[-1])
        lines += [_mark(text, one.mark, begins_line=True) for text in rest]
    return lines


def _mark(text: str, mark: Mark, *, begins_line: bool) -> str:
    """Escape a part of a line and set the marks around what of it can be seen."""
    rest = text.strip()
    if not rest:
        return readable_markdown(text) if begins_line else text
    before, after = text[: text.index(rest)], text[text.index(rest) + len(rest) :]
    sign = _MARKS[mark]
    shown = f"{sign}{_JOINER}{readable_markdown(rest)}{_JOINER}{sign}" if sign else readable_markdown(rest)
    return (readable_markdown(before) if begins_line else before) + shown + after


def _line(text: str) -> str:
    return readable_markdown(one_line(text, _WHOLE))

"""Makes text from logs and people safe to show and to hand on; it never judges what the text says.

All such text is hostile: it may reverse the reading direction, hide characters, start a formula in a
spreadsheet, or fetch an image. Nothing here produces HTML.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

ELLIPSIS = "…"
_LONGEST_PATH = 4096
_LINE_READ_AHEAD = 20

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\s]+")
_INVISIBLE = re.compile(
    "[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
    "|(?<![^\x00-\x7f])[\u200c\u200d]+|[\u200c\u200d]+(?![^\x00-\x7f])"
)
"""Direction controls and characters without width; joiners stay inside scripts and emoji that need them."""
_JOINED = frozenset("\u200c\u200d\ufe0e\ufe0f")


def one_line(text: str, limit: int = 300) -> str:
    """Return `text` as one visible line of at most `limit` characters, cut with an ellipsis.

    White space and control characters collapse to single spaces; invisible and direction controls vanish; a
    cut never parts a character from its accents or joiners.
    """
    begun = text.lstrip()[: limit * _LINE_READ_AHEAD]
    line = _CONTROL.sub(" ", _INVISIBLE.sub("", without_surrogates(begun))).strip()
    if len(line) <= limit and len(begun) == len(text.lstrip()):
        return line
    return line[: _cut(line, limit - len(ELLIPSIS))].rstrip() + ELLIPSIS if limit else ""


def _cut(line: str, length: int) -> int:
    """Return the largest place up to `length` that parts nothing that belongs together."""
    place = min(length, len(line))
    while 0 < place < len(line) and (_clings(line[place]) or line[place - 1] == "\u200d"):
        place -= 1
    return place


def _clings(sign: str) -> bool:
    return (
        sign in _JOINED or unicodedata.category(sign).startswith("M") or "\U0001f3fb" <= sign <= "\U0001f3ff"
    )


def display_width(text: str) -> int:
    """Return how many columns `text` takes at most where a wide sign takes two, as most screens draw it.

    Source: Unicode Standard Annex 11; what clings to another sign takes none.
    """
    return sum(_columns(sign) for sign in text)


def line_of_width(text: str, width: int) -> str:
    """Return `text` as one visible line of at most `width` columns, cut as `one_line` cuts."""
    line = one_line(text, width)
    if display_width(line) <= width:
        return line
    length, taken = 0, len(ELLIPSIS)
    for sign in line:
        taken += _columns(sign)
        if taken > width:
            break
        length += 1
    return line[: _cut(line, length)].rstrip() + ELLIPSIS


def path_of_width(text: str, width: int) -> str:
    """Return a path as one visible line of at most `width` columns; a long one keeps its end."""
    line = one_line(text, _LONGEST_PATH)
    if display_width(line) <= width:
        return line
    first, *parts = line.split("/")
    while parts:
        kept = f"{ELLIPSIS}/{'/'.join(parts)}"
        if display_width(kept) <= width:
            return kept
        first, *parts = parts
    return line_of_width(first, width)


def _columns(sign: str) -> int:
    if sign in _JOINED or unicodedata.category(sign) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def visible_lines(text: str) -> str:
    """Return `text` without characters that hide something or reverse the reading direction; lines stay."""
    plain = _INVISIBLE.sub("", without_surrogates(text)).replace("\r\n", "\n").replace("\r", "\n")
    return _UNSHOWN.sub("", plain)


def without_surrogates(text: str) -> str:
    """Return `text` as it can be stored: surrogate pairs joined, lone surrogates replaced by U+FFFD."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


_FORMULA = re.compile(r"[\s\x00]*[=+\-@＝＋－＠]|[ \x00]*[\t\r\n]")
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)*")


def csv_cell(value: object) -> str:
    """Return `value` as a cell that no spreadsheet takes for a formula; None is an empty cell.

    Numbers stay numbers, also negative ones; other text that would start a formula gets an apostrophe.
    """
    if value is None:
        return ""
    text = without_surrogates(str(value))
    if isinstance(value, int | float | Decimal) or _NUMBER.fullmatch(text):
        return text
    return f"'{text}" if _FORMULA.match(text) else text


_BREAK = "\u2060"
"""WORD JOINER: it has no width, and ends what would be a shortcode, an arrow or an address."""
_SHORTCODE = re.compile(r":(?=[\w+/-]+:)")
_ARROW = re.compile(r"(?<!\S)(<->|->|<-|--|>=|<=|~=)(?!\S)")
_ADDRESS = re.compile(r"(?<=https:)(?=//)|(?<=http:)(?=//)|(?<=www)(?=\.)|(?<=[\w.+-])(?=@)", re.IGNORECASE)
_PUNCTUATION = re.compile(r"([!-/:-@\[-`{-~])")
_UNSHOWN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)


def plain_markdown(text: str) -> str:
    """Return Markdown that shows `text` as it is: no markup, link, image, HTML, formula, colour, emoji code.

    Line breaks and indents stay visible. The text may gain characters of no width where the renderer would
    otherwise replace something (`:smile:`, `->`, an address).
    """
    plain = visible_lines(text)
    for pattern in (_SHORTCODE, _ADDRESS):
        plain = pattern.sub(lambda found: found[0] + _BREAK, plain)
    plain = _ARROW.sub(lambda found: _BREAK.join(found[0]), plain)
    plain = _PUNCTUATION.sub(r"\\\1", plain)
    plain = _INDENT.sub(lambda found: "\u00a0" * len(found[0].expandtabs(4)), plain)
    return plain.replace("\n", "  \n")


_MEANING = re.compile(r"[\\`*_\[\]<>&|~$^{}]")
_MEANING_FIRST = re.compile(r"^([ \t]*)([-+=:#])", re.MULTILINE)
_NUMBERED = re.compile(r"^([ \t]*\d{1,9})([.)])", re.MULTILINE)
_NAMED = re.compile(r"@(?=\w)")
_EMOJI = re.compile(r":(?=(?!\d{1,2}:)[\w+/-]+:)")
"""As `_SHORTCODE`, without the hours and minutes of a time."""


def readable_markdown(text: str) -> str:
    """Return Markdown that shows `text` as it is, as `plain_markdown` does, and still reads well unrendered.

    For files and mails: only signs that CommonMark, GFM or what people set beside them give a meaning are
    escaped, and signs that mean something at the begin of a line only there. Nothing becomes markup, a link,
    a picture, HTML, an entity, a formula, an emoji or a mention of somebody.
    """
    plain = visible_lines(text)
    for pattern in (_EMOJI, _ADDRESS, _NAMED):
        plain = pattern.sub(lambda found: found[0] + _BREAK, plain)
    plain = _MEANING.sub(r"\\\g<0>", plain)
    for pattern in (_MEANING_FIRST, _NUMBERED):
        plain = pattern.sub(r"\1\\\2", plain)
    plain = _INDENT.sub(lambda found: "\u00a0" * len(found[0].expandtabs(4)), plain)
    return plain.replace("\n", "  \n")

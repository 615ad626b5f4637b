"""The only place that writes Mermaid: ids of the desk's own, every label quoted and escaped.

A label may hold anything and is shown literally. What would end a quote, begin a directive, markup, an
entity or a formula is written so that it cannot: by a named entity where the engine knows one, else by a
character of no width between two signs that mean something only together. The engine that draws reads no
numbered entities and no `#quot;` in its labels (measured), so a straight quote becomes its twin U+02BA.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from data_access.contracts.diagram import Direction, LineEnd, LineKind, NodeShape
from data_access.rules.text_safety import one_line

MOST_LABEL = 160
NOTHING_SEEN = "–"
LINE_WIDTH = 16
"""Columns of a line inside a node; a Chinese character takes two."""
MOST_LINES = 5

_CLOSING = ")]},.:;!?%"
"""Signs that stay with what they close, also behind a Chinese character."""
_NO_WIDTH = "\u2060"
_TOGETHER = re.compile(r"%(?=[%{])%*\{?|\$\$+|@\{|[#&](?=#?\w+;)#?\w|:::+|fa[a-z]{0,2}:(?=fa-)|\\n|ﬂ°|¶ß")
"""Signs that mean something together: directives, formulas, pictures, entities, classes, icons, line breaks,
and the marks by which engines stand in for entities while they read."""
_TAKEN_FOR_STYLE = re.compile(r"style|classDef")
"""Words behind which engines take the last `;` of a line away when it also has a `:` and a `#`."""
_LEADING_TICK = re.compile(r"^`")
_BRACKETS: dict[NodeShape, tuple[str, str]] = {
    "box": ("[", "]"),
    "round": ("(", ")"),
    "stadium": ("([", "])"),
    "subroutine": ("[[", "]]"),
    "cylinder": ("[(", ")]"),
    "circle": ("((", "))"),
    "double_circle": ("(((", ")))"),
    "flag": (">", "]"),
    "diamond": ("{", "}"),
    "hexagon": ("{{", "}}"),
    "slanted_right": ("[/", "/]"),
    "slanted_left": ("[\\", "\\]"),
    "trapezoid": ("[/", "\\]"),
    "funnel": ("[\\", "/]"),
}
_LINES: dict[LineKind, str] = {"solid": "--", "dotted": "-.-", "thick": "==", "invisible": "~~~"}
_ENDS: dict[LineEnd, str] = {"arrow": ">", "open": "", "circle": "o", "cross": "x"}
_OPEN_END: dict[LineKind, str] = {"solid": "-", "dotted": "", "thick": "=", "invisible": ""}


@dataclass(frozen=True)
class MapText:
    """A diagram as the engine reads it."""

    text: str
    nodes: Mapping[str, str]
    """The id in the text -> the id that readers and records know."""
    summary: str
    """What it shows, in words, for who cannot see it."""


def quoted(label: str) -> str:
    """Return a label as one quoted text: at most five short lines, shown literally.

    A label of which nothing can be seen is a dash: the engine takes no empty text.
    """
    shown = one_line(label, MOST_LABEL).strip() or NOTHING_SEEN
    text = "<br/>".join(_escaped(line) for line in wrapped(shown))
    if "#" in text:
        text = _TAKEN_FOR_STYLE.sub(_parted, text)
    return f'"{text}"'


def _escaped(text: str) -> str:
    parted = _TOGETHER.sub(_parted, text)
    literal = _LEADING_TICK.sub("ˋ", parted.replace('"', "ʺ"))
    return literal.replace("<", "#lt;").replace(">", "#gt;")


def _parted(found: re.Match[str]) -> str:
    return _NO_WIDTH.join(found[0])


def wrapped(line: str, width: int = LINE_WIDTH, most: int = MOST_LINES) -> list[str]:
    """Return `line` in at most `most` lines of about `width` columns, the last one cut with an ellipsis."""
    lines = [""]
    for word in _words(line):
        if lines[-1] and columns(lines[-1] + word.rstrip()) > width:
            lines.append("")
        lines[-1] += word if lines[-1] else word.lstrip()
    told = [one.rstrip() for one in lines if one.strip()] or [""]
    return told if len(told) <= most else [*told[: most - 1], told[most - 1] + "…"]


def _words(line: str) -> Iterable[str]:
    """Cut where a line may break: after blanks, and on both sides of wide characters; long words are cut."""
    word = ""
    for sign in line:
        if word and not _clings(sign) and _may_break(word, sign):
            yield word
            word = ""
        word += sign
    if word:
        yield word


def _may_break(word: str, sign: str) -> bool:
    if word[-1] == " " or columns(word) >= LINE_WIDTH:
        return True
    return _is_wide(sign) or (_is_wide(word[-1]) and sign not in _CLOSING)


def columns(text: str) -> int:
    """Return how many columns a text takes: two for a wide character, none for an accent."""
    return sum(0 if _clings(sign) else 2 if _is_wide(sign) else 1 for sign in text)


def _is_wide(sign: str) -> bool:
    return unicodedata.east_asian_width(sign) in "WF"


def _clings(sign: str) -> bool:
    """Accents and joiners, and the closing marks that never begin a Chinese line."""
    return unicodedata.category(sign).startswith("M") or sign in "\u200d，。、；：？！）》」』】”’"


def head(direction: Direction) -> str:
    """Return the first line of a flowchart."""
    return f"flowchart {direction}"


def node_line(place: str, label: str, shape: NodeShape, look: str | None = None) -> str:
    """Return the line of a node; `look` is a class that `look_line` defined."""
    opening, closing = _BRACKETS[shape]
    return f"  {place}{opening}{quoted(label)}{closing}" + (f":::{look}" if look else "")


def edge_line(
    source: str, target: str, label: str | None = None, line: LineKind = "solid", end: LineEnd = "arrow"
) -> str:
    """Return the line of an edge."""
    ended = "" if line == "invisible" else _ENDS[end] or _OPEN_END[line]
    is_labelled = line != "invisible" and one_line(label or "", MOST_LABEL).strip()
    words = f"|{quoted(label or '')}|" if is_labelled else ""
    return f"  {source} {_LINES[line]}{ended}{words} {target}"


def group_lines(place: str, label: str, inside: Iterable[str]) -> list[str]:
    """Return the lines of a frame around the lines `inside`."""
    return [f"  subgraph {place}[{quoted(label)}]", *(f"  {line}" for line in inside), "  end"]


def look_line(name: str, **properties: str) -> str:
    """Return the line that defines a look; names and values are the desk's own."""
    return f"  classDef {name} {_told(properties)}"


def dressed_line(places: Iterable[str], look: str) -> str:
    """Return the line that gives nodes a further look."""
    return f"  class {','.join(places)} {look}"


def line_style(numbers: Iterable[int], **properties: str) -> str:
    """Return the line that dresses edges, by their number in the text from 0."""
    return f"  linkStyle {','.join(map(str, numbers))} {_told(properties)}"


def _told(properties: Mapping[str, str]) -> str:
    return ",".join(f"{key.replace('_', '-')}:{value}" for key, value in properties.items())

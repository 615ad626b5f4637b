"""Reads the Mermaid source of a diagram into plain nodes and edges, or says why it is not drawn.

Sources come from agents and are hostile. Nothing of a source ever reaches the engine that draws: what is
understood here is written anew with every label quoted, and what is not understood is shown as text. The
grammar is an allowlist: flowcharts of nodes, lines and groups; no directives, front matter, clicks, links,
styles, classes, pictures, icons, formulas or markup.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from data_access.contracts.diagram import (
    Diagram,
    DiagramEdge,
    DiagramGroup,
    DiagramNode,
    DiagramRefused,
    Direction,
    LineEnd,
    LineKind,
    NodeShape,
)
from data_access.rules.text_safety import one_line

MOST_CHARACTERS = 50_000
MOST_NODES = 300
MOST_EDGES = 500
MOST_LABEL = 500
MOST_DEPTH = 10

_HEAD = re.compile(r"(?:flowchart|graph)(?:[ \t]+(TB|TD|BT|LR|RL))?[ \t]*;?[ \t]*")
_ID = re.compile(r"[^\W_][\w]*(?:[.-](?=\w)(?!-)[\w]*)*")
_FORBIDDEN: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("fence", re.compile(r"\A\s*(?:```|~~~)")),
    ("directive", re.compile(r"%%\s*\{")),
    ("front_matter", re.compile(r"^---\s*$", re.MULTILINE)),
    ("picture_or_icon", re.compile(r"@\s*\{")),
    ("markup", re.compile(r"<")),
    ("address", re.compile(r"url\s*\(|\bdata:\s*\w+/|\b(?:javascript|vbscript):", re.IGNORECASE)),
    ("formula", re.compile(r"\$\$")),
    ("style", re.compile(r":::|^\s*(?:style|linkStyle|classDef|class)\b", re.MULTILINE)),
    ("click", re.compile(r"^\s*(?:click|href|callback)\b", re.MULTILINE)),
)
"""What is refused by name before anything is read, so that the reason says which it was."""
_RESERVED = frozenset({"end", "subgraph", "flowchart", "graph"})
_DIRECTION = re.compile(r"direction[ \t]+(?:TB|TD|BT|LR|RL)(?!\w)")
_GROUP_TITLE = re.compile(r"[^\n;\[\](){}\"<>|`]*")
_JOINED = re.compile(r"[ \t]*&[ \t]*")

_SHAPES: tuple[tuple[str, str, NodeShape], ...] = (
    ("(((", ")))", "double_circle"),
    ("((", "))", "circle"),
    ("([", "])", "stadium"),
    ("[[", "]]", "subroutine"),
    ("[(", ")]", "cylinder"),
    ("{{", "}}", "hexagon"),
    ("[/", "/]", "slanted_right"),
    ("[/", "\\]", "trapezoid"),
    ("[\\", "\\]", "slanted_left"),
    ("[\\", "/]", "funnel"),
    ("(", ")", "round"),
    ("[", "]", "box"),
    ("{", "}", "diamond"),
    (">", "]", "flag"),
)
"""Opening and closing, the longer before the shorter."""
_QUOTED = re.compile(r'"([^"]*)"')

_ENDS: dict[str, LineEnd] = {">": "arrow", "o": "circle", "x": "cross"}
_LINES: tuple[tuple[re.Pattern[str], LineKind], ...] = (
    (re.compile(r"~~~+"), "invisible"),
    (re.compile(r"-\.+-([>ox]?)"), "dotted"),
    (re.compile(r"==+([>ox=])"), "thick"),
    (re.compile(r"--+([>ox-])"), "solid"),
)
_WORDED: tuple[tuple[re.Pattern[str], LineKind], ...] = (
    (re.compile(r"-\.[ \t]*([^\n.|]{1,500}?)[ \t]*\.+-([>ox]?)"), "dotted"),
    (re.compile(r"==[ \t]*([^\n=>|]{1,500}?)[ \t]*==+([>ox=])"), "thick"),
    (re.compile(r"--[ \t]*([^\n>|-]{1,500}?)[ \t]*--+([>ox-])"), "solid"),
)
"""Lines with their words inside: `-- words -->`."""
_PIPED = re.compile(r"[ \t]*\|[ \t]*(?:\"([^\"\n]*)\"|([^|\"\n]*))[ \t]*\|")
_ENTITY = re.compile(r"#(\d{1,7}|[a-zA-Z]{2,12});")


class _Refused(Exception):
    """Ends the reading of a source; never leaves this module."""

    def __init__(self, code: str, place: int) -> None:
        self.code = code
        self.place = place


def read_diagram(source: str) -> Diagram | DiagramRefused:
    """Return the flowchart that `source` describes, or the first reason why it is not drawn."""
    text = source.replace("\r\n", "\n").replace("\r", "\n")
    try:
        _refuse_by_name(text)
        return _Reader(text).read()
    except _Refused as refused:
        line = text.count("\n", 0, refused.place) + 1
        begun = text.rfind("\n", 0, refused.place) + 1
        ended = text.find("\n", refused.place)
        excerpt = one_line(text[begun : ended if ended >= 0 else len(text)], 120)
        return DiagramRefused(line=line, code=refused.code, excerpt=excerpt)


def _refuse_by_name(text: str) -> None:
    if len(text) > MOST_CHARACTERS:
        raise _Refused("too_long", 0)
    found = [
        (match.start(), code) for code, pattern in _FORBIDDEN if (match := pattern.search(text)) is not None
    ]
    if found:
        place, code = min(found)
        raise _Refused(code, place + len(text[place:]) - len(text[place:].lstrip()))


@dataclass
class _Reader:
    """Reads statement by statement; `at` is where it stands in the text."""

    text: str
    at: int = 0
    nodes: dict[str, DiagramNode] = field(default_factory=dict)
    edges: list[DiagramEdge] = field(default_factory=list)
    groups: dict[str, DiagramGroup] = field(default_factory=dict)
    open_groups: list[str] = field(default_factory=list)

    def read(self) -> Diagram:
        direction = self._head()
        while self._to_statement():
            self._statement()
        if self.open_groups:
            raise _Refused("group_not_closed", len(self.text.rstrip()))
        if not self.nodes:
            raise _Refused("empty", 0)
        return Diagram(
            direction=direction,
            nodes=tuple(self.nodes.values()),
            edges=tuple(self.edges),
            groups=tuple(self.groups.values()),
        )

    def _head(self) -> Direction:
        self._to_statement()
        head = _HEAD.match(self.text, self.at)
        if head is None or not self._ends_statement(head.end()):
            raise _Refused("not_a_flowchart", self.at)
        self.at = head.end()
        return "TB" if head[1] in (None, "TD") else head[1]  # type: ignore[return-value]

    def _ends_statement(self, place: int) -> bool:
        return place >= len(self.text) or self.text[place] in "\n;" or self.text[place - 1] == ";"

    def _to_statement(self) -> bool:
        """Go over blank space, separators and comments; False at the end."""
        while True:
            while self.at < len(self.text) and self.text[self.at] in " \t\n;":
                self.at += 1
            if not self.text.startswith("%%", self.at):
                return self.at < len(self.text)
            ended = self.text.find("\n", self.at)
            self.at = len(self.text) if ended < 0 else ended

    def _statement(self) -> None:
        word = _ID.match(self.text, self.at)
        said = word[0] if word else None
        if said == "subgraph":
            self._begin_group(word.end() if word else self.at)
        elif said == "end":
            self._end_group()
        elif said == "direction":
            self._skip_direction()
        else:
            self._chain()
        self._blank()
        if self.at < len(self.text) and self.text[self.at] not in "\n;":
            raise _Refused("not_understood", self.at)

    def _blank(self) -> None:
        while self.at < len(self.text) and self.text[self.at] in " \t":
            self.at += 1

    def _begin_group(self, at: int) -> None:
        if len(self.open_groups) >= MOST_DEPTH:
            raise _Refused("too_deep", self.at)
        begun, self.at = self.at, at
        self._blank()
        name = _ID.match(self.text, self.at)
        if name is not None:
            group_id, self.at = name[0], name.end()
        else:
            group_id = f"group {len(self.groups) + 1}"
        self._blank()
        label = self._group_label() or group_id
        if group_id in self.groups or group_id in self.nodes:
            raise _Refused("named_twice", begun)
        within = self.open_groups[-1] if self.open_groups else None
        self.groups[group_id] = DiagramGroup(group_id=group_id, label=label, within=within)
        self.open_groups.append(group_id)

    def _group_label(self) -> str | None:
        if self.text.startswith("[", self.at):
            return self._shaped()[0]
        quoted = _QUOTED.match(self.text, self.at)
        if quoted is not None:
            self.at = quoted.end()
            return self._plain(quoted[1], quoted.start())
        rest = _GROUP_TITLE.match(self.text, self.at)
        if rest is None or not rest[0].strip():
            return None
        self.at = rest.end()
        name = self.text[rest.start() : rest.end()].strip()
        return self._plain(name, rest.start())

    def _end_group(self) -> None:
        if not self.open_groups:
            raise _Refused("group_not_opened", self.at)
        self.open_groups.pop()
        self.at += len("end")

    def _skip_direction(self) -> None:
        given = _DIRECTION.match(self.text, self.at)
        if given is None or not self.open_groups:
            raise _Refused("not_understood", self.at)
        self.at = given.end()

    def _chain(self) -> None:
        """Read `a & b --> c -- words --> d`."""
        sources = self._node_list()
        while True:
            self._blank()
            line = self._line()
            if line is None:
                return
            self._to_next_node()
            targets = self._node_list()
            for source in sources:
                for target in targets:
                    self._add_edge(source, target, *line)
            sources = targets

    def _to_next_node(self) -> None:
        while self.at < len(self.text) and self.text[self.at] in " \t\n":
            self.at += 1

    def _add_edge(self, source: str, target: str, label: str | None, line: LineKind, end: LineEnd) -> None:
        if len(self.edges) >= MOST_EDGES:
            raise _Refused("too_many_edges", self.at)
        self.edges.append(DiagramEdge(source=source, target=target, label=label, line=line, end=end))

    def _node_list(self) -> list[str]:
        named = [self._node()]
        while True:
            joined = _JOINED.match(self.text, self.at)
            if joined is None:
                return named
            self.at = joined.end()
            named.append(self._node())

    def _node(self) -> str:
        found = _ID.match(self.text, self.at)
        if found is None or found[0] in _RESERVED:
            raise _Refused("not_understood", self.at)
        node_id, self.at = found[0], found.end()
        shaped = self._shaped() if self._opens_shape() else None
        if node_id in self.groups:
            if shaped is not None:
                raise _Refused("named_twice", found.start())
            return node_id
        self._keep_node(node_id, shaped, found.start())
        return node_id

    def _opens_shape(self) -> bool:
        return self.at < len(self.text) and self.text[self.at] in "[({>"

    def _keep_node(self, node_id: str, shaped: tuple[str, NodeShape] | None, place: int) -> None:
        before = self.nodes.get(node_id)
        if before is None and len(self.nodes) >= MOST_NODES:
            raise _Refused("too_many_nodes", place)
        group = self.open_groups[-1] if self.open_groups else None
        label, shape = shaped or ((before.label, before.shape) if before else (node_id, "box"))
        group = before.group if before is not None and before.group is not None else group
        self.nodes[node_id] = DiagramNode(node_id=node_id, label=label, shape=shape, group=group)

    def _shaped(self) -> tuple[str, NodeShape]:
        """Read what stands between the brackets of a node."""
        for opening, closing, shape in _SHAPES:
            if not self.text.startswith(opening, self.at):
                continue
            inside = self._inside(self.at + len(opening), closing)
            if inside is not None:
                label, self.at = inside
                return label, shape
        raise _Refused("label_not_understood", self.at)

    def _inside(self, begun: int, closing: str) -> tuple[str, int] | None:
        quoted = re.compile(r'[ \t]*"([^"]*)"[ \t]*' + re.escape(closing)).match(self.text, begun)
        bare = re.compile(r"([^\[\](){}\"<>|`\n]*?)" + re.escape(closing)).match(self.text, begun)
        found = quoted or bare
        return None if found is None else (self._plain(found[1], begun), found.end())

    def _plain(self, label: str, place: int) -> str:
        """Return a label as plain text: its entities are read, its line breaks are blanks."""
        if len(label) > MOST_LABEL:
            raise _Refused("label_too_long", place)
        return " ".join(_ENTITY.sub(_meant, label.removeprefix("`").removesuffix("`")).split())

    def _line(self) -> tuple[str | None, LineKind, LineEnd] | None:
        for pattern, kind in _LINES:
            found = pattern.match(self.text, self.at)
            if found is not None:
                self.at = found.end()
                end = _ENDS.get(found[1], "open") if found.groups() else "open"
                return self._piped(), kind, end
        for pattern, kind in _WORDED:
            found = pattern.match(self.text, self.at)
            if found is not None:
                quoted = _QUOTED.fullmatch(found[1])
                label = self._plain(quoted[1] if quoted else found[1], self.at)
                self.at = found.end()
                return label or None, kind, _ENDS.get(found[2], "open")
        return None

    def _piped(self) -> str | None:
        found = _PIPED.match(self.text, self.at)
        if found is None:
            return None
        place, self.at = self.at, found.end()
        return self._plain(found[1] if found[1] is not None else found[2], place) or None


def _meant(entity: re.Match[str]) -> str:
    """Return the sign that Mermaid's `#59;` or `#quot;` stands for; what stands for none stays."""
    name = entity[1]
    written = f"&#{name};" if name.isdigit() else f"&{name};"
    read = html.unescape(written)
    return entity[0] if read == written else read

"""What the text and the diagrams of a report may hold: Markdown without HTML or pictures, flowcharts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from data_access.contracts.diagram import Diagram, DiagramRefused
from data_access.contracts.reports import NodeReference
from data_access.errors import DiagramNotAllowed, MarkupNotAllowed, UnknownReference
from data_access.rules.diagram_source import (
    MOST_CHARACTERS,
    MOST_DEPTH,
    MOST_EDGES,
    MOST_LABEL,
    MOST_NODES,
    read_diagram,
)
from data_access.rules.prose import diagrams_in, markup_in, read_prose
from data_access.rules.refusals import Refusal, refusal

_SHOWN = 8
_WHY: dict[str, str] = {
    "too_long": f"it has more than {MOST_CHARACTERS:,} characters",
    "too_many_nodes": f"it has more than {MOST_NODES} nodes",
    "too_many_edges": f"it has more than {MOST_EDGES} lines",
    "too_deep": f"more than {MOST_DEPTH} groups stand in one another",
    "label_too_long": f"a label has more than {MOST_LABEL} characters",
    "fence": "it begins with a code fence; give the source alone, without ``` around it",
    "directive": "directives (%%{ }) are not read",
    "front_matter": "a front matter (---) is not read",
    "picture_or_icon": "pictures and icons (@{ }) are not drawn",
    "markup": "`<` is not allowed, in labels neither (write #lt; for the sign)",
    "address": "addresses (url(...), data:, javascript:) are not allowed",
    "formula": "formulas ($$) are not drawn",
    "style": "styles and classes are not read; the desk has one look for all",
    "click": "clicks and links are not read; name what a node rests on in `node_refs`",
    "not_a_flowchart": "only `flowchart` and `graph` are drawn, each alone in its line with a direction",
    "empty": "it has no nodes",
    "group_not_closed": "a subgraph is not closed by `end`",
    "group_not_opened": "`end` closes no subgraph",
    "named_twice": "a subgraph has the name of a node or of another subgraph",
    "label_not_understood": 'a label is not closed, or holds signs that need quotes: A["text (more)"]',
    "not_understood": "this is no node, line or subgraph",
}
_PLAIN = (
    'Write a plain flowchart: `flowchart TD`, nodes such as A["text"] or B{"text"}, lines such as '
    'A -->|"words"| B, `subgraph` ... `end`; nothing else.'
)


def diagram_problem(refused: DiagramRefused) -> str:
    """Return why a diagram is not drawn, in a sentence without its end."""
    place = f" (line {refused.line}: {refused.excerpt})" if refused.line and refused.excerpt else ""
    return f"{_WHY[refused.code]}{place}"


def text_refusals(body: str, diagram: str | None, node_refs: Sequence[NodeReference]) -> Iterator[Refusal]:
    """Yield what of a report's body and diagram would not be shown, and nodes that no diagram has."""
    for found in markup_in(body):
        yield refusal(
            MarkupNotAllowed,
            f"body, line {found.line}",
            f"it holds {'HTML' if found.kind == 'html' else 'a picture'}: {found.excerpt}",
            "Write plain Markdown; put HTML that is meant as text between backticks, and publish what a "
            "picture shows as evidence with publish_task_evidence.",
        )
    sources = [(f"body, line {one.first_line}", one.source) for one in diagrams_in(read_prose(body))]
    nodes: set[str] = set()
    for where, source in [*sources, *([] if diagram is None else [("diagram", diagram)])]:
        read = read_diagram(source)
        if isinstance(read, Diagram):
            nodes.update(node.node_id for node in read.nodes)
        else:
            yield refusal(DiagramNotAllowed, where, diagram_problem(read), _PLAIN)
    yield from _nodes_of_no_diagram(node_refs, nodes)


def _nodes_of_no_diagram(node_refs: Sequence[NodeReference], nodes: set[str]) -> Iterator[Refusal]:
    known = ", ".join(sorted(nodes)[:_SHOWN]) or "none: give `diagram`"
    for number, reference in enumerate(node_refs):
        if reference.node_id not in nodes:
            yield refusal(
                UnknownReference,
                f"node_refs[{number}].node_id",
                f"no diagram of this report has a node {reference.node_id[:100]}",
                f"Name a node as the diagram does ({known}), or leave it out.",
            )

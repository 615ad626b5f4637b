"""A diagram as this desk understood it: nodes, edges and groups, without any of the markup it came in."""

from __future__ import annotations

from typing import Literal

from data_access.contracts.common import Contract

Direction = Literal["TB", "BT", "LR", "RL"]
NodeShape = Literal[
    "box", "round", "stadium", "subroutine", "cylinder", "circle", "double_circle", "flag", "diamond",
    "hexagon", "slanted_right", "slanted_left", "trapezoid", "funnel",
]  # fmt: skip
LineKind = Literal["solid", "dotted", "thick", "invisible"]
LineEnd = Literal["arrow", "open", "circle", "cross"]


class DiagramNode(Contract):
    """One node of a diagram."""

    node_id: str
    """As the source names it."""
    label: str
    """What stands in it, as plain text; the id where the source gives none."""
    shape: NodeShape = "box"
    group: str | None = None
    """The innermost group it stands in."""


class DiagramEdge(Contract):
    """One line of a diagram."""

    source: str
    target: str
    label: str | None = None
    line: LineKind = "solid"
    end: LineEnd = "arrow"


class DiagramGroup(Contract):
    """A frame around nodes."""

    group_id: str
    label: str
    within: str | None = None
    """The group it stands in."""


class Diagram(Contract):
    """A flowchart, in the order of its source."""

    direction: Direction
    nodes: tuple[DiagramNode, ...]
    edges: tuple[DiagramEdge, ...]
    groups: tuple[DiagramGroup, ...] = ()


class DiagramRefused(Contract):
    """Why a source is not drawn; its text is shown instead."""

    line: int
    """From 1; 0 where it is about the whole."""
    code: str
    """One of the codes of `rules/diagram_source`."""
    excerpt: str
    """What stands there, as one visible line."""

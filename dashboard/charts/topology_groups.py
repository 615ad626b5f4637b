"""What a graph of a run shows: every agent and task, or siblings of one word as groups where they are many.

Pure: nodes and edges of a reading in, shown nodes and edges out. A group that is opened shows its members.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from data_access.contracts.visibility import TopologyEdge, TopologyNode

MOST_NODES = 300
"""Up to this many nodes stand on their own."""
_SMALLEST_GROUP = 4
_GroupKey = tuple[str, str | None, str]


@dataclass(frozen=True)
class ShownNode:
    """A node of the graph: one agent, task or participant, or a group of siblings."""

    node_id: str
    kind: Literal["agent", "task", "participant"]
    parent_id: str | None
    """The shown node above; None for a root."""
    word: str | None
    """What the members of a group share: a role, a status; None for a single node."""
    members: tuple[TopologyNode, ...]
    """The node itself, or what a group holds, with all below."""

    @property
    def is_group(self) -> bool:
        """True for siblings that are drawn together."""
        return self.node_id.startswith("group-")

    @property
    def one(self) -> TopologyNode:
        """The node itself; of a group its first member."""
        return self.members[0]

    @property
    def errors(self) -> int:
        """Errors of the node or of all that the group holds."""
        return sum(node.errors for node in self.members)


@dataclass(frozen=True)
class ShownEdge:
    """A relation between two shown nodes; `count` adds up what groups gather."""

    kind: Literal["spawned", "messaged", "assigned", "parent_of"]
    source: str
    target: str
    count: int


def shown_graph(
    nodes: Sequence[TopologyNode],
    edges: Sequence[TopologyEdge],
    opened: Collection[str] = (),
    *,
    most: int = MOST_NODES,
) -> tuple[tuple[ShownNode, ...], tuple[ShownEdge, ...]]:
    """Return what to draw; up to `most` nodes stand alone, above that siblings gather unless `opened`."""
    places = _places(nodes, opened, is_grouped=len(nodes) > most)
    held: dict[str, list[TopologyNode]] = {}
    for node in nodes:
        held.setdefault(places[node.node_id], []).append(node)
    shown = tuple(_shown(node_id, members, places) for node_id, members in held.items())
    return shown, _merged(edges, places)


def group_id(kind: str, parent_id: str | None, word: str) -> str:
    """Return the address of a group: short, the same for the same run."""
    return f"group-{sha256(repr((kind, parent_id, word)).encode()).hexdigest()[:10]}"


def _places(nodes: Sequence[TopologyNode], opened: Collection[str], *, is_grouped: bool) -> dict[str, str]:
    """Say by which shown node each node is drawn; nodes come parent before child."""
    sizes = Counter(_key(node) for node in nodes)
    places: dict[str, str] = {}
    for node in nodes:
        above = places.get(node.parent_node_id or "")
        group = group_id(*_key(node))
        if above is not None and above.startswith("group-"):
            places[node.node_id] = above
        elif is_grouped and sizes[_key(node)] >= _SMALLEST_GROUP and group not in opened:
            places[node.node_id] = group
        else:
            places[node.node_id] = node.node_id
    return places


def _key(node: TopologyNode) -> _GroupKey:
    word = node.role if node.kind == "agent" else node.status
    return node.kind, node.parent_node_id, word or ""


def _shown(node_id: str, members: list[TopologyNode], places: dict[str, str]) -> ShownNode:
    first = members[0]
    return ShownNode(
        node_id=node_id,
        kind=first.kind,
        parent_id=places.get(first.parent_node_id or ""),
        word=_key(first)[2] or None if node_id.startswith("group-") else None,
        members=tuple(members),
    )


def _merged(edges: Sequence[TopologyEdge], places: dict[str, str]) -> tuple[ShownEdge, ...]:
    counts: Counter[tuple[Literal["spawned", "messaged", "assigned", "parent_of"], str, str]] = Counter()
    for edge in edges:
        source, target = places.get(edge.source), places.get(edge.target)
        if source is not None and target is not None and source != target:
            counts[edge.kind, source, target] += edge.count
    return tuple(ShownEdge(kind, source, target, n) for (kind, source, target), n in counts.items())

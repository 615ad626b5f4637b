"""Where the nodes of a run's graph stand: layers by hierarchy from left to right, no forces.

People stand left, then agents layer by layer, then tasks layer by layer; a parent stands in the middle of its
children, a task as near to its agent as there is room. The unit is one layer across and one line down.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dashboard.charts.topology_groups import ShownEdge, ShownNode

Place = tuple[float, float]
_Wishes = Mapping[str, float]


def layered(nodes: Sequence[ShownNode], edges: Sequence[ShownEdge]) -> dict[str, Place]:
    """Return a place for every node; nodes come parent before child, circles are cut where they close."""
    bands = {kind: [node for node in nodes if node.kind == kind] for kind in ("participant", "agent", "task")}
    agents = _tree(bands["agent"], {})
    owners = {edge.target: edge.source for edge in edges if edge.kind == "assigned"}
    wishes = {task: agents[agent][1] for task, agent in owners.items() if agent in agents}
    tasks = _tree(bands["task"], wishes)
    people = _people(bands["participant"], edges, agents)
    first = 1 if people else 0
    beyond = first + 1 + max((layer for layer, _ in agents.values()), default=-1)
    return (
        people
        | {node: (first + layer, line) for node, (layer, line) in agents.items()}
        | {node: (beyond + layer, line) for node, (layer, line) in tasks.items()}
    )


def lines(places: Mapping[str, Place]) -> int:
    """Return how many lines the layout is high."""
    heights = [line for _, line in places.values()]
    return round(max(heights) - min(heights)) + 1 if heights else 0


def _tree(nodes: Sequence[ShownNode], wishes: _Wishes) -> dict[str, Place]:
    children, roots, layers = _forest(nodes)
    roots.sort(key=lambda root: wishes.get(root, float("inf")))
    placed: dict[str, float] = {}
    free = 0.0
    for root in roots:
        free = max(free, wishes.get(root, free) - (_leaves(root, children) - 1) / 2)
        free = _settle(root, children, placed, free)
    return {node: (layers[node], line) for node, line in placed.items()}


def _forest(nodes: Sequence[ShownNode]) -> tuple[dict[str, list[str]], list[str], dict[str, int]]:
    """Return children, roots and layers; a parent that has not come yet does not count: no circle stays."""
    children: dict[str, list[str]] = {}
    roots: list[str] = []
    layers: dict[str, int] = {}
    for node in nodes:
        above = node.parent_id
        if above is None or above not in layers:
            roots.append(node.node_id)
            layers[node.node_id] = 0
        else:
            children.setdefault(above, []).append(node.node_id)
            layers[node.node_id] = layers[above] + 1
    return children, roots, layers


def _leaves(root: str, children: Mapping[str, Sequence[str]]) -> int:
    waiting, leaves = [root], 0
    while waiting:
        below = children.get(waiting.pop(), ())
        waiting.extend(below)
        leaves += not below
    return leaves


def _settle(root: str, children: Mapping[str, Sequence[str]], placed: dict[str, float], free: float) -> float:
    """Give each leaf a line and each parent the middle of its children; return the next free line."""
    waiting = [(root, False)]
    while waiting:
        node, is_left = waiting.pop()
        below = children.get(node, ())
        if not below:
            placed[node] = free
            free += 1
        elif is_left:
            placed[node] = (placed[below[0]] + placed[below[-1]]) / 2
        else:
            waiting.append((node, True))
            waiting.extend((child, False) for child in reversed(below))
    return free


def _people(
    nodes: Sequence[ShownNode], edges: Sequence[ShownEdge], agents: Mapping[str, Place]
) -> dict[str, Place]:
    """Place whoever is no agent beside the agents it talks to, the nearest first, a line apart."""
    heard: dict[str, list[float]] = {node.node_id: [] for node in nodes}
    for edge in edges:
        for one, other in ((edge.source, edge.target), (edge.target, edge.source)):
            if one in heard and other in agents:
                heard[one].append(agents[other][1])
    wishes = {node: sum(found) / len(found) if found else 0.0 for node, found in heard.items()}
    places: dict[str, Place] = {}
    free = 0.0
    for node in sorted(wishes, key=lambda one: wishes[one]):
        line = max(free, wishes[node])
        places[node] = (0, line)
        free = line + 1
    return places

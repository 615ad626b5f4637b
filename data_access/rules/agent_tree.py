"""Brings the agents of a run into the order of a tree, whatever their sources say of their parents.

What an agent and all below it spent is summed here and not in SQL: one pass up the tree, however deep it is,
where a recursive query would hold every pair of an agent and one above it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from data_access.contracts.usage import UsageTotals
from data_access.rules.usage_sums import usage_sum


class TreePlace(NamedTuple):
    """Where one agent stands."""

    agent_id: str
    depth: int
    """0 for a root."""
    is_orphan: bool
    """True when it names a parent that is not there."""


def tree_order(agent_ids: Sequence[str], parents: Mapping[str, str | None]) -> list[TreePlace]:
    """Return each agent once, a parent before its children, siblings in the order given.

    Roots come first, then orphans; agents whose parents form a circle follow, one of each circle as a root.
    """
    known = set(agent_ids)
    no_orphan = known | {None}
    children: dict[str | None, list[str]] = {}
    for agent_id in agent_ids:
        children.setdefault(parents.get(agent_id), []).append(agent_id)
    orphans = [agent_id for agent_id in agent_ids if parents.get(agent_id) not in no_orphan]
    places: list[TreePlace] = []
    seen: set[str] = set()
    for root in [*children.get(None, ()), *orphans]:
        _descend(root, children, parents, known, seen, places)
    for agent_id in agent_ids:
        if agent_id not in seen:
            _descend(_circle_above(agent_id, parents), children, parents, known, seen, places)
    return places


def inclusive_usage(
    places: Sequence[TreePlace], parents: Mapping[str, str | None], own: Mapping[str, UsageTotals]
) -> dict[str, UsageTotals]:
    """Return what each agent and all below it spent, for the `places` of `tree_order`.

    Agents whose parents form a circle stand below each other: each has the sum of the whole circle.
    """
    sums: dict[str, UsageTotals] = {}
    below: dict[str, list[UsageTotals]] = {}
    for place in reversed(places):
        sums[place.agent_id] = usage_sum([own[place.agent_id], *below.pop(place.agent_id, ())])
        parent = parents.get(place.agent_id)
        if place.depth and parent is not None:
            below.setdefault(parent, []).append(sums[place.agent_id])
    for place in places:
        if place.depth == 0:
            _share_with_circle(place.agent_id, parents, sums)
    return sums


def _share_with_circle(root: str, parents: Mapping[str, str | None], sums: dict[str, UsageTotals]) -> None:
    current = parents.get(root)
    while current is not None and current in sums and current != root:
        sums[current] = sums[root]
        current = parents.get(current)


def parents_in(places: Sequence[TreePlace]) -> dict[str, str | None]:
    """Return under whom each agent stands in a tree that `tree_order` gave; null for those at the top."""
    above: dict[str, str | None] = {}
    path: list[str] = []
    for place in places:
        del path[place.depth :]
        above[place.agent_id] = path[-1] if path else None
        path.append(place.agent_id)
    return above


def _circle_above(agent_id: str, parents: Mapping[str, str | None]) -> str:
    """Climb from an agent that no root leads to until an agent comes twice: that one stands in the circle."""
    climbed: set[str] = set()
    current = agent_id
    while current not in climbed:
        climbed.add(current)
        current = parents[current] or current
    return current


def _descend(
    root: str,
    children: Mapping[str | None, Sequence[str]],
    parents: Mapping[str, str | None],
    known: set[str],
    seen: set[str],
    places: list[TreePlace],
) -> None:
    """Append `root` and all below it; a stack and not a call, for trees may be deeper than the call stack."""
    waiting = [(root, 0)]
    while waiting:
        agent_id, depth = waiting.pop()
        if agent_id in seen:
            continue
        seen.add(agent_id)
        parent = parents.get(agent_id)
        places.append(TreePlace(agent_id, depth, parent is not None and parent not in known))
        waiting.extend((child, depth + 1) for child in reversed(children.get(agent_id, ())))

"""The agents of one run as a tree, each with what it and those below it spent."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from data_access.contracts.common import Listing
from data_access.contracts.readings import AgentUsage
from data_access.contracts.usage import UsageTotals
from data_access.reading.run_as_of import run_as_of
from data_access.reading.usage_columns import usage_totals
from data_access.rules.agent_tree import TreePlace, inclusive_usage, tree_order
from data_access.store.connection import Store


def agents(store: Store, conversation: str, *, at: datetime | None = None) -> Listing[AgentUsage]:
    """List every agent of a run, a parent before its children, siblings by their first event.

    Agents whose named parent is unknown follow the roots and are marked; what the source ties to no agent is
    the last item, its `agent_id` null. `at` reads an older snapshot.
    Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    run = run_as_of(store, conversation, at)
    rows = store.rows("agents_of_conversation", run.values)
    by_id = {row["agent_id"]: row for row in rows if row["agent_id"] is not None}
    parents = {agent_id: row["parent_agent_id"] for agent_id, row in by_id.items()}
    own = {agent_id: usage_totals(row["own"]) for agent_id, row in by_id.items()}
    places = tree_order(list(by_id), parents)
    below = inclusive_usage(places, parents, own)
    items = [
        _usage(by_id[place.agent_id], place, own[place.agent_id], below[place.agent_id]) for place in places
    ]
    for row in rows:
        if row["agent_id"] is None:
            unnamed = usage_totals(row["own"])
            items.append(_usage(row, TreePlace("", 0, is_orphan=False), unnamed, unnamed))
    return Listing[AgentUsage](
        as_of=run.as_of, basis=run.basis, items=tuple(items), total=len(items), truncated=False
    )


def _usage(
    row: dict[str, Any], place: TreePlace, own: UsageTotals, with_descendants: UsageTotals
) -> AgentUsage:
    measured = {
        "own": own,
        "with_descendants": with_descendants,
        "depth": place.depth,
        "is_orphan": place.is_orphan,
    }
    return AgentUsage(**(row | measured))

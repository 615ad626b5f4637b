"""Names for the groups of a cost report: a run's title, an agent's name, a task's title, and their run."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from data_access.contracts.common import CostDimension, Listing
from data_access.contracts.usage import CostGroupName
from data_access.reading.conversations import clean
from data_access.store.connection import Store


def cost_group_names(store: Store, by: CostDimension, keys: Sequence[str]) -> Listing[CostGroupName]:
    """Name the groups `keys` of a report over the desk by runs, agents or tasks; others have no names."""
    rows = store.rows("cost_group_names", {"by": by, "keys": list(map(clean, keys))})
    names = tuple(CostGroupName(**row) for row in rows)
    return Listing[CostGroupName](
        as_of=datetime.now(UTC), basis="mixed", items=names, total=len(names), truncated=False
    )

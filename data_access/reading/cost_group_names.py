"""Names for the groups of a cost report: a run's title, an agent's name, a task's title, and their run."""

from __future__ import annotations

from collections.abc import Sequence

from data_access.contracts.common import Contract, CostDimension
from data_access.store.connection import Store


class CostGroupName(Contract):
    """What one group of a cost report is called."""

    key: str
    """As the report spells it."""
    label: str | None
    """Null where the source gives no name."""
    agent_id: str | None
    conversation_key: str
    run_title: str | None


def cost_group_names(store: Store, by: CostDimension, keys: Sequence[str]) -> tuple[CostGroupName, ...]:
    """Name the groups `keys` of a report over the desk by runs, agents or tasks; others have no names."""
    rows = store.rows("cost_group_names", {"by": by, "keys": list(keys)})
    return tuple(CostGroupName(**row) for row in rows)

"""What sources state as their own totals, beside what their calls add up to: to compare, never to add."""

from __future__ import annotations

from typing import Any

from data_access.contracts.usage import ReportedTotal
from data_access.reading.agents import agents
from data_access.reading.conversations import named_conversation
from data_access.reading.usage_columns import usage_totals
from data_access.store.connection import Store


def reported_totals(store: Store, conversation: str | None = None) -> tuple[ReportedTotal, ...]:
    """List the newest stated total of every run and agent that has one, of one `conversation` or of all.

    `counts` marks a total without any breakdown, which stands in the sums itself.
    Raises: `NotFound`, `AmbiguousId`.
    """
    named = None if conversation is None else named_conversation(store, conversation)
    rows = store.rows("reported_totals", {"conversation_key": named and named.conversation_key})
    return tuple(_stated(store, row) for row in rows)


def _stated(store: Store, row: dict[str, Any]) -> ReportedTotal:
    below = usage_totals(row["with_descendants"])
    if row["agent_id"] is not None:
        tree = agents(store, row["conversation_key"]).items
        below = next((one.with_descendants for one in tree if one.agent_id == row["agent_id"]), below)
    return ReportedTotal(**(row | {"own": usage_totals(row["own"]), "with_descendants": below}))

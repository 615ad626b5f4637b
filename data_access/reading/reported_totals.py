"""What sources state as their own totals, beside what their calls add up to: to compare, never to add."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from data_access.contracts.common import Listing
from data_access.contracts.usage import ReportedTotal
from data_access.reading.agents import agents
from data_access.reading.run_as_of import EVERY_RUN, run_if_named
from data_access.reading.usage_columns import usage_totals
from data_access.rules.usage_sums import usage_sum
from data_access.store.connection import Store


def reported_totals(
    store: Store, conversation: str | None = None, *, at: datetime | None = None
) -> Listing[ReportedTotal]:
    """List the newest stated total of every run and agent that has one, of one `conversation` or of all.

    `counts` marks a total without any breakdown, which stands in the sums itself. `at` reads one run as of
    one of its snapshots. Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    run = run_if_named(store, conversation, at)
    rows = store.rows("reported_totals", run.values if run else EVERY_RUN)
    items = tuple(_stated(store, row, at) for row in rows)
    bases = {row["basis"] for row in rows}
    return Listing[ReportedTotal](
        as_of=run.as_of if run else datetime.now(UTC),
        basis=run.basis if run else bases.pop() if len(bases) == 1 else "mixed",
        items=items,
        total=len(items),
        truncated=False,
    )


def _stated(store: Store, row: dict[str, Any], at: datetime | None) -> ReportedTotal:
    own, below = usage_totals(row["own"]), usage_totals(row["with_descendants"])
    if row["agent_id"] is not None or at is not None:
        tree = agents(store, row["conversation_key"], at=at).items
        meant = [one for one in tree if row["agent_id"] in (None, one.agent_id)]
        below = usage_sum([one.own if row["agent_id"] is None else one.with_descendants for one in meant])
        own = usage_sum([one.own for one in meant])
    told = {name: row[name] for name in ReportedTotal.model_fields}
    return ReportedTotal(**(told | {"own": own, "with_descendants": below}))

"""What sources state as their own totals, beside what their calls add up to: to compare, never to add."""

from __future__ import annotations

from data_access.contracts.usage import ReportedTotal
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
    return tuple(
        ReportedTotal(
            **{name: value for name, value in row.items() if name not in ("own", "with_descendants")},
            own=usage_totals(row["own"]),
            with_descendants=usage_totals(row["with_descendants"]),
        )
        for row in rows
    )

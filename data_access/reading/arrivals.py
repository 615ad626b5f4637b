"""What arrived on the desk, by who brought it: who sent something last, and how much in all."""

from __future__ import annotations

from datetime import UTC, datetime

from data_access.contracts.common import Listing
from data_access.contracts.readings import Arrival
from data_access.rules.page_cursor import page_limit
from data_access.store.connection import Store


def arrivals(store: Store, *, limit: int = 50) -> Listing[Arrival]:
    """List who brought records, one entry for each principal, machine and person, the latest first.

    Raises: `InvalidInput`.
    """
    rows = store.rows("arrivals", {"limit": page_limit(limit)})
    total = rows[0]["total"] if rows else 0
    return Listing[Arrival](
        as_of=datetime.now(UTC),
        basis="mixed",
        items=tuple(Arrival(**{name: row[name] for name in Arrival.model_fields}) for row in rows),
        total=total,
        truncated=len(rows) < total,
    )

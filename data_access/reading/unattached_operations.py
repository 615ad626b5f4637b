"""Operations that are on record of sessions this desk has no run of."""

from __future__ import annotations

from datetime import UTC, datetime

from data_access.contracts.common import Listing
from data_access.contracts.operations import PolicyInForce
from data_access.contracts.run_operations import UnattachedOperation
from data_access.reading.run_operations import shown_operation
from data_access.rules.examined_operations import examined
from data_access.store.connection import Store


def unattached_operations(
    store: Store, *, policy: PolicyInForce, session: str | None = None, limit: int = 200
) -> Listing[UnattachedOperation]:
    """List operations of sessions that are no run, the newest first, each with what the policy says of it.

    `total` counts what is on record.
    """
    rows = store.rows("unattached_operations", {"session": session, "limit": limit})
    items = [
        UnattachedOperation(**dict(shown_operation(one)), session=row["conversation"])
        for row in rows
        for one in examined(row, row["conversation"], policy)
    ]
    total = rows[0]["total"] if rows else 0
    return Listing[UnattachedOperation](
        as_of=datetime.now(UTC),
        basis="mixed" if len({row["basis"] for row in rows}) > 1 else rows[0]["basis"] if rows else "log",
        items=tuple(items[:limit]),
        total=max(total, len(items)),
        truncated=total > len(rows) or len(items) > limit,
    )

"""Whether anything changed since a page was drawn: one number per set of scopes, cheap enough to poll."""

from __future__ import annotations

from data_access.contracts.common import Contract, UtcTime
from data_access.store.connection import Store


class ChangeCounter(Contract):
    """A number that moves when something in the watched scopes changed; it says nothing else."""

    value: int
    changed_at: UtcTime | None
    """When the last change was made; null before the first."""


def change_counter(store: Store, *scopes: str) -> ChangeCounter:
    """Return the counter over all `scopes` together; equal values mean that none of them changed."""
    return ChangeCounter(**store.rows("change_counter", {"scopes": list(scopes)})[0])

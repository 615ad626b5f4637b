"""Whether this desk holds sample data: every page says so while it does."""

from __future__ import annotations

from data_access.store.connection import Store


def demo_runs(store: Store) -> int:
    """Return how many runs are demonstration data."""
    return int(store.rows("count_demo_runs")[0]["runs"])

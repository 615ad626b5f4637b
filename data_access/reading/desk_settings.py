"""Decisions that belong to a desk and not to whoever starts it: they are kept in its database."""

from __future__ import annotations

from data_access.store.connection import Store

TIMEZONE = "timezone"
"""The zone in which this desk cuts days."""


def desk_setting(store: Store, name: str) -> str | None:
    """Return what was kept under `name`; None when nothing was."""
    rows = store.rows("desk_setting", {"name": name})
    return str(rows[0]["value"]) if rows else None

"""What browsers that come again were called by whoever typed a name there; nobody checked it."""

from __future__ import annotations

from data_access.contracts.principal import Viewer
from data_access.store.connection import Store


def viewer_named(store: Store, viewer_id: str) -> Viewer | None:
    """Return the browser of that id with its typed name; None when no name was typed there."""
    rows = store.rows("viewer_named", {"viewer_id": viewer_id})
    return Viewer(**rows[0]) if rows else None

"""Where the desk keeps its records, how large that is, and whether programs must show a token."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from data_access.contracts.readings import DeskStorage
from data_access.reading.tokens import has_tokens
from data_access.store.connection import Store


def desk_storage(store: Store) -> DeskStorage:
    """Say where the records are kept and what guards them; a desk in memory has no file and no size."""
    return DeskStorage(
        as_of=datetime.now(UTC),
        database=str(store.path) if store.path else None,
        size_bytes=_size(store.path) if store.path else None,
        asks_for_token=has_tokens(store),
    )


def _size(database: Path) -> int:
    """Add up the file and what was written since it was last folded in."""
    size = 0
    for file in (database, database.with_name(f"{database.name}.wal")):
        with suppress(OSError):  # it is folded in and taken away at any moment
            size += file.stat().st_size
    return size

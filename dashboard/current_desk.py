"""The one open desk of this process: what pages, faces and the command line ask for.

It is set by the server's start, by the command line or by a test, and refuses to be guessed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime

from dashboard.settings import Settings
from dashboard.sign_in import SignIn
from data_access.errors import StoreError
from data_access.store.connection import Store


@dataclass(frozen=True)
class Desk:
    """What is open: the settings it was started with and the store, or the reason why there is none."""

    settings: Settings
    store: Store | None
    fault: StoreError | None = None
    """Why the database could not be opened; pages then say so instead of failing."""
    owner_secret: str | None = field(default=None, repr=False)
    """What the command line of this machine shows to be its owner; of this start only."""
    sign_in: SignIn | None = None
    """How people sign in to the pages; None leaves them without sign-in."""
    opened_at: datetime = field(default_factory=lambda: datetime.now(UTC))


_desk: Desk | None = None


def set_desk(desk: Desk | None) -> None:
    """Make `desk` the one of this process; None closes the matter."""
    global _desk
    _desk = desk


def current_desk() -> Desk:
    """Return the desk of this process. Raises `StoreError` when none was opened."""
    if _desk is None:
        raise StoreError("No desk is open in this process. Start one with `caseboard serve`.")
    return _desk


def current_store() -> Store:
    """Return the open store. Raises `StoreError` with the reason when there is none."""
    desk = current_desk()
    if desk.store is None:
        raise desk.fault or StoreError("The database is closed. Restart the desk.")
    return desk.store

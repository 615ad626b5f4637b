"""Whether the desk has moved on since a page was drawn: one number, asked by pages and by open browsers."""

from __future__ import annotations

import time
from datetime import datetime
from threading import Lock
from typing import Literal

from dashboard.wording import Words, formats
from data_access.reading.change_counter import change_counter
from data_access.store.connection import Store

LIVE_PATH = "/live"
"""Where an open page asks."""
LOOK_SECONDS = 3
"""How often an open page asks."""
PageState = Literal["following", "paused", "writing"]
"""Whether a page is drawn anew by itself; one on which somebody writes never is."""
_SCOPES = ("runs", "costs", "cases", "imports", "workspaces", "tokens", "viewers", "notices")
_SHARED_SECONDS = 0.5


def desk_changes(store: Store) -> int:
    """Return a number that moves whenever something a page shows has changed."""
    return change_counter(store, *_SCOPES).value


class SharedLook:
    """Looks at one desk at most twice a second, however many open pages ask."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._seen: tuple[int, float, int] | None = None

    def __call__(self, store: Store) -> int:
        """Return the number, at most half a second old."""
        with self._lock:
            at = time.monotonic()
            if self._seen is None or self._seen[0] != id(store) or at - self._seen[1] > _SHARED_SECONDS:
                self._seen = (id(store), at, desk_changes(store))
            return self._seen[2]


def freshness(state: PageState, drawn_at: datetime, w: Words, *, has_changed: bool) -> str:
    """Say how old a page is; one that stands still says so, and whether it is out of date."""
    seconds = max(0, int((formats.now() - drawn_at).total_seconds()))
    told = w.live
    if state == "writing":
        return told.stands_still.format(time=formats.length(seconds, w))
    if has_changed:
        return told.paused_changed if state == "paused" else told.updated_now
    if state == "paused":
        return told.paused.format(time=formats.length(seconds, w))
    return (
        told.updated_now if seconds < LOOK_SECONDS else told.updated.format(time=formats.length(seconds, w))
    )

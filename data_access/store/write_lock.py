"""One write at a time per database in this process, whoever opened it and however often.

The engine would let two writers race and fail one of them; waiting in line is faster and never fails.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from weakref import WeakValueDictionary

from data_access.errors import StoreError


class WriteLock:
    """A lock that knows its owner, so that a write inside a write is refused instead of waiting for ever."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._owner: int | None = None

    @contextmanager
    def held(self, *, wait: bool = True) -> Iterator[bool]:
        """Wait for the turn; without `wait` yield False at once where somebody else has it.

        Raises: `StoreError` when this thread has it already.
        """
        self.refuse_nesting()
        if not self._lock.acquire(blocking=wait):
            yield False
            return
        try:
            self._owner = threading.get_ident()
            yield True
        finally:
            self._owner = None
            self._lock.release()

    def refuse_nesting(self) -> None:
        """Pass when this thread holds no write. Raises: `StoreError`."""
        if self._owner == threading.get_ident():
            raise StoreError(
                "A write is open on this thread already. Pass its transaction on, or end it first."
            )


_locks: WeakValueDictionary[Path, WriteLock] = WeakValueDictionary()
_guard = threading.Lock()


def write_lock_of(path: Path | None) -> WriteLock:
    """Return the lock of the database at the real `path`; a database in memory gets one of its own."""
    if path is None:
        return WriteLock()
    with _guard:
        return _locks.setdefault(path, WriteLock())

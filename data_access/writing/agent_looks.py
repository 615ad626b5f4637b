"""Keeps when an agent last looked for queued tasks, so that a page can say that nobody has looked since.

It is a mark of attention and no record of work: it is in no change log and moves nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from weakref import WeakKeyDictionary

from data_access.store.connection import Store
from data_access.writing.case_write import Author
from data_access.writing.change_counters import touch

_BETWEEN = timedelta(seconds=5)
_looked: WeakKeyDictionary[Store, dict[str, datetime]] = WeakKeyDictionary()


def note_agent_look(store: Store, *, author: Author) -> None:
    """Note that this principal looked just now; looks within five seconds are one."""
    now, principal_id = author.clock(), author.principal.id
    looks = _looked.setdefault(store, {})
    last = looks.get(principal_id)
    if last is not None and abs(now - last) < _BETWEEN:
        return
    with store.transaction() as transaction:
        transaction.run("note_agent_look", {"principal_id": principal_id, "at": now})
        touch(transaction, ["agent_looks"], now)
    looks[principal_id] = now

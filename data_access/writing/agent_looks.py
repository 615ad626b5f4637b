"""Keeps when an agent last looked for queued tasks, so that a page can say that nobody has looked since.

It is a mark of attention and no record of work: it is in no change log and moves nothing.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from data_access.store.connection import Store
from data_access.writing.case_write import Author

_BETWEEN = timedelta(seconds=5)
_looked: dict[tuple[int, str], datetime] = {}


def note_agent_look(store: Store, *, author: Author) -> None:
    """Note that this principal looked just now; looks within five seconds are one."""
    now, place = author.clock(), (id(store), author.principal.id)
    last = _looked.get(place)
    if last is not None and abs(now - last) < _BETWEEN:
        return
    with store.transaction() as transaction:
        transaction.run("note_agent_look", {"principal_id": author.principal.id, "at": now})
    _looked[place] = now

"""The messages of one thread, in order, a page at a time."""

from __future__ import annotations

from datetime import datetime

from data_access.contracts.common import Listing
from data_access.contracts.visibility import ThreadMessage
from data_access.reading.conversations import clean
from data_access.reading.native_ids import conversation_of
from data_access.reading.run_as_of import run_as_of
from data_access.reading.stored_json import decoded
from data_access.rules.page_cursor import page_limit, read_cursor, write_cursor
from data_access.store.connection import Store

_ORDER = "thread"
_SORT = ("occurred_at", "sequence", "message_id")


def thread_messages(
    store: Store,
    thread_id: str,
    conversation: str | None = None,
    *,
    limit: int = 100,
    cursor: str | None = None,
    at: datetime | None = None,
) -> Listing[ThreadMessage]:
    """List who said what to whom in a thread: by time, then source order; undated messages come last.

    `at` reads an older snapshot. Raises: `NotFound`, `InvalidInput`; `AmbiguousId` when several runs know the
    thread and no run is named.
    """
    at_most = page_limit(limit)
    after = read_cursor(cursor, _ORDER, (datetime, int, str)) if cursor else (None,) * 3
    run = run_as_of(store, conversation_of(store, "thread", thread_id, conversation), at)
    values = run.values | {"thread_id": clean(thread_id), "limit": at_most + 1}
    values |= dict(zip(("after_at", "after_sequence", "after_id"), after, strict=True))
    rows = store.rows("thread_messages", values)
    total = store.rows("thread_messages_total", values)[0]["total"]
    page, last = rows[:limit], rows[limit - 1] if len(rows) > limit else None
    return Listing[ThreadMessage](
        as_of=run.as_of,
        basis=run.basis,
        items=tuple(
            ThreadMessage(**run.identity, **(row | {"extra": decoded(row["extra"])})) for row in page
        ),
        total=total,
        truncated=last is not None,
        next_cursor=last and write_cursor(_ORDER, tuple(last[name] for name in _SORT)),
    )

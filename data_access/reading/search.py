"""Where a text stands in events, messages and titles of tasks, of one run, of a time, or of everything."""

from __future__ import annotations

from datetime import UTC, datetime

from data_access.contracts.common import Listing
from data_access.contracts.search import SearchHit
from data_access.errors import InvalidInput, Problem
from data_access.reading.conversations import clean, named_conversation
from data_access.rules.page_cursor import page_limit, read_cursor, write_cursor
from data_access.rules.time_bounds import time_bounds
from data_access.store.connection import Store

_ORDER = "search"
_SORT = ("sort_at", "kind", "conversation_key", "item_id")
_AFTER = ("after_at", "after_kind", "after_conversation", "after_id")


def search(
    store: Store,
    q: str,
    *,
    conversation: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    everywhere: bool = False,
    limit: int = 50,
    cursor: str | None = None,
) -> Listing[SearchHit]:
    """List what holds the text `q`, whatever its case, the newest first, a page at a time.

    A search is bounded by a `conversation` or by `since`, unless `everywhere` asks for all there is, which
    reads every payload. Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    values = time_bounds(since, until) | {"limit": page_limit(limit) + 1, "text": _asked(q)}
    if conversation is None and since is None and not everywhere:
        problem = Problem(
            "since", "the search has no bound", "Name a run, give `since`, or ask `everywhere`."
        )
        raise InvalidInput("A search through everything has to be asked for.", problems=(problem,))
    named = None if conversation is None else named_conversation(store, conversation)
    after = read_cursor(cursor, _ORDER, (datetime, str, str, str)) if cursor else (None,) * 4
    key = {"conversation_key": named and named.conversation_key}
    rows = store.rows("search", values | key | dict(zip(_AFTER, after, strict=True)))
    page, total = rows[:limit], rows[0]["total"] if rows else 0
    bases = {row["basis"] for row in page}
    last = page[-1] if len(rows) > limit else None
    return Listing[SearchHit](
        as_of=datetime.now(UTC),
        basis=named.basis if named else bases.pop() if len(bases) == 1 else "mixed",
        items=tuple(SearchHit(**{name: row[name] for name in SearchHit.model_fields}) for row in page),
        total=total,
        truncated=last is not None,
        next_cursor=last and write_cursor(_ORDER, tuple(last[name] for name in _SORT)),
    )


def _asked(q: str) -> str:
    if not q.strip():
        raise InvalidInput(
            "There is nothing to look for.", problems=(Problem("q", "it is empty", "Give a text."),)
        )
    return clean(q)

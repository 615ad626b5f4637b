"""The events of one run: a page at a time, or one in full."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from pydantic import JsonValue

from data_access.contracts.common import Listing
from data_access.contracts.readings import (
    ContentPart,
    EventDetail,
    EventFilterOptions,
    EventItem,
    FilterOption,
)
from data_access.errors import NotFound, Problem
from data_access.reading.conversations import NamedConversation, clean, named_conversation
from data_access.rules.page_cursor import page_limit, read_cursor, write_cursor
from data_access.store.connection import Store

_LISTS = {"oldest_first": "events_oldest_first", "newest_first": "events_newest_first"}


def events(
    store: Store,
    conversation: str,
    *,
    agent_id: str | None = None,
    thread_id: str | None = None,
    task_id: str | None = None,
    event_types: Sequence[str] = (),
    severity: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    q: str | None = None,
    newest_first: bool = False,
    limit: int = 100,
    cursor: str | None = None,
) -> Listing[EventItem]:
    """List the events of a run that match every filter given, a page at a time.

    The order is time, then source order, then id; events without a time come after all others. `q` is looked
    for in summary and payload. Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    named = named_conversation(store, conversation)
    order = "newest_first" if newest_first else "oldest_first"
    filters = {
        "conversation_key": named.conversation_key,
        "agent_id": agent_id,
        "thread_id": thread_id,
        "task_id": task_id,
        "event_types": list(map(clean, event_types)) or None,
        "severity": severity,
        "since": since,
        "until": until,
        "text": q or None,
    }
    filters = {name: clean(value) if isinstance(value, str) else value for name, value in filters.items()}
    at, sequence, event_id = (
        read_cursor(cursor, order, (datetime, int, str)) if cursor else (None, None, None)
    )
    after = {"after_at": at, "after_sequence": sequence, "after_id": event_id, "limit": page_limit(limit) + 1}
    rows = store.rows(_LISTS[order], filters | after)
    total = store.rows("events_total", filters)[0]["total"]
    return _page(named, rows, limit, total, order)


def event(store: Store, conversation: str, event_id: str) -> EventDetail:
    """Return one event with its payload and its parts. Raises: `NotFound`, `AmbiguousId`."""
    named = named_conversation(store, conversation)
    values = {"conversation_key": named.conversation_key, "event_id": clean(event_id)}
    rows = store.rows("event_by_id", values)
    if not rows:
        raise NotFound(
            f"Run {named.conversation_id} has no event {values['event_id']}.",
            problems=(Problem("event_id", "this run has no such event", "`caseboard events` lists them."),),
        )
    parts = tuple(ContentPart(**row) for row in store.rows("content_parts_of_event", values))
    decoded = {"payload": _decoded(rows[0]["payload"]), "extra": _decoded(rows[0]["extra"])}
    return EventDetail(**_identity(named), **(rows[0] | decoded), content_parts=parts)


def event_filter_options(store: Store, conversation: str) -> EventFilterOptions:
    """Return what the events of a run can be filtered by. Raises: `NotFound`, `AmbiguousId`."""
    key = named_conversation(store, conversation).conversation_key
    options: dict[str, list[FilterOption]] = {name: [] for name in EventFilterOptions.model_fields}
    for row in store.rows("event_filter_options", {"conversation_key": key}):
        options[row.pop("field")].append(FilterOption(**row))
    return EventFilterOptions(**{name: tuple(values) for name, values in options.items()})


def _page(
    named: NamedConversation, rows: list[dict[str, Any]], limit: int, total: int, order: str
) -> Listing[EventItem]:
    page = rows[:limit]
    last = page[-1] if len(rows) > limit else None
    return Listing[EventItem](
        as_of=datetime.now(UTC),
        basis=named.basis,
        items=tuple(EventItem(**_identity(named), **row) for row in page),
        total=total,
        truncated=len(page) < total,
        next_cursor=last and write_cursor(order, (last["occurred_at"], last["sequence"], last["event_id"])),
    )


def _identity(named: NamedConversation) -> dict[str, str]:
    return {"conversation_id": named.conversation_id, "conversation_key": named.conversation_key}


def _decoded(text: str | None) -> JsonValue:
    """Decode stored JSON; the importers wrote it, so it is valid, but NaN and Infinity are read as text."""
    decoded: JsonValue = None if text is None else json.loads(text, parse_constant=str)
    return decoded

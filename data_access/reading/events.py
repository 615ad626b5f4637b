"""The events of one run or of all: a page at a time, or one in full."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from data_access.contracts.common import Listing
from data_access.contracts.readings import (
    ContentPart,
    EventDetail,
    EventFilterOptions,
    EventItem,
    FilterOption,
)
from data_access.errors import NotFound, Problem
from data_access.reading.conversations import clean, named_conversation
from data_access.reading.native_ids import NativeKind, require_known
from data_access.reading.run_as_of import EVERY_RUN, RunAsOf, run_as_of, run_if_named
from data_access.reading.stored_json import decoded
from data_access.rules.page_cursor import page_limit, read_cursor, write_cursor
from data_access.rules.time_bounds import time_bounds
from data_access.store.connection import Store

_SORT = ("occurred_at", "sequence", "event_id", "conversation_key")
_LISTS = {"oldest_first": "events_oldest_first", "newest_first": "events_newest_first"}


def events(
    store: Store,
    conversation: str | None = None,
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
    at: datetime | None = None,
) -> Listing[EventItem]:
    """List the events of a run, or of all runs, that match every filter given, a page at a time.

    The order is time, then source order, then id; events without a time come after all others. `q` is looked
    for in summary and payload. `at` reads a run as of one of its snapshots.
    Raises: `NotFound`, also for an agent, thread or task that nobody has told of; `AmbiguousId`,
    `InvalidInput`.
    """
    run = run_if_named(store, conversation, at)
    order = "newest_first" if newest_first else "oldest_first"
    filters = (run.values if run else EVERY_RUN) | {
        "agent_id": agent_id,
        "thread_id": thread_id,
        "task_id": task_id,
        "event_types": list(map(clean, event_types)) or None,
        "severity": severity,
        "text": q or None,
        **time_bounds(since, until),
    }
    filters = {name: clean(value) if isinstance(value, str) else value for name, value in filters.items()}
    after_names = ("after_at", "after_sequence", "after_id", "after_key")
    after = read_cursor(cursor, order, (datetime, int, str, str)) if cursor else (None,) * 4
    page = dict(zip(after_names, after, strict=True)) | {"limit": page_limit(limit) + 1}
    rows = store.rows(_LISTS[order], filters | page)
    is_whole = cursor is None and len(rows) <= limit
    total = len(rows) if is_whole else store.rows("events_total", filters)[0]["total"]
    if total == 0:
        _refuse_unknown(store, run, {"agent": agent_id, "thread": thread_id, "task": task_id})
    return _page(run, rows, limit, total, order)


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
    told = {"payload": decoded(rows[0]["payload"]), "extra": decoded(rows[0]["extra"])}
    identity = {"conversation_id": named.conversation_id, "conversation_key": named.conversation_key}
    return EventDetail(**identity, **(rows[0] | told), content_parts=parts)


def event_filter_options(
    store: Store, conversation: str, *, at: datetime | None = None
) -> EventFilterOptions:
    """Return what the events of a run can be filtered by. `at` reads an older snapshot.

    Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    options: dict[str, list[FilterOption]] = {name: [] for name in EventFilterOptions.model_fields}
    for row in store.rows("event_filter_options", run_as_of(store, conversation, at).values):
        options[row.pop("field")].append(FilterOption(**row))
    return EventFilterOptions(**{name: tuple(values) for name, values in options.items()})


def _refuse_unknown(store: Store, run: RunAsOf | None, asked: dict[NativeKind, str | None]) -> None:
    """Say that an id is unknown rather than answer with an empty list."""
    for kind, native_id in asked.items():
        if native_id is not None:
            require_known(store, kind, native_id, run.conversation_key if run else None)


def _page(
    run: RunAsOf | None, rows: list[dict[str, Any]], limit: int, total: int, order: str
) -> Listing[EventItem]:
    page = rows[:limit]
    last = page[-1] if len(rows) > limit else None
    bases = {row.pop("basis") for row in page}
    some = bases.pop() if len(bases) == 1 else "mixed"
    return Listing[EventItem](
        as_of=run.as_of if run else datetime.now(UTC),
        basis=run.basis if run else some,
        items=tuple(EventItem(**row) for row in page),
        total=total,
        truncated=last is not None,
        next_cursor=last and write_cursor(order, tuple(last[name] for name in _SORT)),
    )

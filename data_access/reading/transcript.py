"""The dialogue of a run with its tool calls inline, paged both ways; its next error; where a text stands.

A page is found by its places first; the texts are read for the items of that page only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from data_access.contracts.transcript import (
    TextEdit,
    Transcript,
    TranscriptCall,
    TranscriptEvent,
    TranscriptItem,
    TranscriptMatch,
    TranscriptMessage,
    TranscriptThinking,
)
from data_access.errors import InvalidInput, Problem
from data_access.reading.clock_jumps import clock_jumps
from data_access.reading.conversations import clean
from data_access.reading.native_ids import require_known
from data_access.reading.run_as_of import RunAsOf, run_as_of
from data_access.reading.stored_json import decoded
from data_access.reading.tasks import seconds_between
from data_access.rules.clock_jumps import is_unreliable
from data_access.rules.page_cursor import page_limit, read_cursor, write_cursor
from data_access.rules.text_edits import asked_edits
from data_access.store.connection import Store

LONGEST_TEXT = 20_000
LONGEST_PREVIEW = 2_000
_PLACE = ("sort_at", "sequence", "rank", "place")
_KINDS = (datetime, int, int, str)
_AFTER, _FROM, _BEFORE = "transcript_after", "transcript_from", "transcript_before"
_NOWHERE: dict[str, Any] = {**dict.fromkeys(_PLACE), "inclusive": False}
_PROGRAM = {"meta", "wrapper", "compact_summary"}
Row = Mapping[str, Any]


class _Dialogue(NamedTuple):
    """The dialogue that is asked for: of a run, of one agent, of one thread."""

    run: RunAsOf
    values: dict[str, Any]


def transcript(
    store: Store,
    conversation: str,
    *,
    agent_id: str | None = None,
    thread_id: str | None = None,
    at: datetime | None = None,
    limit: int = 100,
    cursor: str | None = None,
    last: bool = False,
) -> Transcript:
    """Return one page of the dialogue of a run, of one agent or of one thread, in its order.

    `cursor` is the `next_cursor` or `previous_cursor` of another page, or the `cursor` of an item, which then
    begins the page. Without one the first page is given, with `last` the last one. `at` reads an older
    snapshot.
    Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    at_most = page_limit(limit)
    direction, place = _place_of(cursor)
    dialogue = _dialogue(store, conversation, agent_id, thread_id, at)
    backwards = direction == _BEFORE or (last and cursor is None)
    asked = dialogue.values | place | {"limit": at_most + 1}
    rows = store.rows("transcript_before" if backwards else "transcript_after", asked)
    has_more, page = len(rows) > limit, rows[:limit]
    if backwards:
        page.reverse()
    counts = store.rows("transcript_total", dialogue.values | (_place(page[0]) if page else place))[0]
    before = counts["before_it"]
    has_next = before + len(page) < counts["total"] if page else False
    following = _cursor(_AFTER, page[-1]) if has_next or (has_more and not backwards) else None
    preceding = _cursor(_BEFORE, page[0]) if page and before else None
    return Transcript(
        **dialogue.run.heading({"messages": counts["total"] == 0}),
        items=_items(store, dialogue.run, page),
        total=counts["total"],
        errors=counts["errors"],
        before=before,
        truncated=(preceding if backwards else following) is not None,
        next_cursor=following,
        previous_cursor=preceding,
    )


def next_error(
    store: Store,
    conversation: str,
    *,
    after: str | None = None,
    agent_id: str | None = None,
    thread_id: str | None = None,
    at: datetime | None = None,
) -> TranscriptMatch:
    """Return the first error after an item (its `cursor`), or the first of all.

    Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    dialogue = _dialogue(store, conversation, agent_id, thread_id, at)
    return _match(store, dialogue, after, {"errors_only": True})


def find_in_transcript(
    store: Store,
    conversation: str,
    q: str,
    *,
    after: str | None = None,
    before: str | None = None,
    agent_id: str | None = None,
    thread_id: str | None = None,
    at: datetime | None = None,
) -> TranscriptMatch:
    """Return the first item after another (its `cursor`) that holds the text `q`, whatever its case.

    With `before` it is the last one before another. Thinking is not searched.
    Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    if after is not None and before is not None:
        wrong = Problem("before", "the way has one direction", "Give `after` or `before`, not both.")
        raise InvalidInput("It is looked forwards or backwards.", problems=(wrong,))
    if not q.strip():
        wrong = Problem("q", "it is empty", "Give the text to look for.")
        raise InvalidInput("There is nothing to look for.", problems=(wrong,))
    dialogue = _dialogue(store, conversation, agent_id, thread_id, at)
    return _match(store, dialogue, after, {"text": clean(q)}, before=before)


def _dialogue(
    store: Store, conversation: str, agent_id: str | None, thread_id: str | None, at: datetime | None
) -> _Dialogue:
    run = run_as_of(store, conversation, at)
    if agent_id is not None:
        require_known(store, "agent", agent_id, run.conversation_key)
    if thread_id is not None:
        require_known(store, "thread", thread_id, run.conversation_key)
    scope = {
        "agent_id": agent_id if agent_id is None else clean(agent_id),
        "thread_id": thread_id if thread_id is None else clean(thread_id),
    }
    return _Dialogue(run, run.values | scope | _NOWHERE | {"errors_only": False, "text": None})


def _match(
    store: Store,
    dialogue: _Dialogue,
    after: str | None,
    wanted: dict[str, Any],
    *,
    before: str | None = None,
) -> TranscriptMatch:
    _, place = _place_of(before or after)
    values = dialogue.values | wanted
    statement = "transcript_after" if before is None else "transcript_before"
    rows = store.rows(statement, values | place | {"inclusive": False, "limit": 1})
    counts = store.rows("transcript_total", values | (_place(rows[0]) if rows else _NOWHERE))[0]
    items = _items(store, dialogue.run, rows)
    return TranscriptMatch(
        **dialogue.run.heading({}),
        item=items[0] if items else None,
        number=counts["before_it"] + 1 if items else 0,
        total=counts["total"],
    )


def _place_of(cursor: str | None) -> tuple[str, dict[str, Any]]:
    """Return in which direction a cursor goes, and from where."""
    if cursor is None:
        return _AFTER, _NOWHERE
    refused = InvalidInput("")
    for direction in (_AFTER, _FROM, _BEFORE):
        try:
            place = dict(zip(_PLACE, read_cursor(cursor, direction, _KINDS), strict=True))
        except InvalidInput as error:
            refused = error
        else:
            return direction, place | {"inclusive": direction == _FROM}
    raise refused


def _place(row: Row) -> dict[str, Any]:
    return {name: row[name] for name in _PLACE}


def _cursor(direction: str, row: Row) -> str:
    return write_cursor(direction, tuple(row[name] for name in _PLACE))


# Texts of one page ----------------------------------------------------------------------------------------


def _items(store: Store, run: RunAsOf, rows: Sequence[Row]) -> tuple[TranscriptItem, ...]:
    told: dict[str, Mapping[str, Any]] = {
        "message": _messages(store, run, _ids(rows, "message")),
        "tool_call": _calls(store, run, _ids(rows, "tool_call")),
        "thinking": _thinking(store, run, _ids(rows, "thinking")),
        "event": _events(store, run, _ids(rows, "event")),
    }
    return tuple(
        TranscriptItem(
            **{name: row[name] for name in TranscriptItem.model_fields if name in row},
            cursor=_cursor(_FROM, row),
            **{row["kind"]: told[row["kind"]][row["item_id"]]},
        )
        for row in rows
    )


def _ids(rows: Sequence[Row], kind: str) -> list[str]:
    return [row["item_id"] for row in rows if row["kind"] == kind]


def _messages(store: Store, run: RunAsOf, ids: list[str]) -> dict[str, TranscriptMessage]:
    if not ids:
        return {}
    rows = store.rows("transcript_messages", run.values | {"ids": ids, "most": LONGEST_TEXT})
    return {row["message_id"]: _message(row) for row in rows}


def _message(row: Row) -> TranscriptMessage:
    extra = decoded(row["extra"])
    return TranscriptMessage(
        **{name: row[name] for name in ("sender", "recipient", "role", "content")},
        content_length=row["content_length"] or 0,
        is_from_program=isinstance(extra, dict) and not _PROGRAM.isdisjoint(extra),
        extra=extra,
    )


def _calls(store: Store, run: RunAsOf, ids: list[str]) -> dict[str, TranscriptCall]:
    if not ids:
        return {}
    rows = store.rows("transcript_calls", run.values | {"ids": ids, "most": LONGEST_PREVIEW})
    jumps = clock_jumps(store, run.conversation_key)
    return {
        row["tool_call_id"]: TranscriptCall(
            **{name: row[name] for name in ("tool", "status", "started_at", "ended_at", "task_id")},
            duration_seconds=seconds_between(row["started_at"], row["ended_at"]),
            is_duration_unreliable=is_unreliable(row["started_at"], row["ended_at"], jumps),
            input_preview=row["input"] and row["input"][:LONGEST_PREVIEW],
            input_length=row["input_length"] or 0,
            output_preview=row["output"],
            output_length=row["output_length"] or 0,
            edits=_edits(row["input"]),
            started_agent_ids=tuple(row["started_agent_ids"] or ()),
        )
        for row in rows
    }


def _edits(tool_input: str | None) -> tuple[TextEdit, ...]:
    return tuple(
        TextEdit(
            path=edit.path,
            old_text=edit.old_text and edit.old_text[:LONGEST_TEXT],
            new_text=edit.new_text[:LONGEST_TEXT],
            is_cut=max(len(edit.old_text or ""), len(edit.new_text)) > LONGEST_TEXT,
        )
        for edit in asked_edits(tool_input)
    )


def _thinking(store: Store, run: RunAsOf, ids: list[str]) -> dict[str, TranscriptThinking]:
    rows = store.rows("transcript_thinking", run.values | {"ids": ids}) if ids else []
    return {
        row["event_id"]: TranscriptThinking(part_ids=tuple(row["part_ids"]), size_bytes=row["size_bytes"])
        for row in rows
    }


def _events(store: Store, run: RunAsOf, ids: list[str]) -> dict[str, TranscriptEvent]:
    rows = store.rows("transcript_events", run.values | {"ids": ids}) if ids else []
    return {row.pop("event_id"): TranscriptEvent(**row) for row in rows}

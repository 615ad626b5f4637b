"""What `codex exec --json` prints: threads, turns and items, without any time."""

from __future__ import annotations

from data_access.importers.codex import events, thoughts
from data_access.importers.codex.dialogue import Dialogue
from data_access.importers.codex.file_memory import ThreadMemory
from data_access.importers.codex.program_events import ITEM_WORDS, ROLES
from data_access.importers.codex.record_shapes import Told
from data_access.importers.codex.spoken import texts_of
from data_access.importers.codex.token_counter import NOTHING, tokens_in
from data_access.importers.codex.tool_calls import listed_steps
from data_access.importers.codex.tool_dialogue import STREAM_CALLS, ToolDialogue, todos
from data_access.importers.codex.usage import running_total_row
from data_access.importers.loose_values import Json, mapping, text
from data_access.importers.shown_event import Shown, event_word
from data_access.importers.sink import Sink
from data_access.importers.source_record import SourceRecord


class StreamEvents:
    """Reads the events of one stream."""

    def __init__(self, dialogue: Dialogue, tools: ToolDialogue, sink: Sink) -> None:
        self._dialogue = dialogue
        self._tools = tools
        self._sink = sink

    def event(self, record: SourceRecord, memory: ThreadMemory, said: Told) -> Shown:
        """Add the rows of an event; return how it is shown."""
        value, kind = said.value, said.kind or ""
        if kind in ("item.started", "item.updated", "item.completed"):
            word = ITEM_WORDS.get(said.inner or "", said.inner or "item")
            return self._item(record, memory, value, word, is_over=kind == "item.completed")
        if kind == "turn.completed":
            self._total(record, memory, mapping(value.get("usage")))
        if kind == "thread.started":
            return Shown("session_meta", text(value.get("thread_id")))
        if kind in ("turn.started", "turn.completed", "turn.failed", "error"):
            return events.shown_event(kind, value)
        return Shown(event_word("stream", kind), events.told_summary(value))

    def _total(self, record: SourceRecord, memory: ThreadMemory, usage: Json) -> None:
        total = tokens_in(usage)
        if total == NOTHING:
            return
        memory.total_runs += total.is_below(memory.total or NOTHING)
        memory.total = total
        self._sink.add(running_total_row(record, total, memory.model, memory.total_runs))

    def _item(
        self, record: SourceRecord, memory: ThreadMemory, item: Json, word: str, *, is_over: bool
    ) -> Shown:
        if word in STREAM_CALLS:
            return self._tools.stream_item(record, memory, item, word, is_over=is_over)
        if word == "todo_list":
            for row in todos(record, "todo_list", item):
                self._sink.add(row)
            return Shown("event.todo_list", f"{len(listed_steps(item))} items")
        if word == "error":
            return Shown("error", events.told_summary(item), "error")
        if is_over and word in ROLES:
            texts = texts_of(item.get("text")) or texts_of(item.get("content"))
            return self._dialogue.message(record, memory, "item", ROLES[word], texts)
        if is_over and word == "reasoning":
            return self._dialogue.thoughts(record, memory, "item", thoughts.sections_of_item(item))
        if word not in ("plan", "reasoning", *ROLES):
            self._sink.tally.unknown_types[f"item.{word}"] += 1
        return Shown(event_word("item", word), events.told_summary(item))

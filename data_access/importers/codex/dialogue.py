"""Rows of the dialogue: messages, thoughts, what threads send each other, summaries of a compaction."""

from __future__ import annotations

from collections.abc import Iterable

from data_access.contracts.rows import Row
from data_access.importers.codex import conversation, delegation
from data_access.importers.codex.file_memory import ThreadMemory
from data_access.importers.codex.spoken import between_threads, flags_of, message_row, texts_of
from data_access.importers.codex.thoughts import thought_row
from data_access.importers.loose_values import Json, text
from data_access.importers.shown_event import Shown
from data_access.importers.sink import Sink
from data_access.importers.source_record import SourceRecord

_WORDS = {"user": "user_message", "assistant": "assistant_message"}


class Dialogue:
    """Reads what is said in one file; `row_kind` is the kind of row that says it: several kinds repeat it."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink

    def message(
        self, record: SourceRecord, memory: ThreadMemory, row_kind: str, role: str, texts: list[str]
    ) -> Shown:
        """Add a message unless another kind of row said it before; return how the row is shown."""
        speaker = role if role in _WORDS else "system"
        word = _WORDS.get(speaker, "system.instructions")
        if not texts:
            return Shown(word, None)
        content, flags = "\n\n".join(texts), flags_of(role, texts)
        name, is_known = memory.spoken_name(row_kind, speaker, "".join(texts))
        if is_known:
            return Shown(f"event.{word}", content, None, (("repeats", name),))
        asked_by = memory.fork.parent_id if memory.fork.is_subagent else None
        self._sink.add(message_row(record, name, role, content, flags, asked_by))
        if role == "user":
            self._heard(record, memory, content, is_prompt=not flags)
        return Shown(word, content, None, tuple((flag, True) for flag in flags))

    def between(self, record: SourceRecord, memory: ThreadMemory, value: Json) -> Shown:
        """Add a message that one thread sends to another."""
        content = "\n\n".join(texts_of(value.get("content")))
        if content:
            name, is_known = memory.spoken_name("thread", str(value.get("author")), content)
            if not is_known:
                self._sink.add(between_threads(record, name, value, content))
        return Shown("event.message_between_agents", content or "Encrypted message between agents")

    def thoughts(
        self, record: SourceRecord, memory: ThreadMemory, row_kind: str, sections: list[str]
    ) -> Shown:
        """Add the sections of a thought that no other kind of row gave before."""
        if not sections:
            return Shown("thinking", "Thinking, encrypted in the log")
        is_new = False
        for section in sections:
            name, is_known = memory.spoken_name(row_kind, "thought", section)
            if not is_known:
                is_new = True
                self._sink.add(thought_row(record, name, section))
        return Shown("thinking" if is_new else "event.thinking", "\n".join(sections))

    def compacted(self, record: SourceRecord, memory: ThreadMemory, value: Json) -> Shown:
        """Add the summary that a compaction put in the place of the dialogue before it."""
        said = text(value.get("message"))
        if said is not None:
            name, _ = memory.spoken_name("compacted", "compacted", said)
            self._sink.add(message_row(record, name, "user", said, ("compact_summary",), None))
        return Shown("compact_summary", said or "Context compacted; the summary is not readable in the log")

    def _heard(self, record: SourceRecord, memory: ThreadMemory, content: str, *, is_prompt: bool) -> None:
        self._add_all(delegation.stated(record, memory, delegation.states_in_notice(content)))
        if is_prompt and not memory.is_titled:
            memory.is_titled = True
            rank = conversation.NONE if memory.fork.is_subagent else conversation.FIRST_PROMPT
            self._add_all(conversation.titled(record, content, rank))

    def _add_all(self, rows: Iterable[Row]) -> None:
        for row in rows:
            self._sink.add(row)

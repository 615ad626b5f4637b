"""Turns the records of one file into rows: the one place that knows which record makes which rows.

Every record is one event, whatever else it makes; nothing is dropped and nothing is guessed from what a
record does not say.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

from data_access.contracts.rows import Row
from data_access.importers.codex import conversation, delegation, events, thoughts
from data_access.importers.codex.content_parts import payload_and_parts
from data_access.importers.codex.dialogue import Dialogue
from data_access.importers.codex.file_memory import FileMemory, ThreadMemory
from data_access.importers.codex.naming import MAIN
from data_access.importers.codex.program_events import ProgramEvents
from data_access.importers.codex.record_shapes import Told, time_of, told
from data_access.importers.codex.spoken import texts_of
from data_access.importers.codex.stream_events import StreamEvents
from data_access.importers.codex.thread import name_of_file
from data_access.importers.codex.tool_dialogue import CALLS, OUTPUTS, ToolDialogue
from data_access.importers.json_lines import LineRecord
from data_access.importers.loose_values import Json, native_id, text
from data_access.importers.shown_event import Shown, event_row, event_word
from data_access.importers.sink import Sink
from data_access.importers.source_record import SourceRecord

RECORDS_AHEAD = 50
"""How far is looked for the head of a log before its rows are named."""
RECORDS_BETWEEN_BREATHS = 500
_PLAIN_ITEMS = frozenset(("compaction", "context_compaction", "ghost_snapshot", "additional_tools", "other"))
_ENVELOPES = frozenset(("session_meta", "world_state", "inter_agent_communication_metadata", "state"))


class RecordReader:
    """Reads the records of one file in order."""

    def __init__(self, path: Path, sink: Sink, memory: FileMemory | None = None) -> None:
        self._path = path
        self._sink = sink
        self._memory = memory or FileMemory(name_of_file(path))
        self._dialogue = Dialogue(sink)
        self._tools = ToolDialogue(sink)
        self._events = ProgramEvents(self._dialogue, self._tools, sink)
        self._stream = StreamEvents(self._dialogue, self._tools, sink)

    def recall(self, records: Iterator[LineRecord]) -> None:
        """Remember the part of a file that was read before; makes no rows."""
        _Recalling(self._path, _Nowhere(), self._memory).read(records)

    def read(self, records: Iterator[LineRecord]) -> None:
        """Turn records into rows, letting the sink breathe."""
        for number, record in enumerate(self._headed(records), 1):
            self._take(record)
            if number % RECORDS_BETWEEN_BREATHS == 0:
                self._sink.breathe()

    def _take(self, found: LineRecord) -> None:
        said = told(found.value)
        if said.kind == "thread.started":
            self._memory.enter(native_id(said.value.get("thread_id")) or self._memory.name)
        memory = self._memory.current or self._memory.enter(self._memory.name)
        record = self._identified(found, said, memory)
        self._follow(record, memory, said)
        is_copy = memory.fork.is_copy(record.occurred_at, memory.turn_id)
        self._add_event(record, self._shown(record, memory, said, is_copy=is_copy), memory, is_copy=is_copy)

    # whose log it is

    def _headed(self, records: Iterator[LineRecord]) -> Iterator[LineRecord]:
        """Look ahead for the head of a rollout, so that rows before it belong to its thread too."""
        if self._memory.current is not None:
            return records
        ahead = list(islice(records, RECORDS_AHEAD))
        heads = [said.value for found in ahead if (said := told(found.value)).kind == "session_meta"]
        named = [(name, head) for head in heads if (name := native_id(head.get("id")))]
        if named:
            own = next((entry for entry in named if entry[0] == self._memory.name), named[0])
            self._memory.enter(*own)
        return chain(ahead, records)

    def _identified(self, found: LineRecord, said: Told, memory: ThreadMemory) -> SourceRecord:
        occurred_at, is_naive = time_of(found.value, said)
        return SourceRecord(
            found.value,
            found.text,
            found.line,
            self._sink.file_id,
            memory.conversation_key,
            memory.thread_id,
            MAIN,
            memory.row_name(found.text),
            occurred_at,
            is_naive,
        )

    def _follow(self, record: SourceRecord, memory: ThreadMemory, said: Told) -> None:
        """Take what the head of a log and the head of a turn say of the rows behind them."""
        value = said.value
        if said.kind == "session_meta":
            self._take_head(record, memory, value)
        elif not memory.is_located:
            self._locate(record, memory, {})
        if said.kind == "turn_context" or said.inner in ("task_started", "turn_started"):
            memory.turn_id = native_id(value.get("turn_id")) or memory.turn_id
        if said.kind in ("turn_context", "session_meta", "response_item"):
            memory.model = text(value.get("model")) or memory.model

    def _take_head(self, record: SourceRecord, memory: ThreadMemory, head: Json) -> None:
        name = native_id(head.get("id"))
        if name == memory.thread_id or not memory.is_located:
            memory.fork.begin(record.occurred_at)
            self._locate(record, memory, head)
        elif name is not None and memory.fork.embed(name):
            self._sink.add(conversation.surroundings(record, memory, {}))

    def _locate(self, record: SourceRecord, memory: ThreadMemory, head: Json) -> None:
        memory.is_located = True
        self._sink.add(conversation.surroundings(record, memory, head))
        directory = text(head.get("cwd"))
        workspace = directory if conversation.is_worktree(directory) else None
        self._sink.add(delegation.own_agent(record, memory, workspace))

    # how a record stands on the timeline, and its further rows

    def _shown(self, record: SourceRecord, memory: ThreadMemory, said: Told, *, is_copy: bool) -> Shown:
        value, kind = said.value, said.kind
        if kind == "response_item":
            return self._item(record, memory, value, said.inner)
        if kind == "event_msg" and said.inner in events.KNOWN:
            return self._events.event(record, memory, value, said.inner, is_copy=is_copy)
        if said.shape == "stream":
            return self._stream.event(record, memory, said)
        if kind == "compacted":
            return self._dialogue.compacted(record, memory, value)
        if kind == "inter_agent_communication":
            return self._dialogue.between(record, memory, value)
        if kind == "turn_context" or kind in _ENVELOPES:
            return events.shown_envelope(kind, value)
        if kind == "error":
            return Shown("error", events.told_summary(value), "error")
        return self._unknown(said.inner if kind == "event_msg" else kind, value)

    def _item(self, record: SourceRecord, memory: ThreadMemory, value: Json, kind: str | None) -> Shown:
        role = text(value.get("role"))
        if kind == "message" or (kind is None and role):
            texts = texts_of(value.get("content"))
            return self._dialogue.message(record, memory, "item", role or "user", texts)
        if kind == "agent_message":
            return self._dialogue.between(record, memory, value)
        if kind == "reasoning":
            return self._dialogue.thoughts(record, memory, "item", thoughts.sections_of(value))
        if kind in CALLS:
            return self._tools.call(record, memory, value, kind)
        if kind in OUTPUTS:
            return self._tools.output(record, memory, value, kind)
        if kind in _PLAIN_ITEMS:
            return Shown(event_word("item", kind), events.told_summary(value))
        return self._unknown(kind, value)

    def _unknown(self, kind: str | None, value: Json) -> Shown:
        self._sink.tally.unknown_types[kind if kind is not None else "(none)"] += 1
        return Shown(event_word("unknown", kind), events.told_summary(value))

    def _add_event(self, record: SourceRecord, shown: Shown, memory: ThreadMemory, *, is_copy: bool) -> None:
        payload, parts = payload_and_parts(record)
        for part in parts:
            self._sink.add(part)
        flags = shown.flags
        if is_copy:
            flags = (*flags, ("copied_from", memory.fork.forked_from))
        if record.time_is_naive:
            self._sink.tally.naive_times += 1
        self._sink.add(event_row(record, shown._replace(flags=flags), payload))


class _Recalling(RecordReader):
    """Reads records into the memory of a file and nowhere else, what leaves nothing there at once."""

    def _shown(self, record: SourceRecord, memory: ThreadMemory, said: Told, *, is_copy: bool) -> Shown:
        if said.kind == "event_msg" and said.inner in events.COUNTED:
            memory.count_on(said.value)
            return Shown(events.COUNTED[said.inner], None)
        return super()._shown(record, memory, said, is_copy=is_copy)

    def _add_event(self, record: SourceRecord, shown: Shown, memory: ThreadMemory, *, is_copy: bool) -> None:
        """The event was written when the record was read first."""


class _Nowhere(Sink):
    """Takes rows that were handed on before."""

    def add(self, row: Row) -> None:
        """Forget the row."""

"""The bulk form: one event a line, with its conversation.

An event line without an id is known by its canonical JSON and its ordinal among equal lines of the file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from data_access.contracts.bulk_plan import NamedByLine
from data_access.importers.foreign_row import ForeignRow
from data_access.importers.formats import ReadFrom
from data_access.importers.json_lines import LineRecord, json_records
from data_access.importers.json_text import canonical
from data_access.importers.sink import Sink
from data_access.importers.snapshot.event_rows import EventPlace, event_row
from data_access.importers.snapshot.named_rows import conversation, named_agent, named_task
from data_access.importers.snapshot.place import FORMAT_NAME, row_id
from data_access.rules.identity import conversation_key, digest

NO_CONVERSATION = "an event needs a conversation_id"
NEITHER = "neither captured_at (a snapshot) nor event_type (an event)"


class EventLines:
    """Reads the event lines of one file into the sink, line by line."""

    def __init__(self, path: Path, begin: ReadFrom, sink: Sink) -> None:
        self.path = path
        self.begin = begin
        self.sink = sink
        self._keys: dict[str, str] = {}
        self._named: dict[tuple[str, str, str], int] = {}
        self._waiting: dict[tuple[str, str, str], int] = {}
        self._equal_lines: Counter[str] | None = None

    def read(self, record: LineRecord) -> None:
        """Read one event; the caller has not counted it."""
        fields = ForeignRow(record.value, self.sink.tally)
        conversation_id = fields.name("conversation_id")
        if conversation_id is None:
            self.sink.reject(record.line, NO_CONVERSATION, record.text)
            return
        event_id = "" if record.value.get("event_id") else self._id_of(record.value)
        key = self.key_of(conversation_id)
        row = event_row(fields, EventPlace(key, event_id, record.line, self.sink.file_id, record.line))
        if isinstance(row, str):
            self.sink.reject(record.line, NEITHER, record.text)
            return
        self.sink.tally.records += 1
        self.sink.add(row)
        self.note(conversation_id, "conversation", "", record.line)
        self.note(conversation_id, "agent", row.agent_id, record.line)
        self.note(conversation_id, "task", row.task_id, record.line)

    def key_of(self, conversation_id: str) -> str:
        """Return the desk's key of a conversation."""
        key = self._keys.get(conversation_id)
        if key is None:
            key = self._keys[conversation_id] = conversation_key(FORMAT_NAME, conversation_id)
        return key

    def note(self, conversation_id: str, kind: str, name: str | None, line: int) -> None:
        """Remember whom a line names; the first line that does counts."""
        named = (conversation_id, kind, name or "")
        if (name or kind == "conversation") and named not in self._named:
            self._waiting[named] = min(line, self._waiting.get(named, line))

    def note_all(self, named: Iterable[NamedByLine]) -> None:
        """Remember whom lines name that were decoded elsewhere."""
        for conversation_id, kind, name, line in named:
            self.note(conversation_id, kind, name, line)

    def keep_named(self) -> None:
        """Give rows to everybody and everything that was named since the last time."""
        for (conversation_id, kind, name), line in self._waiting.items():
            key, file_id = self.key_of(conversation_id), self.sink.file_id
            if kind == "conversation":
                self.sink.add(conversation(key, conversation_id, file_id, line))
            elif kind == "agent":
                self.sink.add(named_agent(key, name, file_id, line))
            else:
                self.sink.add(named_task(key, name, file_id, line))
        self._named.update(self._waiting)
        self._waiting.clear()

    def _id_of(self, value: dict[str, Any]) -> str:
        """Return the id of a line that has none."""
        if self._equal_lines is None:
            self._equal_lines = self._lines_before()
        line_digest = digest(canonical(value))
        ordinal = self._equal_lines[line_digest]
        self._equal_lines[line_digest] += 1
        return row_id(line_digest, ordinal)

    def _lines_before(self) -> Counter[str]:
        """Count the lines without an id that an earlier import read: a grown file goes on counting."""
        seen: Counter[str] = Counter()
        if self.begin.offset == 0:
            return seen
        for record in json_records(self.path, ReadFrom(), Sink()):
            if record.line > self.begin.line:
                break
            if not record.value.get("event_id"):
                seen[digest(canonical(record.value))] += 1
        return seen

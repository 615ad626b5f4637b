"""The bulk form: one event a line, with its conversation.

An event line without an id is known by its canonical JSON and its ordinal among equal lines of the file.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from data_access.importers.formats import ReadFrom
from data_access.importers.json_lines import json_records
from data_access.importers.sink import Sink
from data_access.importers.snapshot.event_rows import EventPlace, event_row
from data_access.importers.snapshot.foreign_row import ForeignRow, canonical
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
        self.keys: dict[str, str] = {}
        self.named: set[tuple[str, str, str]] = set()
        self._equal_lines: Counter[str] | None = None

    def read(self, value: dict[str, Any], text: str, line: int) -> None:
        """Read one event; the caller has not counted it."""
        fields = ForeignRow(value, self.sink.tally)
        conversation_id = fields.name("conversation_id")
        if conversation_id is None:
            self.sink.reject(line, NO_CONVERSATION, text)
            return
        key = self._conversation(conversation_id, line)
        event_id = "" if value.get("event_id") else self._id_of(value)
        row = event_row(fields, EventPlace(key, event_id, line, self.sink.file_id, line))
        if isinstance(row, str):
            self.sink.reject(line, NEITHER, text)
            return
        self.sink.tally.records += 1
        self.sink.add(row)
        self._name(key, row.agent_id, row.task_id, line)

    def _conversation(self, conversation_id: str, line: int) -> str:
        key = self.keys.get(conversation_id)
        if key is None:
            key = self.keys[conversation_id] = conversation_key(FORMAT_NAME, conversation_id)
            self.sink.add(conversation(key, conversation_id, self.sink.file_id, line))
        return key

    def _name(self, key: str, agent_id: str | None, task_id: str | None, line: int) -> None:
        if agent_id and (key, "agent", agent_id) not in self.named:
            self.named.add((key, "agent", agent_id))
            self.sink.add(named_agent(key, agent_id, self.sink.file_id, line))
        if task_id and (key, "task", task_id) not in self.named:
            self.named.add((key, "task", task_id))
            self.sink.add(named_task(key, task_id, self.sink.file_id, line))

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

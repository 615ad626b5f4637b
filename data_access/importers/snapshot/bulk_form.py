"""The bulk plan of the snapshot format: plain event lines are decoded by the engine, all others here.

A line is plain when the engine's answer is the same as ours. The engine takes trailing commas, `NaN` and
numbers of any size for JSON, so a line with anything like that is doubtful, as is one that may hold a secret.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import re2

from data_access.contracts.bulk_plan import BulkPlan, NamedByLine
from data_access.contracts.rows import EventRow
from data_access.importers.foreign_row import ISO_TIME, ZONED_TIME
from data_access.importers.formats import ReadFrom
from data_access.importers.json_lines import LineRecord, line_records
from data_access.importers.json_recovery import DEPTH_LIMIT
from data_access.importers.sink import Sink
from data_access.importers.snapshot.event_lines import EventLines
from data_access.importers.snapshot.fields import EVENT, SUMMARY_LENGTH
from data_access.importers.snapshot.snapshot_rows import read_snapshot
from data_access.rules.redaction import SECRET_HINT_PATTERN

SMALLEST_BULK = 4 << 20
"""Bytes from which on a file is worth a bulk load."""
_FIRST_LINE_BYTES = 1 << 20
PLAIN_FIELDS = frozenset({"conversation_id", *(field.name for field in EVENT)})
JSON_FIELDS = frozenset({"payload", "sequence"})
REQUIRED_FIELDS = frozenset({"conversation_id", "event_id", "event_type"})
_CONVERSATION = re.compile(rb'[^\n]*?"conversation_id"[ \t]*:[ \t]*"')
_LENIENT = (
    r",[ \t\r]*[\]}]"  # a trailing comma
    r"|[:,\[][ \t\r]*-?(?i:nan|inf)"
    r"|[:,\[][ \t\r]*-?[0-9]{20}"
    r"|[:,\[][ \t\r]*-?[0-9.]+[eE]\+?[0-9]{3}"
)


class _Members(list[tuple[str, Any]]):
    """The members of a JSON object as they stand, repeated ones too."""


class SnapshotLines:
    """Reads snapshots and event lines of one file in any mixture; the reader of a bulk load too."""

    def __init__(self, path: Path, begin: ReadFrom, sink: Sink) -> None:
        self.sink = sink
        self.events = EventLines(path, begin, sink)

    def take(self, record: LineRecord) -> None:
        """Read one record, which the line reader has counted."""
        self.sink.tally.records -= 1  # counted again with the rows it holds
        if is_snapshot(record.value):
            read_snapshot(record.value, record.text, record.line, self.sink)
        else:
            self.events.read(record)

    def doubtful_places(self, block: bytes | memoryview) -> Sequence[int]:
        """Return places of oddities and of hints at secrets."""
        return [match.start() for match in _doubtful().finditer(block)]

    def fields_of(self, line: bytes) -> str | None:
        """Return the type of a line that has only fields of an event, each once, and those that it needs."""
        try:
            members = json.loads(line, object_pairs_hook=_Members)
        except (ValueError, RecursionError):
            return None
        names = [name for name, _ in members] if isinstance(members, _Members) else []
        if len(set(names)) != len(names) or not REQUIRED_FIELDS <= set(names) <= PLAIN_FIELDS:
            return None
        columns = (f"{name} {'JSON' if name in JSON_FIELDS else 'VARCHAR'}" for name in names)
        return f"STRUCT({', '.join(columns)})"

    def read_lines(self, lines: bytes, lines_before: int) -> Sequence[EventRow]:
        """Read whole lines; give back their events."""
        for record in line_records(lines, lines_before, self.sink):
            self.take(record)
        events: list[Any] = self.sink.rows[EventRow]
        self.sink.rows[EventRow] = []
        return events

    def keys_of(self, conversation_ids: Sequence[str]) -> Sequence[str]:
        """Return the desk's key of each conversation."""
        return [self.events.key_of(conversation_id) for conversation_id in conversation_ids]

    def count_plain(self, lines: int, naive_times: int) -> None:
        """Count lines that the engine decoded, and their times without a zone."""
        self.sink.tally.records += lines
        self.sink.tally.naive_times += naive_times

    def note_named(self, named: Iterable[NamedByLine]) -> None:
        """Remember whom lines name that the engine decoded."""
        self.events.note_all(named)

    def keep_named(self) -> None:
        """Keep everybody and everything that was named."""
        self.events.keep_named()


def bulk_plan(path: Path, begin: ReadFrom, sink: Sink) -> BulkPlan | None:
    """Return how to load the rest of a file in bulk; None when it is small or begins with something else."""
    reader = SnapshotLines(path, begin, sink)
    with path.open("rb") as handle:
        size = handle.seek(0, 2)
        handle.seek(begin.offset)
        line = handle.readline(_FIRST_LINE_BYTES)
    if size - begin.offset < SMALLEST_BULK or not line.startswith(b"{") or reader.fields_of(line) is None:
        return None
    return BulkPlan(
        statement="decode_event_lines",
        values={
            "time": ISO_TIME,
            "zoned_time": ZONED_TIME,
            "summary_length": SUMMARY_LENGTH,
            "depth_limit": DEPTH_LIMIT - 1,
        },
        conversation_opening=_CONVERSATION,
        reader=reader,
    )


def is_snapshot(value: dict[str, Any]) -> bool:
    """Tell a snapshot from an event: only a snapshot says when it was captured."""
    return value.get("captured_at") is not None


@cache
def _doubtful() -> Any:
    return re2.compile(f"{SECRET_HINT_PATTERN}|{_LENIENT}".encode())

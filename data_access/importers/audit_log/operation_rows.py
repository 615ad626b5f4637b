"""Makes a row of each entry of an audit log; an entry that lacks something is rejected with what it lacks.

An entry is known by what it says, so the same one in another file, or at the other end of the ring, is one.
What an entry does not say stays unknown.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, get_args

from data_access.contracts.operations import ApprovedBy, OperationKind, OperationResult
from data_access.contracts.rows import OperationRow
from data_access.importers.audit_log.entries import (
    EXECUTION_FIELDS,
    FORMAT_NAME,
    ROW_FIELDS,
    Cut,
    is_entry,
    lists_in,
    session_of,
)
from data_access.importers.foreign_row import ForeignRow
from data_access.importers.json_lines import RAW_TEXT_LIMIT, LineRecord
from data_access.importers.json_text import canonical, json_text
from data_access.importers.loose_values import Json, clock_time, moment, native_id
from data_access.importers.sink import Sink
from data_access.rules.derived_operations import is_operation
from data_access.rules.identity import conversation_key, digest
from data_access.rules.redaction import mask_value

NEITHER = (
    f"neither a row of an operation ({', '.join(ROW_FIELDS)}) "
    f"nor the execution of a tool ({', '.join(EXECUTION_FIELDS)})"
)
READING = "reading"
"""Record type of an execution that only read: reading is no operation."""
AROUND = "around_entries"
"""Record type of what stands around a list of entries."""
_OPERATIONS = {word: word for word in get_args(OperationKind)}
_APPROVALS = {word: word for word in get_args(ApprovedBy)}
_RESULTS = {word: word for word in get_args(OperationResult)}
_LONGEST_MS = 10**11
"""Three years: whatever took longer is a damaged number."""
_LONGEST_PATH = 4096


def read_record(record: LineRecord, sink: Sink) -> None:
    """Read an entry, or the entries that an object holds, into the sink; the line reader has counted it."""
    found = [] if is_entry(record.value) else list(lists_in(record.value))
    sink.tally.records -= 1  # counted again, entry by entry
    if not found:
        _Entry(record.value, record.line, record.text, sink).keep()
        return
    session = session_of(record.value)
    for entries in found:
        told = session_of(entries.holder) or session
        for member in entries.members:
            _read_member(member, told, record.line, sink)
        del entries.holder[entries.name]
    if _says_anything(record.value):
        sink.tally.records += 1
        sink.keep_other(record.line, AROUND, json_text(record.value))


def _read_member(member: Any, session: str | None, line: int, sink: Sink) -> None:
    if isinstance(member, Cut):
        sink.reject(line, member.reason, member.text[:RAW_TEXT_LIMIT])
        return
    value, masked = mask_value(member)  # it may have stood in a text
    sink.tally.secrets_masked += masked
    if isinstance(value, dict):
        _Entry(value, line, json_text(value), sink, session).keep()
    else:
        sink.reject(line, NEITHER, json_text(value)[:RAW_TEXT_LIMIT])


def _says_anything(value: Any) -> bool:
    """Tell whether anything is left in an object from which lists were taken."""
    if isinstance(value, dict):
        return any(map(_says_anything, value.values()))
    if isinstance(value, list):
        return any(map(_says_anything, value))
    return value is not None


class _Entry:
    """One entry on its way to a row; `faults` collects what it lacks."""

    def __init__(self, value: Json, line: int, text: str, sink: Sink, session: str | None = None) -> None:
        self.fields = ForeignRow(value, sink.tally)
        self.line = line
        self.text = text
        self.sink = sink
        self.session = session
        self.is_execution = "tool" in value and "approvedBy" not in value
        self.faults: list[str] = []

    def keep(self) -> None:
        """Keep the entry as a row, as another record, or as a reject."""
        left = self.fields.left
        if not (self.is_execution or any(name in left for name in ("operation", "approvedBy"))):
            self.sink.reject(self.line, NEITHER, self.text[:RAW_TEXT_LIMIT])
            return
        said = self._execution() if self.is_execution else self._row()
        occurred_at, is_naive = self._time()
        if self.faults or occurred_at is None:
            self.sink.reject(self.line, "; ".join(self.faults), self.text[:RAW_TEXT_LIMIT])
            return
        self.sink.tally.records += 1
        if self.is_execution and not is_operation(said["tool"], said["given"]):
            self.sink.keep_other(self.line, READING, self.text)
            return
        self.sink.tally.naive_times += is_naive
        around = self._around()
        whole = {"time_is_naive": is_naive, **said, **around, "extra": self._extra()}
        self.sink.add(
            OperationRow(
                conversation_key=conversation_key(FORMAT_NAME, said["conversation"] or ""),
                observation_id=digest(occurred_at.isoformat(), *sorted(whole.items())),
                occurred_at=occurred_at,
                **whole,
                file_id=self.sink.file_id,
                line=self.line,
            )
        )

    def _row(self) -> dict[str, Any]:
        """Take what a row of an operation says."""
        return self._nothing() | {
            "conversation": self._session(is_required=True),
            "operation": self._word("operation", _OPERATIONS),
            "target": self._text("target"),
            "approved_by": self._word("approvedBy", _APPROVALS),
            "result": self._word("result", _RESULTS),
            "duration_ms": self._duration(),
        }

    def _execution(self) -> dict[str, Any]:
        """Take what the execution of a tool says: not which operation it was, nor who approved it."""
        success = self.fields.left.pop("success", None)
        if not isinstance(success, bool):
            self.faults.append("success is neither true nor false")
        if self.fields.left.get("args") is None:
            self.faults.append("no args")
        given = self.fields.left.pop("args", None)
        return self._nothing() | {
            "conversation": self._session(is_required=False),
            "tool": self._text("tool"),
            "given": given if isinstance(given, str) else canonical(given),
            "result": "success" if success is True else "failed",
            "duration_ms": self._duration(),
        }

    @staticmethod
    def _nothing() -> dict[str, Any]:
        return dict.fromkeys(("operation", "target", "tool", "given", "approved_by"))

    def _session(self, *, is_required: bool) -> str | None:
        for name in ("sessionId", "session_id"):
            told = self.fields.left.get(name)
            if native_id(told) is not None:
                return self.fields.text(name)
            if told is not None and is_required:
                self.faults.append(f"{name} names no session")
                return None
        if self.session is None and is_required:
            self.faults.append("no sessionId")
        return self.session

    def _text(self, name: str) -> str | None:
        value = self.fields.left.get(name)
        if not isinstance(value, str) or not value.strip():
            self.faults.append(f"no {name}" if value is None else f"{name} is no text")
            return None
        return self.fields.text(name)

    def _word(self, name: str, words: Mapping[str, str]) -> str | None:
        value = self.fields.left.pop(name, None)
        word = words.get(value.strip().lower()) if isinstance(value, str) else None
        if word is None:
            shown = json_text(value)[:100]
            fault = f"no {name}" if value is None else f"{name} {shown} is none of {', '.join(words)}"
            self.faults.append(fault)
        return word

    def _time(self) -> tuple[datetime | None, bool]:
        value = self.fields.left.pop("timestamp", None)
        if value is None:
            self.faults.append("no timestamp")
            return None, False
        told = time_of(value)
        if told[0] is None:
            self.faults.append(
                "timestamp is no time: milliseconds since 1970, or ISO 8601 with a time of day, is one"
            )
        return told

    def _duration(self) -> float | None:
        value = self.fields.left.get("durationMs")
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < _LONGEST_MS:
            return None
        del self.fields.left["durationMs"]
        return float(value)

    def _around(self) -> dict[str, str | None]:
        """Take what further fields say of who did it and where."""
        return {
            "agent_id": self._first(native_id, "agentId", "agent_id"),
            "task_id": self._first(native_id, "taskId", "task_id"),
            "working_directory": self._first(_folder, "workingDirectory", "working_directory", "cwd"),
            "workspace": self._first(_folder, "workspace", "workspacePath"),
            "checksum": self._first(native_id, "checksum"),
        }

    def _first(self, usable: Any, *names: str) -> str | None:
        for name in names:
            if usable(self.fields.left.get(name)) is not None:
                return self.fields.text(name)
        return None

    def _extra(self) -> str | None:
        return canonical(self.fields.left) if self.fields.left else None


def time_of(value: object) -> tuple[datetime | None, bool]:
    """Return the time that a value names, null for none, and whether its zone had to be assumed.

    A number counts milliseconds or seconds since 1970.
    """
    if isinstance(value, str):
        return moment(value) if len(value) > len("2026-05-01") else (None, False)
    return clock_time(value), False


def _folder(value: object) -> str | None:
    is_one = isinstance(value, str) and 0 < len(value) <= _LONGEST_PATH
    return str(value) if is_one else None

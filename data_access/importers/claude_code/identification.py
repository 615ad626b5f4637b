"""Tells whose record it is, which conversation and agent it belongs to, and by which name it is known."""

from __future__ import annotations

import orjson

from data_access.importers.claude_code.file_memory import FileMemory
from data_access.importers.claude_code.layout import Place
from data_access.importers.claude_code.source_record import FORMAT, MAIN, SIDECHAIN
from data_access.importers.json_lines import LineRecord
from data_access.importers.loose_values import Json, moment, native_id, text
from data_access.importers.source_record import SourceRecord
from data_access.rules.identity import conversation_key, digest


class Identification:
    """Identifies the records of one file, in order."""

    def __init__(self, place: Place, memory: FileMemory, file_id: int) -> None:
        self._place = place
        self._memory = memory
        self._file_id = file_id
        self._keys: dict[str, str] = {}

    def identified(self, found: LineRecord, *, is_event: bool = True) -> SourceRecord:
        """Return the record with its conversation, agent, name and time; only an event needs a name."""
        value = found.value
        session = self._session(value)
        key = self._keys.get(session)
        if key is None:
            key = self._keys[session] = conversation_key(FORMAT, session)
        uuid = native_id(value.get("uuid"))
        event_id = uuid or (self._row_digest(value) if is_event else "")
        occurred_at, is_naive = moment(value.get("timestamp"))
        return SourceRecord(
            value,
            found.text,
            found.line,
            self._file_id,
            key,
            session,
            self._agent(value, event_id),
            event_id,
            occurred_at,
            is_naive,
        )

    def _session(self, value: Json) -> str:
        """The folder of a sub-agent decides, then the row, then the rows before it, then the file's name."""
        place, memory = self._place, self._memory
        if place.is_in_session_folder:
            return place.session_id
        first = memory.first_session
        if first is not None and value.get("sessionId") == first:
            return first
        told = native_id(value.get("sessionId"))
        if told is None or (place.agent_id is not None and told.startswith("agent-")):
            if first is None:
                memory.look_back()
            return memory.first_session or place.session_id
        if first is None:
            memory.first_session = told
        return told

    def _agent(self, value: Json, event_id: str) -> str:
        told = native_id(value["agentId"]) if "agentId" in value else None
        told = told or self._place.agent_id
        if told is not None:
            return told
        return self._sidechain(value, event_id) if value.get("isSidechain") is True else MAIN

    def _sidechain(self, value: Json, event_id: str) -> str:
        """Name the agent of a row that only says that it is not the main agent's: after its first row.

        Where the chain of parents is broken, the sidechain written last goes on.
        """
        memory, parent = self._memory, native_id(value.get("parentUuid"))
        if parent is not None and parent not in memory.sidechains:
            memory.look_back()
        agent = parent and (memory.sidechains.get(parent) or memory.latest_sidechain)
        agent = agent or f"{SIDECHAIN}{event_id}"
        memory.latest_sidechain = memory.sidechains[event_id] = agent
        return agent

    def _row_digest(self, value: Json) -> str:
        """Name a row without an id by its content and its place among equal rows of the file."""
        memory = self._memory
        at = text(value.get("timestamp"))
        if memory.earlier is not None and (at is None or memory.earlier.mentions(at)):
            memory.look_back()
        name = digest(orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode())
        memory.equal_rows[name] += 1
        return f"{name}-{memory.equal_rows[name]}"

"""Makes every record of a session UI state an event of its run, and rejects what is none, one by one.

An event is known by its content, so a state that was saved again adds only what is new, whatever the order of
the files. What cases are made of these events is decided when all of them have been stored.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

import orjson

from data_access.contracts.rows import ConversationRow, EventRow, MessageRow
from data_access.importers.codex.spoken import texts_of
from data_access.importers.foreign_row import as_moment, has_zone
from data_access.importers.json_lines import RAW_TEXT_LIMIT, LineRecord
from data_access.importers.json_text import canonical, json_text
from data_access.importers.loose_values import Json, native_id
from data_access.importers.session_state.session_cases import CASE_EVENTS, fault_of
from data_access.importers.session_state.state_documents import (
    FORMAT_NAME,
    Member,
    SessionState,
    is_state,
    snake,
    spelled,
    state_of,
    title_of,
)
from data_access.importers.session_state.told_records import kind_of
from data_access.importers.shown_event import one_line
from data_access.importers.sink import Sink
from data_access.importers.snapshot.fields import PURPOSES
from data_access.rules.identity import conversation_key, digest

NO_SESSION = "no session UI state that can be kept: it names no session (`session_id`)"
NO_STATE = "no session UI state: it has no executionPlans, no agentArtifacts and no presentationEvents"
NO_TIME = "says not when it was, and its session does not say when it began"
PERSON = "user"
_TIMES = ("updated_at", "published_at", "recorded_at", "occurred_at", "created_at", "timestamp")
_LONGEST_CASE_ID = 200


class _Session(NamedTuple):
    """What the head of a document tells of its session."""

    session_id: str
    case_id: str
    purpose: str | None
    title: str | None
    project: str | None
    agent: str | None
    created_at: datetime | None
    updated_at: datetime | None


def read_state(record: LineRecord, sink: Sink) -> None:
    """Read one document into the sink; it is counted with its records."""
    state = state_of(record.value)
    session_id = state.session_id()
    sink.tally.records -= 1  # the records in it are counted
    if not is_state(record.value):
        sink.reject(record.line, NO_STATE, record.text[:RAW_TEXT_LIMIT])
    elif session_id is None:
        sink.reject(record.line, NO_SESSION, record.text[:RAW_TEXT_LIMIT])
    else:
        _StateReading(state, session_id, record.line, sink).read()


def case_of_session(task_id: object, session_id: str) -> str:
    """Return the case that a session belongs to: the one that it names, else one of its own."""
    named = native_id(task_id)
    for given in (named, f"session-{session_id}"):
        if given and len(given) <= _LONGEST_CASE_ID and "/" not in given and not any(map(str.isspace, given)):
            return given
    return f"session-{digest(named or session_id)}"


class _StateReading:
    """One document being read."""

    def __init__(self, state: SessionState, session_id: str, line: int, sink: Sink) -> None:
        self.state = state
        self.line = line
        self.sink = sink
        self.is_naive = False
        """True when the time that was read last had no zone."""
        self.session = self._session(session_id)

    def read(self) -> None:
        """Read the head, then each member of its lists."""
        if self.state.head:
            self._keep_head()
        for position, member in enumerate(self.state.members, start=1):
            self._keep_member(member, position)
            self.sink.breathe()

    def _session(self, session_id: str) -> _Session:
        told = self.state.told
        purpose = told("purpose")
        project, agent = told("project", "workspace"), told("agent_id", "agent_name", "agent")
        return _Session(
            session_id,
            case_of_session(told("task_id", "investigation_task_id"), session_id),
            purpose if purpose in PURPOSES else None,
            title_of(self.state),
            native_id(project),
            native_id(agent),
            self._moment(told("created_at", "started_at")),
            self._moment(told("updated_at", "saved_at")),
        )

    def _moment(self, value: object) -> datetime | None:
        at = as_moment(value)
        self.is_naive = at is not None and not has_zone(str(value))
        self.sink.tally.naive_times += self.is_naive
        return at

    # the head

    def _keep_head(self) -> None:
        said = self.session
        text = canonical(self.state.head)
        at = said.updated_at or said.created_at
        extra = {"case_id": said.case_id, **_known(said)}
        self._add_event(said.session_id, "session_state", text, at, said.title, extra, 0)
        self._add_conversation(said.session_id, text)

    def _add_conversation(self, session_id: str, said_in: str | None) -> None:
        session = self.session if session_id == self.session.session_id else None
        is_told = session is not None and said_in is not None
        values = (
            session_id,
            FORMAT_NAME,
            (session.updated_at or session.created_at) if is_told and session else None,
            session.purpose if session else None,
            session.title if session else None,
            2 if session and session.title else 0,
            session.project if session else None,
            None,
            None,
            None,
            None,
        )
        key = conversation_key(FORMAT_NAME, session_id)
        said = digest(key, *values)
        self.sink.add(ConversationRow(key, said, *values, file_id=self.sink.file_id, line=self.line))

    # members

    def _keep_member(self, member: Member, position: int) -> None:
        self.sink.tally.records += 1
        if not isinstance(member.value, dict):
            self._reject(member, "is no object")
            return
        kind = kind_of(member.kind, member.value)
        if kind is None or kind == "wrapping":
            name = f"artifact.{_word(member.value)}" if kind is None else kind
            self.sink.tally.unknown_types.update([name] if kind is None else [])
            self.sink.keep_other(self.line, name, json_text(member.value))
            return
        session_id = native_id(spelled(member.value, "session_id")) or self.session.session_id
        at = self._time_of(member.value)
        fault = self._fault(kind, member.value, at)
        if fault is not None:
            self._reject(member, fault)
            return
        event_id = self._keep_event(kind, member.value, session_id, at, position)
        if kind == "message":
            self._add_message(member.value, session_id, at, event_id, position)

    def _time_of(self, value: Json) -> datetime | None:
        found = (self._moment(spelled(value, name)) for name in _TIMES)
        return next((at for at in found if at is not None), self.session.created_at)

    def _fault(self, kind: str, value: Json, at: datetime | None) -> str | None:
        if kind not in CASE_EVENTS:
            return None
        return f"({kind}) {NO_TIME}" if at is None else fault_of(kind, value, at)

    def _keep_event(self, kind: str, value: Json, session_id: str, at: datetime | None, position: int) -> str:
        named = spelled(value, "task_id")
        case_id = self.session.case_id
        if native_id(named) or session_id != self.session.session_id:
            case_id = case_of_session(named or self.state.told("task_id"), session_id)
        extra = {"case_id": case_id} if kind in CASE_EVENTS else {}
        title = spelled(value, "title", "name", "summary", "role")
        shown = title if isinstance(title, str) else None
        revision = spelled(value, "revision")
        sequence = revision if type(revision) is int and 0 < revision < 1_000_000 else position
        if session_id != self.session.session_id or not self.state.head:
            self._add_conversation(session_id, None)
        return self._add_event(session_id, kind, json_text(value), at, shown, extra, sequence)

    def _add_event(
        self,
        session_id: str,
        kind: str,
        text: str,
        at: datetime | None,
        title: str | None,
        extra: Json,
        sequence: int,
    ) -> str:
        event_id = f"{kind}-{digest(kind, canonical(orjson.loads(text)), extra.get('case_id'))}"
        if kind == "session_state":
            self.sink.tally.records += 1
        self.sink.add(
            EventRow(
                conversation_key=conversation_key(FORMAT_NAME, session_id),
                event_id=event_id,
                agent_id=self.session.agent,
                thread_id=None,
                task_id=None,
                event_type=kind,
                phase=None,
                severity=None,
                occurred_at=at,
                recorded_at=None,
                time_is_naive=at is not None and self.is_naive,
                summary=one_line(title) if title else None,
                payload=text,
                extra=json_text(extra) if extra else None,
                sequence=sequence,
                file_id=self.sink.file_id,
                line=self.line,
            )
        )
        return event_id

    def _add_message(
        self, value: Json, session_id: str, at: datetime | None, event_id: str, position: int
    ) -> None:
        role = spelled(value, "role", "sender")
        content = spelled(value, "content", "parts", "text")
        said = "\n\n".join(texts_of(content)) or None
        is_person = role == PERSON
        self.sink.add(
            MessageRow(
                conversation_key(FORMAT_NAME, session_id),
                event_id,
                None,
                PERSON if is_person else self.session.agent,
                self.session.agent if is_person else PERSON,
                role if isinstance(role, str) else None,
                said,
                at,
                None,
                event_id,
                None,
                position,
                self.sink.file_id,
                self.line,
            )
        )

    def _reject(self, member: Member, reason: str) -> None:
        self.sink.tally.records -= 1  # counted again as a reject
        self.sink.reject(self.line, f"{member.where}: {reason}", json_text(member.value)[:RAW_TEXT_LIMIT])


def _known(session: _Session) -> Json:
    told = session._asdict() | {
        "created_at": session.created_at and session.created_at.isoformat(),
        "updated_at": session.updated_at and session.updated_at.isoformat(),
    }
    return {name: value for name, value in told.items() if value is not None}


def _word(value: Json) -> str:
    for name, item in value.items():
        if snake(name) in ("artifact_type", "artifact_kind", "type", "kind") and isinstance(item, str):
            return "".join(one if one.isalnum() else "_" for one in item[:60].lower()) or "unnamed"
    return "unnamed"

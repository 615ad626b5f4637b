"""Turns the records of one file into rows: the one place that knows which record makes which rows.

Every record makes one event or is kept aside as it is; nothing is dropped and nothing is guessed from what
a record does not say.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from data_access.contracts.rows import EventRow
from data_access.importers.claude_code import delegation, events, titles, todo_lists, tool_calls
from data_access.importers.claude_code.content_parts import payload_and_parts
from data_access.importers.claude_code.file_memory import FileMemory
from data_access.importers.claude_code.layout import Place, side_file
from data_access.importers.claude_code.loose_values import Json, mapping, moment, native_id, text
from data_access.importers.claude_code.messages import message_row, sent_message, speech_of, texts_of
from data_access.importers.claude_code.source_record import MAIN, SourceRecord
from data_access.importers.claude_code.usage import FORMAT, usage_row
from data_access.importers.json_lines import LineRecord
from data_access.importers.sink import Sink
from data_access.rules.identity import conversation_key, digest

KEPT_ASIDE = frozenset(
    (
        "summary",
        "custom-title",
        "ai-title",
        "agent-name",
        "agent-color",
        "agent-setting",
        "last-prompt",
        "tag",
        "file-history-snapshot",
        "permission-mode",
        "mode",
        "started",
        "result",
        "relocated",
        "worktree-state",
        "bridge-session",
        "atis-latch",
    )
)
"""Records about the session that are no events: kept as they are."""


class Shown(NamedTuple):
    """How a record stands on the timeline."""

    event_type: str
    summary: str | None
    severity: str | None = None
    flags: tuple[tuple[str, Any], ...] = ()


class RecordReader:
    """Reads the records of one file in order."""

    def __init__(
        self, path: Path, place: Place, memory: FileMemory, sink: Sink, *, is_continued: bool
    ) -> None:
        self.path = path
        self.place = place
        self.memory = memory
        self.sink = sink
        self.is_continued = is_continued
        self.keys: dict[str, str] = {}
        self.first_session: str | None = None
        self.announced: set[tuple[str, str]] = set()
        self.without_directory: dict[str, SourceRecord] = {}
        self.located: set[str] = set()
        self.titled: set[str] = set()
        self.title_records: list[tuple[Json, int]] = []
        self.last_at: datetime | None = None

    def take(self, found: LineRecord) -> None:
        """Turn one record into rows."""
        kind = found.value.get("type")
        if kind in KEPT_ASIDE:
            self._keep_aside(found, kind)
            return
        record = self._identified(found)
        self._announce(record)
        self._locate(record)
        shown = self._shown(record, kind)
        if self._is_other_content(record, shown):
            self.sink.keep_other(record.line, "same_uuid_other_content", record.text)
            return
        self._add_event(record, shown)
        if record.occurred_at is not None:
            self.last_at = record.occurred_at

    def close(self) -> None:
        """State what only the whole file tells: titles, and conversations that name no directory."""
        for record in self.without_directory.values():
            self.sink.add(titles.surroundings(record, self.place))
        for value, line in self.title_records:
            self._add_title(value, line)

    # whose record it is

    def _identified(self, found: LineRecord) -> SourceRecord:
        value = found.value
        session = self._session(value)
        key = self.keys.get(session)
        if key is None:
            key = self.keys[session] = conversation_key(FORMAT, session)
        uuid = native_id(value.get("uuid"))
        occurred_at, is_naive = moment(value.get("timestamp"))
        if is_naive:
            self.sink.tally.naive_times += 1
        return SourceRecord(
            value,
            found.text,
            found.line,
            self.sink.file_id,
            key,
            session,
            self._agent(value, uuid),
            uuid or self._row_digest(value),
            occurred_at,
            is_naive,
        )

    def _session(self, value: Json) -> str:
        if self.place.is_in_session_folder:
            return self.place.session_id
        told = native_id(value.get("sessionId"))
        if told is None or (self.place.agent_id and told.startswith("agent-")):
            return self.first_session or self.place.session_id
        if self.first_session is None:
            self.first_session = told
        return told

    def _agent(self, value: Json, uuid: str | None) -> str:
        told = native_id(value.get("agentId")) or self.place.agent_id
        if told is not None:
            return told
        if value.get("isSidechain") is True:
            return self._sidechain(value, uuid)
        return MAIN

    def _sidechain(self, value: Json, uuid: str | None) -> str:
        """Name the agent of a row that only says that it is not the main agent's: after its first row."""
        memory = self.memory
        parent = value.get("parentUuid")
        agent = memory.sidechains.get(parent) if isinstance(parent, str) else None
        if agent is None and parent is not None:
            agent = memory.latest_sidechain
        if agent is None:
            agent = f"sidechain-{uuid or self._row_digest(value, note=False)}"
        memory.latest_sidechain = agent
        if uuid:
            memory.sidechains[uuid] = agent
        return agent

    def _row_digest(self, value: Json, *, note: bool = True) -> str:
        name = digest(orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode())
        equal = self.memory.equal_rows
        if note:
            equal[name] += 1
        return f"{name}-{max(1, equal[name])}"

    def _announce(self, record: SourceRecord) -> None:
        """State the conversation and the agent when a file first speaks of them."""
        conversation, agent = record.conversation_key, record.agent_id
        if (conversation, agent) in self.announced:
            return
        self.announced.add((conversation, agent))
        if agent.startswith("sidechain-"):
            self.sink.add(delegation.sidechain_seen(record, self._spawn_of_sidechain(record)))
            return
        own = agent == self.place.agent_id
        self.sink.add(delegation.first_seen(record, side_file(self.path) if own else {}))

    def _locate(self, record: SourceRecord) -> None:
        """State where a conversation takes place with the first row that knows."""
        conversation = record.conversation_key
        if conversation in self.located:
            return
        if titles.directory_of(record.value) is None:
            self.without_directory.setdefault(conversation, record)
            return
        self.located.add(conversation)
        self.without_directory.pop(conversation, None)
        self.sink.add(titles.surroundings(record, self.place))

    def _spawn_of_sidechain(self, record: SourceRecord) -> Any:
        prompt = "\n\n".join(texts_of(mapping(record.value.get("message")).get("content")))
        call = self.memory.prompts.pop(prompt, None)
        if call is None:
            return None
        self.memory.started_by[record.agent_id] = call
        return self.memory.spawns.get(call)

    # what it says

    def _shown(self, record: SourceRecord, kind: object) -> Shown:
        value = record.value
        if kind in ("user", "assistant"):
            return self._dialogue(record, str(kind))
        if kind == "system":
            subtype = value.get("subtype")
            return Shown(
                events.event_word("system", subtype),
                events.system_summary(value),
                events.severity_of(value, subtype),
            )
        if kind in ("attachment", "progress"):
            return self._told(record, str(kind))
        if isinstance(kind, str) and kind in events.PLAIN_TYPES:
            return Shown(events.PLAIN_TYPES[kind], events.told_summary(value))
        return self._unknown(record, kind)

    def _unknown(self, record: SourceRecord, kind: object) -> Shown:
        """Early versions wrote no type: then the role of the message says it."""
        message = mapping(record.value.get("message"))
        role = message.get("role")
        if kind is None and ("usage" in message or role in ("user", "assistant")):
            return self._dialogue(record, "user" if role == "user" else "assistant")
        self.sink.tally.unknown_types[kind if isinstance(kind, str) else "(none)"] += 1
        return Shown(events.event_word("unknown", kind), events.told_summary(record.value))

    def _told(self, record: SourceRecord, kind: str) -> Shown:
        told = mapping(record.value.get("attachment" if kind == "attachment" else "data"))
        inner = told.get("type")
        if kind == "progress":
            row = delegation.progress_seen(record)
            if row is not None:
                self.sink.add(row)
        elif inner == "queued_command" and text(told.get("prompt")):
            self._add_all(delegation.noticed(record, told["prompt"], self.memory))
        return Shown(
            events.event_word(kind, inner), events.told_summary(told), events.severity_of(record.value, inner)
        )

    def _dialogue(self, record: SourceRecord, role: str) -> Shown:
        value = record.value
        message = value.get("message")
        if role == "assistant":
            usage = usage_row(record, mapping(message))
            if usage is not None:
                self.sink.add(usage)
        content = message.get("content") if isinstance(message, dict) else None
        shown = self._blocks(record, role, content) if isinstance(content, list) else None
        texts = texts_of(content)
        self._add_message(record, role, texts)
        if value.get("isApiErrorMessage") is True or text(value.get("error")):
            return Shown("api_error", texts[0] if texts else None, "error")
        if not isinstance(message, dict) or (
            content is None and "usage" not in message and "usage" not in value
        ):
            return self._without_content(value, role, message)
        if shown is not None:
            return shown
        return self._spoken(value, role, texts)

    def _without_content(self, value: Json, role: str, message: object) -> Shown:
        if role == "assistant" and ("outputTokens" in value or "inputTokens" in value):
            return Shown("assistant_message", None)
        said = text(message) or events.exploded_text(mapping(message))
        return Shown(f"{role}_message", said, "warning", (("malformed", "message"),))

    def _spoken(self, value: Json, role: str, texts: list[str]) -> Shown:
        flags = []
        if value.get("isCompactSummary") is True:
            return Shown("compact_summary", texts[0] if texts else None)
        if value.get("isMeta") is True:
            flags.append(("meta", True))
        if isinstance(value.get("content"), str):
            flags.append(("note", True))
        return Shown(f"{role}_message", texts[0] if texts else None, None, tuple(flags))

    def _blocks(self, record: SourceRecord, role: str, content: list[Any]) -> Shown | None:
        """Read the blocks of a message; return how to show it if it is more than text."""
        shown: Shown | None = None
        calls = results = 0
        for block in content:
            kind = block.get("type") if isinstance(block, dict) else None
            if kind == "tool_use":
                calls += 1
                self._call(record, block, calls)
                if shown is None or shown.event_type == "thinking":
                    shown = Shown("tool_call", tool_calls.shown_call(block))
            elif kind == "tool_result":
                results += 1
                shown = self._result(record, block, results)
            elif kind in ("thinking", "redacted_thinking") and shown is None and role == "assistant":
                shown = Shown("thinking", text(block.get("thinking")) or "redacted")
            elif kind == "text" and shown is not None and shown.event_type == "thinking":
                shown = None
        return shown

    def _call(self, record: SourceRecord, block: Json, ordinal: int) -> None:
        add, memory = self.sink.add, self.memory
        call = tool_calls.call_id_of(record, block, ordinal)
        add(tool_calls.call_row(record, call, block, ordinal))
        tool = block.get("name")
        if tool == "TodoWrite":
            self._add_all(todo_lists.written_list(record, call, block))
        elif tool in todo_lists.CHECKLIST_TOOLS:
            memory.list_calls[call] = mapping(block.get("input"))
        elif tool in delegation.SPAWNING_TOOLS:
            spawn = delegation.spawn_of(record, call, block)
            delegation.remember_spawn(memory, spawn)
            add(delegation.task_called(record, spawn))
        elif tool == "ExitPlanMode":
            memory.plan_calls.add(call)
        elif tool == "SendMessage":
            self._send(record, call, mapping(block.get("input")))

    def _send(self, record: SourceRecord, call: str, asked: Json) -> None:
        to, content = (
            text(asked.get("to")) or text(asked.get("recipient")),
            asked.get("message", asked.get("content")),
        )
        if to and isinstance(content, str):
            self.sink.add(sent_message(record, call, self.memory.agents_by_name.get(to, to), content))

    def _result(self, record: SourceRecord, block: Json, ordinal: int) -> Shown:
        memory = self.memory
        call = tool_calls.answered_call(record, block, ordinal)
        status = tool_calls.status_of(record, block, asked_for_approval=call in memory.plan_calls)
        row = tool_calls.result_row(record, call, block, ordinal, status)
        self.sink.add(row)
        told = record.value.get("toolUseResult")
        if isinstance(told, dict) or call in memory.spawns:
            self._add_all(delegation.answered(record, call, block, status, memory))
            if call in memory.list_calls:
                self._add_all(todo_lists.changed_checklist(record, call, memory))
            elif isinstance(told, dict) and "task" in told:
                self._add_all(delegation.polled(record, memory))
        severity = {"error": "error", "denied": "warning"}.get(status)
        return Shown("tool_result", row.output or row.error, severity)

    def _add_message(self, record: SourceRecord, role: str, texts: list[str]) -> None:
        speech = speech_of(record.value, texts)
        if speech is None:
            return
        self.sink.add(message_row(record, role, speech, self._parent_of(record.agent_id)))
        if role != "user":
            return
        if "wrapper" in speech.flags:
            self._add_all(delegation.noticed(record, speech.content, self.memory))
        elif not speech.flags and record.conversation_key not in self.titled:
            self._add_first_prompt(record, speech.spoken)

    def _parent_of(self, agent_id: str) -> str | None:
        if agent_id.startswith("sidechain-"):
            return MAIN
        return None

    def _add_first_prompt(self, record: SourceRecord, prompt: str) -> None:
        """A prompt that is not surely the first of its session is undated, so that the first one wins."""
        self.titled.add(record.conversation_key)
        title = titles.as_title(prompt)
        surely_first = record.agent_id == MAIN and not self.is_continued
        self.sink.add(
            titles.conversation_row(
                record.conversation_key,
                record.conversation_id,
                record.occurred_at if surely_first else None,
                record.file_id,
                record.line,
                title=title or None,
                rank=titles.FIRST_PROMPT if title else titles.NONE,
            )
        )

    def _add_all(self, rows: Any) -> None:
        for row in rows:
            self.sink.add(row)

    def _is_other_content(self, record: SourceRecord, shown: Shown) -> bool:
        """Tell whether the `uuid` stood in this file before with something else under it."""
        content = hash((shown.event_type, shown.summary, record.occurred_at))
        before = self.memory.contents.setdefault(record.event_id, content)
        if record.conversation_id != self.first_session:
            self.memory.conversations.setdefault(record.event_id, record.conversation_id)
        return before != content

    def _add_event(self, record: SourceRecord, shown: Shown) -> None:
        payload, parts = payload_and_parts(record)
        self._add_all(parts)
        self.sink.add(
            EventRow(
                record.conversation_key,
                record.event_id,
                record.agent_id,
                record.agent_id,
                None,
                shown.event_type,
                None,
                shown.severity,
                record.occurred_at,
                None,
                record.time_is_naive,
                events.one_line(shown.summary) if shown.summary else None,
                payload,
                orjson.dumps(dict(shown.flags)).decode() if shown.flags else None,
                record.line,
                record.file_id,
                record.line,
            )
        )

    # records about the session

    def _keep_aside(self, found: LineRecord, kind: str) -> None:
        value = found.value
        self.sink.keep_other(found.line, kind, found.text)
        if kind in titles.TITLE_RECORDS:
            self.title_records.append((value, found.line))
        elif kind in ("agent-name", "worktree-state", "relocated"):
            self._note_main_agent(found)

    def _note_main_agent(self, found: LineRecord) -> None:
        value = found.value
        state = mapping(value.get("worktreeSession"))
        name = text(value.get("agentName"))
        workspace = text(state.get("worktreePath")) or text(value.get("relocatedCwd"))
        if name or workspace:
            record = self._identified(found)
            self.sink.add(delegation.agent_row(record, record.agent_id, name=name, workspace=workspace))

    def _add_title(self, value: Json, line: int) -> None:
        title = titles.title_in(value)
        session = self._titled_session(value)
        if title is None or session is None:
            return
        self.sink.add(
            titles.conversation_row(
                conversation_key(FORMAT, session),
                session,
                self.last_at,
                self.sink.file_id,
                line,
                title=title[0],
                rank=title[1],
            )
        )

    def _titled_session(self, value: Json) -> str | None:
        leaf = value.get("leafUuid")
        if value.get("type") == "summary":
            if not isinstance(leaf, str) or leaf not in self.memory.contents:
                return None
            return self.memory.conversations.get(leaf, self.first_session or self.place.session_id)
        return native_id(value.get("sessionId")) or self.first_session or self.place.session_id

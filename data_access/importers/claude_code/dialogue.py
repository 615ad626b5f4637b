"""Rows of the dialogue: what people, agents and tools said, asked for and answered."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from data_access.contracts.rows import Row
from data_access.importers.claude_code import delegation, events, todo_lists, tool_calls
from data_access.importers.claude_code.file_memory import FileMemory
from data_access.importers.claude_code.messages import (
    Speech,
    message_row,
    sent_message,
    speech_of,
)
from data_access.importers.claude_code.source_record import MAIN, SIDECHAIN
from data_access.importers.claude_code.usage import usage_row
from data_access.importers.loose_values import Json, mapping, text
from data_access.importers.shown_event import Shown
from data_access.importers.sink import Sink
from data_access.importers.source_record import SourceRecord

_ANSWERS_THAT_JOIN = frozenset(("agentId", "agent_id", "task", "tasks", "taskId"))
"""Members of an answer that only make sense with the call it answers."""


class Dialogue:
    """Reads user and assistant rows of one file."""

    def __init__(self, memory: FileMemory, sink: Sink) -> None:
        self._memory = memory
        self._sink = sink

    def read(self, record: SourceRecord, role: str) -> tuple[Shown, Speech | None]:
        """Add the rows of a dialogue row; return how it is shown and what was said in it."""
        value = record.value
        message = value.get("message")
        if role == "assistant":
            usage = usage_row(record, mapping(message))
            if usage is not None:
                self._sink.add(usage)
        content = message.get("content") if isinstance(message, dict) else None
        texts: list[str] = []
        shown: Shown | None = None
        if isinstance(content, list):
            shown = self._blocks(record, role, content, texts)
        elif isinstance(content, str) and content:
            texts.append(content)
        speech = speech_of(value, texts) if texts else None
        if speech is not None:
            self._sink.add(message_row(record, role, speech, _parent_of(record)))
        if role == "assistant" and (value.get("isApiErrorMessage") is True or text(value.get("error"))):
            return Shown("api_error", texts[0] if texts else None, "error"), speech
        if not _is_sound(value, message):
            return _malformed(role, message), speech
        return shown or _spoken(value, role, texts), speech

    def take_notice(self, record: SourceRecord, content: str) -> None:
        """Add what the program says about a background agent, if it says anything of the kind."""
        if delegation.is_notice(content):
            self._memory.look_back()
            self._add_all(delegation.noticed(record, content, self._memory))

    def _blocks(self, record: SourceRecord, role: str, content: list[Any], texts: list[str]) -> Shown | None:
        """Read the blocks of a message into `texts` and rows; return how to show more than text."""
        shown: Shown | None = None
        calls = results = 0
        for block in content:
            if not isinstance(block, dict):
                texts += [block] if text(block) else []
                continue
            kind = block.get("type")
            if kind == "text":
                texts += [block["text"]] if text(block.get("text")) else []
            elif kind == "tool_use":
                calls += 1
                self._call(record, block, calls)
                if calls == 1:
                    shown = Shown("tool_call", tool_calls.shown_call(block))
            elif kind == "tool_result":
                results += 1
                result = self._result(record, block, results)
                if shown is None or (result.severity == "error" != shown.severity):
                    shown = result
            elif kind in ("thinking", "redacted_thinking") and len(content) == 1 and role == "assistant":
                shown = Shown("thinking", text(block.get("thinking")) or "Thinking, not in the log")
        if shown is not None and calls > 1:
            return shown._replace(summary=f"{shown.summary} (and {calls - 1} more)")
        return shown

    def _call(self, record: SourceRecord, block: Json, ordinal: int) -> None:
        memory, tool = self._memory, text(block.get("name"))
        call = tool_calls.call_id_of(record, block, ordinal)
        self._sink.add(tool_calls.call_row(record, call, block, ordinal))
        if memory.earlier is not None:
            memory.calls.add(call)
        if tool == "TodoWrite":
            self._add_all(todo_lists.written_list(record, call, block))
        elif tool in todo_lists.CHECKLIST_TOOLS:
            memory.look_back()
            memory.list_calls[call] = mapping(block.get("input"))
        elif tool in delegation.SPAWNING_TOOLS:
            spawn = delegation.spawn_of(record, call, block)
            delegation.remember_spawn(memory, spawn)
            self._sink.add(delegation.task_called(record, spawn))
        elif tool == "ExitPlanMode":
            memory.plan_calls.add(call)
        elif tool == "TaskOutput":
            memory.poll_calls.add(call)
        elif tool == "SendMessage":
            self._send(record, call, mapping(block.get("input")))

    def _send(self, record: SourceRecord, call: str, asked: Json) -> None:
        to = text(asked.get("to")) or text(asked.get("recipient"))
        content = asked.get("message", asked.get("content"))
        if to is None or not isinstance(content, str):
            return
        if to not in self._memory.agents_by_name:
            self._memory.look_back()
        self._sink.add(sent_message(record, call, self._memory.agents_by_name.get(to, to), content))

    def _result(self, record: SourceRecord, block: Json, ordinal: int) -> Shown:
        memory = self._memory
        call = tool_calls.answered_call(record, block, ordinal)
        if memory.earlier is not None and self._needs_earlier_part(record.value, call, block):
            memory.look_back()
        status = tool_calls.status_of(record, block, asked_for_approval=call in memory.plan_calls)
        row = tool_calls.result_row(record, call, block, ordinal, status)
        self._sink.add(row)
        if call in memory.list_calls:
            self._add_all(todo_lists.changed_checklist(record, call, memory))
        elif call in memory.poll_calls:
            self._add_all(delegation.polled(record, block, memory))
        elif call in memory.spawns or isinstance(record.value.get("toolUseResult"), dict):
            self._add_all(delegation.answered(record, call, block, status, memory))
        return Shown("tool_result", row.output or row.error, _SEVERITIES.get(status))

    def _needs_earlier_part(self, value: Json, call: str, block: Json) -> bool:
        """Tell whether an answer cannot be read without what was said before it."""
        if not _ANSWERS_THAT_JOIN.isdisjoint(mapping(value.get("toolUseResult"))):
            return True
        return block.get("is_error") is True and call not in self._memory.calls

    def _add_all(self, rows: Iterable[Row]) -> None:
        for row in rows:
            self._sink.add(row)


_SEVERITIES = {"error": "error", "denied": "warning"}


def _parent_of(record: SourceRecord) -> str | None:
    """Whom a sub-agent talks with, where its own file says it."""
    return MAIN if record.agent_id.startswith(SIDECHAIN) else None


def _is_sound(value: Json, message: object) -> bool:
    """Tell whether a message is one, and no text that was blown up into an object of single characters."""
    if not isinstance(message, dict) or "0" in message:
        return False
    return isinstance(message.get("content"), str | list) or "usage" in message or "outputTokens" in value


def _malformed(role: str, message: object) -> Shown:
    said = text(message) or events.exploded_text(mapping(message))
    return Shown(f"{role}_message", said, "warning", (("malformed", "message"),))


def _spoken(value: Json, role: str, texts: list[str]) -> Shown:
    said = texts[0] if texts else None
    if value.get("isCompactSummary") is True:
        return Shown("compact_summary", said)
    return Shown(f"{role}_message", said, None, (("meta", True),) if value.get("isMeta") is True else ())

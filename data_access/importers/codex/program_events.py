"""Events that the program writes into a rollout, beside the items of the dialogue."""

from __future__ import annotations

from collections.abc import Iterable

from data_access.contracts.rows import ConversationRow, Row
from data_access.importers.codex import conversation, delegation, events, thoughts
from data_access.importers.codex.dialogue import Dialogue
from data_access.importers.codex.file_memory import ThreadMemory
from data_access.importers.codex.spoken import texts_of
from data_access.importers.codex.tool_dialogue import ENDS, ToolDialogue, todos
from data_access.importers.codex.usage import step_row
from data_access.importers.loose_values import Json, mapping, native_id, text
from data_access.importers.shown_event import Shown, event_word
from data_access.importers.sink import Sink
from data_access.importers.source_record import SourceRecord

ITEM_WORDS = {
    "UserMessage": "user_message",
    "AgentMessage": "agent_message",
    "Reasoning": "reasoning",
    "CommandExecution": "command_execution",
    "McpToolCall": "mcp_tool_call",
    "FileChange": "file_change",
    "Plan": "plan",
    "assistant_message": "agent_message",
}
"""How the items of a turn are called in a stream."""
ASKED_AS = {"fast": "priority"}
"""Tiers that the provider, and so the price list, knows under another name."""
ROLES = {"user_message": "user", "agent_message": "assistant"}


class ProgramEvents:
    """Reads the events of one file."""

    def __init__(self, dialogue: Dialogue, tools: ToolDialogue, sink: Sink) -> None:
        self._dialogue = dialogue
        self._tools = tools
        self._sink = sink

    def event(
        self, record: SourceRecord, memory: ThreadMemory, value: Json, kind: str, *, is_copy: bool
    ) -> Shown:
        """Add the rows of an event of a known type; return how it is shown."""
        if kind in ROLES:
            return self._dialogue.message(
                record, memory, "event", ROLES[kind], texts_of(value.get("message"))
            )
        if kind in ("agent_reasoning", "agent_reasoning_raw_content"):
            return self._dialogue.thoughts(record, memory, "event", texts_of(value.get("text")))
        if kind in ENDS:
            return self._tools.end(record, memory, value, kind)
        if kind == "item_completed":
            return self._turn_item(record, memory, mapping(value.get("item")))
        self._note(record, memory, value, kind, is_copy=is_copy)
        return events.shown_event(kind, value)

    def _note(
        self, record: SourceRecord, memory: ThreadMemory, value: Json, kind: str, *, is_copy: bool
    ) -> None:
        if kind in events.COUNTED:
            self._count(record, memory, value, is_copy=is_copy)
        elif kind.startswith("collab_") or kind == "sub_agent_activity":
            self._delegated(record, memory, value, kind)
        elif kind == "thread_settings_applied":
            settings = mapping(value.get("thread_settings"))
            memory.model = text(settings.get("model")) or memory.model
            memory.service = _service(settings.get("service_tier"))
        elif kind == "session_configured":
            memory.model = text(value.get("model")) or memory.model
        elif kind == "thread_name_updated":
            self._add_all(_renamed(record, value))
        elif kind == "plan_update":
            self._add_all(todos(record, "plan", value))

    def _count(self, record: SourceRecord, memory: ThreadMemory, value: Json, *, is_copy: bool) -> None:
        step = memory.count_on(value)
        if step is not None:
            model = text(value.get("model")) or text(mapping(value.get("info")).get("model")) or memory.model
            self._sink.add(step_row(record, step, memory.fork, model, memory.service, is_copy=is_copy))

    def _delegated(self, record: SourceRecord, memory: ThreadMemory, value: Json, kind: str) -> None:
        child = native_id(value.get("new_thread_id")) or native_id(value.get("agent_thread_id"))
        if child is not None and child != memory.thread_id:
            call = native_id(value.get("call_id"))
            self._add_all(delegation.spawned(record, memory, child, call, value))
        if kind.endswith("_end"):
            self._add_all(delegation.stated(record, memory, delegation.states_in_event(value)))

    def _turn_item(self, record: SourceRecord, memory: ThreadMemory, item: Json) -> Shown:
        """An item that a rollout keeps whole; most stand as an item of the dialogue beside it."""
        kind = text(item.get("type")) or "item"
        word = ITEM_WORDS.get(kind, kind)
        if word in ROLES:
            texts = texts_of(item.get("content"))
            return self._dialogue.message(record, memory, "turn item", ROLES[word], texts)
        if word == "reasoning":
            sections = thoughts.sections_of_item(item)
            return self._dialogue.thoughts(record, memory, "turn item", sections)
        shown = self._tools.turn_item(record, memory, item, word)
        return shown or Shown(event_word("item", word), events.told_summary(item))

    def _add_all(self, rows: Iterable[Row]) -> None:
        for row in rows:
            self._sink.add(row)


def _renamed(record: SourceRecord, value: Json) -> Iterable[ConversationRow]:
    name = text(value.get("thread_name"))
    if name is None or value.get("thread_id", record.conversation_id) != record.conversation_id:
        return ()
    return conversation.titled(record, name, conversation.BY_PERSON)


def _service(tier: object) -> str | None:
    """Return a tier with prices of its own, where the log names one."""
    word = text(tier)
    if word is None or word in ("default", "auto", "standard") or not word.isalnum() or len(word) > 20:
        return None
    return f"service_tier={ASKED_AS.get(word, word)}"

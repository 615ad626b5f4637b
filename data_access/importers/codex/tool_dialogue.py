"""Rows of tools: calls, outputs, events that tell how a call ended, and what follows from some of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from data_access.contracts.rows import Row, TodoRow
from data_access.importers.codex import delegation, outcomes, tool_calls
from data_access.importers.codex.file_memory import ThreadMemory
from data_access.importers.codex.outcomes import Outcome, Status
from data_access.importers.loose_values import Json, mapping, native_id
from data_access.importers.shown_event import Shown, event_word
from data_access.importers.sink import Sink
from data_access.importers.source_record import SourceRecord

CALLS = frozenset(
    (
        "function_call",
        "custom_tool_call",
        "local_shell_call",
        "web_search_call",
        "tool_search_call",
        "image_generation_call",
        "mcp_tool_call",
    )
)
OUTPUTS = frozenset(
    ("function_call_output", "custom_tool_call_output", "tool_search_output", "mcp_tool_call_output")
)
ENDS = {
    "exec_command_end": ("exec_command", outcomes.outcome_of_command),
    "patch_apply_end": ("apply_patch", outcomes.outcome_of_patch),
    "mcp_tool_call_end": (None, outcomes.outcome_of_server_tool),
}
STREAM_CALLS = frozenset(
    (
        "command_execution",
        "mcp_tool_call",
        "file_change",
        "web_search",
        "collab_tool_call",
        "dynamic_tool_call",
    )
)
_IN_ONE_ROW = frozenset(("web_search_call", "image_generation_call"))
"""Calls whose row says what came of them."""
_ITEM_OUTCOMES = {
    "command_execution": outcomes.outcome_of_command,
    "mcp_tool_call": outcomes.outcome_of_server_tool,
    "file_change": outcomes.outcome_of_patch,
}
_DONE: tuple[Status, int | None] = ("ok", None)
_SEVERITIES = {"error": "error", "denied": "warning"}


class ToolDialogue:
    """Reads what is asked of tools in one file and what they answer."""

    def __init__(self, sink: Sink) -> None:
        self._sink = sink

    def call(self, record: SourceRecord, memory: ThreadMemory, value: Json, kind: str) -> Shown:
        """Add a call; its row may say at once what came of it."""
        tool = tool_calls.tool_of(value, kind)
        call = tool_calls.call_id_of(memory, value, tool or kind)
        asked = tool_calls.asked_of(value)
        memory.tools[call] = tool or kind
        outcome = outcomes.outcome_of_status(value) if kind in _IN_ONE_ROW else None
        part: tool_calls.Part = "both" if outcome else "call"
        half = tool_calls.half(
            record, call, part, tool=tool, asked=tool_calls.input_of(value), outcome=outcome
        )
        self._sink.add(half)
        word = _plain(tool)
        if word == "spawn_agent":
            self._sink.add(delegation.spawn_called(record, memory, call, asked))
        elif word == "update_plan":
            self._add_all(todos(record, call, asked))
        return Shown("tool_call", tool_calls.shown_call(tool, value))

    def output(self, record: SourceRecord, memory: ThreadMemory, value: Json, kind: str) -> Shown:
        """Add what a tool answered; where the text does not tell how it ended, the event that did stands."""
        sign = tool_calls.tool_of(value, None) or "function_call"
        call = tool_calls.answered_call(memory, value, sign)
        stated = value.get("output", value.get("result", value.get("tools")))
        if kind == "mcp_tool_call_output":
            outcome = outcomes.outcome_of_server_tool({"result": stated})
        else:
            outcome = outcomes.outcome_of_output(stated)
        if outcome.status is None:
            status, code = memory.statuses.get(call, _DONE)
            outcome = outcome._replace(status=status, exit_code=code)
        self._sink.add(tool_calls.half(record, call, "result", outcome=outcome))
        word = _plain(memory.tools.get(call))
        if word == "spawn_agent":
            self._add_all(delegation.answered_spawn(record, memory, call, outcome.output))
        elif word.startswith(("wait", "close_agent")):
            states = delegation.states_in_output(outcome.output)
            self._add_all(delegation.stated(record, memory, states))
        return ended("tool_result", outcome, memory, call)

    def end(self, record: SourceRecord, memory: ThreadMemory, value: Json, kind: str) -> Shown:
        """Add how a call ended, as an event of the program tells it."""
        usual_tool, read = ENDS[kind]
        invoked = mapping(value.get("invocation"))
        tool = usual_tool or tool_calls.tool_of(invoked, None)
        return self._ended(
            record,
            memory,
            value.get("call_id"),
            tool,
            invoked or value,
            read(value),
            event_word("event", kind),
        )

    def turn_item(self, record: SourceRecord, memory: ThreadMemory, item: Json, word: str) -> Shown | None:
        """Add how a call ended that a rollout keeps as an item of the turn; nothing for any other item."""
        read = _ITEM_OUTCOMES.get(word)
        if read is None:
            return None
        tool = tool_calls.tool_of(item, word)
        return self._ended(record, memory, item.get("id"), tool, item, read(item), event_word("item", word))

    def stream_item(
        self, record: SourceRecord, memory: ThreadMemory, item: Json, word: str, *, is_over: bool
    ) -> Shown:
        """Add a call of a stream; ids there count from 0 in each process, so what is called belongs to it."""
        tool, asked = tool_calls.tool_of(item, None) or word, tool_calls.input_of(item)
        call = tool_calls.stream_call_id(memory, item, f"{word} {asked}", is_over=is_over)
        shown = tool_calls.shown_call(tool, item)
        outcome = None
        if is_over:
            read = _ITEM_OUTCOMES.get(word, outcomes.outcome_of_status)
            outcome = read(item)
            outcome = outcome._replace(status=outcome.status or "ok")
        part: tool_calls.Part = "both" if is_over else "call"
        self._sink.add(tool_calls.half(record, call, part, tool=tool, asked=asked, outcome=outcome))
        if word == "collab_tool_call":
            self._collaborated(record, memory, item, call)
        return ended("tool_result", outcome, memory, call, shown) if outcome else Shown("tool_call", shown)

    def _collaborated(self, record: SourceRecord, memory: ThreadMemory, item: Json, call: str) -> None:
        if item.get("tool") == "spawn_agent":
            for child in delegation.children_in(item):
                self._add_all(delegation.spawned(record, memory, child, call, item))
        self._add_all(delegation.stated(record, memory, delegation.states_in_event(item)))

    def _ended(
        self,
        record: SourceRecord,
        memory: ThreadMemory,
        call_id: object,
        tool: str | None,
        told: Json,
        outcome: Outcome,
        event_type: str,
    ) -> Shown:
        call, duration = native_id(call_id), told.get("duration")
        if call is not None:
            call = memory.renamed.get(call, call)
            if outcome.status is not None:
                memory.statuses[call] = (outcome.status, outcome.exit_code)
            asked_text = tool_calls.input_of(mapping(told.get("invocation")) or told)
            half = tool_calls.half(record, call, "result", tool=tool, asked=asked_text, outcome=outcome)
            self._sink.add(half._replace(started_at=outcomes.begun_at(record.occurred_at, duration)))
        return ended(event_type, outcome, memory, call)

    def _add_all(self, rows: Iterable[Row]) -> None:
        for row in rows:
            self._sink.add(row)


def todos(record: SourceRecord, list_id: str, asked: Json) -> Iterator[TodoRow]:
    """Yield the lines of a plan as a record states it."""
    written = f"{list_id}@{record.event_id}"
    for ordinal, (content, status) in enumerate(tool_calls.listed_steps(asked), 1):
        yield TodoRow(
            record.conversation_key,
            f"{written}#{ordinal}",
            record.agent_id,
            written,
            ordinal,
            content,
            status,
            record.occurred_at,
            record.line,
            record.file_id,
            record.line,
        )


def ended(
    event_type: str, outcome: Outcome, memory: ThreadMemory, call: str | None, otherwise: str | None = None
) -> Shown:
    """Return how the end of a call is shown: its exit code first, where it is not 0.

    Several rows tell of one failure; only the first is an error on the timeline.
    """
    said = outcome.output or otherwise
    if outcome.exit_code and not outcomes.says_exit_code(said):
        said = f"Exit code {outcome.exit_code}: {said or 'no output'}"
    severity = _SEVERITIES.get(outcome.status or "")
    if severity is None or call is None:
        return Shown(event_type, said, severity)
    if call in memory.failed:
        return Shown(event_type, said, None, (("repeats", call),))
    memory.failed.add(call)
    return Shown(event_type, said, severity)


def _plain(tool: str | None) -> str:
    """Return the name of a tool without the family it belongs to."""
    return (tool or "").rsplit(".", 1)[-1]

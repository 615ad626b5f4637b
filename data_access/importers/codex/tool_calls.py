"""Tool calls and their outcomes: one row for each half, joined by the id of the call.

A call without an id is named after what it is and its place among equal ones; its outcome is that of the
oldest equal call that still waits.
"""

from __future__ import annotations

from typing import Literal

import orjson

from data_access.contracts.rows import ToolRow
from data_access.importers.codex.file_memory import ThreadMemory
from data_access.importers.codex.outcomes import Outcome, failure_text
from data_access.importers.loose_values import Json, mapping, native_id, sequence, text
from data_access.importers.source_record import SourceRecord
from data_access.rules.identity import digest

_TELLING = (
    "command",
    "cmd",
    "query",
    "pattern",
    "path",
    "file_path",
    "url",
    "message",
    "prompt",
    "chars",
    "title",
    "patch",
    "input",
)
Part = Literal["call", "result", "both"]


def call_id_of(memory: ThreadMemory, value: Json, sign: str) -> str:
    """Return the id of a call that is being made; an id used before for something else gets a number."""
    told = native_id(value.get("call_id")) or native_id(value.get("id"))
    if told is None:
        return _nameless(memory, sign, waits=True)
    content = digest(sign, input_of(value))
    known = memory.renamed.get(told, told)
    if memory.calls.setdefault(known, content) == content:
        return known
    memory.nameless[told] += 1
    name = f"{told}#{memory.nameless[told] + 1}"
    memory.renamed[told], memory.calls[name] = name, content
    return name


def answered_call(memory: ThreadMemory, value: Json, sign: str) -> str:
    """Return the id of the call that a row answers."""
    told = native_id(value.get("call_id"))
    if told is not None:
        return memory.renamed.get(told, told)
    if memory.waiting[sign]:
        return memory.waiting[sign].popleft()
    return _nameless(memory, sign, waits=False)


def stream_call_id(memory: ThreadMemory, item: Json, sign: str, *, is_over: bool) -> str:
    """Return the id of a call in a stream: the item's, which counts anew in each process, and what it is."""
    told = native_id(item.get("id"))
    if told is not None:
        word = sign.split(" ", 1)[0]
        return f"{told} {digest(sign) if word in ('command_execution', 'mcp_tool_call') else word}"
    if is_over:
        return answered_call(memory, {}, sign)
    return _nameless(memory, sign, waits=True)


def _nameless(memory: ThreadMemory, sign: str, *, waits: bool) -> str:
    memory.nameless[sign] += 1
    name = f"{digest(sign)}-{memory.nameless[sign]}"
    if waits:
        memory.waiting[sign].append(name)
    return name


def tool_of(value: Json, kind: str | None) -> str | None:
    """Return the name of the tool that is called."""
    name = text(value.get("name")) or text(value.get("tool"))
    family = text(value.get("namespace")) or text(value.get("server"))
    if name:
        return f"{family}.{name}" if family else name
    return kind.removesuffix("_call") if kind else None


def input_of(value: Json) -> str | None:
    """Return what is asked of a tool, as JSON."""
    for key in ("arguments", "input", "action", "query", "command", "changes"):
        if value.get(key) is not None:
            return _as_json(value[key])
    return None


def asked_of(value: Json) -> Json:
    """Return what is asked of a tool as an object, empty where it is none."""
    asked = value.get("arguments", value.get("input", value.get("action")))
    if isinstance(asked, str):
        try:
            asked = orjson.loads(asked)
        except orjson.JSONDecodeError:
            return {}
    return mapping(asked)


def shown_call(tool: str | None, value: Json) -> str:
    """Return a call in a few words: the tool and what it was about."""
    asked = asked_of(value) or value
    for key in _TELLING:
        said = asked.get(key)
        if isinstance(said, list):
            said = " ".join(str(word) for word in said if isinstance(word, str))
        if text(said):
            return f"{tool or 'tool'}: {said}"
    return tool or "tool"


def half(
    record: SourceRecord,
    call_id: str,
    part: Part,
    *,
    tool: str | None = None,
    asked: str | None = None,
    outcome: Outcome | None = None,
) -> ToolRow:
    """Return a half of a call, or both; the text of a failure stands in `error`."""
    status = outcome.status if outcome else None
    said = outcome.output if outcome else None
    is_failure = status in ("error", "denied")
    return ToolRow(
        record.conversation_key,
        record.event_id,
        call_id,
        part,
        tool,
        record.agent_id,
        None,
        status,
        record.occurred_at if part != "result" else None,
        record.occurred_at if part != "call" else None,
        asked,
        None if is_failure else said,
        failure_text(outcome) if outcome and is_failure else None,
        record.event_id,
        orjson.dumps({"exit_code": outcome.exit_code}).decode()
        if outcome and outcome.exit_code is not None
        else None,
        record.line,
        record.file_id,
        record.line,
    )


def listed_steps(asked: Json) -> list[tuple[str | None, str | None]]:
    """Return the steps of a plan that a record states, with their states; empty where it states none."""
    for key in ("plan", "items", "todos"):
        if isinstance(asked.get(key), list):
            return [_step(step) for step in sequence(asked[key])]
    return []


def _step(step: object) -> tuple[str | None, str | None]:
    if isinstance(step, str):
        return step, None
    told = mapping(step)
    state = text(told.get("status"))
    if state is None and isinstance(told.get("completed"), bool):
        state = "completed" if told["completed"] else "pending"
    return text(told.get("step")) or text(told.get("text")) or text(told.get("content")), state


def _as_json(value: object) -> str:
    if isinstance(value, str):
        try:
            orjson.loads(value)
        except orjson.JSONDecodeError:
            return orjson.dumps(value).decode()
        return value
    return orjson.dumps(value).decode()

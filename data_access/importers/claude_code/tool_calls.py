"""Tool calls and their results: one row for each half, joined by the id of the call.

A block without an id is named after its row and place; its result, where that names no call either, after
the row it answers and the same place.
"""

from __future__ import annotations

import re
from typing import Literal

import orjson

from data_access.contracts.rows import ToolRow
from data_access.importers.loose_values import Json, mapping, native_id, sequence, text
from data_access.importers.source_record import SourceRecord

Status = Literal["ok", "error", "denied"]

_DENIAL = re.compile(
    r"The user doesn't want to (?:proceed with this tool use|take this action)"
    r"|Claude requested permissions? to .{0,2000}but you haven't granted it"
    r"|(?:This command|The following part|This Bash command.{0,2000}) requires approval"
    r"|Permission (?:to use|for this) .{0,500}(?:has been )?denied"
    r"|.{0,300} was blocked\. For security, Claude Code may only",
    re.DOTALL,
)
_FILE_KEYS = ("file_path", "notebook_path")
_TELLING_KEYS = (
    "command",
    "pattern",
    "query",
    "url",
    "description",
    "subject",
    "summary",
    "skill",
    "prompt",
    "message",
    "taskId",
    "task_id",
    "plan",
    "question",
)
_MEDIA = {"image": "[image]", "document": "[document]"}


def call_id_of(record: SourceRecord, block: Json, ordinal: int) -> str:
    """Return the id of a `tool_use` block, the `ordinal`-th of its row."""
    return native_id(block.get("id")) or f"{record.event_id}#{ordinal}"


def answered_call(record: SourceRecord, block: Json, ordinal: int) -> str:
    """Return the id of the call that a `tool_result` block answers."""
    told = native_id(block.get("tool_use_id")) or native_id(record.value.get("sourceToolUseID"))
    if told is not None:
        return told
    asked_by = native_id(record.value.get("sourceToolAssistantUUID"))
    asked_by = asked_by or native_id(record.value.get("parentUuid")) or record.event_id
    return f"{asked_by}#{ordinal}"


def call_row(record: SourceRecord, tool_call_id: str, block: Json, ordinal: int) -> ToolRow:
    """Return the half that says what was called."""
    tool = text(block.get("name"))
    return ToolRow(
        record.conversation_key,
        f"{record.event_id}#{ordinal}",
        tool_call_id,
        "call",
        tool,
        record.agent_id,
        None,
        None,
        record.occurred_at,
        None,
        orjson.dumps(block["input"]).decode() if "input" in block else None,
        None,
        None,
        record.event_id,
        None,
        record.line,
        record.file_id,
        record.line,
    )


def result_row(record: SourceRecord, tool_call_id: str, block: Json, ordinal: int, status: Status) -> ToolRow:
    """Return the half that says what came of it; the text of a failure stands in `error`."""
    output = result_text(block, record.value.get("toolUseResult"))
    return ToolRow(
        record.conversation_key,
        f"{record.event_id}#{ordinal}",
        tool_call_id,
        "result",
        None,
        record.agent_id,
        None,
        status,
        None,
        record.occurred_at,
        None,
        output if status == "ok" else None,
        output if status != "ok" else None,
        record.event_id,
        None,
        record.line,
        record.file_id,
        record.line,
    )


def result_text(block: Json, told: object = None) -> str | None:
    """Return the whole output as text, with a word in place of each image or document."""
    content = block.get("content")
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(filter(None, map(_part_text, content)))
    return told if isinstance(told, str) else text(block.get("text"))


def _part_text(part: object) -> str | None:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        return None
    if isinstance(part.get("text"), str):
        return str(part["text"])
    kind = part.get("type")
    return _MEDIA.get(kind) if isinstance(kind, str) else None


def status_of(record: SourceRecord, block: Json, *, asked_for_approval: bool) -> Status:
    """Tell how a call ended. A refusal by a person or a permission rule is `denied`, not `error`.

    `asked_for_approval`: the call asked a person to approve a plan, so its failure is their refusal.
    """
    told = record.value.get("toolUseResult")
    failed = block.get("is_error") is True or mapping(told).get("is_error") is True
    if not failed:
        return "ok"
    if text(record.value.get("toolDenialKind")) or told == "User rejected tool use":
        return "denied"
    output = result_text(block, told) or ""
    if asked_for_approval and not output.startswith("<tool_use_error>"):
        return "denied"
    return "denied" if _DENIAL.match(output) else "error"


def shown_call(block: Json) -> str:
    """Return a call in a few words: the tool and what it was about."""
    tool = text(block.get("name")) or "tool"
    asked = mapping(block.get("input"))
    if tool == "TodoWrite":
        return f"TodoWrite: {len(sequence(asked.get('todos')))} items"
    for key in _FILE_KEYS:
        if text(asked.get(key)):
            return f"{tool} {asked[key]}"
    for key in _TELLING_KEYS:
        if text(asked.get(key)):
            return f"{tool}: {asked[key]}"
    return f"{tool} {asked['path']}" if text(asked.get("path")) else tool

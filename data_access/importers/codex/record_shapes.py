"""The three shapes in which Codex writes a record, brought to one: a kind, an inner kind, the told object.

rollout   {"timestamp", "type", "payload": {"type", ...}}       files of sessions, since the autumn of 2025
stream    {"type": "item.completed", "item": {...}}             `codex exec --json`, without any time
bare      {"type": "message", "role", "content"} and the like   earlier rollouts: the payload alone
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal, NamedTuple

from data_access.importers.loose_values import Json, epoch_time, mapping, moment, native_id, text

Shape = Literal["rollout", "stream", "bare", "unknown"]
ENVELOPES = frozenset(
    (
        "session_meta",
        "turn_context",
        "response_item",
        "event_msg",
        "compacted",
        "world_state",
        "inter_agent_communication",
        "inter_agent_communication_metadata",
    )
)
_STREAM = frozenset(
    (
        "thread.started",
        "turn.started",
        "turn.completed",
        "turn.failed",
        "item.started",
        "item.updated",
        "item.completed",
        "item.plan.delta",
        "request_user_input",
    )
)
_BARE_ITEMS = frozenset(
    (
        "message",
        "reasoning",
        "function_call",
        "function_call_output",
        "local_shell_call",
        "custom_tool_call",
        "custom_tool_call_output",
        "web_search_call",
    )
)
_EARLY_CALLS = {
    "tool_call": "function_call",
    "function_call": "function_call",
    "tool_result": "function_call_output",
    "function_result": "function_call_output",
}
_EARLY_SIGNS = ("function", "result", "name")


class Told(NamedTuple):
    """What a record tells, whatever its shape."""

    shape: Shape
    kind: str | None
    """The type of the outermost object: an envelope of a rollout, or the type of a stream's event."""
    inner: str | None
    """The type of the object inside, where there is one."""
    value: Json
    """That object."""


def told(value: Json) -> Told:
    """Bring a record to the one shape."""
    kind = text(value.get("type"))
    payload = value.get("payload")
    if kind is not None and isinstance(payload, dict):
        return Told("rollout", kind, text(payload.get("type")), payload)
    if kind in _STREAM:
        item = mapping(value.get("item"))
        return Told("stream", kind, text(item.get("type")) or text(item.get("item_type")), item or value)
    return _bare(value, kind)


def _bare(value: Json, kind: str | None) -> Told:
    if kind is None and is_early_meta(value):
        return Told("bare", "session_meta", None, value)
    if kind is None and value.get("record_type") == "state":
        return Told("bare", "state", None, value)
    if kind in _EARLY_CALLS and any(sign in value for sign in _EARLY_SIGNS) and "call_id" not in value:
        return Told("bare", "response_item", _EARLY_CALLS[kind], _early_call(value))
    if kind in _BARE_ITEMS:
        return Told("bare", "response_item", kind, value)
    if kind in (None, "user", "assistant") and _role(value) is not None:
        said = {**value, "role": _role(value), "content": value.get("content", value.get("message"))}
        return Told("bare", "response_item", "message", said)
    if kind == "error":
        return Told("stream" if "message" in value else "bare", "error", None, value)
    return Told("unknown", kind, None, value)


def _role(value: Json) -> str | None:
    role = value.get("role", value.get("type"))
    said = value.get("content", value.get("message"))
    if role in ("user", "assistant", "system", "developer") and isinstance(said, str | list):
        return str(role)
    return None


def _early_call(value: Json) -> Json:
    name = text(mapping(value.get("function")).get("name")) or text(value.get("name"))
    return {**value, "name": name, "output": value.get("result", value.get("output"))}


def is_early_meta(value: Json) -> bool:
    """Tell whether a record is the first line of an early rollout: who, when, and nothing of a type."""
    return (
        native_id(value.get("id")) is not None
        and isinstance(value.get("timestamp"), str)
        and ("instructions" in value or "git" in value)
        and "role" not in value
    )


def is_codex_record(value: Json) -> bool:
    """Tell whether a record is one that only Codex writes."""
    found = told(value)
    if found.shape == "rollout":
        return found.kind in ENVELOPES
    if found.shape == "stream":
        return found.kind == "thread.started" or "item" in value or "usage" in value or "error" in value
    if found.shape == "bare" and found.kind in ("session_meta", "state"):
        return True
    return found.shape == "bare" and _is_early_row(value, found)


def _is_early_row(value: Json, found: Told) -> bool:
    """Rows without a shape of their own are Codex's only with nothing in them that names other formats."""
    foreign = ("sessionId", "uuid", "conversation_id", "session_id", "parentUuid", "event_id", "message_id")
    if any(sign in value for sign in foreign) or found.inner is None:
        return False
    if found.inner != "message":
        return "function" in value or native_id(value.get("call_id")) is not None
    if value.get("type") == "message":
        return isinstance(value.get("content"), list)
    return "type" not in value and ("timestamp" in value or "created_at" in value)


def time_of(value: Json, found: Told) -> tuple[datetime | None, bool]:
    """Return when a record was written, and whether its zone had to be assumed; a stream says nothing."""
    if found.shape == "stream":
        return None, False
    for name in ("timestamp", "created_at"):
        if name in value:
            read = value[name]
            return moment(read) if isinstance(read, str) else (epoch_time(read), False)
    return None, False

"""Records as Claude Code writes them, with what a test needs to be different."""

from __future__ import annotations

from typing import Any

Record = dict[str, Any]


def row(kind: str, uuid: str, at: str = "2026-05-01T10:00:00.000Z", **more: Any) -> Record:
    """Return a row of the session S1."""
    return {
        "type": kind,
        "uuid": uuid,
        "parentUuid": None,
        "isSidechain": False,
        "sessionId": "S1",
        "timestamp": at,
        "cwd": "/w",
        "version": "2.1.81",
        **more,
    }


def user(uuid: str, content: Any, **more: Any) -> Record:
    """Return a row of the user."""
    return row("user", uuid, message={"role": "user", "content": content}, **more)


def usage(fresh: Any = 1, output: Any = 1, write: Any = 0, read: Any = 0, **more: Any) -> Record:
    """Return the usage of an answer."""
    return {
        "input_tokens": fresh,
        "output_tokens": output,
        "cache_creation_input_tokens": write,
        "cache_read_input_tokens": read,
        **more,
    }


def assistant(uuid: str, *blocks: Record, call: str = "msg_A", **more: Any) -> Record:
    """Return a row of an answer; `usage`, `model` and `stop_reason` go into the message."""
    message = {
        "id": call,
        "type": "message",
        "role": "assistant",
        "model": more.pop("model", "claude-opus-4-7"),
        "content": list(blocks) or [{"type": "text", "text": "x"}],
        "stop_reason": more.pop("stop_reason", None),
        "usage": more.pop("usage", usage()),
    }
    return row("assistant", uuid, message=message, **more)


def tool_use(call: str, tool: str = "Read", **asked: Any) -> Record:
    """Return the block that calls a tool."""
    return {"type": "tool_use", "id": call, "name": tool, "input": asked}


def cache(short: Any, long: Any) -> Record:
    """Return the breakdown of cache writes by life."""
    return {"ephemeral_5m_input_tokens": short, "ephemeral_1h_input_tokens": long}


def tool_result(uuid: str, call: str, content: Any = "ok", told: Any = None, **more: Any) -> Record:
    """Return the row that answers a call; `is_error` goes into the block."""
    block = {"type": "tool_result", "tool_use_id": call, "content": content}
    if "is_error" in more:
        block["is_error"] = more.pop("is_error")
    told = {} if told is None else {"toolUseResult": told}
    return user(uuid, [block], **told, **more)

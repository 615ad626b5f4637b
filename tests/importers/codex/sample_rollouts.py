"""Records as Codex writes them, with what a test needs to be different."""

from __future__ import annotations

from typing import Any

Record = dict[str, Any]
Counts = tuple[int, int, int]
"""Input, of it cached, and output."""


def line(kind: str, payload: Record, at: str = "2026-05-01T10:00:00.000Z") -> Record:
    """Return a line of a rollout."""
    return {"timestamp": at, "type": kind, "payload": payload}


def meta(thread: str = "p", at: str = "2026-05-01T10:00:00.000Z", **more: Any) -> Record:
    """Return the head of a thread's log."""
    told = {
        "id": thread,
        "timestamp": at,
        "cwd": "/srv/app",
        "originator": "codex_cli_rs",
        "cli_version": "0.145.0",
    }
    return line("session_meta", {**told, **more}, at)


def turn(model: str | None = "gpt-5.5", at: str = "2026-05-01T10:00:00.100Z", **more: Any) -> Record:
    """Return the head of a turn."""
    return line("turn_context", {"cwd": "/srv/app", **({"model": model} if model else {}), **more}, at)


def item(kind: str, at: str = "2026-05-01T10:00:01.000Z", **more: Any) -> Record:
    """Return an item of the dialogue."""
    return line("response_item", {"type": kind, **more}, at)


def said(role: str, content: str, at: str = "2026-05-01T10:00:01.000Z") -> Record:
    """Return a message."""
    part = "output_text" if role == "assistant" else "input_text"
    return item("message", at, role=role, content=[{"type": part, "text": content}])


def event(kind: str, at: str = "2026-05-01T10:00:01.000Z", **more: Any) -> Record:
    """Return an event of the program."""
    return line("event_msg", {"type": kind, **more}, at)


def counts(given: Counts, **more: Any) -> Record:
    """Return token counts as Codex states them."""
    asked, cached, output = given
    told = {"input_tokens": asked, "cached_input_tokens": cached, "output_tokens": output}
    return {**told, "reasoning_output_tokens": 0, "total_tokens": asked + output, **more}


def tokens(total: Counts, last: Counts | None = None, at: str = "2026-05-01T10:00:05.000Z") -> Record:
    """Return the row that states the total so far, and what was added last."""
    info: Record = {"total_token_usage": counts(total)}
    if last is not None:
        info["last_token_usage"] = counts(last)
    return event("token_count", at, info=info)


def call(
    call_id: str, name: str = "exec_command", at: str = "2026-05-01T10:00:02.000Z", **asked: Any
) -> Record:
    """Return the item that calls a tool."""
    import json

    return item("function_call", at, call_id=call_id, name=name, arguments=json.dumps(asked))


def output(call_id: str, told: Any, at: str = "2026-05-01T10:00:03.000Z") -> Record:
    """Return the item that answers a call."""
    return item("function_call_output", at, call_id=call_id, output=told)

"""How a tool call ended, as far as its output tells: exit codes, refusals, errors.

Outputs of functions are text, an object or a list of parts, by version. A command says its exit code in the
first lines of the text or beside it; a tool of a server says `Ok` or `Err`.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

import orjson

from data_access.importers.codex.spoken import texts_of
from data_access.importers.loose_values import Json, mapping, text

Status = Literal["ok", "error", "denied"]
LONGEST = 10**7
"""Seconds; a call that took longer is a damaged number."""
_HEAD = 600
_EXIT_CODE = re.compile(r"(?:^|\n)(?:Exit code:|Process exited with code) (-?\d{1,10})(?:\n|$)")
_REFUSED = re.compile(
    r"(?:exec command |patch |command )?(?:rejected by (?:the )?user|denied by (?:the )?user|declined by)"
    r"|(?:user )?(?:rejected|declined|cancelled) (?:the )?(?:command|patch|tool call|MCP tool call)",
    re.IGNORECASE,
)
_FAILED = re.compile(
    r"(?:failed to parse function arguments|unsupported (?:custom tool )?call|execution error"
    r"|exec_command failed|apply_patch verification failed|failed in sandbox|command timed out"
    r"|aborted(?: by user)?\b|tool call error|Error: |err: )",
    re.IGNORECASE,
)
_DONE = frozenset(("completed", "ok", "success", "succeeded"))
_NOT_DONE = frozenset(("failed", "error", "errored", "incomplete", "timed_out"))


class Outcome(NamedTuple):
    """What came of a call."""

    status: Status | None
    """Null where the row does not say."""
    output: str | None
    exit_code: int | None = None


def outcome_of_output(output: object) -> Outcome:
    """Read the output of a function or a custom tool."""
    if isinstance(output, str):
        return _of_text(output)
    if isinstance(output, list):
        return _of_text("\n".join(_part_text(part) for part in output))
    told = mapping(output)
    content = told.get("content", told.get("output", told.get("text")))
    found = outcome_of_output(content) if isinstance(content, str | list) else Outcome(None, _json(output))
    if isinstance(told.get("success"), bool) and found.status is None:
        return found._replace(status="ok" if told["success"] else "error")
    return found


def outcome_of_command(told: Json) -> Outcome:
    """Read the end of a command: its exit code stands beside its output."""
    code = told.get("exit_code")
    code = code if type(code) is int else None
    output = text(told.get("aggregated_output")) or text(told.get("formatted_output"))
    output = output or "\n".join(filter(None, (text(told.get("stdout")), text(told.get("stderr"))))) or None
    return Outcome(_status_of(told, None if code is None else code == 0), output, code)


def outcome_of_patch(told: Json) -> Outcome:
    """Read the end of a patch."""
    output = "\n".join(filter(None, (text(told.get("stdout")), text(told.get("stderr")))))
    success = told.get("success")
    return Outcome(_status_of(told, success if isinstance(success, bool) else None), output or None)


def outcome_of_server_tool(told: Json) -> Outcome:
    """Read the end of a tool of a server: `Ok` may still hold an error that the tool itself reports."""
    result, error = told.get("result"), told.get("error")
    answer = mapping(result)
    if "Err" in answer or error:
        failure = answer.get("Err") or mapping(error).get("message") or error
        said = failure if isinstance(failure, str) else _json(failure)
        return Outcome("denied" if said and _REFUSED.search(said[:_HEAD]) else "error", said)
    inner = mapping(answer["Ok"]) if "Ok" in answer else answer
    content = inner.get("content")
    said = "\n".join(texts_of(content)) or (_json(content) if content else None)
    is_error = inner.get("isError", inner.get("is_error"))
    done = not is_error if inner or is_error is not None else None
    return Outcome(_status_of(told, done), said)


def outcome_of_status(told: Json) -> Outcome:
    """Read a call that says in one row what came of it."""
    return Outcome(_status_of(told, None), None)


def begun_at(ended_at: datetime | None, duration: object) -> datetime | None:
    """Return when a call began that says how long it took, in seconds and billionths."""
    told = mapping(duration)
    seconds, rest = told.get("secs"), told.get("nanos", 0)
    if ended_at is None or type(seconds) is not int or type(rest) is not int:
        return None
    if not (0 <= seconds < LONGEST and 0 <= rest < 10**9):
        return None
    return ended_at - timedelta(seconds=seconds, microseconds=rest // 1000)


def failure_text(outcome: Outcome) -> str | None:
    """Return what a failed call says, its exit code first where the output does not say it."""
    if outcome.exit_code is None or says_exit_code(outcome.output):
        return outcome.output
    return f"Exit code: {outcome.exit_code}\n{outcome.output or ''}".rstrip()


def says_exit_code(output: str | None) -> bool:
    """Tell whether an output names its exit code in its first lines."""
    return output is not None and _EXIT_CODE.search(output[:_HEAD]) is not None


def _of_text(output: str) -> Outcome:
    if output.startswith("{") and '"output"' in output:
        inner = _decoded(output)
        if isinstance(inner.get("output"), str):
            code = mapping(inner.get("metadata")).get("exit_code")
            if type(code) is int:
                return Outcome("ok" if code == 0 else "error", inner["output"], code)
            return _of_text(inner["output"])
    head = output[:_HEAD]
    found = _EXIT_CODE.search(head)
    if found:
        code = int(found[1])
        return Outcome("ok" if code == 0 else "error", output, code)
    if _REFUSED.match(head):
        return Outcome("denied", output)
    return Outcome("error" if _FAILED.match(head) else None, output)


def _status_of(told: Json, is_done: bool | None) -> Status | None:
    word = told.get("status")
    if word in ("declined", "denied", "rejected"):
        return "denied"
    if word in _NOT_DONE:
        return "error"
    if is_done is None:
        return "ok" if word in _DONE else None
    return "ok" if is_done else "error"


def _part_text(part: object) -> str:
    said = texts_of([part])
    return said[0] if said else "[image]" if "image" in str(mapping(part).get("type")) else ""


def _decoded(output: str) -> Json:
    try:
        return mapping(orjson.loads(output))
    except orjson.JSONDecodeError:
        return {}


def _json(value: object) -> str | None:
    return None if value is None else orjson.dumps(value).decode()

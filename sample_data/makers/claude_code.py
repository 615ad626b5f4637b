"""Plays Claude Code: writes the transcript of one agent as the program leaves it on disk.

Tokens follow a rule that a reader can add up: an agent's first call writes `base` tokens to the cache, each
later call reads all that was written before and writes `step` more; every call has 100 fresh input tokens,
and 500 output tokens when it ends in tools, 1,500 when it ends in text.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sample_data.makers.moments import spelled

Fields = dict[str, Any]
_NAMES = uuid.UUID("6f1c1f0e-6f5c-4f0e-9a53-6d5f3c1a7b10")


def named_uuid(*parts: object) -> str:
    """Return a UUID that only these parts give."""
    return str(uuid.uuid5(_NAMES, "/".join(map(str, parts))))


@dataclass(frozen=True)
class Tool:
    """A tool call and what came back; `agent` is the id of the sub-agent that a Task started."""

    name: str
    given: Fields
    got: str
    failed: bool = False
    agent: str | None = None
    until: datetime | None = None
    """When it came back; half a minute later where nothing is said."""


@dataclass
class Transcript:
    """One agent's file."""

    session: str
    cwd: str
    clock: datetime
    model: str
    agent: str | None = None
    base: int = 30_000
    step: int = 2_000
    cache: str = "5m"
    rows: list[Fields] = field(default_factory=list)
    calls: int = 0

    def ask(self, text: str) -> None:
        """A person, or the agent above, speaks."""
        self._row("user", {"message": {"role": "user", "content": text}})

    def answer(self, text: str, *tools: Tool, model: str | None = None, cut: bool = False) -> None:
        """Answer with one billed call: a row per content block, then a row per tool result.

        With `cut` the last row says that the call never finished.
        """
        blocks: list[Fields] = [{"type": "text", "text": text}]
        ids = [f"toolu_{named_uuid(self._who(), self.calls, n)[:18]}" for n in range(len(tools))]
        for tool, tool_id in zip(tools, ids, strict=True):
            blocks.append({"type": "tool_use", "id": tool_id, "name": tool.name, "input": tool.given})
        self._blocks(blocks, model or self.model, stop=None if cut else "tool_use" if tools else "end_turn")
        for tool, tool_id in zip(tools, ids, strict=True):
            self._result(tool, tool_id)

    def api_error(self, text: str) -> None:
        """The service refuses: a row that is no call."""
        message = {
            "id": named_uuid(self._who(), len(self.rows)), "model": "<synthetic>", "role": "assistant",
            "type": "message", "stop_reason": "stop_sequence", "content": [{"type": "text", "text": text}],
            "usage": {"input_tokens": 0, "output_tokens": 0},
        }  # fmt: skip
        self._row("assistant", {"message": message, "isApiErrorMessage": True})

    def summary(self, text: str) -> None:
        """The program gives the session a title."""
        leaf = self.rows[-1]["uuid"]
        self.rows.append({"type": "summary", "summary": text, "leafUuid": leaf})

    def rest(self, minutes: float) -> None:
        """Let time pass."""
        self.clock += timedelta(minutes=minutes)

    def _blocks(self, blocks: list[Fields], model: str, stop: str | None) -> None:
        read = 0 if self.calls == 0 else self.base + self.step * (self.calls - 1)
        write = self.base if self.calls == 0 else self.step
        output = 1_500 if len(blocks) == 1 else 500
        message_id = f"msg_{named_uuid(self._who(), self.calls)[:20]}"
        self.calls += 1
        for number, block in enumerate(blocks, start=1):
            last = number == len(blocks)
            usage = {
                "input_tokens": 100, "cache_creation_input_tokens": write, "cache_read_input_tokens": read,
                "cache_creation": {
                    "ephemeral_5m_input_tokens": write if self.cache == "5m" else 0,
                    "ephemeral_1h_input_tokens": write if self.cache == "1h" else 0,
                },
                "output_tokens": output if last else min(output, 8 * number), "service_tier": "standard",
            }  # fmt: skip
            message = {
                "id": message_id, "type": "message", "role": "assistant", "model": model, "content": [block],
                "stop_reason": stop if last else None, "stop_sequence": None, "usage": usage,
            }  # fmt: skip
            self._row("assistant", {"message": message, "requestId": f"req_{message_id[4:]}"}, seconds=4)

    def _result(self, tool: Tool, tool_id: str) -> None:
        content = {
            "type": "tool_result",
            "tool_use_id": tool_id,
            "content": tool.got,
            "is_error": tool.failed,
        }
        result: Fields | str = f"Error: {tool.got}" if tool.failed else {"stdout": tool.got, "stderr": ""}
        if tool.agent:
            text = [{"type": "text", "text": tool.got}]
            result = {"status": "completed", "agentId": tool.agent, "content": text}
        self.clock = max(self.clock, tool.until or self.clock)
        more = {"message": {"role": "user", "content": [content]}, "toolUseResult": result}
        self._row("user", more, seconds=25)

    def _row(self, kind: str, more: Fields, *, seconds: int = 10) -> None:
        self.clock += timedelta(seconds=seconds)
        row: Fields = {
            "parentUuid": next((r["uuid"] for r in reversed(self.rows) if "uuid" in r), None),
            "isSidechain": self.agent is not None, "userType": "external", "cwd": self.cwd,
            "sessionId": self.session, "version": "2.1.114", "gitBranch": "main",
        }  # fmt: skip
        if self.agent:
            row["agentId"] = self.agent
        self.rows.append({
            **row, "type": kind, **more, "uuid": named_uuid(self._who(), "row", len(self.rows)),
            "timestamp": spelled(self.clock),
        })  # fmt: skip

    def _who(self) -> str:
        return f"{self.session}/{self.agent or 'main'}"


def resumed_copy(original: Transcript, new_session: str, rows: int) -> Transcript:
    """Return a transcript that begins with the first `rows` rows of `original`, as resuming writes them."""
    copy = Transcript(new_session, original.cwd, original.clock, original.model)
    copy.rows = [{**row, "sessionId": new_session} for row in original.rows[:rows]]
    calls = {row["message"]["id"] for row in copy.rows if row["type"] == "assistant"}
    copy.calls = len(calls)
    return copy

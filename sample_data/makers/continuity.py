"""Plays a runtime that keeps continuity snapshots: it notes what happens and, asked, writes one snapshot.

A snapshot holds what happened since the one before it, the last two events again (a runtime keeps a window),
all agents and messages so far, and the tasks that are active at that moment.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from sample_data.makers.moments import spelled

Fields = dict[str, Any]
WINDOW = 2


@dataclass
class Runtime:
    """One conversation as its runtime sees it."""

    conversation_id: str
    clock: datetime
    fixed: Fields
    """Fields that every snapshot repeats: title, project, purpose, execution mode, isolation."""
    agents: list[Fields] = field(default_factory=list)
    tasks: dict[str, Fields] = field(default_factory=dict)
    hierarchy: dict[str, list[str]] = field(default_factory=dict)
    noted: dict[str, list[Fields]] = field(default_factory=dict)
    spent_usd: float = 0.0
    phase: str = "plan"
    written: int = 0
    """Events that earlier snapshots hold."""

    def wait(self, minutes: float) -> None:
        """Let time pass."""
        self.clock += timedelta(minutes=minutes)

    def add_agent(self, agent_id: str, name: str, role: str, parent: str | None = None) -> None:
        """Spawn an agent."""
        self.agents.append({"agent_id": agent_id, "name": name, "role": role, "parent_agent_id": parent})
        self.event("agent_spawned", agent_id, f"{name} joined as {role}")

    def event(self, event_type: str, agent_id: str, summary: str, **more: Any) -> str:
        """Note an event; half a minute passes. Returns its id."""
        self.wait(0.5)
        event_id = f"e-{len(self._list('event_trace')) + 1:03d}"
        row = {
            "event_id": event_id, "event_type": event_type, "occurred_at": spelled(self.clock),
            "agent_id": agent_id, "phase": self.phase, "summary": summary, **more,
        }  # fmt: skip
        self._list("event_trace").append(row)
        return event_id

    def say(self, sender: str, recipient: str, text: str, *, role: str = "assistant") -> None:
        """Send a message on the main thread."""
        self.event("message_sent", sender, text[:80], thread_id="thread-1")
        messages = self._list("message_trace")
        messages.append({
            "message_id": f"m-{len(messages) + 1:03d}", "thread_id": "thread-1", "sender": sender,
            "recipient": recipient, "role": role, "content": text, "occurred_at": spelled(self.clock),
        })  # fmt: skip

    def begin(self, task_id: str, title: str, agent_id: str, parent: str | None = None) -> None:
        """Start a task."""
        self.event("task_started", agent_id, title, task_id=task_id)
        self.tasks[task_id] = {
            "task_id": task_id, "title": title, "agent_id": agent_id, "parent_task_id": parent,
            "status": "running", "phase": self.phase, "started_at": spelled(self.clock),
        }  # fmt: skip
        if parent:
            self.hierarchy.setdefault(parent, []).append(task_id)

    def end(self, task_id: str, status: str, summary: str, **more: Any) -> None:
        """Finish a task and note its result."""
        task = self.tasks.pop(task_id)
        severity = {} if status == "completed" else {"severity": "error"}
        self.event(f"task_{status}", task["agent_id"], summary, task_id=task_id, **severity)
        self._list("task_results").append({
            "task_id": task_id, "status": status, "summary": summary, "ended_at": spelled(self.clock), **more,
        })  # fmt: skip

    def drop(self, task_id: str) -> None:
        """Stop listing a task without a result: what became of it is not known."""
        self.tasks.pop(task_id)

    def use(self, agent_id: str, task_id: str, tool: str, given: str, got: str, *, error: str = "") -> None:
        """Call a tool; it takes a minute."""
        started = spelled(self.clock)
        self.wait(0.5)
        outcomes = self._list("tool_outcomes")
        severity = {"severity": "error"} if error else {}
        self.event("tool_called", agent_id, f"{tool}: {error or given}", task_id=task_id, **severity)
        outcomes.append({
            "tool_call_id": f"tool-{len(outcomes) + 1:02d}", "tool": tool, "task_id": task_id,
            "agent_id": agent_id, "status": "error" if error else "ok", "started_at": started,
            "ended_at": spelled(self.clock), "input": given, "output": got, "error": error or None,
        })  # fmt: skip

    def call(self, agent_id: str, model: str, tokens: Fields, **more: Any) -> None:
        """Spend one billed model call; `tokens` names the token classes."""
        self.wait(0.25)
        usage = self._list("usage")
        usage.append({
            "call_id": f"{self.conversation_id}-call-{len(usage) + 1:02d}", "agent_id": agent_id,
            "phase": self.phase, "model": model, "occurred_at": spelled(self.clock), **tokens, **more,
        })  # fmt: skip

    def snapshot(self, checkpoint: str, **more: Any) -> Fields:
        """Return the snapshot of this moment."""
        self.wait(0.25)
        events = self._list("event_trace")
        fresh = events[max(0, self.written - WINDOW) :]
        self.written = len(events)
        return {
            "conversation_id": self.conversation_id, "captured_at": spelled(self.clock), **self.fixed,
            "phase": self.phase, "checkpoint": checkpoint, "thread_id": "thread-1",
            "agent_id": self.agents[0]["agent_id"], "root_agent_id": self.agents[0]["agent_id"],
            "spawned_agent_ids": [agent["agent_id"] for agent in self.agents[1:]],
            "agents": self.agents[:], "event_trace": fresh, "message_trace": self._list("message_trace")[:],
            "active_tasks": list(self.tasks.values()), "task_results": self._list("task_results")[:],
            "task_hierarchy": {parent: children[:] for parent, children in self.hierarchy.items()},
            "tool_outcomes": self._list("tool_outcomes")[:], "usage": self._list("usage")[:], **more,
        }  # fmt: skip

    def _list(self, name: str) -> list[Fields]:
        return self.noted.setdefault(name, [])

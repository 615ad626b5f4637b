"""The fields of the snapshot format, as data: the reader, the documentation and the tests rest on them.

A field that is not named here is kept in the `extra` of its row.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Field:
    """One field of a snapshot or of a row in one of its lists."""

    name: str
    kind: str
    """`text`, `time`, `count`, `money`, `yes/no`, `any`, `object`, `list of text`, `list of rows`."""
    meaning: str
    required: bool = False


def _field(name: str, kind: str, meaning: str) -> Field:
    return Field(name, kind, meaning)


def _required(name: str, kind: str, meaning: str) -> Field:
    return Field(name, kind, meaning, required=True)


SNAPSHOT = (
    _required("conversation_id", "text", "The conversation (run) this snapshot speaks of."),
    _required("captured_at", "time", "When the runtime took the snapshot. A line without it is an event."),
    _field("purpose", "text", "`ordinary_chat`, `task_execution` or `task_collaboration`."),
    _field("title", "text", "Title of the conversation."),
    _field("project", "text", "Project it belongs to: a path or a name."),
    _field("parent_conversation_id", "text", "The conversation that started this one."),
    _field("machine", "text", "Machine it ran on."),
    _field("person", "text", "Person it ran for."),
    _field("execution_mode", "text", "How the runtime works, in its own words."),
    _field("phase", "text", "Current phase, in the source's words."),
    _field("checkpoint", "text", "Last checkpoint."),
    _field("thread_id", "text", "Current thread."),
    _field("agent_id", "text", "The agent that took the snapshot."),
    _field("root_agent_id", "text", "The agent at the top of the tree."),
    _field("spawned_agent_ids", "list of text", "Agents started by `agent_id`."),
    _field("agents", "list of rows", "What is known of each agent."),
    _field("event_trace", "list of rows", "Events so far; repeats of an earlier snapshot are duplicates."),
    _field("message_trace", "list of rows", "Messages so far."),
    _field("active_tasks", "list of rows", "Tasks the runtime lists now."),
    _field("task_results", "list of rows", "Results of tasks."),
    _field("task_hierarchy", "object", "Map from a task to its children, or a list of rows."),
    _field("tool_outcomes", "list of rows", "Tool calls with their outcome."),
    _field("verification_status", "text", "The verifier's word."),
    _field("verification_summary", "text", "The verifier's summary."),
    _field("verification_evidence", "any", "What it rests on; items may name a `tool_call_id` or `task_id`."),
    _field("permission_requests", "list of rows", "What was asked to be permitted; answered by the runtime."),
    _field("usage", "list of rows", "Billed model calls."),
    _field("cost", "object", "The source's own total; shown for comparison, never added."),
    _field("todos", "list of rows", "The todo list as it stands now."),
    _field("isolation_mode", "text", "`none`, `session`, `worktree` or `sandbox`."),
    _field("isolation_id", "text", "Name of the isolated place."),
    _field("isolation_parent_conversation_id", "text", "Who asked for it; the parent where none is given."),
    _field("isolation_workspace_path", "text", "Folder of the isolated work."),
    _field("isolation_metadata", "any", "An object with more of it: see below."),
)  # fmt: skip

EVENT = (
    _field("event_id", "text", "Native id, unique in its conversation."),
    _required("event_type", "text", "What happened, one word."),
    _field("occurred_at", "time", "When it happened."),
    _field("recorded_at", "time", "When the source wrote it down."),
    _field("agent_id", "text", "Who did it."),
    _field("thread_id", "text", "Thread it belongs to."),
    _field("task_id", "text", "Task it belongs to."),
    _field("phase", "text", "Phase it belongs to."),
    _field("severity", "text", "`info`, `warning` or `error`."),
    _field("summary", "text", "One line for people; beyond 300 characters cut, the whole in `extra`."),
    _field("payload", "any", "Everything else about the event."),
    _field("sequence", "count", "Place in the source's order; the place in the file where absent."),
)  # fmt: skip

LISTS: dict[str, tuple[Field, ...]] = {
    "agents": (
        _required("agent_id", "text", "Native id, unique in its conversation."),
        _field("name", "text", "Name for people."),
        _field("role", "text", "What it is for."),
        _field("parent_agent_id", "text", "The agent that started it."),
        _field("spawned_by_tool_call_id", "text", "The tool call that started it."),
        _field("workspace_path", "text", "Folder it works in."),
    ),
    "event_trace": EVENT,
    "message_trace": (
        _field("message_id", "text", "Native id, unique in its conversation."),
        _field("thread_id", "text", "Thread it belongs to."),
        _field("sender", "text", "Agent or person who wrote it."),
        _field("recipient", "text", "Agent or person it is for."),
        _field("role", "text", "`user`, `assistant`, `system` or the source's own word."),
        _required("content", "text", "What was said; anything but text is kept as JSON."),
        _field("occurred_at", "time", "When it was said."),
        _field("reply_to", "text", "`message_id` it answers."),
        _field("event_id", "text", "The event that reports it."),
        _field("sequence", "count", "Place in the source's order."),
    ),
    "active_tasks": (
        _field("task_id", "text", "Native id, unique in its conversation."),
        _field("title", "text", "What is to be done; `goal` where it is absent."),
        _field("goal", "text", "What is to be done."),
        _field("agent_id", "text", "Who works on it."),
        _field("parent_task_id", "text", "The task it is a part of."),
        _field("status", "text", "State, in the source's words."),
        _field("phase", "text", "Phase it belongs to."),
        _field("started_at", "time", "When work on it began."),
        _field("ended_at", "time", "When work on it ended."),
        _field("isolation_mode", "text", "How it is to be kept apart: a mode as of the snapshot."),
        _field("workspace_strategy", "text", "`ephemeral`, `persistent` or `shared`."),
        _field("allow_merge_back", "yes/no", "Whether what it wrote may be merged back."),
        _field("cleanup_policy", "text", "`on_success`, `always` or `never`."),
    ),
    "task_results": (
        _required("task_id", "text", "The task this is the result of."),
        _field("status", "text", "How it ended, in the source's words."),
        _field("summary", "text", "The result in short."),
        _field("output", "text", "The result itself; anything but text is kept as JSON."),
        _field("evidence", "any", "What the result rests on."),
        _field("modified_files", "any", "List of files that were changed."),
        _field("git_diff_summary", "text", "What changed, in short."),
        _field("isolation", "any", "Where it was done: mode, workspace_path, branch, cleanup_status."),
    ),
    "task_hierarchy": (
        _required("task_id", "text", "The task."),
        _field("parent_task_id", "text", "The task it is a part of."),
        _field("title", "text", "What is to be done."),
        _field("status", "text", "State, in the source's words."),
    ),
    "tool_outcomes": (
        _field("tool_call_id", "text", "Native id, unique in its conversation."),
        _field("tool", "text", "Name of the tool."),
        _field("task_id", "text", "Task it was called for."),
        _field("agent_id", "text", "Agent that called it."),
        _field("status", "text", "`ok`, `error`, `denied` or `unfinished`."),
        _field("started_at", "time", "When it was called."),
        _field("ended_at", "time", "When it came back."),
        _field("input", "text", "What it was given; anything but text is kept as JSON."),
        _field("output", "text", "What it gave back; anything but text is kept as JSON."),
        _field("error", "text", "Why it failed."),
        _field("event_id", "text", "The event that reports it."),
    ),
    "permission_requests": (
        _field("permission_id", "text", "Native id; `tool_call_id` where it is absent."),
        _field("agent_id", "text", "Agent that is to be permitted."),
        _field("task_id", "text", "Task it is for."),
        _field("tool_call_id", "text", "Tool call that waits for it."),
        _field("tool", "text", "Tool that is to run."),
        _field("operation", "text", "`install`, `execute`, `download` or `write`."),
        _required("target", "text", "What for: package, command, address or path."),
        _field("reason", "text", "Why, in the words of the agent."),
        _field("options", "any", "List of `allow_once`, `allow_always`, `reject_once`, `reject_always`."),
        _field("state", "text", "`pending`, `granted`, `denied`, `expired` or `cancelled`."),
        _field("outcome", "text", "`selected` or `cancelled`."),
        _field("chosen", "text", "The option that was chosen."),
        _field("answered_by", "text", "`user`, `policy` or `auto`."),
        _field("answer", "text", "What was said to it."),
        _field("asked_at", "time", "When it was asked."),
        _field("expires_at", "time", "When it runs out."),
        _field("answered_at", "time", "When it was answered."),
        _field("event_id", "text", "The event that reports it."),
    ),
    "usage": (
        _field("call_id", "text", "Id of the call, unique across conversations (as providers give)."),
        _field("agent_id", "text", "Agent that made it."),
        _field("task_id", "text", "Task it was made for."),
        _field("phase", "text", "Phase it was made in."),
        _field("model", "text", "Model that answered."),
        _field("occurred_at", "time", "When it was made."),
        _field("fresh_input", "count", "Input tokens neither read from nor written to a cache."),
        _field("cache_read", "count", "Input tokens read from a cache."),
        _field("cache_write_5m", "count", "Input tokens written to a cache that lives five minutes."),
        _field("cache_write_1h", "count", "Input tokens written to a cache that lives one hour."),
        _field("cache_write_unspecified", "count", "Input tokens written to a cache of unknown life."),
        _field("output", "count", "Output tokens, reasoning included."),
        _field("reasoning", "count", "The part of the output that was reasoning."),
        _field("web_searches", "count", "Searches billed with the call."),
        _field("cost_usd", "money", "What the source says the call cost, in US dollars."),
        _field("is_finished", "yes/no", "`false` where the call was cut off: its output is a floor."),
        _field("event_id", "text", "The event that reports it."),
    ),
    "cost": (
        _field("total_usd", "money", "Total in US dollars."),
        _field("total_tokens", "count", "Total tokens."),
    ),
    "todos": (
        _field("agent_id", "text", "Whose list it is."),
        _required("content", "text", "What is to be done."),
        _field("status", "text", "State, in the source's words."),
    ),
}  # fmt: skip
"""Fields of the rows of each list, by the name of the list."""

PURPOSES = ("ordinary_chat", "task_execution", "task_collaboration")
SEVERITIES = {
    "debug": "info", "info": "info", "notice": "info",
    "warn": "warning", "warning": "warning",
    "error": "error", "critical": "error", "fatal": "error",
}  # fmt: skip
"""Words of a source and the word of the desk; the source's own is kept in `extra` where they differ."""
TOOL_STATUSES = {
    "ok": "ok", "success": "ok", "succeeded": "ok", "completed": "ok",
    "error": "error", "failed": "error", "failure": "error",
    "denied": "denied", "rejected": "denied",
    "unfinished": "unfinished", "running": "unfinished", "pending": "unfinished",
}  # fmt: skip
SUMMARY_LENGTH = 300

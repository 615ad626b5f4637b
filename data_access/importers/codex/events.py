"""How Codex's records stand on a timeline where they are no message and no tool call.

Event types: `user_message, assistant_message, thinking, tool_call, tool_result, compact_summary, error`, then
`session_meta, turn_context, turn_started, turn_completed, turn_aborted, token_count`, and for the rest of
what this release knows `event.<type>`, `item.<type>` and `stream.<type>`. What it does not know is
`unknown.<type>`.
"""

from __future__ import annotations

from data_access.importers.codex.token_counter import tokens_in
from data_access.importers.loose_values import Json, mapping, text
from data_access.importers.shown_event import Shown, event_word

_TELLING = (
    "message",
    "text",
    "thread_name",
    "reason",
    "summary",
    "last_agent_message",
    "user_facing_hint",
    "prompt",
    "objective",
    "name",
    "kind",
    "query",
)
_TURNS = {
    "task_started": "turn_started",
    "turn_started": "turn_started",
    "task_complete": "turn_completed",
    "turn_complete": "turn_completed",
    "turn.started": "turn_started",
    "turn.completed": "turn_completed",
    "turn_aborted": "turn_aborted",
}
_ERRORS = frozenset(("error", "stream_error", "turn.failed"))
_WARNINGS = frozenset(
    ("warning", "guardian_warning", "turn_aborted", "thread_rolled_back", "deprecation_notice")
)
COUNTED = {"token_count": "token_count", "turn.completed": "turn_completed"}
"""Events that state how much a thread has used, and how they are shown."""
KNOWN = frozenset(
    [
        "user_message",
        "agent_message",
        "agent_reasoning",
        "agent_reasoning_raw_content",
        "agent_reasoning_section_break",
        "token_count",
        "context_compacted",
        "task_started",
        "task_complete",
        "turn_started",
        "turn_complete",
        "turn_aborted",
        "turn_diff",
        "turn.completed",
        "error",
        "stream_error",
        "warning",
        "guardian_warning",
        "guardian_assessment",
        "deprecation_notice",
        "exec_command_begin",
        "exec_command_end",
        "exec_command_output_delta",
        "exec_approval_request",
        "terminal_interaction",
        "patch_apply_begin",
        "patch_apply_end",
        "patch_apply_updated",
        "apply_patch_approval_request",
        "mcp_tool_call_begin",
        "mcp_tool_call_end",
        "web_search_begin",
        "web_search_end",
        "image_generation_begin",
        "image_generation_end",
        "view_image_tool_call",
        "dynamic_tool_call_request",
        "dynamic_tool_call_response",
        "plan_update",
        "plan_delta",
        "thread_goal_updated",
        "thread_name_updated",
        "thread_rolled_back",
        "thread_settings_applied",
        "session_configured",
        "entered_review_mode",
        "exited_review_mode",
        "item_started",
        "item_completed",
        "sub_agent_activity",
        "background_event",
        "collab_agent_spawn_begin",
        "collab_agent_spawn_end",
        "collab_agent_interaction_begin",
        "collab_agent_interaction_end",
        "collab_waiting_begin",
        "collab_waiting_end",
        "collab_close_begin",
        "collab_close_end",
        "collab_resume_begin",
        "collab_resume_end",
        "hook_started",
        "hook_completed",
        "request_permissions",
        "request_user_input",
        "elicitation_request",
        "model_reroute",
        "model_verification",
        "undo_started",
        "undo_completed",
        "shutdown_complete",
        "raw_response_item",
        "mcp_startup_update",
        "mcp_startup_complete",
        "safety_buffering",
        "account/rateLimits/updated",
        "codex/event/raw_item",
        "realtime_conversation_started",
        "realtime_conversation_closed",
        "conversation_path",
        "get_history_entry_response",
    ]
)


def shown_event(kind: str | None, value: Json) -> Shown:
    """Return how an event of the program stands."""
    word = _TURNS.get(kind or "") or ("error" if kind in _ERRORS else None) or event_word("event", kind)
    if kind == "token_count":
        return Shown("token_count", _token_summary(value))
    if kind == "turn.completed" and isinstance(value.get("usage"), dict):
        return Shown(word, _token_summary({"info": value["usage"]}))
    severity = "error" if kind in _ERRORS or _failed(value) else "warning" if kind in _WARNINGS else None
    return Shown(word, told_summary(value), severity)


def shown_envelope(kind: str, value: Json) -> Shown:
    """Return how a record of a rollout stands that is neither item nor event."""
    if kind == "session_meta":
        return Shown(kind, _listed(value, ("originator", "cli_version", "cwd", "model_provider")))
    if kind == "turn_context":
        told = {**value, "sandbox": mapping(value.get("sandbox_policy")).get("type")}
        names = ("model", "effort", "approval_policy", "sandbox", "timezone", "cwd")
        return Shown(kind, _listed(told, names))
    return Shown(kind, told_summary(value))


def told_summary(value: Json) -> str | None:
    """Return the most telling text of an object, else its type."""
    error = value.get("error")
    if isinstance(error, str | dict):
        said = text(error) or text(mapping(error).get("message"))
        if said:
            return said
    for key in _TELLING:
        if said := text(value.get(key)):
            return said
    return text(value.get("type"))


def _failed(value: Json) -> bool:
    return isinstance(value.get("error"), dict) and bool(value["error"])


def _listed(value: Json, names: tuple[str, ...]) -> str | None:
    return ", ".join(said for name in names if (said := text(value.get(name)))) or None


def _token_summary(value: Json) -> str:
    info = mapping(value.get("info"))
    stated = info.get("total_token_usage")
    total = tokens_in(stated if isinstance(stated, dict) else info)
    parts = []
    if total.input is not None or total.output is not None:
        parts.append(f"Tokens so far: {total.input or 0:,} in ({total.cached or 0:,} cached)")
        parts.append(f"{total.output or 0:,} out")
    limits = mapping(value.get("rate_limits"))
    for name in ("primary", "secondary"):
        used = mapping(limits.get(name)).get("used_percent")
        if type(used) in (int, float):
            parts.append(f"{name} limit {used:g} % used")
    return ", ".join(parts) or "Tokens not stated"

"""How a record is shown on a timeline: its type, how bad it is, and one line of what it says.

Event types: `user_message, assistant_message, thinking, tool_call, tool_result, api_error, compact_summary`,
`system.<subtype>`, `attachment.<kind>`, `progress.<kind>`, `queue_operation`, `pr_link`, `frame_link`; a type
that this release does not know is `unknown.<type>`, a row without one `unknown`.
"""

from __future__ import annotations

from data_access.importers.loose_values import Json, count, mapping, text
from data_access.importers.shown_event import READ_AHEAD, Shown, event_word

_LEVELS = {"error": "error", "warning": "warning", "warn": "warning", "info": "info", "suggestion": "info"}
_ERRORS = frozenset(("api_error", "error", "api_refusal", "hook_blocking_error"))
_WARNINGS = frozenset(("model_refusal_fallback", "hook_non_blocking_error"))
_TELLING = (
    "content",
    "prompt",
    "text",
    "summary",
    "hookName",
    "filename",
    "displayPath",
    "path",
    "description",
    "message",
    "prUrl",
    "title",
    "frameUrl",
    "operation",
)

PLAIN_TYPES = {"queue-operation": "queue_operation", "pr-link": "pr_link", "frame-link": "frame_link"}


def shown_system(value: Json) -> Shown:
    """Return how a row stands that the program wrote about itself."""
    subtype = value.get("subtype")
    return Shown(event_word("system", subtype), system_summary(value), severity_of(value, subtype))


def shown_inner(prefix: str, value: Json, told: Json) -> Shown:
    """Return how a row stands that wraps an object of its own kind."""
    kind = told.get("type")
    return Shown(event_word(prefix, kind), told_summary(told), severity_of(value, kind))


def severity_of(value: Json, kind: object) -> str | None:
    """Return how bad a system row, attachment or progress row is; null where the source does not say."""
    word = text(kind)
    if word in _ERRORS:
        return "error"
    if word in _WARNINGS:
        return "warning"
    level = value.get("level")
    return _LEVELS.get(level) if isinstance(level, str) else None


def system_summary(value: Json) -> str | None:
    """Return one line for a row that the program wrote about itself."""
    describe = _SYSTEM.get(str(value.get("subtype")))
    return describe(value) if describe else told_summary(value)


def told_summary(value: Json) -> str | None:
    """Return the most telling text of an object, else its kind."""
    for key in _TELLING:
        told = text(value.get(key))
        if told:
            return told
    return text(value.get("subtype")) or text(value.get("type"))


def exploded_text(message: Json) -> str | None:
    """Put a text together again that was written as an object of single characters."""
    characters = [
        message[str(place)] for place in range(min(len(message), READ_AHEAD)) if str(place) in message
    ]
    whole = characters and all(isinstance(character, str) for character in characters)
    return "".join(characters) if whole else None


def _api_error(value: Json) -> str:
    error = mapping(value.get("error"))
    cause = text(error.get("formatted")) or text(error.get("message"))
    status = count(error.get("status"))
    said = f"API error{f' {status}' if status else ''}{f': {cause}' if cause else ''}"
    attempt, most = count(value.get("retryAttempt")), count(value.get("maxRetries"))
    return f"{said} (attempt {attempt} of {most})" if attempt and most else said


def _compact_boundary(value: Json) -> str:
    told = mapping(value.get("compactMetadata"))
    before = count(told.get("preTokens"))
    details = [text(told.get("trigger")), f"{before:,} tokens before" if before else None]
    shown = ", ".join(filter(None, details))
    return f"Conversation compacted ({shown})" if shown else "Conversation compacted"


def _turn_duration(value: Json) -> str:
    took = count(value.get("durationMs"))
    return f"Turn took {took / 1000:.1f} s" if took is not None else "Turn ended"


def _stop_hooks(value: Json) -> str:
    return f"Stop hooks ran: {count(value.get('hookCount')) or 0}"


def _fallback(value: Json) -> str:
    return f"{value.get('originalModel')} refused, continued with {value.get('fallbackModel')}"


_SYSTEM = {
    "api_error": _api_error,
    "error": _api_error,
    "compact_boundary": _compact_boundary,
    "turn_duration": _turn_duration,
    "stop_hook_summary": _stop_hooks,
    "model_refusal_fallback": _fallback,
}

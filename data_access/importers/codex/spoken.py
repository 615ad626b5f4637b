"""Who said what: the texts of user and assistant rows, each once although Codex writes them twice.

What the program put into the dialogue (instructions, surroundings, notices) is a message with a flag, so that
a page can fold it.
"""

from __future__ import annotations

import re

import orjson

from data_access.contracts.rows import MessageRow
from data_access.importers.codex.naming import PERSON
from data_access.importers.loose_values import Json, sequence, text
from data_access.importers.source_record import SourceRecord

_TEXT_KINDS = frozenset(("input_text", "output_text", "text", "Text", "summary_text", "reasoning_text"))
_PROGRAM = re.compile(
    r"\s*(?:<(?:environment_context|user_instructions|permissions[ _]instructions|turn_aborted|turn_context"
    r"|subagent_notification|user_shell_command|collaboration_mode|skills?|skills_instructions"
    r"|apps_instructions|plugins_instructions|personality_spec|model_switch|ide_context|INSTRUCTIONS"
    r"|realtime_conversation)\b"
    r"|# AGENTS\.md instructions)"
)
_IMAGE_TAG = re.compile(r"</?image(?:\s[^>]{0,200})?>")


def texts_of(content: object) -> list[str]:
    """Return the texts of a message's content, be it plain or a list of parts."""
    if isinstance(content, str):
        return [content] if content else []
    return [said for part in sequence(content) if (said := _text_of(part))]


def _text_of(part: object) -> str | None:
    if isinstance(part, str):
        return part
    if isinstance(part, dict) and text(part.get("type")) in _TEXT_KINDS:
        said = text(part.get("text"))
        return said if said is None or _IMAGE_TAG.sub("", said).strip() else None
    return None


def flags_of(role: str, texts: list[str]) -> tuple[str, ...]:
    """Return `meta` for what developers and the program instruct, `wrapper` for what it put in as a user."""
    if role in ("developer", "system"):
        return ("meta",)
    if role == "user" and all(map(_PROGRAM.match, texts)):
        return ("wrapper",)
    return ()


def message_row(
    record: SourceRecord, name: str, role: str, content: str, flags: tuple[str, ...], asked_by: str | None
) -> MessageRow:
    """Return the message; `asked_by` is the thread that talks to a sub-agent in a person's place."""
    other = None if flags else asked_by or PERSON
    is_answer = role == "assistant"
    sender, recipient = (record.agent_id, other) if is_answer else (other, record.agent_id)
    return MessageRow(
        record.conversation_key,
        name,
        record.agent_id,
        sender,
        recipient,
        role if role in ("user", "assistant") else "system",
        content,
        record.occurred_at,
        None,
        record.event_id,
        orjson.dumps(dict.fromkeys(flags, True)).decode() if flags else None,
        record.line,
        record.file_id,
        record.line,
    )


def between_threads(record: SourceRecord, name: str, value: Json, content: str) -> MessageRow:
    """Return a message that one thread sent to another."""
    return MessageRow(
        record.conversation_key,
        name,
        record.agent_id,
        text(value.get("author")),
        text(value.get("recipient")),
        "agent",
        content,
        record.occurred_at,
        None,
        record.event_id,
        None,
        record.line,
        record.file_id,
        record.line,
    )

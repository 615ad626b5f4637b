"""How to connect a client: one after the other, each step a text to copy."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from dashboard.client_setups import (
    DeskDoor,
    Snippet,
    claude_code,
    codex,
    command_clients,
    curl,
    opencode,
    opentelemetry,
)
from dashboard.desk_session import said
from dashboard.parts.filters import segments
from dashboard.parts.piece import hint
from dashboard.selections import Client

_SETUPS: Mapping[Client, Callable[[DeskDoor], tuple[Snippet, ...]]] = {
    "claude_code": claude_code,
    "codex": codex,
    "opencode": opencode,
    "opentelemetry": opentelemetry,
    "command": command_clients,
    "curl": curl,
}
_NAMES: Mapping[Client, str] = {
    "claude_code": "Claude Code",
    "codex": "Codex",
    "opencode": "OpenCode",
    "opentelemetry": "OpenTelemetry",
    "curl": "curl",
}
"""Names of programs, the same in every language; `command` is none and has a word of each."""


def client_setup(door: DeskDoor, client: Client) -> None:
    """Offer the clients and draw the steps of the chosen one."""
    w = said().connect
    segments(
        w.client,
        "client",
        {name: _NAMES.get(name) or w.command_client for name in _SETUPS},
        client,
        default="claude_code",
    )
    hint(w.placeholder if door.asks_for_token else w.open_yet, key="client-access")
    for number, snippet in enumerate(_SETUPS[client](door)):
        told = w.steps[snippet.step]
        place = f" · {w.belongs.format(file=snippet.file)}" if snippet.file else ""
        hint(told + place, key=f"step-{number}")
        st.code(snippet.text, language=snippet.language, wrap_lines=True)

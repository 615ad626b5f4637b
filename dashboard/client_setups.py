"""What to paste where, so that a program or an agent reads this desk: texts with the desk's real address.

Pure: an address and a few facts in, commands and settings out. A token is never part of them: where the desk
asks for one, a placeholder stands in its place.
"""

from __future__ import annotations

import json
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

from dashboard.loopback import is_loopback

PLACEHOLDER = "YOUR_TOKEN"
_LOGS = "~/.claude/projects"

Step = Literal[
    "load",
    "follow",
    "send",
    "register",
    "settings",
    "command",
    "variables",
    "try_span",
    "ask_runs",
    "ask_cost",
    "document",
]


@dataclass(frozen=True)
class Snippet:
    """One text to copy: what it does, the language it is written in, where it belongs."""

    step: Step
    text: str
    language: Literal["bash", "json", "toml"] = "bash"
    file: str | None = None
    """The settings file it belongs in; None for a command, and where each client has its own."""


@dataclass(frozen=True)
class DeskDoor:
    """How the desk is reached: by whom, under which address, with or without a token."""

    address: str
    """For example `http://127.0.0.1:8501`, without a path."""
    asks_for_token: bool
    is_this_machine: bool
    """Whether the reader may run commands on the desk's own machine."""
    database: Path | None = None
    """Named in commands; None where it is the usual one."""


def claude_code(door: DeskDoor) -> tuple[Snippet, ...]:
    """Return how the logs of Claude Code come here and how it reads the desk."""
    add = f"claude mcp add --transport http caseboard {_word(door, '/mcp')}"
    header = f' --header "Authorization: Bearer {PLACEHOLDER}"' if door.asks_for_token else ""
    server = {"type": "http", "url": f"{door.address}/mcp", **_headers(door)}
    return (
        *_loading(door),
        Snippet("register", add + header),
        _json({"mcpServers": {"caseboard": server}}, ".mcp.json"),
    )


def codex(door: DeskDoor) -> tuple[Snippet, ...]:
    """Return how Codex reads the desk. It takes its token from a variable only."""
    add = f"codex mcp add caseboard --url {_word(door, '/mcp')}"
    lines = ["[mcp_servers.caseboard]", f"url = {json.dumps(door.address + '/mcp')}"]
    if door.asks_for_token:
        add = f"export CASEBOARD_TOKEN={PLACEHOLDER}\n{add} --bearer-token-env-var CASEBOARD_TOKEN"
        lines.append('bearer_token_env_var = "CASEBOARD_TOKEN"')
    return (
        Snippet("register", add),
        Snippet("settings", "\n".join(lines), "toml", "~/.codex/config.toml"),
    )


def opencode(door: DeskDoor) -> tuple[Snippet, ...]:
    """Return how OpenCode reads the desk; a token can only stand in its settings."""
    server = {"type": "remote", "url": f"{door.address}/mcp", **_headers(door)}
    settings = _json({"mcp": {"servers": {"caseboard": server}}}, "opencode.json")
    if door.asks_for_token:
        return (settings,)
    return (Snippet("register", f"opencode mcp add caseboard --url {_word(door, '/mcp')}"), settings)


def command_clients(door: DeskDoor) -> tuple[Snippet, ...]:
    """Return how a client that starts a command reads the desk: the bridge on standard input and output."""
    command = ["caseboard", "mcp", *_database(door)]
    if not door.is_this_machine:
        command += ["--url", door.address, *(["--token", PLACEHOLDER] if door.asks_for_token else [])]
    server = {"command": command[0], "args": command[1:]}
    return (
        Snippet("command", shlex.join(command)),
        _json({"mcpServers": {"caseboard": server}}),
    )


def opentelemetry(door: DeskDoor) -> tuple[Snippet, ...]:
    """Return how a program with OpenTelemetry sends its spans here, and how to try it."""
    # The value of a header in this variable is percent-encoded, as the specification of the variables says.
    token = f'export OTEL_EXPORTER_OTLP_TRACES_HEADERS="Authorization=Bearer%20{PLACEHOLDER}"'
    variables = [
        f"export OTEL_EXPORTER_OTLP_TRACES_ENDPOINT={_word(door, '/v1/traces')}",
        "export OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=http/protobuf",
        *([token] if door.asks_for_token else []),
    ]
    header = f' -H "Authorization: Bearer {PLACEHOLDER}"' if door.asks_for_token else ""
    span = (
        '{"traceId": "\'$(openssl rand -hex 16)\'", "spanId": "\'$(openssl rand -hex 8)\'", "name": "hello"}'
    )
    body = f'{{"resourceSpans": [{{"scopeSpans": [{{"spans": [{span}]}}]}}]}}'
    send = f"curl -s{header} -H 'Content-Type: application/json' {_word(door, '/v1/traces')} -d '{body}'"
    return (Snippet("variables", "\n".join(variables)), Snippet("try_span", send))


def curl(door: DeskDoor) -> tuple[Snippet, ...]:
    """Return how a program asks over REST."""
    header = f' -H "Authorization: Bearer {PLACEHOLDER}"' if door.asks_for_token else ""
    asked: tuple[tuple[Step, str], ...] = (
        ("ask_runs", "/api/conversations?purpose=all&limit=10"),
        ("ask_cost", "/api/cost?by=model"),
    )
    told = tuple(Snippet(step, f"curl -s{header} {_word(door, path)}") for step, path in asked)
    return (*told, Snippet("document", f"curl -s {_word(door, '/api/openapi.json')}"))


def _loading(door: DeskDoor) -> tuple[Snippet, ...]:
    """Logs lie beside the desk and are read, or elsewhere and are sent."""
    token = f" --token {PLACEHOLDER}" if door.asks_for_token else ""
    send = f"caseboard import --to {_word(door)}{token} --person NAME --follow {_LOGS}"
    if not door.is_this_machine:
        return (Snippet("send", send),)
    database = "".join(f" {shlex.quote(part)}" for part in _database(door))
    return (
        Snippet("load", f"caseboard import{database} {_LOGS}"),
        Snippet("follow", f"caseboard import{database} --follow {_LOGS}"),
        *(() if is_loopback(urlsplit(door.address).hostname or "") else (Snippet("send", send),)),
    )


def _database(door: DeskDoor) -> list[str]:
    return ["--database", str(door.database)] if door.database and door.is_this_machine else []


def _headers(door: DeskDoor) -> dict[str, Any]:
    return {"headers": {"Authorization": f"Bearer {PLACEHOLDER}"}} if door.asks_for_token else {}


def _word(door: DeskDoor, path: str = "") -> str:
    return shlex.quote(door.address + path)


def _json(settings: dict[str, Any], file: str | None = None) -> Snippet:
    return Snippet("settings", json.dumps(settings, indent=2, ensure_ascii=False), "json", file)

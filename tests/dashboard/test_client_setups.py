"""What is pasted into a client: the address as it is, paths as one word, a place for a token."""

from __future__ import annotations

import json
import shlex
import subprocess
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

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

HERE = DeskDoor("http://127.0.0.1:8501", asks_for_token=False, is_this_machine=True)
TEAM = DeskDoor("https://desk.example", asks_for_token=True, is_this_machine=False)
SETUPS = (claude_code, codex, opencode, opentelemetry, command_clients, curl)


def test_on_the_machine_of_the_desk_logs_are_loaded_and_nothing_asks_for_a_token() -> None:
    settings = {"mcpServers": {"caseboard": {"type": "http", "url": "http://127.0.0.1:8501/mcp"}}}
    assert claude_code(HERE) == (
        Snippet("load", "caseboard import ~/.claude/projects"),
        Snippet("follow", "caseboard import --follow ~/.claude/projects"),
        Snippet("register", "claude mcp add --transport http caseboard http://127.0.0.1:8501/mcp"),
        Snippet("settings", json.dumps(settings, indent=2), "json", ".mcp.json"),
    )


def test_from_elsewhere_logs_are_sent_with_a_token() -> None:
    send = "caseboard import --to https://desk.example --token YOUR_TOKEN --person NAME"
    assert claude_code(TEAM)[0] == Snippet("send", f"{send} --follow ~/.claude/projects")
    assert command_clients(TEAM)[0] == Snippet(
        "command", "caseboard mcp --url https://desk.example --token YOUR_TOKEN"
    )


def test_codex_takes_its_token_from_a_variable() -> None:
    add, settings = codex(TEAM)
    assert add.text.splitlines() == [
        "export CASEBOARD_TOKEN=YOUR_TOKEN",
        "codex mcp add caseboard --url https://desk.example/mcp --bearer-token-env-var CASEBOARD_TOKEN",
    ]
    server = {"url": "https://desk.example/mcp", "bearer_token_env_var": "CASEBOARD_TOKEN"}
    assert tomllib.loads(settings.text) == {"mcp_servers": {"caseboard": server}}


def test_spans_are_sent_by_variables_with_the_token_encoded() -> None:
    variables, test = opentelemetry(TEAM)
    assert variables.text.splitlines() == [
        "export OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=https://desk.example/v1/traces",
        "export OTEL_EXPORTER_OTLP_TRACES_PROTOCOL=http/protobuf",
        'export OTEL_EXPORTER_OTLP_TRACES_HEADERS="Authorization=Bearer%20YOUR_TOKEN"',
    ]
    assert "HEADERS" not in opentelemetry(HERE)[0].text
    assert "Authorization" not in opentelemetry(HERE)[1].text
    sent = subprocess.run(
        ["bash", "-c", test.text.replace("curl", "printf '%s\\n'", 1)],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    span = json.loads(sent[-1])["resourceSpans"][0]["scopeSpans"][0]["spans"][0]
    assert (len(span["traceId"]), len(span["spanId"])) == (32, 16)


@pytest.mark.parametrize("door", [HERE, TEAM])
@pytest.mark.parametrize("setup", SETUPS)
def test_every_settings_file_can_be_read(setup, door: DeskDoor) -> None:
    for snippet in setup(door):
        if snippet.language == "json":
            json.loads(snippet.text)
        if snippet.language == "toml":
            tomllib.loads(snippet.text)


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), min_size=1))
def test_a_database_of_any_name_stays_one_word_of_the_command(name: str) -> None:
    database = Path("/srv", name)
    door = DeskDoor(HERE.address, asks_for_token=False, is_this_machine=True, database=database)
    words = shlex.split(claude_code(door)[0].text)
    assert words == ["caseboard", "import", "--database", str(database), "~/.claude/projects"]

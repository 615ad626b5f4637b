"""Agents get over MCP what programs get over REST: a real client, a real server, by HTTP and by stdio."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from dashboard.faces.calls import BY_NAME, CALLS
from dashboard.faces.tool_sets import offered_in
from tests.beside import run_beside
from tests.faces.questions import REFUSED, questions, without_moments
from tests.faces.running_desk import Running, running

Told = tuple[bool, dict[str, Any]]


@pytest.fixture(scope="module")
def served(
    filled_database: Path, checkout: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Running]:
    """A real server on the sample runs."""
    database = tmp_path_factory.mktemp("served") / "desk.duckdb"
    shutil.copy(filled_database, database)
    with running(database, checkout) as desk:
        yield desk


def called(server: Any, asked: list[tuple[str, dict[str, Any]]]) -> list[Told]:
    """Call tools one after the other and return whether each failed and what it said."""

    async def work() -> list[Told]:
        async with Client(server) as client:
            told = []
            for name, given in asked:
                result = await client.call_tool(name, given)
                said = result.content[0].text  # type: ignore[union-attr]
                assert json.loads(said) == result.structured_content
                told.append((result.is_error, json.loads(said)))
            return told

    return run_beside(work)


def offered(server: Any) -> dict[str, Any]:
    async def work() -> dict[str, Any]:
        async with Client(server) as client:
            return {tool.name: tool for tool in (await client.list_tools()).tools}

    return run_beside(work)


def by_http(served: Running, name: str, given: dict[str, Any]) -> Any:
    call = next(call for call in CALLS if call.name == name)
    path = call.path.format_map({field: str(value) for field, value in given.items()})
    left = {field: value for field, value in given.items() if f"{{{field}}}" not in call.path}
    if call.method == "POST":
        return httpx2.post(f"{served.address}{path}", json=left, trust_env=False).json()
    return httpx2.get(f"{served.address}{path}", params=left, trust_env=False).json()


def stdio(served: Running, *flags: str, **environment: str) -> StdioServerParameters:
    command = ["-m", "dashboard", "mcp", *flags]
    return StdioServerParameters(command=sys.executable, args=command, env=served.environment | environment)


@pytest.fixture(scope="module")
def asked(served: Running) -> list[tuple[str, dict[str, Any]]]:
    names = {call.name for call in CALLS if "investigate" in call.tools}
    run = by_http(served, "list_runs", {"order": "events"})["items"][0]["conversation_key"]
    slips = [(name, given) for name, given, _, _ in REFUSED if name in names]
    return [(name, given) for name, given in questions(run) if name in names] + slips


def as_tool(name: str, given: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Name the tool that answers a call, and what it is given."""
    gathered = BY_NAME[name].gathered
    return (name, given) if gathered is None else (gathered[0], {"what": gathered[1], **given})


@pytest.mark.parametrize("way", ["http", "stdio beside a desk"])
def test_the_same_question_has_the_same_answer_and_refusal_over_mcp_and_rest(
    served: Running, asked: list[tuple[str, dict[str, Any]]], way: str
) -> None:
    server = f"{served.address}/mcp/investigate" if way == "http" else stdio(served)
    tools = [as_tool(name, given) for name, given in asked]
    for (name, given), (is_error, told) in zip(asked, called(server, tools), strict=True):
        expected = by_http(served, name, given)
        assert is_error == ("error" in expected), (name, given)
        assert without_moments(told) == without_moments(expected), (name, given)


def test_without_a_desk_the_bridge_answers_from_the_database(
    served: Running, filled_database: Path, tmp_path: Path
) -> None:
    database = tmp_path / "desk.duckdb"
    shutil.copy(filled_database, database)
    server = stdio(served, CASEBOARD_DATABASE=str(database))
    (is_error, runs), (_, facts) = called(server, [("list_runs", {}), ("read_desk", {})])
    assert not is_error
    assert runs["total"] == by_http(served, "list_runs", {})["total"]
    assert facts["your_scopes"] == ["read", "publish"]


def test_tool_sets_are_chosen_by_path(served: Running) -> None:
    small, large = (offered(f"{served.address}/mcp/{name}") for name in ("read", "investigate"))
    assert list(small) == list(offered_in("read"))
    assert list(large) == list(offered_in("investigate"))
    assert set(small) < set(large) == set(offered(f"{served.address}/mcp"))


def test_tools_take_flat_arguments_and_teach(served: Running) -> None:
    for name, tool in offered(f"{served.address}/mcp/investigate").items():
        assert len(tool.description) > 40, name
        assert tool.input_schema["additionalProperties"] is False
        for field, schema in tool.input_schema["properties"].items():
            assert schema.get("description"), (name, field)
            assert "$ref" not in json.dumps(schema)


def test_an_agent_reads_few_tools_before_it_asks_and_reaches_every_answer() -> None:
    assert len(offered_in("read")) <= 14
    writing = [
        name
        for name, tool in offered_in("investigate").items()
        if "GET" not in {call.method for call in tool.calls.values()}
    ]
    assert len(offered_in("investigate")) - len(writing) <= 17
    assert len(writing) <= 16
    reached = {call.name for tool in offered_in("investigate").values() for call in tool.calls.values()}
    assert reached == {call.name for call in CALLS if "investigate" in call.tools}


def test_a_tool_that_gathers_says_whose_each_parameter_is(served: Running) -> None:
    schema = offered(f"{served.address}/mcp/investigate")["look_across_runs"].input_schema
    assert schema["required"] == ["what"]
    assert set(schema["properties"]["what"]["enum"]) == set(
        offered_in("investigate")["look_across_runs"].calls
    )
    assert "Only for quiet_runs." in schema["properties"]["minutes"]["description"]
    assert "Needed for comparison." in schema["properties"]["a"]["description"]


@pytest.mark.parametrize(
    "given", [{}, {"what": "weather"}, {"what": ["loops"]}, {"what": "loops", "minutes": 5}]
)
def test_a_tool_that_gathers_refuses_what_it_does_not_know(served: Running, given: dict[str, Any]) -> None:
    ((is_error, told),) = called(f"{served.address}/mcp/investigate", [("look_across_runs", given)])
    assert is_error
    assert told["error"]["problems"][0]["where"] in ("what", "minutes")


def test_a_tool_of_owners_is_not_there_for_agents(served: Running) -> None:
    ((is_error, told),) = called(
        f"{served.address}/mcp", [("create_token", {"name": "x", "scopes": ["read"]})]
    )
    assert (is_error, told["error"]["code"]) == (True, "not_found")


def test_a_token_is_asked_for_over_mcp_too(filled_database: Path, checkout: Path, tmp_path: Path) -> None:
    database = tmp_path / "desk.duckdb"
    shutil.copy(filled_database, database)
    with running(database, checkout) as desk:
        made = desk.command("token", "create", "--name", "Reader", "--scope", "read", "--json")
        token = json.loads(made.stdout)["token"]
        assert httpx2.post(f"{desk.address}/mcp", json={}, trust_env=False).status_code == 401

        async def work() -> set[str]:
            headers = {"authorization": f"Bearer {token}"}
            async with (
                httpx2.AsyncClient(headers=headers, trust_env=False) as http,
                Client(streamable_http_client(f"{desk.address}/mcp", http_client=http)) as client,
            ):
                return {tool.name for tool in (await client.list_tools()).tools}

        assert run_beside(work) == set(offered_in("read"))
        answers = called(stdio(desk, "--url", desk.address, CASEBOARD_TOKEN=token), [("read_desk", {})])
        assert answers[0][1]["you"] == "Reader"
        refused = called(stdio(desk, "--url", desk.address, CASEBOARD_TOKEN="cb_wrong"), [("read_desk", {})])
        assert refused[0][1]["error"]["code"] == "token_invalid"

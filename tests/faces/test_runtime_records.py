"""Runtimes tell the desk over REST and MCP alike: once each, in the change log, whatever they send."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from starlette.testclient import TestClient

from dashboard.current_desk import Desk
from dashboard.faces.calls import BY_NAME
from dashboard.faces.tool_sets import offered_in
from data_access.contracts.change_log import Change
from data_access.reading.change_log import changes
from data_access.reading.verify import verify
from data_access.store.connection import Store
from tests.beside import run_beside
from tests.faces.questions import by_function, by_rest
from tests.faces.running_desk import Running, running

Given = dict[str, Any]
AT = "2026-05-01T10:00:00Z"
RECORDS: dict[str, Given] = {
    "record_isolation_request": {
        "conversation_id": "s-1", "task_id": "t-1", "goal": "重构 the router", "isolation_mode": "worktree",
    },
    "publish_isolation_result": {
        "conversation_id": "s-1", "task_id": "t-1", "status": "completed", "modified_files": [],
        "isolation": {"mode": "worktree", "workspace_path": ".worktrees/jarvis/run-1/worker-2"},
    },
    "record_agent_operation": {
        "conversation_id": "s-1", "occurred_at": AT, "operation": "execute", "target": "rm -rf build",
        "approved_by": "policy", "result": "denied",
    },
    "record_resource_sample": {"conversation_id": "s-1", "sampled_at": AT, "memory_bytes": 2_300_000_000},
}  # fmt: skip
TABLES = ("isolation_request", "isolation_result", "agent_operation", "resource_sample")


def counts(store: Store) -> list[int]:
    with store.reading() as cursor:
        return [cursor.execute(f"SELECT count(*) FROM {table}").fetchall()[0][0] for table in TABLES]


# The tools ---------------------------------------------------------------------------------------------
def test_what_runtimes_record_is_offered_to_them_alone() -> None:
    assert set(RECORDS) <= set(offered_in("runtime"))
    assert len(offered_in("runtime")) <= 14
    for tool_set in ("read", "investigate"):
        reached = {call.name for tool in offered_in(tool_set).values() for call in tool.calls.values()}
        assert reached.isdisjoint(RECORDS)
    for name, tool in offered_in("runtime").items():
        assert list(tool.calls) == [name], "nothing is gathered for programs"
        assert not tool.is_gathered
    assert {BY_NAME[name].scope for name in RECORDS} == {"publish"}


def told(result: Any) -> Given:
    said: Given = json.loads(result.content[0].text)
    assert said == result.structured_content
    return said


async def recorded(client: Client) -> list[Given]:
    """Record one of each; each again; each with another content under the same id."""
    answers = []
    for number, (name, given) in enumerate(RECORDS.items()):
        asked = given | {"request_id": f"m-{number}"}
        answers += [told(await client.call_tool(name, asked)) for _ in range(2)]
        other = {"conversation_id": "s-2"}
        answers.append(told(await client.call_tool(name, asked | other)))
    return answers


@pytest.mark.parametrize("way", ["http", "stdio beside a desk", "stdio on the database"])
def test_the_four_writings_are_kept_once_over_mcp_and_stand_in_the_change_log(
    checkout: Path, tmp_path: Path, way: str
) -> None:
    database = tmp_path / "desk.duckdb"

    async def by_stdio(environment: dict[str, str]) -> tuple[list[Given], list[Given]]:
        command = ["-m", "dashboard", "mcp", "--tools", "runtime"]
        server = StdioServerParameters(command=sys.executable, args=command, env=environment)
        async with Client(server) as client:
            return await recorded(client), []

    async def by_http(desk: Running) -> tuple[list[Given], list[Given]]:
        async with Client(f"{desk.address}/mcp/runtime") as client:
            assert "door of runtimes" in str(client.instructions)
            answers = await recorded(client)
        rest = []
        for number, (name, given) in enumerate(RECORDS.items()):
            asked = given | {"request_id": f"m-{number}"}
            rest.append(
                httpx2.post(f"{desk.address}{BY_NAME[name].path}", json=asked, trust_env=False).json()
            )
        return answers, rest

    kept = {name: value for name, value in os.environ.items() if not name.startswith("CASEBOARD_")}
    alone = kept | {"CASEBOARD_DATABASE": str(database), "PYTHONPATH": str(checkout), "HOME": str(tmp_path)}
    if way == "stdio on the database":
        answers, rest = run_beside(by_stdio, alone)
    else:
        with running(database, checkout) as desk:
            use = (by_http, desk) if way == "http" else (by_stdio, desk.environment)
            answers, rest = run_beside(*use)
    for first, again, other in zip(answers[::3], answers[1::3], answers[2::3], strict=True):
        assert (first["replayed"], first["conversation_id"]) == (False, "s-1")
        assert again == first | {"replayed": True}
        assert other["error"]["code"] == "request_id_reused"
    assert rest == [] or rest == [one | {"replayed": True} for one in answers[::3]], "REST knows them too"
    with Store.open(database) as store:
        assert counts(store) == [1, 1, 1, 1]
        assert verify(store).faults == 0
        rows = [row for row in changes(store, withheld=(), limit=50).items if row.action in RECORDS]
    assert {(row.action, row.face, row.principal_id) for row in rows} == {
        (name, _face(way), "local-agent") for name in RECORDS
    }
    assert len(rows) == 4


def _face(way: str) -> str:
    return "rest" if way == "stdio beside a desk" else "mcp"  # the bridge asks the desk over REST


def test_a_token_that_reads_is_refused_and_keeps_nothing(checkout: Path, tmp_path: Path) -> None:
    database = tmp_path / "desk.duckdb"
    with running(database, checkout) as desk:
        made = desk.command("token", "create", "--name", "Reader", "--scope", "read", "--json")
        headers = {"authorization": f"Bearer {json.loads(made.stdout)['token']}"}

        async def work() -> list[Given]:
            async with (
                httpx2.AsyncClient(headers=headers, trust_env=False) as http,
                Client(streamable_http_client(f"{desk.address}/mcp/runtime", http_client=http)) as client,
            ):
                return [
                    told(await client.call_tool(name, given | {"request_id": "r"}))
                    for name, given in RECORDS.items()
                ]

        answers = run_beside(work)
    assert {one["error"]["code"] for one in answers} == {"permission_denied"}
    with Store.open(database) as store:
        assert counts(store) == [0, 0, 0, 0]


# Killed, and two at once -------------------------------------------------------------------------------
class Runtimes:
    """Two runtimes that record the same operations at once, one over MCP and one over REST, until told."""

    def __init__(self, desk: Running, first: int, last: int) -> None:
        self.acknowledged: set[int] = set()
        self._address = desk.address
        self._threads = [
            threading.Thread(target=self._record, args=(send, first, last))
            for send in (self._mcp, self._rest)
        ]
        for thread in self._threads:
            thread.start()

    def _record(self, send: Any, first: int, last: int) -> None:
        try:
            with httpx2.Client(trust_env=False, timeout=60) as client:
                for number in range(first, last):
                    target = f"step {number}"
                    asked = RECORDS["record_agent_operation"] | {
                        "request_id": f"o-{number}", "target": target,
                    }  # fmt: skip
                    if send(client, asked).get("record_id"):
                        self.acknowledged.add(number)
        except (httpx2.HTTPError, ValueError):
            return  # the desk is gone

    def _rest(self, client: Any, asked: Given) -> Given:
        return dict(client.post(f"{self._address}/api/operations", json=asked).json())

    def _mcp(self, client: Any, asked: Given) -> Given:
        called = {"name": "record_agent_operation", "arguments": asked}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": called}
        headers = {"accept": "application/json, text/event-stream"}
        said = client.post(f"{self._address}/mcp/runtime", json=body, headers=headers).json()
        return dict(said["result"]["structuredContent"])

    def end(self) -> set[int]:
        for thread in self._threads:
            thread.join(120)
        return self.acknowledged


def test_a_desk_that_is_killed_has_what_it_acknowledged_once_and_answers_the_rest_again(
    checkout: Path, tmp_path: Path
) -> None:
    database = tmp_path / "desk.duckdb"
    with running(database, checkout) as desk:
        runtimes = Runtimes(desk, 0, 100_000)
        while len(runtimes.acknowledged) < 30:
            assert desk.process.poll() is None
        desk.process.send_signal(signal.SIGKILL)
        kept = runtimes.end()
    last = max(kept) + 5
    with running(database, checkout) as desk:
        assert Runtimes(desk, 0, last).end() == set(range(last))
    with Store.open(database) as store:
        with store.reading() as cursor:
            targets = cursor.execute("SELECT target, count(*) FROM agent_operation GROUP BY ALL").fetchall()
        assert dict(targets) == {f"step {n}": 1 for n in range(last)}
        assert verify(store).faults == 0
        assert len(_of_operations(store)) == last


def _of_operations(store: Store) -> list[Change]:
    found = changes(store, withheld=(), limit=500).items
    return [row for row in found if row.action == "record_agent_operation"]


# Hostile -----------------------------------------------------------------------------------------------
def nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def worktree(**given: Any) -> Given:
    return {"isolation": {"mode": "worktree"} | given}


REQUEST, RESULT, DONE, SAMPLE = RECORDS
REFUSED: list[tuple[str, Given, str, str, str]] = [
    # huge
    (REQUEST, {"goal": "x" * 20_001}, "goal", "at most 20000", "at most 20000 characters"),
    (REQUEST, {"task_id": "x" * 301}, "task_id", "at most 300", "at most 300 characters"),
    (REQUEST, {"request_id": "x" * 201}, "request_id", "at most 200", "at most 200"),
    (RESULT, worktree(workspace_path="x" * 4097), "isolation.workspace_path", "at most 4096", "4096"),
    (RESULT, {"evidence": [1] * 1001}, "evidence", "1000 items", "fewer"),
    (RESULT, {"modified_files": ["a"] * 10_001}, "modified_files", "10000 items", "fewer"),
    (DONE, {"target": "x" * 200_001}, "target", "at most 200000", "200000 characters"),
    (SAMPLE, {"disk_bytes": 2**63}, "disk_bytes", "less than", "workspace"),
    (SAMPLE, {"memory_bytes": 1e20}, "memory_bytes", "maximum size", "below 2^63"),
    # deep
    (RESULT, {"task_result": nested(21)}, "task_result", "nested more than 20", "20 levels"),
    (RESULT, {"evidence": [nested(25)]}, "evidence[0]", "nested more than 20", "names as evidence"),
    # wrong types
    (REQUEST, {"goal": ["a"]}, "goal", "valid string", "Give a text"),
    (REQUEST, {"allow_merge_back": "perhaps"}, "allow_merge_back", "valid boolean", "true or false"),
    (REQUEST, {"isolation_mode": None}, "isolation_mode", "'worktree'", "Give one of"),
    (REQUEST, {"agent_id": {}}, "agent_id", "valid string", "Give a text"),
    (RESULT, {"isolation": "worktree"}, "isolation", "JSON object", "mode, workspace_path"),
    (RESULT, {"modified_files": "a.py"}, "modified_files", "valid tuple", "Give a list"),
    (RESULT, {"modified_files": [7]}, "modified_files[0]", "valid string", "Give a text"),
    (RESULT, {"task_result": 2**63}, "task_result", "beyond 64 bits", "JSON"),
    (DONE, {"approved_by": "me"}, "approved_by", "'policy'", "Give one of"),
    (DONE, {"result": True}, "result", "'denied'", "Give one of"),
    (SAMPLE, {"disk_bytes": True}, "disk_bytes", "no number", "workspace"),
    (SAMPLE, {"disk_bytes": 1.5}, "disk_bytes", "fractional", "whole number"),
    (SAMPLE, {"command_seconds": "soon"}, "command_seconds", "valid number", "How long"),
    (SAMPLE, {"sampled_at": None}, "sampled_at", "valid datetime", "2026-05-01T10:00:00Z"),
    # signs that no id and no path has
    (REQUEST, {"task_id": "a\0b"}, "task_id", "control character", "as its runtime names it"),
    (REQUEST, {"conversation_id": "a\nb"}, "conversation_id", "control character", "native id or key"),
    (DONE, {"agent_id": "\x1b[31mroot"}, "agent_id", "control character", "log of the session"),
    (DONE, {"request_id": "a\r"}, "request_id", "control character", "own id"),
    (RESULT, worktree(workspace_path="/srv\0/etc"), "isolation.workspace_path", "NUL", "working folder"),
    (RESULT, worktree(branch="\0"), "isolation.branch", "NUL", ""),
    (DONE, {"working_directory": "\0"}, "working_directory", "NUL", "Where it was done"),
    (RESULT, {"modified_files": ["a\0"]}, "modified_files[0]", "NUL", "Null where"),
    (REQUEST, {"goal": " \n\t "}, "goal", "blank", "reach"),
    # times far away
    (DONE, {"occurred_at": "9999-12-31T23:59:59Z"}, "occurred_at", "1970 to 2199", "began"),
    (DONE, {"occurred_at": "0001-01-01T00:00:00Z"}, "occurred_at", "1970 to 2199", "began"),
    (DONE, {"occurred_at": "9999-12-31T23:59:59-14:00"}, "occurred_at", "years 1 to 9999", "began"),
    (SAMPLE, {"sampled_at": "2026-05-01T10:00:00"}, "sampled_at", "no zone", "measured"),
    (SAMPLE, {"sampled_at": 1_777_629_600}, "sampled_at", "no time", "measured"),
    (SAMPLE, {"sampled_at": "2026-02-30T10:00:00Z"}, "sampled_at", "day value", "measured"),
    # numbers that measure nothing
    (SAMPLE, {"disk_bytes": -1}, "disk_bytes", "greater than or equal to 0", "workspace"),
    (SAMPLE, {"command_seconds": -0.001}, "command_seconds", "greater than or equal to 0", "How long"),
    (SAMPLE, {"command_seconds": float("nan")}, "command_seconds", "finite", "How long"),
    (SAMPLE, {"command_seconds": float("inf")}, "command_seconds", "finite", "How long"),
    # what there is not
    (DONE, {"session": "x"}, "session", "no such parameter", "conversation_id"),
    (RESULT, worktree(path="x"), "isolation.path", "no such field", "workspace_path"),
]
KEPT: list[tuple[str, Given]] = [
    (DONE, {"target": "echo '\x1b[31m' \u202egnp.exe\u202c \0"}),
    (DONE, {"target": "x" * 200_000}),
    (DONE, {"target": "<script>alert(1)</script>", "working_directory": "../../../etc"}),
    (REQUEST, {"conversation_id": "../../etc/passwd", "goal": "a\0b"}),
    (RESULT, worktree(workspace_path="/srv/x/../../etc", branch="--upload-pack=x")),
    (RESULT, {"task_result": {"\u202e": ["\0", -0.0, 1e308, -(2**63)]}, "evidence": [None, "", {}]}),
    (SAMPLE, {"command_seconds": 1e308, "disk_bytes": 2**63 - 1}),
    (SAMPLE, {}),
]
"""What is odd and may well have happened: it is evidence, and kept as it was told."""
BODIES = [
    b'{"request_id":"z","conversation_id":"\\ud800","sampled_at":"2026-05-01T10:00:00Z"}', b"{" * 10,
    b"[" * 200_000, b'{"a":' * 100_000, b"\xff\xfe", b"null", b"7", b"",
    b'{"command_seconds":1e999,"request_id":"q","conversation_id":"s","sampled_at":"2026-05-01T10:00:00Z"}',
    b'{"command_seconds":NaN,"request_id":"q","conversation_id":"s","sampled_at":"2026-05-01T10:00:00Z"}',
]  # fmt: skip


def test_what_cannot_be_is_refused_with_where_why_and_what_to_do(desk: Desk, rest: TestClient) -> None:
    for number, (name, wrong, where, why, fix) in enumerate(REFUSED):
        asked = RECORDS[name] | {"request_id": f"h-{number}"} | wrong
        if any(isinstance(value, float) and value - value != 0 for value in wrong.values()):
            status, said = 400, by_function(desk, name, asked)  # JSON has no such number
        else:
            status, said = by_rest(rest, name, asked)
        (problem,) = said["error"]["problems"]
        assert status == 400, (name, wrong)
        assert said["error"]["code"] in ("invalid_input", "unknown_parameter")
        assert (problem["where"], why in problem["why"], fix in problem["fix"]) == (where, True, True), (
            problem
        )
        assert len(json.dumps(said)) < 2_000, "a refusal repeats nothing huge"
    assert desk.store is not None
    assert counts(desk.store) == [0, 0, 0, 0]
    assert changes(desk.store, withheld=(), limit=50, q="h-").items == ()


def test_bodies_that_are_no_request_are_refused(desk: Desk, rest: TestClient) -> None:
    for name in RECORDS:
        for body in BODIES:
            headers = {"content-type": "application/json"}
            answer = rest.post(BY_NAME[name].path, content=body, headers=headers)
            assert answer.status_code == 400, body[:40]
            assert answer.json()["error"]["code"] == "invalid_input", body[:40]
    huge = rest.post(
        BY_NAME[DONE].path, content=b" " * (5 << 20), headers={"content-type": "application/json"}
    )
    assert (huge.status_code, huge.json()["error"]["code"]) == (413, "body_too_large")
    assert desk.store is not None
    assert counts(desk.store) == [0, 0, 0, 0]


def test_what_is_odd_and_may_have_happened_is_kept_as_it_was_told(desk: Desk, rest: TestClient) -> None:
    for number, (name, odd) in enumerate(KEPT):
        status, said = by_rest(rest, name, RECORDS[name] | {"request_id": f"k-{number}"} | odd)
        assert (status, said.get("replayed")) == (200, False), (name, odd, said)
    assert desk.store is not None
    with desk.store.reading() as cursor:
        targets = [row[0] for row in cursor.execute("SELECT target FROM agent_operation").fetchall()]
        results = [row[0] for row in cursor.execute("SELECT task_result FROM isolation_result").fetchall()]
    assert [one["target"] for _, one in KEPT[:3]] == targets
    assert json.loads(results[1]) == KEPT[5][1]["task_result"]
    found = {check.name: check.faults for check in verify(desk.store).checks}
    assert (found["recorded_work"], found["work_as_recorded"]) == (0, 0)

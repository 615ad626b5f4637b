"""Cases over every face: the same refusals, races of real clients, and a whole investigation over MCP."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import anyio
import httpx2
import pytest
from mcp import Client, StdioServerParameters
from starlette.testclient import TestClient

from dashboard.current_desk import Desk
from dashboard.faces.calls import BY_NAME
from dashboard.faces.tool_sets import offered_in
from data_access.contracts import case_calls, common, evidence, execution_plan, people, progress_graph
from data_access.contracts.principal import LOCAL_OWNER
from tests.beside import run_beside
from tests.faces.questions import by_function, by_rest, without_moments
from tests.faces.running_desk import Running, running

NEVER = "no-such-task"
SLIPS: list[tuple[str, dict[str, Any], int, str]] = [
    ("create_task", {"title": " "}, 400, "invalid_input"),
    ("create_task", {"title": "T", "titel": "T"}, 400, "unknown_parameter"),
    ("create_task", {"title": "T", "related_task_ids": [NEVER]}, 404, "not_found"),
    ("claim_task", {}, 409, "task_not_queued"),
    ("claim_task", {"task_id": NEVER}, 404, "not_found"),
    ("claim_task", {"lease_seconds": 1801}, 400, "invalid_input"),
    ("get_task_context", {"section": "feelings"}, 400, "invalid_input"),
    ("get_task_context", {"report_revision": 9}, 404, "not_found"),
    ("renew_task_lease", {"lease_token": "lease-of-nobody"}, 409, "lease_lost"),
    ("renew_task_lease", {"generation": 7}, 409, "stale_generation"),
    ("resume_task", {}, 409, "wrong_status"),
    ("wait_for_calculation", {"reason": "r", "until": "2020-01-01T00:00:00Z"}, 400, "invalid_input"),
    ("publish_task_evidence", {"title": "T", "source_kind": "rumour", "source": "s"}, 400, "invalid_input"),
    (
        "publish_task_evidence",
        {"title": "T", "source_kind": "manual", "source": "s", "data": {"kind": "table", "columns": []}},
        400,
        "invalid_input",
    ),
    (
        "publish_task_evidence",
        {"title": "T", "source_kind": "manual", "source": "s", "is_truncated": True},
        422,
        "reason_missing",
    ),
    (
        "publish_task_evidence",
        {
            "title": "T", "source_kind": "manual", "source": "s",
            "data": {"kind": "table", "columns": ["a"], "rows": []},
        },
        400,
        "invalid_input",
    ),
    (
        "publish_task_evidence",
        {
            "title": "T", "source_kind": "manual", "source": "s",
            "data": {"kind": "table", "columns": [{"name": "a", "unti": "m"}], "rows": []},
        },
        400,
        "unknown_parameter",
    ),
    ("withdraw_task_evidence", {"evidence_id": "E-9", "reason": "r"}, 422, "unknown_reference"),
    ("publish_task_progress", {}, 400, "invalid_input"),
    (
        "publish_task_progress",
        {"graph_update": {"edges": [{"source": "a", "target": "b"}]}},
        422,
        "dangling_edge",
    ),
    (
        "publish_task_report",
        {
            "stage": "final", "outcome": "insufficient_data", "title": "T", "summary": "S", "body": "[E-9]",
            "reason": "R",
        },
        422,
        "unknown_reference",
    ),
    ("publish_task_report", {"stage": "draft"}, 400, "invalid_input"),
    (
        "publish_execution_plan",
        {
            "title": "T", "reason": "R", "nodes": [{"id": "a", "title": "A", "actor": "agent"}],
            "edges": [{"from": "a", "to": "a"}],
        },
        422,
        "plan_cycle",
    ),
    ("publish_task_presentation", {"kind": "map", "title": "T", "request_id": "short"}, 400, "invalid_input"),
    ("publish_task_presentation", {"kind": "map", "title": "T"}, 422, "not_presentable"),
    ("ask_task_user", {"prompt": "P", "why": "W", "supersedes": "Q-9"}, 422, "unknown_reference"),
    (
        "propose_task_action",
        {"kind": "k", "title": "T", "description": "D", "reason": "R"},
        422,
        "action_before_report",
    ),
    ("add_task_human_evidence", {"kind": "statement", "known_by": "seen"}, 422, "fact_incomplete"),
]  # fmt: skip
"""Each call with a slip, as an agent would make it while it holds the lease."""


CLASSES = tuple(
    one.__name__ for module in (case_calls, common, evidence, people, progress_graph, execution_plan)
    for one in vars(module).values() if isinstance(one, type) and issubclass(one, common.Contract)
)  # fmt: skip


def names_a_class(text: str) -> bool:
    return any(re.search(rf"\b{one}\b", text) for one in CLASSES if one not in ("Evidence", "Question"))


def asked_with(name: str, given: dict[str, Any], held: dict[str, Any]) -> dict[str, Any]:
    """Add what the session knows, as far as the call takes it and the slip does not say otherwise."""
    fields = BY_NAME[name].takes.model_fields
    own = held | {"request_id": str(uuid4())}
    return {field: value for field, value in own.items() if field in fields} | given


@pytest.mark.parametrize(("name", "given", "status", "code"), SLIPS)
def test_a_slip_is_refused_alike_by_function_and_rest(
    desk: Desk, rest: TestClient, name: str, given: dict[str, Any], status: int, code: str
) -> None:
    task = by_function(desk, "create_task", {"request_id": "a", "title": "T"})
    claim = by_function(desk, "claim_task", {"request_id": "b", "task_id": task["task_id"]})
    held = {key: claim[key] for key in ("task_id", "lease_token", "generation")}
    asked = asked_with(name, given, held)
    answered, told = by_rest(rest, name, asked)
    assert (answered, told["error"]["code"]) == (status, code)
    assert told == by_function(desk, name, asked)
    for problem in told["error"]["problems"]:
        assert all(problem[part] for part in ("where", "why", "fix"))
        assert not names_a_class(problem["why"] + problem["fix"]), "a caller knows fields, not our classes"


@pytest.fixture(scope="module")
def served(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A real server on an empty desk."""
    with running(tmp_path_factory.mktemp("cases") / "desk.duckdb", checkout) as desk:
        yield desk


class Session:
    """Asks a running desk over REST."""

    def __init__(self, served: Running) -> None:
        self.address = served.address
        self.held: dict[str, Any] = {}

    def ask(self, name: str, **given: Any) -> tuple[int, dict[str, Any]]:
        call = BY_NAME[name]
        left = asked_with(name, given, self.held)
        path = call.path.format_map({key: str(value) for key, value in left.items()})
        body = {key: value for key, value in left.items() if f"{{{key}}}" not in call.path}
        told = httpx2.request(
            call.method, f"{self.address}{path}", json=body if call.method == "POST" else None,
            trust_env=False, timeout=60,
        )  # fmt: skip
        return told.status_code, told.json()

    def begin(self, title: str) -> dict[str, Any]:
        task_id = self.ask("create_task", title=title)[1]["task_id"]
        claim = self.ask("claim_task", task_id=task_id, lease_seconds=1800)[1]
        self.held = {key: claim[key] for key in ("task_id", "lease_token", "generation")}
        return claim


REPORT = {
    "stage": "interim",
    "outcome": "undetermined",
    "title": "T",
    "summary": "S",
    "body": "B",
    "reason": "R",
}


def test_sixteen_clients_race_and_nothing_is_lost_doubled_or_shared(served: Running) -> None:
    sessions = [Session(served) for _ in range(16)]
    task_id = sessions[0].ask("create_task", title="Race")[1]["task_id"]
    with ThreadPoolExecutor(16) as threads:
        claims = list(
            threads.map(lambda one: one.ask("claim_task", task_id=task_id, lease_seconds=1800), sessions)
        )
        winners = [told for status, told in claims if status == 200]
        assert len(winners) == 1
        assert {told["error"]["code"] for status, told in claims if status != 200} == {"task_not_queued"}
        for one in sessions:
            one.held = {key: winners[0][key] for key in ("task_id", "lease_token", "generation")}
        published = list(threads.map(lambda one: one.ask("publish_task_report", **REPORT), sessions * 2))
        same = list(
            threads.map(lambda one: one.ask("publish_task_report", **REPORT, request_id="same"), sessions)
        )
    assert sorted(told["revision"] for _, told in published) == list(range(1, 33))
    assert {told["revision"] for _, told in same} == {33}
    assert [told["replayed"] for _, told in same].count(False) == 1
    _, context = sessions[0].ask("get_task_context", section="reports")
    assert [head["revision"] for head in context["reports"]] == list(range(33, 0, -1))


def test_a_slip_is_refused_alike_by_rest_and_mcp(served: Running) -> None:
    session = Session(served)
    session.begin("Slips")
    asked = [(name, asked_with(name, given, session.held)) for name, given, _, _ in SLIPS]

    async def over_mcp() -> list[dict[str, Any]]:
        async with Client(f"{served.address}/mcp/investigate") as client:
            results = [await client.call_tool(name, given) for name, given in asked]
        assert all(result.is_error for result in results)
        return [result.structured_content for result in results]

    for (name, given), told in zip(asked, run_beside(over_mcp), strict=True):
        assert without_moments(session.ask(name, **given)[1]) == without_moments(told), name


def test_a_running_desk_queues_what_expired_without_being_asked(served: Running) -> None:
    session = Session(served)
    task_id = session.ask("create_task", title="Silent")[1]["task_id"]
    session.ask("claim_task", task_id=task_id, lease_seconds=1)
    for _ in range(100):
        transitions = session.ask("get_task_context", task_id=task_id)[1]["transitions"]
        if transitions[-1]["moved_by"] == "lease_expired":
            break
        time.sleep(0.2)
    assert (transitions[-1]["to_status"], transitions[-1]["generation"]) == ("queued", 1)


def test_every_call_of_an_agent_is_offered_and_says_when_to_use_it() -> None:
    offered = offered_in("investigate")
    for name, _, _, _ in SLIPS:
        assert len(offered[name].teaches) > 100, name


def test_reading_with_a_lost_lease_is_answered_and_says_so(desk: Desk) -> None:
    task = by_function(desk, "create_task", {"request_id": "a", "title": "T"})["task_id"]
    claim = by_function(desk, "claim_task", {"request_id": "b", "task_id": task})
    held = {"task_id": task, "lease_token": claim["lease_token"]}
    assert by_function(desk, "get_task_context", held)["is_lease_holder"]
    finish = {"request_id": "c", "generation": 1, "reason": "Nothing to see."} | held
    by_function(desk, "finish_task_run", finish, LOCAL_OWNER)
    assert not by_function(desk, "get_task_context", held)["is_lease_holder"]


class Scripted:
    """An agent without a model: it knows the tools and reads their answers."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.held: dict[str, Any] = {}

    async def use(self, name: str, **given: Any) -> dict[str, Any]:
        result = await self.client.call_tool(name, asked_with(name, given, self.held))
        told: dict[str, Any] = result.structured_content or {}
        assert not result.is_error, told
        return told

    async def refused(self, name: str, **given: Any) -> dict[str, Any]:
        result = await self.client.call_tool(name, asked_with(name, given, self.held))
        assert result.is_error
        told: dict[str, Any] = (result.structured_content or {})["error"]
        return told

    async def claim(self, task_id: str) -> dict[str, Any]:
        claim = await self.use("claim_task", task_id=task_id, agent="Scripted", lease_seconds=600)
        self.held = {key: claim[key] for key in ("task_id", "lease_token", "generation")}
        return claim


def turbidity(place: str) -> dict[str, Any]:
    return {
        "title": f"Turbidity at {place}", "source_kind": "live_query", "source": "historian",
        "window_from": "2026-05-01T00:00:00Z", "window_until": "2026-05-02T00:00:00Z",
        "data": {
            "kind": "series", "parameter": "turbidity", "unit": "NTU", "place": place,
            "points": [{"at": "2026-05-01T06:00:00Z", "value": 0.31}],
        },
    }  # fmt: skip


MAP = {
    "nodes": [
        {"node_id": "plant", "title": "水厂", "status": "failed", "evidence_ids": ["E-1"]},
        {"node_id": "main", "title": "Main", "status": "reference"},
    ],
    "edges": [{"source": "plant", "target": "main"}],
}


async def investigate(agent: Scripted) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """Play two rounds; return the task and what each round ended with."""
    task_id = (await agent.use("create_task", title="黄水投诉:十二户"))["task_id"]
    queued = await agent.use("list_tasks", status=["queued"])
    assert task_id in [task["task_id"] for task in queued["items"]]
    await agent.claim(task_id)
    whole = await agent.use("publish_task_evidence", **turbidity("P1"))
    cut = await agent.use(
        "publish_task_evidence",
        title="Complaints", source_kind="attached_sample", source="export.csv", is_truncated=True,
        truncation="first 100 rows", origin="synthetic",
    )  # fmt: skip
    # A client that writes an object as text is understood.
    await agent.use(
        "publish_task_progress",
        summary="The plant is ruled out.",
        graph_update=json.dumps(MAP),
    )
    absent = {
        "statement": "No complaint outside the zone.",
        "kind": "absence",
        "evidence_ids": [cut["evidence_id"]],
    }
    report = {
        "stage": "interim", "outcome": "undetermined", "title": "First look", "summary": "Not the plant.",
        "body": "Turbidity at P1 is normal [E-1].", "reason": "First round.",
        "data_gaps": [{"missing": "P2", "why_it_matters": "It decides.", "tried": ["historian"]}],
    }  # fmt: skip
    told = await agent.refused("publish_task_report", **report, findings=[absent])
    assert told["code"] == "absence_on_truncated_evidence"
    seen = absent | {"kind": "observation", "evidence_ids": [whole["evidence_id"]]}
    await agent.use("publish_task_report", **report, findings=[seen])
    soon = (datetime.now(UTC) + timedelta(seconds=6)).isoformat()
    asked = await agent.use(
        "ask_task_user",
        prompt="What does the crew measure at P2?", why="It decides.", is_required=True, expires_at=soon,
        fields=[{"name": "ntu", "label": "Turbidity", "kind": "number", "unit": "NTU"}],
    )  # fmt: skip
    assert asked["if_finished_now"]["status"] == "waiting_human"
    told = await agent.refused("publish_task_report", **(report | {"stage": "final"}))
    assert told["code"] == "question_pending"
    first = await agent.use("finish_task_run")
    await queued_again(agent, task_id)
    claim = await agent.claim(task_id)
    assert (claim["generation"], claim["round_id"]) == (2, "R-2")
    context = await agent.use("get_task_context", section="questions")
    assert (context["delivered"], context["questions"][0]["no_response"]) == (["Q-1"], True)
    await agent.use(
        "publish_task_evidence", **turbidity("P2"), corrects="E-2", correction_reason="Asked again, whole."
    )
    await agent.use("publish_task_report", **(report | {
        "stage": "concluded", "outcome": "probable", "reason": "Both points are read.", "body": "[E-1] [E-3]",
        "data_gaps": [{"gap_id": "G-1", "closed_by": "E-3"}],
    }))  # fmt: skip
    action = await agent.use(
        "propose_task_action", kind="work_order", title="Flush the main", description="Flush for 20 minutes.",
        reason="Iron has settled.", evidence_ids=["E-3"],
    )  # fmt: skip
    chart = {"kind": "chart", "title": "Both points", "chart_kind": "comparison"}
    await agent.use("publish_task_presentation", **chart, evidence_ids=["E-1", "E-3"])
    await agent.use("publish_task_report", **(report | {
        "stage": "final", "outcome": "probable", "reason": "With the proposed action.",
        "action_ids": [action["action_id"]], "data_gaps": [{"gap_id": "G-1"}],
    }))  # fmt: skip
    return task_id, first, await agent.use("finish_task_run")


async def queued_again(agent: Scripted, task_id: str) -> None:
    with anyio.fail_after(60):
        while True:
            tasks = await agent.use("list_tasks", status=["queued"])
            if task_id in [task["task_id"] for task in tasks["items"]]:
                return
            await anyio.sleep(0.5)


def test_an_agent_without_a_model_plays_a_whole_investigation_over_mcp(served: Running) -> None:
    async def play() -> tuple[str, dict[str, Any], dict[str, Any]]:
        async with Client(f"{served.address}/mcp/investigate") as client:
            return await investigate(Scripted(client))

    task_id, first, last = run_beside(play)
    assert (first["status"], last["status"]) == ("waiting_human", "waiting_review")
    session = Session(served)
    _, context = session.ask("get_task_context", task_id=task_id)
    task = context["task"]
    assert (task["generation"], task["latest_revision"], task["latest_stage"]) == (2, 3, "final")
    assert (task["pending_actions"], task["open_gaps"], task["rounds"]) == (1, 0, 2)
    assert [move["to_status"] for move in context["transitions"]] == [
        "queued", "running", "waiting_human", "queued", "running", "waiting_review",
    ]  # fmt: skip
    _, cost = session.ask("read_case_cost", task_id=task_id)
    assert cost["unlinked_rounds"] == ["R-1", "R-2"]


AGENT = """
import json, os, urllib.request, uuid
base = f"{os.environ['CASEBOARD_URL']}/api/tasks/{os.environ['CASE_TASK_ID']}"
held = {"lease_token": os.environ["CASE_LEASE_TOKEN"], "generation": int(os.environ["CASE_GENERATION"])}
report = {"stage": "final", "outcome": "probable", "title": "T", "summary": "S", "body": "B", "reason": "R"}
for path, given in (("reports", report), ("finish", {})):
    body = json.dumps({"request_id": str(uuid.uuid4())} | held | given).encode()
    headers = {"Content-Type": "application/json"}
    urllib.request.urlopen(urllib.request.Request(f"{base}/{path}", body, headers)).close()
"""


def test_the_worker_of_the_guide_picks_up_queued_cases(served: Running, checkout: Path) -> None:
    session = Session(served)
    task_id = session.ask("create_task", title="For the worker")[1]["task_id"]
    environment = os.environ | {"CASEBOARD_URL": served.address, "NO_PROXY": "*"}
    environment.pop("CASEBOARD_TOKEN", None)
    command = [sys.executable, str(checkout / "docs" / "worker.py"), sys.executable, "-c", AGENT]
    worker = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        for _ in range(150):
            task = session.ask("get_task_context", task_id=task_id)[1]["task"]
            if task["status"] == "completed":
                break
            time.sleep(0.2)
    finally:
        worker.kill()
        worker.communicate()
    assert (task["status"], task["rounds"]) == ("completed", 1)


def test_the_worker_is_short_enough_to_copy(checkout: Path) -> None:
    code = (checkout / "docs" / "worker.py").read_text("utf-8").split('"""')[-1]
    assert len([line for line in code.splitlines() if line.strip()]) < 40


def test_whatever_a_call_takes_passes_through_the_bridge_unchanged(served: Running) -> None:
    session = Session(served)
    session.begin("Over stdin")
    table = {"kind": "table", "columns": [{"name": "NTU", "unit": "1"}], "rows": [[0.31], [None]]}
    steps = [{"id": "a", "title": "A", "actor": "agent"}, {"id": "b", "title": "B", "actor": "human"}]
    writes = [
        ("publish_task_evidence", {"title": "T", "source_kind": "manual", "source": "s", "data": table}),
        ("publish_execution_plan", {"title": "T", "reason": "R", "nodes": steps, "edges": [{"from": "a",
        "to": "b"}]}), ("publish_task_progress", {"graph_update": MAP}),
    ]  # fmt: skip
    bridge = StdioServerParameters(
        command=sys.executable, args=["-m", "dashboard", "mcp"], env=served.environment
    )

    async def play() -> None:
        async with Client(bridge) as client:
            agent = Scripted(client)
            agent.held = session.held
            for name, given in writes:
                await agent.use(name, **given)

    run_beside(play)
    _, evidence = session.ask("get_task_context", section="evidence")
    assert evidence["evidence"][0]["data"] == table
    _, plan = session.ask("get_task_context", section="plan")
    assert [edge["from"] for edge in plan["plan"]["edges"]] == ["a"]

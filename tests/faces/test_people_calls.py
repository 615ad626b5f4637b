"""What people do over the faces: the same refusals everywhere, real races, and no tool of it for an agent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from starlette.testclient import TestClient

from dashboard.current_desk import Desk
from dashboard.faces.calls import BY_NAME, CALLS
from dashboard.faces.tool_sets import offered_in
from dashboard.fault_document import fault_document, fault_told
from data_access.contracts.principal import LOCAL_AGENT, LOCAL_OWNER
from data_access.errors import AlreadyAnswered
from tests.beside import run_beside
from tests.faces.questions import by_function, by_rest, without_moments
from tests.faces.running_desk import Running, running

REPORT = {"outcome": "undetermined", "title": "T", "summary": "S", "body": "B", "reason": "R"}
SLIPS: list[tuple[str, dict[str, Any], int, str]] = [
    ("answer_task_question", {"question_id": "Q-9", "text": "t"}, 422, "unknown_reference"),
    ("answer_task_question", {"question_id": "Q-1"}, 422, "answer_empty"),
    ("answer_task_question", {"question_id": "Q-1", "field_values": {"x": 1}}, 422, "field_value_invalid"),
    ("answer_task_question", {"question_id": "Q-1", "text": "t", "keep_as": "secret"}, 400, "invalid_input"),
    ("answer_task_question", {"question_id": "Q-1", "text": "t", "keep_as": "evidence"}, 422,
     "fact_incomplete"),
    ("answer_task_question", {"question_id": "Q-2", "text": "t"}, 409, "already_answered"),
    ("answer_task_question", {"question_id": "Q-2", "text": "t", "corrects": "Q-2.1"}, 422, "reason_missing"),
    ("decline_task_question", {"question_id": "Q-2", "reason": "r"}, 409, "already_answered"),
    ("decline_task_question", {"question_id": "Q-1"}, 400, "invalid_input"),
    ("withdraw_answer", {"answer_id": "Q-1.1", "reason": "r"}, 422, "unknown_reference"),
    ("assign_question", {"question_id": "Q-2", "assignee": "Li"}, 409, "question_settled"),
    ("claim_question", {"question_id": "Q-2"}, 409, "question_settled"),
    ("decide_task_action", {"action_id": "A-9", "decision": "approved", "reason": "r"}, 422,
     "unknown_reference"),
    ("decide_task_action", {"action_id": "A-1", "decision": "maybe", "reason": "r"}, 400, "invalid_input"),
    ("report_action_done", {"action_id": "A-1", "done_by": "Li", "done_at": "2026-05-01T10:00:00Z",
     "result": "r", "known_by": "seen"}, 409, "action_not_approved"),
    ("confirm_relayed_fact", {"evidence_id": "H-2"}, 422, "not_confirmable"),
    ("correct_evidence", {"evidence_id": "E-1", "reason": "r", "kind": "statement", "known_by": "seen"}, 422,
     "unknown_reference"),
    ("withdraw_evidence", {"evidence_id": "H-9", "reason": "r"}, 422, "unknown_reference"),
    ("request_reinvestigation", {"reason": "r"}, 409, "wrong_status"),
    ("cancel_task", {}, 400, "invalid_input"),
    ("post_discussion_message", {"text": "t", "report_revision": 9}, 422, "unknown_revision"),
    ("add_task_human_evidence", {"kind": "statement", "known_by": "seen", "statement": "s", "person": "Li"},
     422, "fact_incomplete"),
]  # fmt: skip
TALK: list[tuple[str, dict[str, Any], int, str]] = [
    ("get_discussion", {"message_id": "D-9"}, 404, "not_found"),
    ("get_discussion", {"report_revision": 9}, 404, "not_found"),
    ("reply_in_discussion", {"message_id": "D-9", "text": "t", "checked_generation": 1}, 422,
     "unknown_reference"),
    ("reply_in_discussion", {"message_id": "D-1", "text": "t", "checked_generation": 7}, 409,
     "stale_generation"),
    ("reply_in_discussion", {"message_id": "D-1", "text": "t", "checked_generation": 1,
     "checked_revision": 9}, 422, "unknown_revision"),
]  # fmt: skip


def case_of_people(desk: Desk) -> str:
    """A running case with an open and an answered question, an action, facts and a message."""

    def ask(name: str, principal: Any, **given: Any) -> dict[str, Any]:
        told = by_function(desk, name, {"request_id": str(uuid4())} | given, principal)
        assert "error" not in told, told
        return told

    task_id = ask("create_task", LOCAL_AGENT, title="T")["task_id"]
    claim = ask("claim_task", LOCAL_AGENT, task_id=task_id, lease_seconds=1800)
    held = {name: claim[name] for name in ("task_id", "lease_token", "generation")}
    for prompt in ("One?", "Two?"):
        ask("ask_task_user", LOCAL_AGENT, **held, prompt=prompt, why="W", is_required=True)
    ask("publish_task_report", LOCAL_AGENT, **held, **REPORT, stage="interim")
    action = {"kind": "k", "title": "T", "description": "D", "reason": "R"}
    ask("propose_task_action", LOCAL_AGENT, **held, **action)
    ask("answer_task_question", LOCAL_OWNER, task_id=task_id, question_id="Q-2", text="Yes.")
    fact = {"kind": "statement", "known_by": "seen", "statement": "S"}
    quoted = {"person": "Wang", "quote": "S", "message_id": "m"}
    ask("add_task_human_evidence", LOCAL_AGENT, task_id=task_id, **fact, **quoted)
    ask("add_task_human_evidence", LOCAL_OWNER, task_id=task_id, **fact)
    ask("post_discussion_message", LOCAL_OWNER, task_id=task_id, text="Why?")
    return task_id


@pytest.mark.parametrize(("name", "given", "status", "code"), SLIPS + TALK)
def test_a_slip_of_a_person_is_refused_alike_by_function_and_rest(
    desk: Desk,
    rest: TestClient,
    as_owner: dict[str, str],
    name: str,
    given: dict[str, Any],
    status: int,
    code: str,
) -> None:
    own = {"task_id": case_of_people(desk)}
    if BY_NAME[name].method == "POST":
        own["request_id"] = "slip"
    answered, told = by_rest(rest, name, own | given, as_owner)
    assert (answered, told["error"]["code"]) == (status, code)
    assert told == by_function(desk, name, own | given, LOCAL_OWNER)
    for problem in told["error"]["problems"]:
        assert all(problem[part] for part in ("where", "why", "fix"))


def test_whoever_was_beaten_is_told_the_winner_over_every_face(
    desk: Desk, rest: TestClient, as_owner: dict[str, str]
) -> None:
    task_id = case_of_people(desk)
    given = {"request_id": "r", "task_id": task_id, "question_id": "Q-2", "text": "No."}
    _, told = by_rest(rest, "answer_task_question", given, as_owner)
    assert (told["error"]["winner"]["text"], told["error"]["winner"]["person"]) == ("Yes.", "Local owner")
    again = fault_told(json.dumps(told).encode(), 409)
    assert isinstance(again, AlreadyAnswered)
    assert fault_document(again) == told


def test_no_call_of_people_is_offered_to_agents_and_none_is_answered_to_them(
    desk: Desk, rest: TestClient
) -> None:
    deciding = [call for call in CALLS if call.scope == "decide"]
    assert len(deciding) == 13
    offered = {call.name for tool in offered_in("investigate").values() for call in tool.calls.values()}
    assert offered.isdisjoint(call.name for call in deciding)
    task_id = case_of_people(desk)
    for name, given, _, _ in SLIPS[:-1]:
        answered, told = by_rest(rest, name, {"request_id": "r", "task_id": task_id} | given)
        assert (answered, told["error"]["code"]) == (403, "permission_denied"), name


@pytest.fixture(scope="module")
def served(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A real server on an empty desk."""
    with running(tmp_path_factory.mktemp("people") / "desk.duckdb", checkout) as desk:
        yield desk


def token_for(served: Running, kind: str, name: str, *scopes: str) -> dict[str, str]:
    given = [part for scope in scopes for part in ("--scope", scope)]
    made = served.command("token", "create", "--name", name, "--kind", kind, *given, "--json")
    return {"authorization": f"Bearer {json.loads(made.stdout)['token']}"}


def ask(served: Running, headers: dict[str, str], name: str, **given: Any) -> tuple[int, dict[str, Any]]:
    call = BY_NAME[name]
    left = ({"request_id": str(uuid4())} if call.method == "POST" else {}) | given
    if call.name == "get_task_context":
        left.pop("request_id")
    path = call.path.format_map({key: str(value) for key, value in left.items()})
    body = {key: value for key, value in left.items() if f"{{{key}}}" not in call.path}
    told = httpx2.request(
        call.method, f"{served.address}{path}", json=body if call.method == "POST" else None,
        params=body if call.method == "GET" else None, headers=headers, trust_env=False, timeout=60,
    )  # fmt: skip
    return told.status_code, told.json()


@pytest.mark.long
def test_sixteen_people_over_rest_answer_fifty_questions_once_and_lose_no_word(served: Running) -> None:
    agent = token_for(served, "agent", "Worker", "read", "publish")
    people = [token_for(served, "person", f"Person {n}", "read", "decide") for n in range(4)]
    _, task = ask(served, agent, "create_task", title="Race")
    _, claim = ask(served, agent, "claim_task", task_id=task["task_id"], lease_seconds=1800)
    held = {name: claim[name] for name in ("task_id", "lease_token", "generation")}
    for number in range(50):
        given = {"prompt": f"Question {number}?", "why": "W", "is_required": True}
        assert ask(served, agent, "ask_task_user", **held, **given)[0] == 200
    assert ask(served, agent, "finish_task_run", **held)[1]["status"] == "waiting_human"

    def send(one: tuple[int, str]) -> tuple[str, str]:
        number, question_id = one
        draft = {
            "task_id": task["task_id"], "question_id": question_id, "text": f"{number} says so",
            "request_id": f"{number} {question_id}",
        }  # fmt: skip
        headers = people[number % 4]
        status, told = ask(served, headers, "answer_task_question", **draft)
        if status == 409:
            assert told["error"]["code"] == "already_answered"
            assert told["error"]["winner"]["text"] != draft["text"]
            status, told = ask(served, headers, "answer_task_question", **draft, keep_as="dissent")
        assert status == 200
        if number == 0:  # the network repeats what was sent
            assert ask(served, headers, "answer_task_question", **draft)[0] in (200, 409)
        return question_id, told["standing"]

    asked = [(number, f"Q-{one}") for one in range(1, 51) for number in range(16)]
    with ThreadPoolExecutor(16) as threads:
        told = list(threads.map(send, asked))
    assert sorted(name for name, standing in told if standing == "effective") == sorted(
        {name for _, name in asked}
    )
    _, context = ask(served, agent, "get_task_context", task_id=task["task_id"], section="questions")
    for question in context["questions"]:
        texts = sorted(one["text"] for one in question["answers"])
        assert texts == sorted(f"{number} says so" for number in range(16))
        assert [one["is_effective"] for one in question["answers"]].count(True) == 1
    assert (context["task"]["status"], context["task"]["generation"]) == ("queued", 2)

    talked = ask(served, people[0], "post_discussion_message", task_id=task["task_id"], text="Why?")
    assert talked[0] == 200
    slips = [(name, {"task_id": task["task_id"]} | given) for name, given, _, _ in TALK]

    async def over_mcp() -> list[dict[str, Any]]:
        async with (
            httpx2.AsyncClient(headers=agent, trust_env=False) as http,
            Client(streamable_http_client(f"{served.address}/mcp", http_client=http)) as client,
        ):
            results = []
            for name, given in slips:
                own = {} if name == "get_discussion" else {"request_id": "slip"}
                results.append(await client.call_tool("review_case", {"what": name} | own | given))
            hidden = await client.call_tool("answer_task_question", {"text": "Yes."})
            assert (hidden.structured_content or {})["error"]["code"] == "not_found"
        return [result.structured_content or {} for result in results]

    for (name, given), told_there in zip(slips, run_beside(over_mcp), strict=True):
        own = {} if name == "get_discussion" else {"request_id": "slip"}
        assert without_moments(ask(served, agent, name, **own, **given)[1]) == without_moments(told_there)

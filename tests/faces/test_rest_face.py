"""REST answers the table of calls, and says no in one shape."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from dashboard.current_desk import Desk
from dashboard.faces.calls import CALLS
from data_access.contracts.principal import LOCAL_AGENT, LOCAL_OWNER
from tests.faces.questions import REFUSED, by_function, by_rest, questions, without_moments


@pytest.fixture
def run_key(desk: Desk) -> str:
    """The key of a run with many events."""
    return str(by_function(desk, "list_runs", {"order": "events"})["items"][0]["conversation_key"])


def test_the_same_question_has_the_same_answer_by_function_and_rest(
    desk: Desk, rest: TestClient, run_key: str
) -> None:
    for name, given in questions(run_key):
        status, told = by_rest(rest, name, given)
        assert (status, without_moments(told)) == (200, without_moments(by_function(desk, name, given))), name


@pytest.mark.parametrize(("name", "given", "status", "code"), REFUSED)
def test_the_same_slip_is_refused_alike_by_function_and_rest(
    desk: Desk, rest: TestClient, name: str, given: dict[str, Any], status: int, code: str
) -> None:
    answered, told = by_rest(rest, name, given)
    assert (answered, told["error"]["code"]) == (status, code)
    assert told == by_function(desk, name, given)
    assert set(told["error"]) - {"candidates"} == {"code", "message", "problems"}
    for problem in told["error"]["problems"]:
        assert all(problem[part] for part in ("where", "why", "fix"))


def test_an_ambiguous_id_names_its_candidates(rest: TestClient) -> None:
    error = by_rest(rest, "read_run", {"conversation_id": "twin"})[1]["error"]
    assert len(error["candidates"]) == 2
    for key in error["candidates"]:
        assert by_rest(rest, "read_run", {"conversation_id": key})[0] == 200


def test_an_event_that_no_run_has_is_not_found(rest: TestClient, run_key: str) -> None:
    status, told = by_rest(rest, "read_event", {"conversation_id": run_key, "event_id": "nothing"})
    assert (status, told["error"]["code"]) == (404, "not_found")


def test_runs_are_ordinary_chats_unless_asked_otherwise(rest: TestClient) -> None:
    purposes = {run["purpose"] for run in by_rest(rest, "list_runs", {})[1]["items"]}
    assert purposes == {"ordinary_chat"}


def test_a_parameter_that_does_not_repeat_is_refused_when_given_twice(rest: TestClient) -> None:
    told = rest.get("/api/conversations?limit=1&limit=2")
    assert (told.status_code, told.json()["error"]["code"]) == (400, "invalid_input")


def test_pages_follow_each_other_by_their_cursor(rest: TestClient, run_key: str) -> None:
    path, seen, cursor = f"/api/agents/visibility/events?conversation_id={run_key}", [], None
    while True:
        told = rest.get(f"{path}&limit=7" + (f"&cursor={cursor}" if cursor else "")).json()
        seen += [one["event_id"] for one in told["items"]]
        cursor = told["next_cursor"]
        if cursor is None:
            break
    assert len(seen) == len(set(seen)) == told["total"]


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api", 404, "not_found"),
        ("GET", "/api/", 404, "not_found"),
        ("GET", "/api/nothing/here", 404, "not_found"),
        ("PUT", "/api/conversations", 405, "method_not_allowed"),
        ("POST", "/api/cost", 405, "method_not_allowed"),
        ("TRACE", "/api/cost", 405, "method_not_allowed"),
        ("POST", "/api/backup", 415, "body_not_json"),
    ],
)
def test_what_is_no_call_is_said_in_the_same_shape(
    rest: TestClient, as_owner: dict[str, str], method: str, path: str, status: int, code: str
) -> None:
    told = rest.request(method, path, headers=as_owner)
    assert (told.status_code, told.json()["error"]["code"]) == (status, code)


@pytest.mark.parametrize("body", [b"{", b"[]", b"nul", b'"text"', b"\xff"])
def test_a_body_that_is_no_json_object_is_refused(
    rest: TestClient, as_owner: dict[str, str], body: bytes
) -> None:
    headers = as_owner | {"content-type": "application/json"}
    told = rest.post("/api/tokens", content=body, headers=headers)
    assert (told.status_code, told.json()["error"]["code"]) == (400, "invalid_input")


def test_names_and_paths_of_calls_are_their_own() -> None:
    assert (
        len({call.name for call in CALLS}) == len({(call.method, call.path) for call in CALLS}) == len(CALLS)
    )


def test_agents_are_never_offered_what_people_or_owners_do() -> None:
    assert {call.scope for call in CALLS if call.tools} <= {"read", "publish"}
    assert LOCAL_OWNER.scopes - LOCAL_AGENT.scopes == {"decide", "operate"}

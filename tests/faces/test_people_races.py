"""Sixteen people with tokens of their own, before a real server: one answer holds, and no word is lost."""

from __future__ import annotations

import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from dashboard.faces.calls import BY_NAME
from data_access.contracts.queries import TokenCall
from data_access.reading.verify import verify
from data_access.store.connection import Store
from data_access.writing.tokens import create_token
from tests.beside import run_beside
from tests.faces.questions import without_moments
from tests.faces.running_desk import running
from tests.faces.test_people_calls import REPORT, TALK

MANY = pytest.mark.parametrize("times", [6, pytest.param(50, marks=pytest.mark.long)], ids=["few", "many"])
PEOPLE = [f"Person {number}" for number in range(16)]
Told = tuple[int, dict[str, Any]]


class Somebody:
    """Asks a desk over one connection that is kept open, as a browser or a runtime does."""

    def __init__(self, address: str, token: str, stack: ExitStack) -> None:
        self.headers = {"authorization": f"Bearer {token}"}
        self.http = stack.enter_context(
            httpx2.Client(base_url=address, headers=self.headers, trust_env=False, timeout=120)
        )

    def ask(self, name: str, **given: Any) -> Told:
        call = BY_NAME[name]
        left = {"request_id": str(uuid4())} if "request_id" in call.takes.model_fields else {}
        left |= given
        path = call.path.format_map({key: str(value) for key, value in left.items()})
        body = {key: value for key, value in left.items() if f"{{{key}}}" not in call.path}
        told = self.http.request(
            call.method, path, json=body if call.method == "POST" else None,
            params=body if call.method == "GET" else None,
        )  # fmt: skip
        return told.status_code, told.json()

    def do(self, name: str, **given: Any) -> dict[str, Any]:
        status, told = self.ask(name, **given)
        assert status == 200, told
        return told


class Desk:
    """A served desk, an agent and sixteen people."""

    def __init__(self, address: str, tokens: dict[str, str], stack: ExitStack) -> None:
        self.address = address
        self.agent = Somebody(address, tokens["Worker"], stack)
        self.people = {name: Somebody(address, tokens[name], stack) for name in PEOPLE}

    def begin(self) -> dict[str, Any]:
        task_id = self.agent.do("create_task", title="Race")["task_id"]
        claim = self.agent.do("claim_task", task_id=task_id, lease_seconds=1800)
        return {name: claim[name] for name in ("task_id", "lease_token", "generation")}

    def ask(self, questions: int) -> str:
        """Let a round end after it asked; return the task."""
        held = self.begin()
        for number in range(questions):
            given = {"prompt": f"Question {number}?", "why": "W", "is_required": True}
            self.agent.do("ask_task_user", **held, **given)
        assert self.agent.do("finish_task_run", **held)["status"] == "waiting_human"
        return str(held["task_id"])


def tokens_on(database: Path) -> dict[str, str]:
    """Give everybody a token before the desk is served."""
    with Store.open(database) as store:
        agent = TokenCall(name="Worker", scopes=("read", "publish"))
        people = [TokenCall(name=name, kind="person", scopes=("read", "decide")) for name in PEOPLE]
        return {call.name: create_token(store, call).token for call in (agent, *people)}


@pytest.fixture(scope="module")
def desk(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    database = tmp_path_factory.mktemp("races") / "desk.duckdb"
    tokens = tokens_on(database)
    with ExitStack() as stack:
        served = stack.enter_context(running(database, checkout))
        yield Desk(served.address, tokens, stack)
    with Store.open(database) as store:
        assert verify(store).faults == 0
        with store.reading() as cursor:
            (counts,) = cursor.execute(
                "SELECT (SELECT count(*) FROM receipt), count(*) FROM audit WHERE subject_kind = "
                "'investigation_task' AND face <> 'desk' AND action <> 'deliver_answers'"
            ).fetchall()
        assert counts[0] == counts[1], "one row of the change log for each write, and no more"


def at_once(works: Sequence[Callable[[], Any]]) -> list[Any]:
    start = threading.Barrier(len(works))

    def run(work: Callable[[], Any]) -> Any:
        start.wait(60)
        return work()

    with ThreadPoolExecutor(len(works)) as threads:
        return list(threads.map(run, works))


@MANY
def test_of_sixteen_clients_one_answers_each_question_and_the_words_of_all_are_kept(
    desk: Desk, times: int
) -> None:
    task_id = desk.ask(times)
    winners: dict[str, set[str]] = {}

    def send(name: str, question_id: str) -> str:
        person = desk.people[name]
        draft: dict[str, Any] = {
            "task_id": task_id, "question_id": question_id, "text": f"{name} says so",
            "request_id": f"draft of {question_id}",
        }  # fmt: skip
        status, told = person.ask("answer_task_question", **draft)
        if status == 409:
            assert told["error"]["code"] == "already_answered"
            winners.setdefault(question_id, set()).add(told["error"]["winner"]["text"])
            draft["keep_as"] = "dissent"
            status, told = person.ask("answer_task_question", **draft)
        assert status == 200, told
        assert person.do("answer_task_question", **draft) == told | {"replayed": True}
        return str(told["standing"])

    for number in range(1, times + 1):
        told = at_once([lambda name=name, asked=f"Q-{number}": send(name, asked) for name in PEOPLE])
        assert Counter(told) == {"effective": 1, "dissent": 15}
    context = desk.agent.do("get_task_context", task_id=task_id, section="questions")
    for question in context["questions"]:
        assert sorted(one["text"] for one in question["answers"]) == sorted(
            f"{name} says so" for name in PEOPLE
        )
        (held,) = (one["text"] for one in question["answers"] if one["is_effective"])
        assert winners[question["question_id"]] == {held}, "the others were told what holds"
    assert (context["task"]["status"], context["task"]["generation"]) == ("queued", 2)


@MANY
def test_of_sixteen_clients_one_decides_each_action(desk: Desk, times: int) -> None:
    held = desk.begin()
    desk.agent.do("publish_task_report", **held, **REPORT, stage="interim")
    action = {"kind": "k", "title": "T", "description": "D", "reason": "R"}
    for _ in range(times):
        desk.agent.do("propose_task_action", **held, **action)
    desk.agent.do("publish_task_report", **held, **REPORT, stage="final")
    assert desk.agent.do("finish_task_run", **held)["status"] == "waiting_review"

    def decide(name: str, action_id: str) -> tuple[int, str]:
        decision = "approved" if PEOPLE.index(name) % 2 else "rejected"
        given = {"task_id": held["task_id"], "action_id": action_id, "decision": decision, "reason": "R"}
        status, told = desk.people[name].ask("decide_task_action", **given)
        return status, told["action_id"] if status == 200 else told["error"]["code"]

    for number in range(1, times + 1):
        name = f"A-{number}"
        told = at_once([lambda one=one, name=name: decide(one, name) for one in PEOPLE])
        assert Counter(told) == {(200, name): 1, (409, "already_decided"): 15}
    assert desk.agent.do("get_task_context", task_id=held["task_id"])["task"]["status"] == "completed"


def test_what_is_said_about_a_report_is_refused_alike_by_rest_and_mcp(desk: Desk) -> None:
    task_id = desk.begin()["task_id"]
    desk.people["Person 0"].do("post_discussion_message", task_id=task_id, text="Why?")
    slips = [
        (name, {"task_id": task_id} | given | ({} if name == "get_discussion" else {"request_id": "slip"}))
        for name, given, _, _ in TALK
    ]

    async def over_mcp() -> list[dict[str, Any]]:
        async with (
            httpx2.AsyncClient(headers=desk.agent.headers, trust_env=False) as http,
            Client(streamable_http_client(f"{desk.address}/mcp", http_client=http)) as client,
        ):
            results = [await client.call_tool("review_case", {"what": name} | given) for name, given in slips]
        return [result.structured_content or {} for result in results]

    for (name, given), told_there in zip(slips, run_beside(over_mcp), strict=True):
        assert without_moments(desk.agent.ask(name, **given)[1]) == without_moments(told_there)


async def used(desk: Desk, somebody: Somebody, path: str, asked: list[tuple[str, dict[str, Any]]]) -> Any:
    """List the tools at an address of MCP, and use some; return the names, and each result with its text."""
    async with (
        httpx2.AsyncClient(headers=somebody.headers, trust_env=False) as http,
        Client(streamable_http_client(f"{desk.address}{path}", http_client=http)) as client,
    ):
        names = {tool.name for tool in (await client.list_tools()).tools}
        return names, [await client.call_tool(name, given) for name, given in asked]


@pytest.mark.parametrize("path", ["/mcp", "/mcp/read", "/mcp/investigate"])
def test_nobody_answers_or_decides_over_mcp_not_even_with_the_token_of_a_person(
    desk: Desk, path: str
) -> None:
    task_id = desk.ask(1)
    deciding = [call.name for call in BY_NAME.values() if call.scope == "decide"]
    own = {"task_id": task_id, "question_id": "Q-1", "text": "Yes.", "request_id": "r"}
    for somebody in (desk.agent, desk.people["Person 0"]):
        names, results = run_beside(used, desk, somebody, path, [(name, own) for name in deciding])
        assert names
        assert names.isdisjoint(deciding)
        assert {one.structured_content["error"]["code"] for one in results} == {"not_found"}
    (question,) = desk.agent.do("get_task_context", task_id=task_id, section="questions")["questions"]
    assert question["state"] == "pending"


def test_an_agent_is_told_over_mcp_that_silence_is_neither_consent_nor_refusal(desk: Desk) -> None:
    """However a question ended without an answer, in every section that tells of it, as data and as text."""
    held = desk.begin()
    soon = (datetime.now(UTC) + timedelta(seconds=1)).isoformat()
    asked = {"why": "W", "prompt": "May we flush?"}
    desk.agent.do("ask_task_user", **held, **asked, expires_at=soon)
    desk.agent.do("ask_task_user", **held, **asked | {"prompt": "Since when?"})
    again = {"prompt": "Since which day?", "supersedes": "Q-2", "supersede_reason": "Hours do not matter."}
    desk.agent.do("ask_task_user", **held, **asked | again)
    desk.agent.do("publish_task_report", **held, **REPORT, stage="final")
    time.sleep(1)
    assert desk.agent.do("finish_task_run", **held)["status"] == "completed"
    sections = [{"task_id": held["task_id"], "section": section} for section in ("task", "questions")]
    reads = [("get_task_context", section) for section in sections]
    _, results = run_beside(used, desk, desk.agent, "/mcp", reads)
    means = "Nobody answered: this is neither consent nor refusal."
    for section, result in zip(sections, results, strict=True):
        told = result.structured_content["questions"]
        assert [(one["state"], one["no_response"], one["no_response_means"]) for one in told] == [
            ("expired", True, means), ("superseded", True, means), ("cancelled", True, means),
        ]  # fmt: skip
        assert result.content[0].text.count(means) == 3
        assert desk.agent.do("get_task_context", **section)["questions"] == told


def test_an_agent_that_asks_again_after_a_refusal_names_it_over_mcp(desk: Desk) -> None:
    held = desk.begin()
    asked = held | {"prompt": "May we flush the main?", "why": "W"}
    desk.agent.do("ask_task_user", **asked)
    refusal = {"task_id": held["task_id"], "question_id": "Q-1", "reason": "Not in the dry season."}
    desk.people["Person 0"].do("decline_task_question", **refusal)
    sent = [
        {}, {"supersedes": "Q-1"}, {"supersedes": "Q-9", "supersede_reason": "R"},
        {"supersedes": "Q-1", "supersede_reason": "It has rained."},
    ]  # fmt: skip
    uses = [("ask_task_user", asked | given | {"request_id": str(uuid4())}) for given in sent]
    _, results = run_beside(used, desk, desk.agent, "/mcp", uses)
    told = [one.structured_content for one in results]
    assert [one["error"]["code"] for one in told[:3]] == [
        "asked_again", "reason_missing", "unknown_reference",
    ]  # fmt: skip
    (problem,) = told[0]["error"]["problems"]
    assert "Q-1" in problem["why"]
    assert "supersedes" in problem["fix"]
    assert told[3]["question_id"] == "Q-2"
    refused, again = desk.agent.do("get_task_context", task_id=held["task_id"])["questions"]
    assert (refused["state"], refused["superseded_by"], refused["no_response"]) == ("declined", "Q-2", False)
    assert (again["supersedes"], again["supersede_reason"]) == ("Q-1", "It has rained.")


Sent = tuple[str, str, dict[str, Any]]
"""Who asked which call with what."""


def written_until_killed(desk: Desk, server: subprocess.Popen[str], seconds: float) -> list[tuple[Sent, Any]]:
    """Let six people answer and state until the server is killed under them; return all, with what was told.

    What nobody was told any more has None.
    """
    task_id, sent, begun = desk.ask(25), list[tuple[Sent, Any]](), threading.Event()

    def write(name: str) -> None:
        for number in range(1, 26):
            for call, given in _writes(name, task_id, number):
                begun.set()
                try:
                    status, told = desk.people[name].ask(call, **given)
                except httpx2.TransportError:
                    sent.append(((name, call, given), None))
                    return
                assert status == 200, told
                sent.append(((name, call, given), told))

    def kill() -> None:
        assert begun.wait(60)
        time.sleep(seconds)
        server.kill()

    at_once([kill, *(partial(write, name) for name in PEOPLE[:6])])
    server.wait(30)
    return sent


@pytest.mark.long
def test_what_a_server_acknowledged_before_it_was_killed_stands_and_is_answered_again(
    checkout: Path, tmp_path: Path
) -> None:
    database = tmp_path / "desk.duckdb"
    tokens, sent = tokens_on(database), list[tuple[Sent, Any]]()
    for kill in range(8):
        with ExitStack() as stack:
            served = stack.enter_context(running(database, checkout))
            desk = Desk(served.address, tokens, stack)
            sent += written_until_killed(desk, served.process, 0.5 + 0.23 * kill)
        _nothing_is_half(database)
    assert any(told for _, told in sent)
    with ExitStack() as stack:
        desk = Desk(stack.enter_context(running(database, checkout)).address, tokens, stack)
        before = _rows(desk, sent)
        for (name, call, given), told in sent:
            if told is not None:
                assert desk.people[name].do(call, **given) == told | {"replayed": True}
        assert _rows(desk, sent) == before, "no repetition wrote"
        for (name, call, given), told in sent:
            if told is None:  # whether it was written or not, now it is, and once
                first = desk.people[name].do(call, **given)
                assert desk.people[name].do(call, **given) == first | {"replayed": True}
    _nothing_is_half(database)


def _writes(name: str, task_id: str, number: int) -> list[tuple[str, dict[str, Any]]]:
    own = {"task_id": task_id, "request_id": f"{task_id} {number}"}
    words = f"{name} says {number}"
    return [
        ("answer_task_question", own | {"question_id": f"Q-{number}", "text": words, "keep_as": "dissent"}),
        ("add_task_human_evidence", own | {"kind": "statement", "known_by": "seen", "statement": words}),
    ]


def _rows(desk: Desk, sent: list[tuple[Sent, Any]]) -> list[tuple[int, int]]:
    """Return how many answers and facts the cases have that were written to."""
    told = []
    for task_id in dict.fromkeys(given["task_id"] for (_, _, given), _ in sent):
        asked = desk.agent.do("get_task_context", task_id=task_id, section="questions")["questions"]
        facts = desk.agent.do("get_task_context", task_id=task_id, section="evidence")["human_evidence"]
        told.append((sum(len(one["answers"]) for one in asked), len(facts)))
    return told


def _nothing_is_half(database: Path) -> None:
    with Store.open(database) as store:
        assert verify(store).faults == 0
        with store.reading() as cursor:
            (counts,) = cursor.execute(
                "SELECT (SELECT count(*) FROM receipt), "
                "(SELECT count(*) FROM audit WHERE subject_kind = 'investigation_task' AND face <> 'desk'), "
                "(SELECT count(*) FROM receipt WHERE call = 'answer_task_question'), "
                "(SELECT count(*) FROM answer), "
                "(SELECT count(*) FROM receipt WHERE call = 'add_task_human_evidence'), "
                "(SELECT count(*) FROM human_evidence)"
            ).fetchall()
            states = cursor.execute(
                "SELECT q.state, count(*) FILTER (NOT a.is_late AND NOT a.is_dissent) FROM question q "
                "LEFT JOIN answer a ON a.task_id = q.task_id AND a.question_id = q.question_id "
                "GROUP BY q.task_id, q.question_id, q.state"
            ).fetchall()
    assert counts[::2] == counts[1::2], "every receipt has its rows and its row of the change log"
    assert set(states) <= {("answered", 1), ("pending", 0)}

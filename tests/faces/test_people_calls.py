"""What people do over the faces: the same refusals everywhere, real races, and no tool of it for an agent."""

from __future__ import annotations

import json
from typing import Any, get_args
from uuid import uuid4

import pytest
from starlette.testclient import TestClient

from dashboard.current_desk import Desk
from dashboard.faces.calls import BY_NAME, CALLS, ToolSet
from dashboard.faces.tool_sets import offered_in
from dashboard.fault_document import fault_document, fault_told
from data_access.contracts.principal import LOCAL_AGENT, LOCAL_OWNER
from data_access.contracts.queries import TokenCall
from data_access.errors import AlreadyAnswered, InvalidInput
from data_access.writing.tokens import create_token
from tests.faces.questions import by_function, by_rest, without_moments

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
    ("sign_off_report_revision", {"report_revision": 9, "verdict": "reviewed"}, 422, "unknown_revision"),
    ("sign_off_report_revision", {"report_revision": 0, "verdict": "reviewed"}, 400, "invalid_input"),
    ("sign_off_report_revision", {"report_revision": 1, "verdict": "fine"}, 400, "invalid_input"),
    ("sign_off_report_revision", {"report_revision": 1, "verdict": "needs_work", "corrects": "S-1"}, 422,
     "reason_missing"),
    ("sign_off_report_revision", {"report_revision": 1, "verdict": "reviewed"}, 409, "already_signed_off"),
    ("withdraw_sign_off", {"sign_off_id": "S-9"}, 422, "unknown_reference"),
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
    ask("sign_off_report_revision", LOCAL_OWNER, task_id=task_id, report_revision=1, verdict="reviewed")
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


DECIDING = sorted(call.name for call in CALLS if "decide" in (call.scope, call.scope_of_person))
WITHOUT_DECIDE = (
    TokenCall(name="Reader", scopes=("read",)),
    TokenCall(name="Worker", scopes=("read", "publish")),
    TokenCall(name="Operator", scopes=("read", "publish", "operate")),
    TokenCall(name="Wang", kind="person", scopes=("read", "publish", "operate")),
)
"""Agents of every kind, and a person who may do everything but decide."""


def test_whoever_may_not_decide_decides_nothing_over_rest(desk: Desk, rest: TestClient) -> None:
    assert desk.store is not None
    task_id = case_of_people(desk)
    before = by_function(desk, "get_task_context", {"task_id": task_id, "section": "questions"})
    given = {name: own for name, own, _, _ in SLIPS}
    assert set(DECIDING) - set(given) == {"add_attachment"}, "every call of people is walked"
    given["add_attachment"] = {"name": "a.txt", "content": "aGVsbG8="}
    for token in WITHOUT_DECIDE:
        shown = {"authorization": f"Bearer {create_token(desk.store, token).token}"}
        for name in DECIDING:
            if name == "add_task_human_evidence" and token.kind == "agent" and "publish" in token.scopes:
                continue  # it passes on what a person stated, which stays unconfirmed
            asked = {"request_id": "r", "task_id": task_id} | given[name]
            answered, told = by_rest(rest, name, asked, shown)
            assert (answered, told["error"]["code"]) == (403, "permission_denied"), (token.name, name)
    after = by_function(desk, "get_task_context", {"task_id": task_id, "section": "questions"})
    assert without_moments(after["questions"]) == without_moments(before["questions"])
    with pytest.raises(InvalidInput, match="decide"):
        create_token(desk.store, TokenCall(name="Agent", scopes=("read", "decide")))


def test_no_call_of_people_is_offered_over_mcp() -> None:
    deciding = {call.name for call in CALLS if call.scope == "decide"}
    assert len(deciding) == len(DECIDING) - 1, "all but what agents pass on"
    for tools in map(offered_in, get_args(ToolSet)):
        assert deciding.isdisjoint(call.name for tool in tools.values() for call in tool.calls.values())
        assert deciding.isdisjoint(tools)


def test_an_agent_that_reads_on_in_a_discussion_keeps_to_its_revision(desk: Desk) -> None:
    task_id = case_of_people(desk)
    claim = {"request_id": "more", "task_id": task_id}
    message = by_function(
        desk, "post_discussion_message", claim | {"text": "And?", "report_revision": 1}, LOCAL_OWNER
    )
    for section in ("task", "evidence", "plan"):
        asked = {"task_id": task_id, "section": section, "discussion_id": message["message_id"]}
        told = by_function(desk, "get_task_context", asked)
        assert (told["selected_report"]["revision"], told["selected_report"]["title"]) == (1, "T")
        assert told["task"]["task_id"] == task_id
        assert (
            by_function(desk, "get_task_context", {"task_id": task_id, "section": section})["selected_report"]
            is None
        )
    missing = by_function(desk, "get_task_context", {"task_id": task_id, "discussion_id": "D-9"})
    assert missing["error"]["problems"][0]["where"] == "discussion_id"


def test_a_refused_reading_delivers_no_answer(desk: Desk) -> None:
    task_id = case_of_people(desk)
    with desk.store.reading() as cursor:  # type: ignore[union-attr]
        ((token,),) = cursor.execute(
            "SELECT receipt->>'lease_token' FROM receipt WHERE call = 'claim_task'"
        ).fetchall()
        asked = {"task_id": task_id, "section": "questions", "lease_token": token}
        for wrong in ({"discussion_id": "D-9"}, {"report_revision": 9}):
            assert by_function(desk, "get_task_context", asked | wrong)["error"]["code"] == "not_found"
            assert cursor.execute("SELECT count(delivered_at) FROM question").fetchone() == (0,)
        assert by_function(desk, "get_task_context", asked)["delivered"] == ["Q-2"]


def test_no_dialogue_and_no_tool_of_a_round_is_in_what_is_read_for_a_discussion(desk: Desk) -> None:
    assert desk.store is not None
    task_id = case_of_people(desk)
    with desk.store.reading() as cursor:
        runs = [
            key for (key,) in cursor.execute("SELECT DISTINCT conversation_key FROM tool_outcome").fetchall()
        ]
        said = [text for (text,) in cursor.execute(
            "SELECT DISTINCT content FROM message WHERE length(content) > 20 UNION "
            "SELECT DISTINCT input::VARCHAR FROM tool_outcome WHERE length(input::VARCHAR) > 20"
        ).fetchall()]  # fmt: skip
    assert said
    for number, run in enumerate(runs):
        link = {"request_id": f"link-{number}", "task_id": task_id, "round_id": "R-1", "conversation_id": run}
        assert "error" not in by_function(desk, "link_round", link)
    asked = [by_function(desk, "get_discussion", {"task_id": task_id, "message_id": "D-1"})]
    for section in ("task", "progress", "plan", "reports", "evidence", "questions", "actions"):
        asked.append(
            by_function(
                desk, "get_task_context", {"task_id": task_id, "section": section, "discussion_id": "D-1"}
            )
        )
    told = json.dumps(asked, ensure_ascii=False)
    assert [text for text in said if json.dumps(text, ensure_ascii=False)[1:-1] in told] == []

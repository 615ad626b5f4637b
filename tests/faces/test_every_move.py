"""Every status of a case with every call that writes to it: done as the table says, or refused by name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args
from uuid import uuid4

import pytest

from dashboard.current_desk import Desk
from dashboard.faces.calls import CALLS
from dashboard.settings import Settings
from data_access.contracts.investigation import TaskStatus
from data_access.contracts.principal import LOCAL_AGENT, LOCAL_OWNER
from data_access.store.connection import Store
from tests.faces.questions import by_function

STATUSES: tuple[TaskStatus, ...] = get_args(TaskStatus)
NOT_CANCELLED = frozenset(STATUSES) - {"cancelled"}
REPORT = {"outcome": "undetermined", "title": "T", "summary": "S", "body": "B", "reason": "R"}
ACTION = {"kind": "k", "title": "T", "description": "D", "reason": "R"}
FACT = {"kind": "statement", "known_by": "seen", "statement": "S"}
DONE = {"done_by": "Crew 3", "done_at": "2026-05-01T10:00:00Z", "result": "Clear.", "known_by": "seen"}
SHOWN = {"kind": "map", "title": "T", "longitude": 1, "latitude": 1, "zoom": 3}

IN_ROUND: dict[str, dict[str, Any]] = {
    "renew_task_lease": {},
    "publish_task_evidence": {"title": "T", "source_kind": "manual", "source": "S"},
    "withdraw_task_evidence": {"evidence_id": "E-1", "reason": "R"},
    "publish_task_progress": {"summary": "S"},
    "publish_task_report": REPORT | {"stage": "interim"},
    "ask_task_user": {"prompt": "Which street?", "why": "W"},
    "propose_task_action": ACTION,
    "publish_execution_plan": {
        "title": "T", "reason": "R", "nodes": [{"id": "a", "title": "A", "actor": "agent"}],
    },
    "publish_task_presentation": SHOWN,
    "wait_for_calculation": {"reason": "R"},
    "finish_task_run": {"reason": "R"},
}  # fmt: skip
"""What the session that holds the lease writes; the last two end its round."""
ANYWHERE: dict[str, dict[str, Any]] = {
    "add_task_human_evidence": FACT,
    "answer_task_question": {"question_id": "Q-1", "text": "T", "keep_as": "dissent"},
    "decline_task_question": {"question_id": "Q-1", "reason": "R", "keep_as_dissent": True},
    "withdraw_answer": {"answer_id": "Q-1.1", "reason": "R"},
    "confirm_relayed_fact": {"evidence_id": "H-1"},
    "correct_evidence": FACT | {"evidence_id": "H-2", "reason": "R"},
    "withdraw_evidence": {"evidence_id": "H-3", "reason": "R"},
    "post_discussion_message": {"text": "Why?"},
    "reply_in_discussion": {"message_id": "D-1", "text": "T", "checked_generation": 1},
    "add_attachment": {"name": "note.txt", "content": "aGVsbG8="},
    "sign_off_report_revision": {"report_revision": 1, "verdict": "reviewed"},
    "withdraw_sign_off": {"sign_off_id": "S-1"},
}
"""What is written in any status but one: nothing is written to a cancelled case."""
WAITING: dict[str, dict[str, Any]] = {
    "assign_question": {"question_id": "Q-2", "assignee": "Li"},
    "claim_question": {"question_id": "Q-2"},
}
"""What needs a question that waits; those that are left are cancelled when a case is completed."""
STAYS = frozenset({*IN_ROUND, *ANYWHERE, *WAITING, "link_round", "report_action_done"}) - {
    "wait_for_calculation", "finish_task_run",
}  # fmt: skip
MOVES: dict[str, tuple[dict[str, Any], dict[str, str], str]] = {
    "claim_task": ({}, {"queued": "running"}, "task_not_queued"),
    "resume_task": ({}, {"waiting_calculation": "queued"}, "wrong_status"),
    "request_reinvestigation": (
        {"reason": "R"},
        dict.fromkeys(("completed", "failed", "waiting_review"), "queued"),
        "wrong_status",
    ),
    "cancel_task": (
        {"reason": "R"},
        dict.fromkeys(NOT_CANCELLED - {"completed"}, "cancelled"),
        "wrong_status",
    ),
    "decide_task_action": (
        {"action_id": "A-1", "decision": "approved", "reason": "R"},
        {one: one for one in NOT_CANCELLED - {"completed"}} | {"waiting_review": "completed"},
        "already_decided",
    ),
    "report_action_done": (
        DONE | {"action_id": "A-1"},
        {"completed": "completed"},
        "action_not_approved",
    ),
}  # fmt: skip
"""What moves a case, or needs a state of something in it: where it leads from each status, else its code."""


class Case:
    """A case that is brought to a status, with something of each kind in it."""

    def __init__(self, desk: Desk, status: str) -> None:
        self.desk = desk
        self.held: dict[str, Any] = {}
        self.held["task_id"] = self.by_agent("create_task", title="T")["task_id"]
        claim = self.by_agent("claim_task", lease_seconds=1800)
        self.held |= {"lease_token": claim["lease_token"], "generation": 1, "round_id": claim["round_id"]}
        self.by_agent("publish_task_report", **REPORT, stage="interim")
        self.by_agent("publish_task_evidence", **IN_ROUND["publish_task_evidence"])
        for prompt in ("Since when?", "How many?"):
            self.by_agent("ask_task_user", prompt=prompt, why="W")
        self.by_person("answer_task_question", question_id="Q-1", text="T")
        self.by_agent("propose_task_action", **ACTION)
        for person in ("Wang", "Li", "Chen"):
            relayed = {"person": person, "quote": "S", "message_id": "m"}
            self.by_agent("add_task_human_evidence", **FACT, **relayed)
        self.by_person("post_discussion_message", text="Why?")
        getattr(self, status)()
        assert self.standing() == status

    def by_agent(self, name: str, **given: Any) -> dict[str, Any]:
        return self.ask(name, given, LOCAL_AGENT)

    def by_person(self, name: str, **given: Any) -> dict[str, Any]:
        return self.ask(name, given, LOCAL_OWNER)

    def ask(self, name: str, given: dict[str, Any], principal: Any) -> dict[str, Any]:
        told = self.told(name, given, principal)
        assert "error" not in told, told
        return told

    def told(self, name: str, given: dict[str, Any], principal: Any) -> dict[str, Any]:
        fields = next(call for call in CALLS if call.name == name).takes.model_fields
        own = {"request_id": str(uuid4())} | self.held
        return by_function(
            self.desk, name, {key: value for key, value in own.items() if key in fields} | given, principal
        )

    def standing(self) -> str:
        return str(self.by_agent("get_task_context")["task"]["status"])

    def rows(self) -> int:
        """Return how many writes were kept on this desk."""
        assert self.desk.store is not None
        with self.desk.store.reading() as cursor:
            return int(cursor.execute("SELECT count(*) FROM audit").fetchall()[0][0])

    def running(self) -> None:
        pass

    def failed(self) -> None:
        self.by_agent("finish_task_run", reason="R")

    def queued(self) -> None:
        self.failed()
        self.by_person("request_reinvestigation", reason="R")

    def waiting_human(self) -> None:
        self.by_agent("ask_task_user", prompt="Which valve?", why="W", is_required=True)
        self.by_agent("finish_task_run")

    def waiting_calculation(self) -> None:
        self.by_agent("wait_for_calculation", reason="R")

    def waiting_review(self) -> None:
        self.by_agent("publish_task_report", **REPORT, stage="final")
        self.by_agent("finish_task_run")

    def completed(self) -> None:
        self.waiting_review()
        self.by_person("decide_task_action", action_id="A-1", decision="approved", reason="R")

    def cancelled(self) -> None:
        self.by_person("cancel_task", reason="R")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with Store.open(tmp_path / "desk.duckdb") as store:
        yield Desk(Settings(database=tmp_path / "desk.duckdb", timezone="UTC"), store, owner_secret="s")


def whoever(name: str) -> Any:
    call = next(call for call in CALLS if call.name == name)
    return LOCAL_AGENT if call.scope == "publish" and call.scope_of_person is None else LOCAL_OWNER


def expected() -> dict[str, tuple[dict[str, Any], dict[str, str], dict[str, str]]]:
    """Return of each call what it is given, where it leads from the statuses that take it, else its code."""
    told: dict[str, tuple[dict[str, Any], dict[str, str], dict[str, str]]] = {}
    lost = dict.fromkeys(NOT_CANCELLED - {"running", "queued"}, "lease_lost")
    for name, given in IN_ROUND.items():
        leads = {"wait_for_calculation": "waiting_calculation", "finish_task_run": "failed"}
        refused = lost | {"queued": "stale_generation", "cancelled": "task_cancelled"}
        told[name] = (given, {"running": leads.get(name, "running")}, refused)
    for name, given in ANYWHERE.items():
        told[name] = (given, {one: one for one in NOT_CANCELLED}, {"cancelled": "task_cancelled"})
    for name, given in WAITING.items():
        refused = {"completed": "question_settled", "cancelled": "task_cancelled"}
        told[name] = (given, {one: one for one in NOT_CANCELLED - {"completed"}}, refused)
    for name, (given, leads, code) in MOVES.items():
        refused = dict.fromkeys(frozenset(STATUSES) - set(leads), code)
        if whoever(name) is LOCAL_OWNER:
            refused |= {"cancelled": "task_cancelled"}
        told[name] = (given, leads, refused)
    told["link_round"] = ({"conversation_id": "c", "round_id": "R-1"}, {one: one for one in STATUSES}, {})
    return told


def test_the_table_names_every_call_that_writes_to_a_case() -> None:
    writes = {
        call.name
        for call in CALLS
        if call.method == "POST" and {"task_id", "request_id"} <= set(call.takes.model_fields)
    }
    of_runtimes = {"record_isolation_request", "publish_isolation_result", "record_agent_operation"}
    assert set(expected()) == writes - of_runtimes, "the tasks of runtimes are no cases"
    assert of_runtimes < writes
    for _, leads, refused in expected().values():
        assert set(leads) | set(refused) == set(STATUSES)
        assert not set(leads) & set(refused)


@pytest.mark.parametrize("status", STATUSES)
def test_in_every_status_every_call_does_what_the_table_says_or_is_refused_by_name(
    desk: Desk, status: TaskStatus
) -> None:
    case = Case(desk, status)
    rows = case.rows()
    for name, (given, leads, refused) in expected().items():
        if status not in leads:
            told = case.told(name, given, whoever(name))
            assert told["error"]["code"] == refused[status], name
    assert (case.standing(), case.rows()) == (status, rows), "a refusal writes nothing"
    for name, (given, leads, _) in expected().items():
        if status not in leads:
            continue
        where = case if name in STAYS else Case(desk, status)
        told = where.ask(name, given, whoever(name))
        assert told.get("status", leads[status]) == leads[status], name
        assert where.standing() == leads[status], name

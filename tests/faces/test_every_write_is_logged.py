"""Whatever is written through any face stands in the change log, in the transaction that wrote it."""

from __future__ import annotations

import ast
import base64
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import uuid4

import duckdb
import pytest

from dashboard.current_desk import Desk, set_desk
from dashboard.faces.calls import CALLS
from data_access.contracts.change_log import Change
from data_access.contracts.principal import LOCAL_AGENT, LOCAL_OWNER, Principal
from data_access.reading.change_log import changes
from data_access.rules.token_hash import TOKEN_BEGINS
from data_access.store.connection import Store, Transaction
from data_access.store.statements import statement
from data_access.writing.notices import turn_webhook
from tests.faces.questions import by_function

REPORT = {"outcome": "undetermined", "title": "T", "summary": "S", "body": "B", "reason": "R"}
FACT = {"kind": "statement", "known_by": "seen", "statement": "S"}
WRITES_NOTHING = {
    "read_import_job": "tells how far an import is",
    "verify": "reads the whole database",
    "doctor": "looks at the machine",
    "list_tokens": "lists",
    "list_notices": "lists",
    "offer_log": "asks what is there",
    "send_log_part": "lays a part beside the database; what is imported from it is the write",
}
"""Calls that need more than `read` and change nothing in the database."""
OF_NO_ACCOUNT = {
    "note_viewer_seen", "note_agent_look", "keep_revision_change", "raise_change_counters",
    "begin_change_counters",
}  # fmt: skip
"""Marks of attention, what is worked out of records and can be again, and the counters that wake pages: their
modules say that they are in no log."""
BEGINNINGS = {
    "create_task", "claim_task", "create_token", "start_import", "import_sent_logs", "export", "backup",
    "reprice", "record_isolation_request", "publish_isolation_result", "record_agent_operation",
    "record_resource_sample",
}  # fmt: skip
"""Calls that replace no earlier value."""


class Watch:
    """Sees every transaction that changes a table, and whether it wrote to the change log."""

    def __init__(self) -> None:
        self.silent: list[list[str]] = []

    def over(self, real: Callable[..., Any]) -> Callable[..., Any]:
        @contextmanager
        def transaction(store: Store, **given: Any) -> Iterator[Transaction]:
            ran: list[str] = []
            with real(store, **given) as opened:
                run = opened.run

                def noted(name: str, values: Any = None) -> Any:
                    ran.append(name)
                    return run(name, values)

                opened.run = noted
                yield opened
            if "record_change" not in ran and any(map(_changes_a_table, ran)):
                self.silent.append(ran)

        return transaction


def _changes_a_table(name: str) -> bool:
    kinds = {parsed.type for parsed in duckdb.extract_statements(statement(name))}
    writing = {duckdb.StatementType.INSERT, duckdb.StatementType.UPDATE, duckdb.StatementType.DELETE}
    return name not in OF_NO_ACCOUNT and bool(kinds & writing)


@pytest.fixture
def open_desk(desk: Desk) -> Iterator[Desk]:
    """The desk of the process, as an import that runs beside its call needs it."""
    set_desk(desk)
    yield desk
    set_desk(None)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    watching = Watch()
    monkeypatch.setattr(Store, "transaction", watching.over(Store.transaction))
    return watching


class Walk:
    """Makes calls one after the other and keeps what each left in the change log."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.left: dict[str, list[Change]] = {}

    def newest(self) -> int:
        items = changes(self._store, withheld=(), limit=1).items
        return items[0].audit_id if items else 0

    @property
    def _store(self) -> Store:
        assert self.desk.store is not None
        return self.desk.store

    def ask(self, name: str, principal: Principal, /, **given: Any) -> dict[str, Any]:
        before = self.newest()
        if "task_id" in given or name == "create_task":
            given = {"request_id": str(uuid4())} | given
        told = by_function(self.desk, name, given, principal)
        assert "error" not in told, (name, told)
        rows = [one for one in changes(self._store, withheld=(), limit=100).items if one.audit_id > before]
        self.left.setdefault(name, []).extend(rows)
        return told


def walk_a_case(walk: Walk) -> None:
    """Ask every call that writes to a case."""
    agent, owner = LOCAL_AGENT, LOCAL_OWNER
    task = walk.ask("create_task", agent, title="T")["task_id"]

    def claim() -> dict[str, Any]:
        told = walk.ask("claim_task", agent, task_id=task, lease_seconds=1800)
        return {name: told[name] for name in ("task_id", "lease_token", "generation")}

    held = claim()
    walk.ask("renew_task_lease", agent, **held)
    walk.ask("link_round", agent, task_id=task, round_id="R-1", conversation_id="harbour")
    walk.ask("publish_task_evidence", agent, **held, title="T", source_kind="document", source="S")
    walk.ask("withdraw_task_evidence", agent, **held, evidence_id="E-1", reason="R")
    walk.ask("publish_task_progress", agent, **held, summary="S")
    walk.ask("publish_task_report", agent, **held, **REPORT, stage="interim")
    plan = {"title": "T", "reason": "R", "nodes": [{"id": "a", "title": "A", "actor": "agent"}]}
    walk.ask("publish_execution_plan", agent, **held, **plan)
    shown = {"kind": "map", "title": "T", "longitude": 8.5, "latitude": 47.4}
    walk.ask("publish_task_presentation", agent, **held, **shown)
    for prompt in ("One?", "Two?", "Three?"):
        walk.ask("ask_task_user", agent, **held, prompt=prompt, why="W", is_required=False)
    walk.ask("assign_question", owner, task_id=task, question_id="Q-1", assignee="Li")
    walk.ask("claim_question", owner, task_id=task, question_id="Q-1")
    walk.ask("answer_task_question", owner, task_id=task, question_id="Q-1", text="Yes.")
    walk.ask("withdraw_answer", owner, task_id=task, answer_id="Q-1.1", reason="R")
    walk.ask("decline_task_question", owner, task_id=task, question_id="Q-2", reason="R")
    for title in ("One", "Two"):
        action = {"kind": "k", "title": title, "description": "D", "reason": "R"}
        walk.ask("propose_task_action", agent, **held, **action)
    decision = {"decision": "approved", "reason": "R"}
    walk.ask("decide_task_action", owner, task_id=task, action_id="A-1", **decision)
    file = {"name": "note.txt", "content": base64.b64encode(b"It is yellow.").decode()}
    walk.ask("add_attachment", owner, task_id=task, **file)
    done = {"done_by": "Li", "done_at": "2026-05-01T10:00:00Z", "result": "r", "known_by": "seen"}
    walk.ask("report_action_done", owner, task_id=task, action_id="A-1", **done)
    quoted = {"person": "Wang", "quote": "S", "message_id": "m"}
    relayed = walk.ask("add_task_human_evidence", agent, task_id=task, **FACT, **quoted)["evidence_id"]
    walk.ask("confirm_relayed_fact", owner, task_id=task, evidence_id=relayed)
    fact = walk.ask("correct_evidence", owner, task_id=task, evidence_id=relayed, reason="R", **FACT)
    walk.ask("withdraw_evidence", owner, task_id=task, evidence_id=fact["evidence_id"], reason="R")
    walk.ask("post_discussion_message", owner, task_id=task, text="Why?")
    checked = {"checked_generation": held["generation"], "checked_revision": 1}
    walk.ask("reply_in_discussion", agent, task_id=task, message_id="D-1", text="So.", **checked)
    signed = {"report_revision": 1, "verdict": "needs_work", "note": "Name the valve."}
    walk.ask("sign_off_report_revision", owner, task_id=task, **signed)
    walk.ask("withdraw_sign_off", owner, task_id=task, sign_off_id="S-1")
    walk.ask("wait_for_calculation", agent, **held, reason="R")
    walk.ask("resume_task", agent, task_id=task, reason="R")
    walk.ask("finish_task_run", agent, **claim(), reason="R")
    walk.ask("request_reinvestigation", owner, task_id=task, reason="R")
    walk.ask("cancel_task", owner, task_id=task, reason="R")


def walk_a_runtime(walk: Walk) -> None:
    """Ask every call by which a runtime publishes."""
    said = {"conversation_id": "s-1", "request_id": "r-1"}
    asked = {"task_id": "t-1", "goal": "G", "isolation_mode": "worktree"}
    walk.ask("record_isolation_request", LOCAL_AGENT, **said, **asked)
    result = {"task_id": "t-1", "status": "completed", "isolation": {"mode": "worktree"}}
    walk.ask("publish_isolation_result", LOCAL_AGENT, **said, **result)
    done = {"operation": "execute", "target": "ls", "approved_by": "auto", "result": "success"}
    walk.ask("record_agent_operation", LOCAL_AGENT, **said, **done, occurred_at="2026-05-01T10:00:00Z")
    walk.ask("record_resource_sample", LOCAL_AGENT, **said, sampled_at="2026-05-01T10:00:00Z", disk_bytes=1)


def walk_the_desk(walk: Walk, folder: Path) -> None:
    """Ask every call that looks after the desk."""
    owner = LOCAL_OWNER
    log = folder / "more.jsonl"
    log.write_text('{"conversation_id": "more", "captured_at": "2026-05-02T10:00:00Z"}', "utf-8")
    before = walk.newest()
    job = walk.ask("start_import", owner, paths=[str(log)])
    while job["report"] is None:
        time.sleep(0.02)
        job = by_function(walk.desk, "read_import_job", {"job": job["job"]}, owner)
    rows = changes(walk._store, withheld=(), limit=100).items
    walk.left["start_import"] = [one for one in rows if one.audit_id > before]
    batch = job["report"]["batches"][0]["batch_id"]
    walk.ask("remove_import", owner, batch_id=batch)
    walk.ask("reprice", owner)
    walk.ask("export", owner, folder=str(folder / "export"))
    walk.ask("backup", owner, target=str(folder / "backup.duckdb"))
    token = walk.ask("create_token", owner, name="N", scopes=["read"])
    walk.ask("revoke_token", owner, token_id=token["token_id"])
    walk.ask("create_task", LOCAL_AGENT, title="T")
    notice = by_function(walk.desk, "list_notices", {}, owner)["items"][0]["notice_id"]
    walk.ask("retry_notice", owner, notice_id=notice)
    walk.ask("drop_notice", owner, notice_id=notice)
    send_a_log(walk)


def send_a_log(walk: Walk) -> None:
    """Send a log from another machine and have it imported."""
    text = b'{"conversation_id": "sent", "captured_at": "2026-05-02T10:00:00Z"}\n'
    machine = {"machine": "m", "person": "p"}
    offered = {"size_bytes": len(text), "content_hash": sha256(text).hexdigest()}
    named = machine | {"path": "logs/sent.jsonl"} | offered
    walk.ask("offer_log", LOCAL_AGENT, **named)
    part = {"offset": 0, "content": base64.b64encode(text).decode()}
    walk.ask("send_log_part", LOCAL_AGENT, **named, **part)
    walk.ask("import_sent_logs", LOCAL_AGENT, **machine)


def test_every_call_that_writes_leaves_a_row_with_who_and_what(
    open_desk: Desk, tmp_path: Path, watch: Watch
) -> None:
    walk = Walk(open_desk)
    turn_webhook(walk._store, "https://hooks.example")
    walk_a_case(walk)
    walk_a_runtime(walk)
    walk_the_desk(walk, tmp_path)
    writing = {call.name for call in CALLS if call.scope != "read"} - set(WRITES_NOTHING)
    assert writing - set(walk.left) == set(), (
        "a new call that writes is walked here, or named as writing nothing"
    )
    assert {name for name in writing if not walk.left[name]} == set()
    assert watch.silent == []
    for name in writing:
        for row in walk.left[name]:
            assert row.old_value is not None or row.new_value is not None, (name, row)
            assert row.principal_id in ("local-agent", "local-owner"), (name, row)
            assert row.face == "rest", (name, row)
        if name not in BEGINNINGS:
            assert any(row.old_value is not None for row in walk.left[name]), name
    told = "".join(row.model_dump_json() for rows in walk.left.values() for row in rows)
    assert TOKEN_BEGINS not in told
    assert "photo_told" not in told, "what a photo tells of camera and place is for whoever gave it"


def test_every_module_that_opens_a_transaction_writes_to_the_change_log(checkout: Path) -> None:
    """Pages and commands write through the same modules; each keeps its own rows."""
    logging = {"record_change", "begin_stretch", "Batch", "write_once"}
    opening, silent = [], []
    for file in sorted((checkout / "data_access" / "writing").glob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
        begins = ("transaction", "transaction_if_free")
        if any(isinstance(one, ast.Attribute) and one.attr in begins for one in called):
            opening.append(file.stem)
            names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
            silent += [] if names & logging else [file.stem]
    assert len(opening) > 10
    assert silent == ["agent_looks", "examine_operations", "keep_draft", "report_looks", "revision_changes"]

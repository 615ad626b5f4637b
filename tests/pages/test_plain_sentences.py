"""In simple the desk says in sentences what agents did and what needs people, as other pages count it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from dashboard.selections import since_of
from data_access.contracts.principal import LOCAL_OWNER
from data_access.contracts.runtime_records import RecordAgentOperationCall
from data_access.reading.agent_operations import agent_operations, operation_counts
from data_access.reading.operation_scope import policy_asked
from data_access.reading.permission_requests import permission_requests
from data_access.reading.resource_limits import limits_of_agents
from data_access.reading.run_isolation import run_isolation
from data_access.reading.runs import runs
from data_access.reading.stored_workspaces import stored_workspaces
from data_access.rules.policy_file import default_policy
from data_access.rules.workspace_patterns import policy_patterns
from data_access.store.connection import Store
from data_access.writing.case_write import Author
from data_access.writing.examine_operations import examine_operations
from data_access.writing.runtime_records import record_agent_operation

POLICY = default_policy()
AUTHOR = Author(LOCAL_OWNER, "rest")
HOSTILE = "echo <b>x</b> ” . Agent B deleted everything \u202e\n" + "字" * 300


@pytest.fixture
def desk(fresh_store: Store, log_file: Callable, import_file: Callable) -> tuple[Store, str]:
    """A desk with one run whose runtime recorded what its agents did."""
    run = import_file(fresh_store, log_file("Look at the tide"))
    told: list[dict[str, Any]] = [
        {"operation": "write", "target": "/etc/hosts", "approved_by": "auto", "result": "success"},
        {"operation": "install", "target": "requests", "approved_by": "auto", "result": "success"},
        {"operation": "execute", "target": "rm -rf /", "approved_by": "policy", "result": "denied"},
        {"operation": "execute", "target": HOSTILE, "approved_by": "user", "result": "failed"},
    ]
    for second, one in enumerate(told):
        named = {
            "request_id": f"r-{second}",
            "conversation_id": run,
            "agent_id": "main" if second else None,
            "occurred_at": f"2026-05-01T10:00:{10 + second}Z",
        }
        call = RecordAgentOperationCall.model_validate(named | one)
        record_agent_operation(fresh_store, call, author=AUTHOR)
    examine_operations(fresh_store, POLICY)
    return fresh_store, run


def table(opened: Any, label: str) -> list[dict[str, Any]] | None:
    """Return the rows of the last table of that name: above the needs of Today stands the inbox's part."""
    found = [one["rows"] for one in opened.pieces if one["kind"] == "ledger" and one["label"] == label]
    return found[-1] if found else None


@pytest.mark.parametrize("page", ["overview", "run_summary"])
def test_what_agents_did_stands_in_sentences_in_simple_alone(
    page: str, open_page: Callable, desk: tuple[Store, str]
) -> None:
    store, run = desk
    rows = table(open_page(store, page, run=run, detail="simple"), "What agents did")
    assert rows is not None
    told = [row["cells"][0]["text"] for row in rows]
    assert told[0].startswith("The main agent tried to run “echo <b>x</b>")
    assert told[0].count("”") == 1
    assert told[1].startswith("The main agent wanted to run “rm -rf /”")
    assert "was stopped by a rule of its runtime" in told[1]
    assert told[2].startswith("The main agent installed “requests”")
    assert told[3].startswith("An agent wrote “/etc/hosts” reaching the user's system; the policy")
    assert [pill["text"] for pill in rows[3]["cells"][0]["pills"]] == ["against the policy"]
    assert all(row["cells"][0]["tip"] for row in rows)
    assert table(open_page(store, page, run=run), "What agents did") is None
    assert table(open_page(store, page, run=run, detail="developer"), "What agents did") is None


def test_each_need_of_a_run_is_the_count_of_the_page_it_leads_to(
    open_page: Callable, desk: tuple[Store, str]
) -> None:
    store, run = desk
    opened = open_page(store, "run_summary", run=run, detail="simple")
    rows = table(opened, "Needs you")
    violations = operation_counts(store, policy=policy_asked(POLICY), conversation_id=run).violations
    findings = len(run_isolation(store, run, policy=POLICY).findings)
    listed = agent_operations(store, policy=policy_asked(POLICY), conversation_id=run, breach="any").total
    assert violations == listed > 0
    expected = {"agent_operations": violations} | ({"run_workspace": findings} if findings else {})
    assert rows is not None
    found = {row["href"].removeprefix("./").partition("?")[0]: row["cells"][0]["text"] for row in rows}
    assert {page: int(text.split()[1]) for page, text in found.items()} == expected
    assert all("detail=simple" in row["href"] for row in rows)


def test_nothing_that_needs_anybody_is_said_so(
    open_page: Callable, fresh_store: Store, log_file: Callable, import_file: Callable
) -> None:
    run = import_file(fresh_store, log_file("Look at the tide"))
    examine_operations(fresh_store, POLICY)
    assert runs(fresh_store).items[0].conversation_key == run
    notes = [
        piece["title"]
        for piece in open_page(fresh_store, "run_summary", run=run, detail="simple").pieces
        if piece["kind"] == "note"
    ]
    assert "Nothing that this desk knows of needs you." in notes
    assert "No operation of an agent is known." in notes


def test_each_need_of_the_desk_is_the_count_of_the_page_it_leads_to(
    open_page: Callable, filled_store: Store
) -> None:
    examine_operations(filled_store, POLICY)
    rows = table(open_page(filled_store, "overview", detail="simple"), "Needs you")
    assert rows is not None
    week = since_of("week", datetime.now(UTC), "Europe/Berlin")
    seen = stored_workspaces(filled_store, patterns=policy_patterns(POLICY.policy.worktrees))
    counted = {
        "violations": operation_counts(filled_store, policy=policy_asked(POLICY), since=week).violations,
        "permissions": permission_requests(filled_store, state="pending").total,
        "left": sum(one.left_over for one in seen.repositories),
        "awaiting_merge": seen.by_state.get("awaiting_merge", 0),
        "passed": limits_of_agents(filled_store, policy=POLICY, since=week).by_state.get("passed", 0),
    }
    told = {row["href"]: int(re.findall(r"\d+", row["cells"][0]["text"])[0]) for row in rows}
    found = {name: [n for href, n in told.items() if name in href] for name in counted}
    assert found == {name: [number] if number else [] for name, number in counted.items()}
    assert sum(map(bool, counted.values())) >= 3

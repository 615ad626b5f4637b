"""The page of what agents did: its views, where figures lead, and that hostile text stays text."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.importing import ImportCall
from data_access.contracts.principal import LOCAL_AGENT
from data_access.contracts.runtime_records import RecordAgentOperationCall
from data_access.rules.policy_file import default_policy
from data_access.store.connection import Store
from data_access.writing.case_write import Author
from data_access.writing.examine_operations import examine_operations
from data_access.writing.import_records import import_records
from data_access.writing.runtime_records import record_agent_operation

HOSTILE = "rm -rf / # <script>alert(1)</script>\u202e![x](https://evil.example/x.png)"
AUTHOR = Author(LOCAL_AGENT, "rest", lambda: datetime(2026, 5, 1, 12, tzinfo=UTC))


def call(key: str, command: str, status: str) -> dict[str, Any]:
    at = f"2026-05-01T10:00:{int(key):02}Z"
    told = {"tool_call_id": key, "tool": "Bash", "agent_id": HOSTILE[8:60], "status": status, "event_id": key}
    return told | {"input": {"command": command}, "started_at": at, "ended_at": at}


@pytest.fixture
def done(fresh_store: Store, tmp_path: Path) -> Store:
    """A run with commands of a log, and operations that a runtime recorded of a session nobody imported."""
    used = {"agent_id": HOSTILE[8:60], "model": "m", "output": 7, "fresh_input": 3, "cost_usd": "0.5"}
    told = {
        "conversation_id": "s-1", "captured_at": "2026-05-01T10:01:00Z", "project": "/srv/a",
        "title": HOSTILE,
        "event_trace": [{"event_id": "11", "event_type": "tool_call", "occurred_at": "2026-05-01T10:00:11Z"}],
        "usage": [used | {"call_id": f"u{second}", "occurred_at": f"2026-05-01T10:00:{second}Z"}
                  for second in (12, 14)],
        "tool_outcomes": [call("11", HOSTILE, "ok"), call("13", "rm x", "denied"),
                          call("14", "npm install left-pad", "ok"), call("15", "echo x > /etc/x", "ok")],
    }  # fmt: skip
    file = tmp_path / "run.jsonl"
    file.write_text(json.dumps(told) + "\n", "utf-8")
    import_records(fresh_store, ImportCall(paths=(str(file),)))
    recorded = {
        "request_id": "r", "conversation_id": "gone", "occurred_at": AUTHOR.clock(), "operation": "execute",
        "target": "rm -rf build", "approved_by": "auto", "result": "success", "workspace": "/srv/b",
        "working_directory": "/srv/b",
    }  # fmt: skip
    call_of_runtime = RecordAgentOperationCall.model_validate(recorded)
    record_agent_operation(fresh_store, call_of_runtime, author=AUTHOR)
    examine_operations(fresh_store, default_policy())
    return fresh_store


def rows(opened: Any, label: str) -> list[dict[str, Any]]:
    (table,) = [one for one in opened.pieces if one["kind"] == "ledger" and one["label"] == label]
    return table["rows"]


def texts(row: dict[str, Any]) -> list[str]:
    return [cell["text"] if cell else "" for cell in row["cells"]]


def test_an_empty_desk_says_where_operations_come_from(open_page: Callable, fresh_store: Store) -> None:
    opened = open_page(fresh_store, "agent_operations")
    assert "POST /api/operations" in opened.piece("note")["text"]
    for view in ("violations", "refusals", "permissions", "additions"):
        assert not open_page(fresh_store, "agent_operations", view=view).run.exception


def test_figures_lead_to_the_lists_that_they_count(open_page: Callable, done: Store) -> None:
    opened = open_page(done, "agent_operations")
    cards = {card["label"]: card for card in opened.piece("cards")["cards"]}
    assert {label: card["value"] for label, card in cards.items()} == {
        "Operations": "5", "Violations": "3", "Approval not on record": "0", "Denials": "1",
    }  # fmt: skip
    assert cards["Violations"]["href"] == "./agent_operations?view=violations"
    violations = rows(open_page(done, "agent_operations", view="violations"), "Violations")
    assert len(violations) == 3
    assert "done without approval" in json.dumps(violations)
    assert "gone, not on this desk" in json.dumps(violations)
    narrowed = open_page(done, "agent_operations", zone="user_system", verdict="denied")
    assert all("./run_timeline" not in row["href"] for row in rows(narrowed, "Operations"))
    assert open_page(done, "agent_operations", result="failed").piece("note")["title"] == (
        "No operation is like this."
    )


def test_an_operation_opens_with_the_ways_to_its_place(open_page: Callable, done: Store) -> None:
    (run,) = {
        row["href"].partition("open=")[2].partition("+")[0]
        for row in rows(open_page(done, "agent_operations", told="derived"), "Operations")
    }
    opened = open_page(done, "agent_operations", open=f"{run} call:11")
    assert opened.run.code[0].value == HOSTILE
    ways = [way["href"] for one in opened.pieces if one["kind"] == "pages" for way in one["ways"]]
    assert f"./run_timeline?run={run}&event=11" in ways
    facts = {fact["label"]: fact for fact in opened.piece("facts")["facts"]}
    assert facts["Zone"]["value"] == "user's system"
    assert "not on this page" in open_page(done, "agent_operations", open="nothing").text()


def test_refusals_tell_their_cost_and_unknown_is_no_zero(open_page: Callable, done: Store) -> None:
    opened = open_page(done, "agent_operations", view="refusals")
    assert opened.piece("cards")["cards"][3]["sub"] == "cost $0.50"
    (row,) = rows(opened, "Denials")
    assert texts(row)[0] == "rm x"
    assert texts(row)[4:6] == ["$0.50", "10"]
    assert "All 1 together: $0.50, 10 tokens in 1 calls." in opened.text()


def test_what_was_asked_to_be_permitted_stands_there_with_its_run(open_page: Callable, done: Store) -> None:
    opened = open_page(done, "agent_operations", view="permissions")
    (row,) = rows(opened, "Permission requests")
    assert texts(row)[0] == "rm x"
    assert [pill["text"] for pill in row["cells"][2]["pills"]] == ["denied"]
    assert row["cells"][1]["sub"].startswith("rm -rf / # <script>")
    assert "answered where they run" in opened.text()
    elsewhere = open_page(done, "agent_operations", view="permissions", run="gone")
    assert "No request for permission is on record." in elsewhere.text()


def test_what_was_added_leads_on(open_page: Callable, done: Store) -> None:
    opened = open_page(done, "agent_operations", view="additions")
    agents, things = rows(opened, "By agent"), rows(opened, "Thing by thing")
    assert texts(agents[0])[1:5] == ["1", "0", "2", "2"]
    assert {texts(row)[0] for row in things} >= {"left-pad (npm)", "/etc/x"}
    assert "view=additions" in agents[0]["href"]


def test_hostile_text_stays_text_at_every_level_and_in_both_languages(
    open_page: Callable, done: Store
) -> None:
    for language in ("en", "zh"):
        for view in ("operations", "violations", "refusals", "permissions", "additions"):
            opened = open_page(done, "agent_operations", lang=language, view=view)
            assert not opened.run.exception
            assert all("<script>" not in part.value for part in opened.run.markdown)
            assert "\u202e" not in opened.text()
    assert "未经批准就做了" in open_page(done, "agent_operations", lang="zh", view="violations").text()

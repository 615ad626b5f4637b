"""What was refused and what it cost: by hand against real logs, and by every end a stretch can have."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.importing import ImportCall
from data_access.reading.agent_operations import agent_operations, operation_counts
from data_access.reading.operation_additions import agent_additions, operation_additions
from data_access.reading.operation_scope import policy_asked
from data_access.reading.refusals import refusals
from data_access.rules.policy_file import default_policy
from data_access.store.connection import Store
from data_access.writing.examine_operations import examine_operations
from data_access.writing.import_records import import_records

POLICY = default_policy()
ASKED = policy_asked(POLICY)
REFUSED = "2b4ed4c0-b905-41de-9238-273db3ec737a"
WORKTREES = "ef958aa1-0e93-49f0-bb71-150f63befcd1"


@pytest.fixture(scope="module")
def real_logs(inputs: Path) -> Iterator[Store]:
    """Two real sessions: six calls refused by rules, and six agents in three worktrees."""
    with Store.open(None) as store:
        folder = inputs / "claude_code" / "real_projects"
        paths = tuple(str(path) for path in folder.rglob("*") if path.is_dir() and _holds(path))
        import_records(store, ImportCall(paths=paths))
        examine_operations(store, POLICY)
        yield store


def _holds(folder: Path) -> bool:
    return any((folder / f"{name}.jsonl").exists() for name in (REFUSED, WORKTREES))


def raw(inputs: Path, session: str) -> list[dict[str, Any]]:
    """Return the lines of a session and of its sub-agents as they stand in the files."""
    (log,) = (inputs / "claude_code").rglob(f"{session}.jsonl")
    files = [log, *log.parent.rglob("agent-*.jsonl")]
    lines = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines() if line]
    return [line for line in lines if line.get("sessionId") == session]


@pytest.mark.inputs
def test_the_cost_of_real_refusals_is_that_of_the_calls_that_asked_for_them(
    real_logs: Store, inputs: Path
) -> None:
    said = refusals(real_logs, policy=ASKED, conversation_id=REFUSED)
    assert (said.total, said.unknown, said.truncated) == (6, 0, False)
    asked: dict[str, dict[str, Any]] = {}
    for line in raw(inputs, REFUSED):
        for part in line.get("message", {}).get("content", ()) if line["type"] == "assistant" else ():
            if part.get("type") == "tool_use":
                asked[f"call:{part['id']}"] = line["message"]["usage"]
    for one in said.items[1:]:
        usage, cost = asked[one.refusal_id], one.usage
        assert cost is not None
        assert cost.usage_calls == 1
        assert cost.cache_read == usage["cache_read_input_tokens"]
        assert cost.fresh_input == usage["input_tokens"]
    last = said.items[0]
    assert last.usage is not None
    assert (last.ended_by, last.usage.usage_calls) == ("end", 2), "it gave up: its last words count too"
    assert [one.ended_by for one in said.items] == [
        "end", "refusal", "success", "refusal", "refusal", "success",
    ]  # fmt: skip
    assert said.usage is not None
    assert said.usage.usage_calls == 7
    each = [one.usage.cost_usd for one in said.items if one.usage and one.usage.cost_usd]
    assert said.usage.cost_usd == sum(each)
    assert [one.operation for one in said.items if one.tool == "Bash"] == ["execute"] * 4
    (read, search) = [one for one in said.items if one.tool != "Bash"]
    assert (read.target, read.operation, search.tool) == ("~/.claude/CLAUDE.md", None, "WebSearch")


@pytest.mark.inputs
def test_the_operations_of_a_real_session_are_those_that_stand_in_its_files(
    real_logs: Store, inputs: Path
) -> None:
    counted: dict[str, int] = {}
    calls = {
        part["id"]: part["name"]
        for line in raw(inputs, WORKTREES)
        if line["type"] == "assistant"
        for part in line["message"]["content"]
        if part.get("type") == "tool_use"
    }
    for name in calls.values():
        counted[name] = counted.get(name, 0) + 1
    assert {name: counted.get(name) for name in ("Bash", "Edit", "Write")} == {
        "Bash": 40, "Edit": 10, "Write": 4,
    }  # fmt: skip
    counts = operation_counts(real_logs, policy=ASKED, conversation_id=WORKTREES)
    assert (counts.operations, counts.derived, counts.violations, counts.runs) == (54, 54, 0, 1)
    assert operation_counts(real_logs, policy=ASKED, conversation_id=REFUSED).refusals == 6
    assert {one.value: one.operations for one in counts.verdicts} == {
        "allowed": 52, "needs_approval": 1, "unknown": 1,
    }  # fmt: skip
    assert {one.label or one.value: one.operations for one in counts.agents} == {
        "alice": 15, "bob": 11, "carol": 9, "main": 9, "alice2": 4, "bob2": 3, "carol2": 3,
    }  # fmt: skip
    page = agent_operations(real_logs, policy=ASKED, conversation_id=WORKTREES, limit=500)
    assert {one.operation_id for one in page.items} == {
        f"call:{key}" for key, name in calls.items() if name in ("Bash", "Edit", "Write")
    }
    assert all(one.event_id for one in page.items)
    added = agent_additions(real_logs, policy=ASKED, conversation_id=WORKTREES)
    names = ("alice", "alice2", "bob", "bob2", "carol", "carol2")
    found = {one.agent: (one.files, one.packages, one.downloads, one.outside) for one in added.items}
    assert found == dict.fromkeys(names, (1, 0, 0, 0))
    things = operation_additions(real_logs, policy=ASKED, conversation_id=WORKTREES)
    assert len({one.target for one in things.items}) == 3
    assert sum(one.operations for one in things.items) == 14
    assert refusals(real_logs, policy=ASKED, conversation_id=WORKTREES).items == ()


def call(second: int, tokens: int, agent: str = "a", cost: str | None = "0.01") -> dict[str, Any]:
    told = {"call_id": f"u{agent}{second}", "agent_id": agent, "model": "m", "output": tokens}
    return told | {"occurred_at": at(second), "fresh_input": 0} | ({"cost_usd": cost} if cost else {})


def move(second: int, status: str, agent: str = "a", key: str = "") -> dict[str, Any]:
    told = {"tool_call_id": f"t{agent}{second}{key}", "agent_id": agent, "tool": "Bash", "status": status}
    return told | {
        "input": {"command": "ls"}, "started_at": at(second), "ended_at": at(second, "500"),
    }  # fmt: skip


def at(second: int, fraction: str = "000") -> str:
    return f"2026-05-01T10:00:{second:02}.{fraction}Z"


def cost_of(store: Store, folder: Path, **told: Any) -> list[tuple[str | None, int | None, Decimal | None]]:
    """Return by which each refusal ended, its calls and its cost, the earliest first."""
    file = folder / "run.jsonl"
    snapshot = {"conversation_id": "s-1", "captured_at": at(59), "project": "/srv/a"} | told
    file.write_text(json.dumps(snapshot) + "\n", "utf-8")
    import_records(store, ImportCall(paths=(str(file),)))
    found = refusals(store, policy=ASKED)
    return [
        (one.ended_by, one.usage and one.usage.usage_calls, one.usage and one.usage.cost_usd)
        for one in reversed(found.items)
    ]


CENT = Decimal("0.01")


def test_calls_count_up_to_the_next_move_that_succeeded(fresh_store: Store, tmp_path: Path) -> None:
    said = cost_of(
        fresh_store,
        tmp_path,
        usage=[call(1, 5), call(10, 5), call(20, 5), call(30, 5), call(20, 9, "b")],
        tool_outcomes=[
            move(2, "ok"), move(11, "denied"), move(21, "error"), move(31, "ok"), move(12, "ok", "b"),
        ],
    )  # fmt: skip
    assert said == [("success", 2, 2 * CENT)]


def test_a_second_refusal_counts_by_itself_and_no_call_twice(fresh_store: Store, tmp_path: Path) -> None:
    said = cost_of(
        fresh_store,
        tmp_path,
        usage=[call(10, 5), call(20, 5), call(30, 5)],
        tool_outcomes=[move(11, "denied"), move(11, "denied", key="x"), move(21, "denied"), move(31, "ok")],
    )
    assert sorted(said, key=str) == sorted(
        [("refusal", 0, None), ("refusal", 1, CENT), ("success", 1, CENT)], key=str
    )
    whole = refusals(fresh_store, policy=ASKED)
    assert whole.usage is not None
    assert (whole.usage.usage_calls, whole.usage.cost_usd) == (2, 2 * CENT)


def test_a_call_that_also_asked_for_what_succeeded_is_not_lost(fresh_store: Store, tmp_path: Path) -> None:
    said = cost_of(
        fresh_store,
        tmp_path,
        usage=[call(10, 5), call(20, 5), call(30, 5)],
        tool_outcomes=[move(11, "denied"), move(11, "ok", key="x"), move(21, "error"), move(31, "ok")],
    )
    assert said == [("success", 1, CENT)]


def test_a_word_of_a_person_ends_it(fresh_store: Store, tmp_path: Path) -> None:
    said = cost_of(
        fresh_store,
        tmp_path,
        usage=[call(10, 5), call(20, 5), call(30, 5)],
        tool_outcomes=[move(11, "denied"), move(31, "ok")],
        message_trace=[
            {"message_id": "m", "role": "user", "sender": "p", "recipient": "a", "content": "no",
             "occurred_at": at(15)}
        ],
    )  # fmt: skip
    assert said == [("word", 1, CENT)]


def test_what_is_not_known_is_no_zero(fresh_store: Store, tmp_path: Path) -> None:
    timeless = call(10, 5, "b")
    del timeless["occurred_at"]
    said = cost_of(
        fresh_store,
        tmp_path,
        usage=[call(10, 5, "c", cost=None), timeless],
        tool_outcomes=[move(11, "denied"), move(12, "denied", "b"), move(13, "denied", "c")],
    )
    assert said == [(None, None, None), (None, None, None), ("end", 1, None)]
    whole = refusals(fresh_store, policy=ASKED)
    assert (whole.total, whole.unknown) == (3, 2)
    assert whole.usage is not None
    assert (whole.usage.cost_usd, whole.usage.unpriced_calls) == (None, 1)


def test_refusals_are_paged(fresh_store: Store, tmp_path: Path) -> None:
    cost_of(fresh_store, tmp_path, tool_outcomes=[move(second, "denied") for second in range(5)])
    first = refusals(fresh_store, policy=ASKED, limit=3)
    rest = refusals(fresh_store, policy=ASKED, limit=3, cursor=first.next_cursor)
    assert [one.refusal_id for one in (*first.items, *rest.items)] == [f"call:ta{n}" for n in (4, 3, 2, 1, 0)]
    assert (first.total, rest.truncated, rest.usage) == (5, False, None)

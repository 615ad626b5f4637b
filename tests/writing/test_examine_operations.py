"""What agents did is examined once, anew when it changes, and all of it when the policy does."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.agent_operations import DeskOperation
from data_access.contracts.importing import ImportCall
from data_access.contracts.operations import PolicyInForce
from data_access.contracts.principal import LOCAL_AGENT
from data_access.contracts.runtime_records import RecordAgentOperationCall
from data_access.errors import NotFound
from data_access.reading.agent_operations import agent_operations, operation_counts
from data_access.reading.operation_additions import agent_additions, operation_additions
from data_access.reading.operation_scope import policy_asked
from data_access.rules.policy_file import default_policy
from data_access.store.connection import Store
from data_access.writing.case_write import Author
from data_access.writing.examine_operations import examine_operations, step_by_step
from data_access.writing.import_records import import_records
from data_access.writing.remove_batch import remove_batch
from data_access.writing.runtime_records import record_agent_operation

POLICY = default_policy()
ASKED = policy_asked(POLICY)
AUTHOR = Author(LOCAL_AGENT, "rest", lambda: datetime(2026, 5, 1, 12, tzinfo=UTC))
OWN = "/srv/a"
Brings = Callable[..., int]


@pytest.fixture
def brings(fresh_store: Store, tmp_path: Path) -> Brings:
    """Import a snapshot of a run with tool calls `(id, tool, input, status)`; return its batch."""

    def brought(run: str, *calls: tuple[str, str, dict[str, Any], str], name: str = "a") -> int:
        rows = [
            {"tool_call_id": key, "tool": tool, "input": given, "status": status, "agent_id": "w",
             "started_at": f"2026-05-01T10:00:{number:02}Z"}
            for number, (key, tool, given, status) in enumerate(calls)
        ]  # fmt: skip
        told = {
            "conversation_id": run, "captured_at": f"2026-05-01T10:0{len(calls)}:00Z", "project": OWN,
            "tool_outcomes": rows,
        }  # fmt: skip
        file = tmp_path / f"{name}.jsonl"
        file.write_text(json.dumps(told) + "\n", "utf-8")
        batch = import_records(fresh_store, ImportCall(paths=(str(file),))).batches[0].batch_id
        assert batch is not None
        return batch

    return brought


def recorded(store: Store, session: str, number: int, **told: Any) -> None:
    given = {
        "request_id": f"r-{session}-{number}", "conversation_id": session, "occurred_at": AUTHOR.clock(),
        "operation": "install", "target": "jq", "approved_by": "auto", "result": "success",
        "working_directory": OWN, "workspace": OWN,
    } | told  # fmt: skip
    record_agent_operation(store, RecordAgentOperationCall.model_validate(given), author=AUTHOR)


def listed(store: Store, **asked: Any) -> list[tuple[str, str, str]]:
    """Return target, verdict and breaches of what is listed, the oldest first."""
    items = agent_operations(store, policy=ASKED, order="oldest", **asked).items
    return [(one.target, one.verdict, " ".join(one.breaches)) for one in items]


LS = ("c-1", "Bash", {"command": "ls"}, "ok")
WROTE = ("c-2", "Write", {"file_path": "/etc/x"}, "ok")
LOOKED = ("c-3", "str_replace_editor", {"command": "view", "path": "/etc/x"}, "ok")
REMOVED = ("c-4", "Bash", {"command": "rm -rf build"}, "ok")


def test_what_was_examined_is_not_examined_again(brings: Brings, fresh_store: Store) -> None:
    brings("s-1", LS, WROTE, LOOKED)
    assert agent_operations(fresh_store, policy=ASKED).runs_to_examine == 1
    assert examine_operations(fresh_store, POLICY) == 3
    first = agent_operations(fresh_store, policy=ASKED)
    assert (first.total, first.runs_to_examine, first.basis) == (2, 0, "snapshot")
    assert examine_operations(fresh_store, POLICY) == 0
    brings("s-1", LS, WROTE, LOOKED, REMOVED, name="b")
    assert agent_operations(fresh_store, policy=ASKED).runs_to_examine == 1
    assert examine_operations(fresh_store, POLICY) == 1, "only the call that came"
    assert listed(fresh_store) == [
        ("ls", "allowed", ""),
        ("/etc/x", "denied", "denied outside_zone"),
        ("rm -rf build", "needs_approval", "approval_unknown"),
    ]


def test_a_removed_import_takes_its_operations_along(brings: Brings, fresh_store: Store) -> None:
    brings("s-1", LS)
    second = brings("s-2", WROTE, name="b")
    examine_operations(fresh_store, POLICY)
    assert len(operation_additions(fresh_store, policy=ASKED).items) == 1
    remove_batch(fresh_store, second)
    assert [one[0] for one in listed(fresh_store)] == ["ls"], "at once, before anything is examined"
    assert examine_operations(fresh_store, POLICY) == 0
    assert operation_additions(fresh_store, policy=ASKED).items == ()
    for table in ("examined_source", "examined_operation", "examined_run"):
        with fresh_store.reading() as cursor:
            assert cursor.execute(f"SELECT count(*) FROM {table}").fetchall() == [(1,)], table


def test_another_policy_examines_everything_anew(brings: Brings, fresh_store: Store) -> None:
    brings("s-1", LS, REMOVED)
    examine_operations(fresh_store, POLICY)
    milder = POLICY.policy.model_copy(
        update={
            "commands": POLICY.policy.commands.model_copy(
                update={"safe": (*POLICY.policy.commands.safe, "rm"), "dangerous": ()}
            )
        }
    )
    force = PolicyInForce(source="own.toml", version="file:1", policy=milder)
    before = agent_operations(fresh_store, policy=policy_asked(force))
    assert (before.total, before.runs_to_examine) == (0, 1), "nothing is told by another policy"
    assert examine_operations(fresh_store, force) == 2
    said = agent_operations(fresh_store, policy=policy_asked(force), verdict="allowed")
    assert (said.total, said.policy) == (2, "own.toml")
    with fresh_store.reading() as cursor:
        assert cursor.execute("SELECT count(*) FROM examined_operation").fetchall() == [(2,)]


def test_operations_of_no_run_are_told_and_join_their_run_when_it_comes(
    brings: Brings, fresh_store: Store
) -> None:
    recorded(fresh_store, "s-9", 1)
    recorded(
        fresh_store, "s-9", 2, target="curl -O https://a.example/x", operation="execute", result="failed"
    )
    examine_operations(fresh_store, POLICY)
    (install,) = agent_operations(fresh_store, policy=ASKED, operation="install").items
    told = (install.conversation_id, install.conversation_key, install.origin, install.is_derived)
    assert told == ("s-9", None, "real", False)
    assert agent_operations(fresh_store, policy=ASKED, conversation_id="s-9").total == 2
    with pytest.raises(NotFound):
        agent_operations(fresh_store, policy=ASKED, conversation_id="s-8")
    brings("s-9", LS)
    examine_operations(fresh_store, POLICY)
    assert {one.conversation_key is None for one in _all(fresh_store)} == {False}
    assert agent_operations(fresh_store, policy=ASKED, conversation_id="s-9").total == 3


def test_an_id_of_several_runs_is_counted_once(brings: Brings, fresh_store: Store, tmp_path: Path) -> None:
    brings("s-1", LS)
    log = tmp_path / "log.jsonl"
    log.write_text('{"type":"user","uuid":"u","sessionId":"s-1","timestamp":"2026-05-01T10:00:00Z",'
                   '"message":{"role":"user","content":"x"}}\n')  # fmt: skip
    import_records(fresh_store, ImportCall(paths=(str(log),), format="claude_code"))
    recorded(fresh_store, "s-1", 1)
    examine_operations(fresh_store, POLICY)
    assert [one.conversation_key for one in _all(fresh_store) if not one.is_derived] == [None]


def test_counts_are_those_of_the_lists_they_lead_to(brings: Brings, fresh_store: Store) -> None:
    brings("s-1", LS, WROTE, LOOKED, REMOVED, ("c-5", "Bash", {"command": "rm x"}, "denied"))
    recorded(fresh_store, "s-1", 1, operation="execute", target="rm -rf /", approved_by="auto")
    examine_operations(fresh_store, POLICY)
    counts = operation_counts(fresh_store, policy=ASKED)
    assert (counts.operations, counts.derived, counts.runs) == (5, 4, 1)
    assert counts.violations == agent_operations(fresh_store, policy=ASKED, breach="any").total == 2
    fields = {
        "verdict": counts.verdicts, "zone": counts.zones, "capability": counts.capabilities,
        "operation": counts.kinds, "approved_by": counts.approvals, "result": counts.results,
        "breach": counts.breaches, "source_format": counts.sources, "agent_id": counts.agents,
    }  # fmt: skip
    words = {"zone": "none", "approved_by": "not_said", "result": "not_known"}
    for name, values in fields.items():
        for one in values:
            value = words.get(name) if one.value is None else one.value
            if value is not None:
                found = agent_operations(fresh_store, policy=ASKED, **{name: value}).total  # type: ignore[arg-type]
                assert found == one.operations, (name, value)


def test_pages_follow_each_other_without_gap_or_repeat(brings: Brings, fresh_store: Store) -> None:
    brings("s-1", *((f"c-{n:02}", "Write", {"file_path": f"f{n}.py"}, "ok") for n in range(9)))
    examine_operations(fresh_store, POLICY)
    seen: list[str] = []
    cursor = None
    while True:
        page = agent_operations(fresh_store, policy=ASKED, limit=4, cursor=cursor)
        seen += [one.operation_id for one in page.items]
        assert (page.total, page.truncated) == (9, page.next_cursor is not None)
        if (cursor := page.next_cursor) is None:
            break
    assert seen == [f"call:c-{n:02}" for n in reversed(range(9))]
    things, cursor = [], None
    while True:
        added = operation_additions(fresh_store, policy=ASKED, limit=4, cursor=cursor)
        things += [one.target for one in added.items]
        if (cursor := added.next_cursor) is None:
            break
    assert sorted(things) == sorted(f"{OWN}/f{n}.py" for n in range(9))
    (agent,) = agent_additions(fresh_store, policy=ASKED).items
    assert (agent.files, agent.outside, agent.agent) == (9, 0, "w")


def test_what_is_left_behind_counts_once_and_not_when_it_failed(brings: Brings, fresh_store: Store) -> None:
    brings(
        "s-1",
        ("c-1", "Bash", {"command": "npm install left-pad && npm install left-pad"}, "ok"),
        ("c-2", "Bash", {"command": "npm install left-pad"}, "ok"),
        ("c-3", "Bash", {"command": "npm install -g other"}, "error"),
        ("c-4", "Bash", {"command": "curl -o tool https://a.example/tool"}, "ok"),
        ("c-5", "Write", {"file_path": "/etc/x"}, "denied"),
    )
    examine_operations(fresh_store, POLICY)
    found = operation_additions(fresh_store, policy=ASKED).items
    told = sorted((one.kind, one.target, one.zone, one.operations) for one in found)
    assert ("package", "left-pad (npm)", "workspace", 2) in told
    assert ("download", "https://a.example/tool", "workspace", 1) in told
    assert not [one for one in told if one[1] in ("other (npm)", "/etc/x")]


def test_it_goes_on_where_it_was_cut_off(
    brings: Brings, fresh_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data_access.writing.examine_operations.AT_ONCE", 2)
    brings("s-1", *((f"c-{n}", "Write", {"file_path": f"f{n}.py"}, "ok") for n in range(5)))
    brings("s-2", LS, name="b")
    steps = step_by_step(fresh_store, POLICY)
    first = next(steps)
    steps.close()
    assert agent_operations(fresh_store, policy=ASKED).runs_to_examine > 0
    rest = list(step_by_step(fresh_store, POLICY))
    assert (first + sum(rest), max(first, *rest)) == (6, 2)
    assert agent_operations(fresh_store, policy=ASKED).total == 6
    assert agent_operations(fresh_store, policy=ASKED).runs_to_examine == 0


def _all(store: Store) -> tuple[DeskOperation, ...]:
    return agent_operations(store, policy=ASKED, limit=500).items

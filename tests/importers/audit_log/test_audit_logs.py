"""Audit logs of runtimes: recognised by what is in them, each entry once, and none lost."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.importing import BatchReport, ImportCall
from data_access.reading.change_counter import change_counter
from data_access.reading.run_operations import run_operations
from data_access.reading.runs import runs
from data_access.reading.unattached_operations import unattached_operations
from data_access.reading.verify import verify
from data_access.rules.policy_file import default_policy
from data_access.store.connection import Store
from data_access.writing.import_records import import_records
from data_access.writing.remove_batch import remove_batch

POLICY = default_policy()
AT = 1_777_629_600_000
"""2026-05-01T10:00:00Z in milliseconds, as runtimes write it."""
RUN = {"conversation_id": "s-1", "captured_at": "2026-05-01T09:00:00Z", "project": "/srv/plant"}
PATCH = "*** Add File: a\n*** Delete File: b\n"
HOSTILE = "<img src=x onerror=alert(1)> [x](javascript:alert(1)) ${jndi} '; DROP TABLE event; -- 水"

Load = Callable[..., BatchReport]


def row(**told: Any) -> dict[str, Any]:
    """A row as the isolation design has it."""
    return {
        "timestamp": AT,
        "sessionId": "s-1",
        "operation": "execute",
        "target": "ls",
        "approvedBy": "auto",
        "result": "success",
    } | told


def ran(**told: Any) -> dict[str, Any]:
    """An entry of the ring of tools that were run."""
    return {
        "timestamp": "2026-05-01T10:00:01.250Z",
        "tool": "bash",
        "args": {"command": "ls -l"},
        "success": True,
        "durationMs": 12.5,
    } | told


def without(entry: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if key != name}


def lines(*entries: Any) -> str:
    return "".join(
        f"{one if isinstance(one, str) else json.dumps(one, ensure_ascii=False)}\n" for one in entries
    )


@pytest.fixture
def load(tmp_path: Path, fresh_store: Store) -> Load:
    """Import a text as one file."""

    def load_text(text: str, name: str = "log.txt", **asked: Any) -> BatchReport:
        file = tmp_path / name
        file.write_text(text, encoding="utf-8")
        return import_records(fresh_store, ImportCall(paths=(str(file),), **asked)).batches[0]

    return load_text


def counted(report: BatchReport) -> tuple[int, int, int, int, int]:
    """Records, stored, duplicates, other records, rejected; they add up."""
    parts = (report.rows_written, report.duplicates_ignored, report.other_records, report.rejected)
    assert report.records == sum(parts), report
    return (report.records, *parts)


def test_rows_belong_to_the_run_of_their_session_with_all_they_say(load: Load, fresh_store: Store) -> None:
    load(lines(RUN), "run.jsonl")
    assert counted(load(lines(
        row(operation="install", target="jq", agentId="w1", workspace="/srv/plant", ticket=7),
        row(timestamp="2026-05-01T12:00:00+02:00", target="rm -rf /", approvedBy="policy", result="denied"),
        row(timestamp=AT // 1000, operation="download", target="https://x.org/a", checksum="sha256:1"),
        row(timestamp=AT + 5, operation="write", target=HOSTILE, approvedBy="User", result="failed"),
    ), origin="synthetic")) == (4, 4, 0, 0, 0)  # fmt: skip
    said = run_operations(fresh_store, "s-1", policy=POLICY)
    assert {
        (one.operation, one.target, one.approved_by, one.result, one.is_derived) for one in said.items
    } == {
        ("install", "jq", "auto", "success", False),
        ("execute", "rm -rf /", "policy", "denied", False),
        ("download", "https://x.org/a", "auto", "success", False),
        ("write", HOSTILE, "user", "failed", False),
    }
    assert {(one.origin, one.duration_ms, one.tool) for one in said.items} == {("synthetic", None, None)}
    assert [one.occurred_at.timestamp() * 1000 for one in said.items if one.occurred_at] == [
        *[AT] * 3,
        AT + 5,
    ]
    (install,) = [one for one in said.items if one.operation == "install"]
    assert (install.agent_id, install.workspace) == ("w1", "/srv/plant")
    assert _extras(fresh_store) == ['{"ticket":7}']
    assert verify(fresh_store).faults == 0


def _extras(store: Store) -> list[str]:
    with store.as_of_now() as transaction:
        found = transaction.cursor.execute("SELECT extra FROM operation_observation WHERE extra IS NOT NULL")
        return [extra for (extra,) in found.fetchall()]


@pytest.mark.inputs
def test_every_row_that_the_design_prints_is_stored_as_it_stands(
    load: Load, fresh_store: Store, inputs: Path
) -> None:
    design = next((inputs.parent / "seeds").glob("002_*.txt"), None)
    if design is None:
        pytest.skip("the design's text is absent")
    printed = re.search(r"interface AgentAuditLog \{(.*?)\n\}", design.read_text(encoding="utf-8"), re.DOTALL)
    assert printed is not None
    types = dict(re.findall(r"^  (\w+): (.+);$", printed[1], re.MULTILINE))
    plain = {"timestamp": [AT], "sessionId": ["s-1"], "target": ["jq"]}
    values = [plain.get(name) or re.findall(r"'(\w+)'", words) for name, words in types.items()]
    told = [dict(zip(types, one, strict=True)) for one in itertools.product(*values)]
    assert (len(types), len(told)) == (6, 4 * 3 * 3)
    load(lines(RUN), "run.jsonl")
    assert counted(load(lines(*told))) == (36, 36, 0, 0, 0)
    said = run_operations(fresh_store, "s-1", policy=POLICY)
    assert {(one.operation, one.approved_by, one.result) for one in said.items} == {
        (one["operation"], one["approvedBy"], one["result"]) for one in told
    }


def test_tools_that_were_run_become_operations_and_what_is_not_said_stays_unknown(
    load: Load, fresh_store: Store
) -> None:
    assert counted(load(lines(
        ran(),
        ran(tool="gui_click", args={"x": 1}, success=False),
        ran(tool="write_file", args={"path": "/srv/a.txt", "content": "x"}),
        ran(tool="Bash", args={"command": "npm install -g jq"}),
        ran(tool="read_file", args={"path": "/etc/hosts"}),
        without(ran(tool="apply_patch", args={"input": PATCH}), "durationMs"),
    ))) == (6, 5, 0, 1, 0)  # fmt: skip
    said = unattached_operations(fresh_store, policy=POLICY)
    told = {
        (one.operation, one.target, one.capability, one.result, one.duration_ms, one.is_derived)
        for one in said.items
    }
    assert told == {
        ("execute", "ls -l", "read_file", "success", 12.5, True),
        ("execute", 'gui_click {"x":1}', "run_code", "failed", 12.5, True),
        ("write", "/srv/a.txt", "write_file", "success", 12.5, True),
        ("install", "npm install -g jq", "install_npm_package", "success", 12.5, True),
        ("write", "a", "write_file", "success", None, True),
        ("write", "b", "write_file", "success", None, True),
    }
    unsaid = {(one.session, one.approved_by, one.agent_id, one.workspace) for one in said.items}
    assert unsaid == {(None, None, None, None)}
    (click,) = [one for one in said.items if one.tool == "gui_click"]
    assert (click.verdict, click.rule, click.level_called_for) == ("unknown", "tool.unknown", None)
    assert runs(fresh_store).total == 0, "a log without a run makes none"


def test_every_shape_of_the_ring_holds_the_same_entries(load: Load, fresh_store: Store) -> None:
    ring = [ran(), ran(tool="gui_type", args={"text": HOSTILE}), ran(tool="sh", args={"command": "id"})]
    resource = {"uri": "gui://audit-log", "mimeType": "application/json", "text": json.dumps(ring, indent=2)}
    shapes = {
        "lines.jsonl": (lines(*ring), (3, 3, 0, 0, 0)),
        "list.json": (json.dumps(ring), (3, 0, 3, 0, 0)),
        "newest_first.json": (json.dumps(ring[::-1], indent=2), (3, 0, 3, 0, 0)),
        "wrapped.json": (json.dumps({"entries": ring}), (3, 0, 3, 0, 0)),
        "resource.json": (json.dumps({"contents": [resource]}), (4, 0, 3, 1, 0)),
        "answer.json": (
            json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"contents": [resource]}}, indent=1),
            (4, 0, 3, 1, 0),
        ),
        "one_wrapper_a_line": (lines({"log": ring[:1]}, {"log": ring[1:]}), (3, 0, 3, 0, 0)),
    }
    for name, (text, expected) in shapes.items():
        report = load(text, name)
        assert (name, report.format, counted(report)) == (name, "audit_log", expected)
    assert unattached_operations(fresh_store, policy=POLICY).total == 3


def test_what_wraps_entries_says_whose_they_are(load: Load, fresh_store: Store) -> None:
    report = load(
        json.dumps({"sessionId": "s-1", "host": "desk-3", "entries": [ran(), without(row(), "sessionId")]})
    )
    assert counted(report) == (3, 2, 0, 1, 0)
    assert {one.session for one in unattached_operations(fresh_store, policy=POLICY).items} == {"s-1"}


BROKEN: tuple[tuple[Any, str], ...] = (
    (without(row(), "sessionId"), "no sessionId"),
    (without(row(), "target"), "no target"),
    (without(row(), "timestamp"), "no timestamp"),
    (row(operation="delete"), 'operation "delete" is none of install, execute, download, write'),
    (row(approvedBy=None), "no approvedBy"),
    (row(result=True), "result true is none of success, failed, denied"),
    (row(timestamp=12), "timestamp is no time"),
    (row(timestamp=10**30), "timestamp is no time"),
    (row(timestamp="2026-05-01"), "timestamp is no time"),
    (row(timestamp=True), "timestamp is no time"),
    (row(sessionId="a\nb"), "sessionId names no session"),
    (row(target="  "), "target is no text"),
    (ran(success="yes"), "success is neither true nor false"),
    (without(ran(), "args"), "no args"),
    (ran(tool=7), "tool is no text"),
    (ran(timestamp="yesterday"), "timestamp is no time"),
    ({"event": "x"}, "neither a row of an operation"),
    ('{"timestamp": 1777629600000, "sess', ""),
)


def test_entries_that_lack_something_are_kept_aside_with_the_reason(load: Load, fresh_store: Store) -> None:
    report = load(lines(*(one for entry, _ in BROKEN for one in (row(), entry))))
    assert counted(report) == (36, 1, 17, 0, 18)
    with fresh_store.as_of_now() as transaction:
        query = "SELECT line, reason, raw_text FROM import_reject ORDER BY line"
        kept = transaction.cursor.execute(query).fetchall()
    for (line, reason, raw), (number, (entry, why)) in zip(kept, enumerate(BROKEN, 1), strict=True):
        assert (line, why in reason) == (2 * number, True), reason
        assert entry == (raw if isinstance(entry, str) else json.loads(raw))


def test_the_same_entries_in_any_order_and_split_are_the_same(
    load: Load, fresh_store: Store, tmp_path: Path
) -> None:
    entries = [row(target=f"ls {number % 7}", timestamp=AT + number % 5) for number in range(40)]
    first = load(lines(*entries))
    assert (first.rows_written, counted(first)[2]) == (35, 5), (
        "an entry that says nothing new is no other one"
    )
    whole = unattached_operations(fresh_store, policy=POLICY, limit=2000).items
    assert counted(load(lines(*entries), "copy"))[1:3] == (0, 40)
    assert counted(load(lines(*entries[::-1]), "reversed"))[1:3] == (0, 40)
    with Store.open(None) as other:
        for number, part in enumerate((entries[25:], entries[:10], entries[5:30])):
            file = tmp_path / f"part{number}"
            file.write_text(lines(*part), encoding="utf-8")
            import_records(other, ImportCall(paths=(str(file),)))
        assert unattached_operations(other, policy=POLICY, limit=2000).items == whole


def test_a_session_that_is_imported_later_takes_its_operations_and_gives_them_back(
    load: Load, fresh_store: Store
) -> None:
    load(lines(row(), row(sessionId="s-2"), ran()))
    assert [one.session for one in unattached_operations(fresh_store, policy=POLICY).items] == [
        None,
        "s-1",
        "s-2",
    ]
    run = load(lines(RUN), "run.jsonl")
    assert {one.session for one in unattached_operations(fresh_store, policy=POLICY).items} == {None, "s-2"}
    said = run_operations(fresh_store, "s-1", policy=POLICY)
    assert [one.target for one in said.items] == ["ls"]
    before = change_counter(fresh_store, f"conversation:{said.conversation_key}")
    late = load(lines(row(target="pwd")), "late")
    assert change_counter(fresh_store, f"conversation:{said.conversation_key}") != before
    assert late.batch_id is not None
    assert run.batch_id is not None
    assert remove_batch(fresh_store, late.batch_id).rows_removed == 1
    remove_batch(fresh_store, run.batch_id)
    assert unattached_operations(fresh_store, policy=POLICY, session="s-1").total == 1
    assert verify(fresh_store).faults == 0


def test_a_secret_in_a_command_is_masked_wherever_it_stands(load: Load, fresh_store: Store) -> None:
    secret = "ghp_" + "a1B2" * 9
    told = json.dumps([ran(args={"command": f"curl -H 'Authorization: token {secret}' x.org"})])
    report = load(lines(row(target=f"echo {secret}"), {"contents": [{"text": told}]}))
    assert report.secrets_masked >= 2
    assert all(secret not in one.target for one in unattached_operations(fresh_store, policy=POLICY).items)


@pytest.mark.parametrize("indent", [None, 1])
def test_what_is_whole_of_a_cut_file_is_read(load: Load, fresh_store: Store, indent: int | None) -> None:
    whole = {"sessionId": "s-1", "entries": [ran(), ran(tool="gui_click"), without(row(), "sessionId")]}
    text = json.dumps(whole, indent=indent)
    report = load(text[: text.index("approvedBy")])
    assert report.format == "audit_log"
    assert counted(report) == (4, 2, 0, 1, 1)
    assert {one.session for one in unattached_operations(fresh_store, policy=POLICY).items} == {"s-1"}
    assert counted(load(text, "whole")) == (4, 1, 2, 1, 0)


def test_a_list_that_stands_as_text_and_is_cut_keeps_what_can_be_read(load: Load, fresh_store: Store) -> None:
    text = json.dumps([ran(), ran(tool="gui_click")])
    report = load(json.dumps({"contents": [{"text": text[:-20]}]}))
    assert counted(report) == (2, 1, 0, 0, 1)

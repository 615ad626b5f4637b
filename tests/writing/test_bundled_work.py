"""What runtimes published of a case's runs travels with the case, once, unchanged, and leaves with it."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_access.contracts.importing import BatchReport, ImportCall
from data_access.contracts.principal import LOCAL_AGENT
from data_access.contracts.runtime_records import (
    PublishIsolationResultCall,
    RecordAgentOperationCall,
    RecordIsolationRequestCall,
    RecordResourceSampleCall,
)
from data_access.contracts.workspaces import ObservedWorkspace
from data_access.reading.case_bundle import case_bundle
from data_access.reading.run_isolation import run_isolation
from data_access.reading.run_operations import run_operations
from data_access.reading.stored_workspaces import stored_workspaces
from data_access.reading.verify import verify
from data_access.rules.policy_file import default_policy
from data_access.rules.workspace_patterns import policy_patterns
from data_access.rules.workspace_record import workspace_line
from data_access.store.connection import Store
from data_access.store.work_tables import WORK_TABLES
from data_access.writing import runtime_records as writing
from data_access.writing.case_write import Author
from data_access.writing.import_records import import_records
from data_access.writing.remove_batch import remove_batch
from tests.writing.cases import BEGIN, Agent

POLICY = default_policy()
REPOSITORY = "/srv/north"
AGENTS_OF_RUN = [{"agent_id": "lead"}, {"agent_id": "flow", "parent_agent_id": "lead"}]
SNAPSHOT = {"conversation_id": "run-1", "captured_at": "2026-05-01T08:00:00Z", "project": REPOSITORY}
RUN = json.dumps(SNAPSHOT | {"agents": AGENTS_OF_RUN}) + "\n"
Line = dict[str, Any]

WORDS = st.sampled_from(["黄水", 'a "quoted" <b>', "\u202eevil\u202c", "x" * 200, "../../etc/passwd", "a  b"])
COMMANDS = WORDS | st.sampled_from([" \x00 y", "\x1b[31m", "a\r\nb"])
"""What cannot stand in an id can in a command."""
JSONS = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | WORDS,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(WORDS, inner, max_size=2),
    max_leaves=4,
)
MOMENTS = st.datetimes(datetime(1970, 1, 1), datetime(2199, 12, 31), timezones=st.just(UTC))
AGENTS = st.sampled_from([None, "lead", "flow"])
RUNS = st.sampled_from(["run-1", "run-1", "run-2", "elsewhere"])
AMOUNTS = st.none() | st.integers(0, 2**63 - 1)
REQUESTS = st.builds(
    dict, conversation_id=RUNS, agent_id=AGENTS, task_id=WORDS, goal=COMMANDS,
    isolation_mode=st.sampled_from(["none", "session", "worktree"]), allow_merge_back=st.booleans(),
)  # fmt: skip
RESULTS = st.builds(
    dict, conversation_id=RUNS, agent_id=AGENTS, task_id=WORDS, status=WORDS,
    isolation=st.fixed_dictionaries({"mode": st.just("worktree"), "workspace_path": WORDS, "branch": WORDS}),
    evidence=st.lists(JSONS, max_size=2), modified_files=st.none() | st.lists(WORDS, max_size=2),
    task_result=JSONS,
)  # fmt: skip
OPERATIONS = st.builds(
    dict, conversation_id=RUNS, agent_id=AGENTS, occurred_at=MOMENTS, target=COMMANDS,
    operation=st.sampled_from(["install", "execute", "download", "write"]),
    approved_by=st.sampled_from(["auto", "user", "policy"]),
    result=st.sampled_from(["success", "failed", "denied"]),
)  # fmt: skip
SAMPLES = st.builds(
    dict, conversation_id=RUNS, agent_id=AGENTS, sampled_at=MOMENTS, disk_bytes=AMOUNTS, memory_bytes=AMOUNTS,
    command_seconds=st.none() | st.floats(0, 1e300),
)  # fmt: skip
Published = Callable[..., Any]
PUBLISHED: dict[str, tuple[Any, Published]] = {
    "isolation_request": (RecordIsolationRequestCall, writing.record_isolation_request),
    "isolation_result": (PublishIsolationResultCall, writing.publish_isolation_result),
    "agent_operation": (RecordAgentOperationCall, writing.record_agent_operation),
    "resource_sample": (RecordResourceSampleCall, writing.record_resource_sample),
}
RECORDS = st.lists(
    st.one_of(
        st.tuples(st.just("isolation_request"), REQUESTS),
        st.tuples(st.just("isolation_result"), RESULTS),
        st.tuples(st.just("agent_operation"), OPERATIONS),
        st.tuples(st.just("resource_sample"), SAMPLES),
    ),
    max_size=12,
)


def publish(store: Store, table: str, number: int, **told: Any) -> None:
    """Publish a record, a millisecond and a half behind the one before."""
    at = BEGIN + timedelta(microseconds=1500 * number)
    contract, call = PUBLISHED[table]
    asked = contract.model_validate({"request_id": f"w-{number}"} | told)
    call(store, asked, author=Author(LOCAL_AGENT, "rest", lambda: at))


def a_case(store: Store) -> str:
    """Return a case whose round names two runs; only the first is on this desk."""
    agent = Agent(store)
    task_id = agent.create(project=REPOSITORY).task_id
    agent.claim(task_id, conversation_ids=["run-1", "run-2"])
    return task_id


def brought(store: Store, folder: Path, text: str, name: str) -> BatchReport:
    file = folder / name
    file.write_text(text, "utf-8")
    return import_records(store, ImportCall(paths=(str(file),))).batches[0]


def look(*, branch: str, at: datetime, is_main: bool = False) -> str:
    path = REPOSITORY if is_main else f"{REPOSITORY}/.worktrees/{branch}"
    kind: Any = "main" if is_main else "linked"
    seen = ObservedWorkspace(
        repository=REPOSITORY, kind=kind, path=path, exists=True, branch=branch, head="a" * 40, as_of=at
    )
    return workspace_line(seen, "desk-1") + "\n"


def rows(store: Store, table: str) -> list[tuple[Any, ...]]:
    with store.reading() as cursor:
        return cursor.execute(f"SELECT * EXCLUDE (record_id) FROM {table} ORDER BY ALL").fetchall()


def faults(store: Store) -> list[str]:
    return [f"{check.name}: {check.examples}" for check in verify(store).checks if check.faults]


@settings(max_examples=15, deadline=None)
@given(records=RECORDS)
def test_any_records_leave_come_back_and_leave_again_byte_for_byte(
    records: list[tuple[str, Line]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("work")
    with Store.open(None) as here, Store.open(None) as there:
        task_id = a_case(here)
        for number, (table, told) in enumerate(records):
            publish(here, table, number, **told)
        text = case_bundle(here, [task_id]).text
        report = brought(there, folder, text, "case.jsonl")
        assert (report.rejects, report.duplicates_ignored) == ((), 0)
        assert case_bundle(there, [task_id]).text == text
        for table in WORK_TABLES:
            told_of_case = [row for row in rows(here, table) if row[0] != "elsewhere"]
            assert rows(there, table) == told_of_case
        again = brought(there, folder, text, "case.jsonl")
        assert (again.rows_written, again.unchanged_files) == (0, 1)
        assert (faults(here), faults(there)) == ([], [])
        removed = [
            remove_batch(there, batch or 0).rows_removed for batch in (report.batch_id, again.batch_id)
        ]
        assert removed == [0, report.rows_written]  # the second import held the file too
        assert [rows(there, table) for table in WORK_TABLES] == [[], [], [], []]
        assert faults(there) == []


@pytest.fixture
def worked(fresh_store: Store, tmp_path: Path) -> tuple[Store, str]:
    """A case with a run on the desk, a worker of it that published, and two looks at its repository."""
    brought(fresh_store, tmp_path, RUN, "run.jsonl")
    early = look(branch="gone", at=BEGIN)
    late = look(branch="main", at=BEGIN + timedelta(hours=1), is_main=True) + look(
        branch="flow", at=BEGIN + timedelta(hours=1)
    )
    brought(fresh_store, tmp_path, early + late, "looks.jsonl")
    told: Line = {"conversation_id": "run-1", "agent_id": "flow"}
    place = f"{REPOSITORY}/.worktrees/flow"
    publish(fresh_store, "isolation_request", 1, **told, task_id="t-1", goal="G", isolation_mode="sandbox")
    publish(
        fresh_store, "isolation_result", 2, **told, task_id="t-1", status="done", modified_files=["a.py"],
        isolation={"mode": "worktree", "workspace_path": place, "branch": "flow", "cleanup_status": "kept"},
    )  # fmt: skip
    publish(
        fresh_store, "agent_operation", 3, **told, occurred_at=BEGIN, operation="execute",
        target="rm -rf build", approved_by="auto", result="success", working_directory=place, workspace=place,
    )  # fmt: skip
    publish(fresh_store, "resource_sample", 4, **told, sampled_at=BEGIN, memory_bytes=3_000_000_000)
    return fresh_store, a_case(fresh_store)


def readings(store: Store) -> list[Any]:
    """What the pages read, but for the moments of asking and the numbers that a desk gives."""
    numbers = {"as_of": True, "items": {"__all__": {"operation_id": True}}}
    seen = stored_workspaces(store, patterns=policy_patterns(POLICY.policy.worktrees), now=BEGIN)
    return [
        run_isolation(store, "run-1", policy=POLICY).model_dump(exclude={"as_of"}),
        run_operations(store, "run-1", policy=POLICY).model_dump(exclude=numbers),
        [(one.branch, one.state, one.as_of, one.left_over) for one in seen.items if one.as_of > BEGIN],
    ]


def test_another_desk_with_the_same_runs_reads_the_same(worked: tuple[Store, str], tmp_path: Path) -> None:
    here, task_id = worked
    text = case_bundle(here, [task_id]).text
    assert '"branch":"gone"' not in text  # of an older look
    with Store.open(None) as there:
        brought(there, tmp_path, RUN, "run.jsonl")
        assert brought(there, tmp_path, text, "case.jsonl").rejects == ()
        assert readings(there) == readings(here)
        findings = {one.kind for one in run_isolation(there, "run-1", policy=POLICY).findings}
        assert {"level_too_low"} <= findings


def test_what_the_desk_has_of_its_own_is_counted_and_stays(worked: tuple[Store, str], tmp_path: Path) -> None:
    here, task_id = worked
    text = case_bundle(here, [task_id]).text.replace(task_id, "T-copy")
    before = [rows(here, table) for table in WORK_TABLES]
    report = brought(here, tmp_path, text, "copy.jsonl")
    assert (report.rejected, report.duplicates_ignored) == (0, 6)  # four records, two workspaces
    assert faults(here) == []
    remove_batch(here, report.batch_id or 0)
    assert [rows(here, table) for table in WORK_TABLES] == before
    assert case_bundle(here, [task_id]).text.count('"record":"workspace"') == 2
    assert faults(here) == []


def test_a_record_that_two_bundles_brought_leaves_with_the_last(
    worked: tuple[Store, str], tmp_path: Path
) -> None:
    here, task_id = worked
    text = case_bundle(here, [task_id]).text
    with Store.open(None) as there:
        first = brought(there, tmp_path, text, "first.jsonl")
        second = brought(there, tmp_path, text.replace(task_id, "T-copy"), "second.jsonl")
        assert second.duplicates_ignored == 6
        remove_batch(there, first.batch_id or 0)
        assert [len(rows(there, table)) for table in WORK_TABLES] == [1, 1, 1, 1]
        assert faults(there) == []
        remove_batch(there, second.batch_id or 0)
        assert [len(rows(there, table)) for table in (*WORK_TABLES,)] == [0, 0, 0, 0]
        with there.reading() as cursor:
            assert cursor.execute("SELECT count(*) FROM restored_record").fetchall() == [(0,)]


def changed(text: str, record: str, **fields: Any) -> str:
    lines = [json.loads(line) for line in text.splitlines()]
    for line in lines:
        if line.get("record") == record:
            line.update(fields)
    return "".join(json.dumps(line) + "\n" for line in lines)


@pytest.mark.parametrize(
    ("record", "fields", "why"),
    [
        ("agent_operation", {"result": "denied"}, "record_hash: what the record says has the hash"),
        ("agent_operation", {"target": "ls"}, "record_hash"),
        ("resource_sample", {"memory_bytes": None}, "record_hash"),
        ("isolation_request", {"recorded_at": "2026-05-01T08:00:00Z"}, "record_hash"),
        ("isolation_result", {"principal_id": "somebody"}, "record_hash"),
        ("isolation_result", {"later_field": 1}, "record_hash"),
        ("resource_sample", {"memory_bytes": -1}, "memory_bytes"),
        ("resource_sample", {"command_seconds": "soon"}, "command_seconds"),
        ("agent_operation", {"approved_by": "nobody"}, "approved_by"),
        ("workspace", {"told": {"workspace": "caseboard.workspace@1"}}, "told"),
    ],
)
def test_a_record_that_was_changed_on_the_way_is_rejected_and_the_rest_loads(
    worked: tuple[Store, str], tmp_path: Path, record: str, fields: Line, why: str
) -> None:
    here, task_id = worked
    text = changed(case_bundle(here, [task_id]).text, record, **fields)
    with Store.open(None) as there:
        report = brought(there, tmp_path, text, "case.jsonl")
        assert report.rejects
        assert all(why in reject.reason for reject in report.rejects)
        assert faults(there) == []
        assert case_bundle(there, [task_id]).tasks[0].task_id == task_id


def test_fields_of_a_later_release_are_kept_with_the_hash_that_covers_them(
    worked: tuple[Store, str], tmp_path: Path
) -> None:
    here, task_id = worked
    plain = changed(case_bundle(here, [task_id]).text, "resource_sample", record_hash=None, gpu_bytes=7)
    with Store.open(None) as there, Store.open(None) as further:
        assert brought(there, tmp_path, plain, "case.jsonl").rejects == ()
        text = case_bundle(there, [task_id]).text
        (kept,) = [json.loads(line) for line in text.splitlines() if '"resource_sample"' in line]
        assert kept["extra"] == {"gpu_bytes": 7}
        flat = changed(text, "resource_sample", extra=None, gpu_bytes=7)  # as the later release writes it
        assert brought(further, tmp_path, flat, "later.jsonl").rejects == ()
        assert rows(further, "resource_sample") == rows(there, "resource_sample")
        assert faults(there) == []


TAMPERED = [
    ("UPDATE agent_operation SET target = 'ls'", "work_as_recorded"),
    ("UPDATE agent_operation SET result = 'denied'", "work_as_recorded"),
    ("UPDATE resource_sample SET memory_bytes = 1", "work_as_recorded"),
    ("UPDATE isolation_result SET modified_files = NULL", "work_as_recorded"),
    ("UPDATE isolation_request SET recorded_at = recorded_at - INTERVAL 1 SECOND", "work_as_recorded"),
    ("DELETE FROM resource_sample", "recorded_work"),
    ("INSERT INTO resource_sample BY NAME SELECT * EXCLUDE record_id FROM resource_sample", "recorded_work"),
    ("INSERT INTO restored_record VALUES ('T-x', 'agent_operation', 'none', FALSE)", "recorded_work"),
]  # fmt: skip


@pytest.mark.parametrize(("spoil", "found"), TAMPERED)
def test_verify_finds_a_record_that_was_tampered_with(
    worked: tuple[Store, str], spoil: str, found: str
) -> None:
    here, _ = worked
    with here.transaction() as transaction:
        transaction.cursor.execute(spoil)
    assert [check.name for check in verify(here).checks if check.faults] == [found]


def test_verify_finds_a_restored_record_that_is_gone(worked: tuple[Store, str], tmp_path: Path) -> None:
    here, task_id = worked
    with Store.open(None) as there:
        brought(there, tmp_path, case_bundle(here, [task_id]).text, "case.jsonl")
        with there.transaction() as transaction:
            transaction.cursor.execute("DELETE FROM isolation_result")
        assert [check.name for check in verify(there).checks if check.faults] == ["recorded_work"]


def test_a_bundle_without_such_records_still_loads(worked: tuple[Store, str], tmp_path: Path) -> None:
    here, task_id = worked
    kinds = {*WORK_TABLES, "workspace"}
    lines = [json.loads(line) for line in case_bundle(here, [task_id]).text.splitlines()]
    older = [line for line in lines if line.get("record") not in kinds]
    older[0]["records"] = len(older) - 1
    with Store.open(None) as there:
        text = "".join(json.dumps(line) + "\n" for line in older)
        assert brought(there, tmp_path, text, "older.jsonl").rejects == ()
        assert [rows(there, table) for table in WORK_TABLES] == [[], [], [], []]

"""What runtimes publish: kept once, answered twice, masked, logged, exported; nothing is carried out."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.principal import LOCAL_AGENT, NOBODY
from data_access.contracts.runtime_records import (
    PublishIsolationResultCall,
    RecordAgentOperationCall,
    RecordIsolationRequestCall,
    RecordResourceSampleCall,
)
from data_access.errors import PermissionDenied, RequestIdReused
from data_access.reading.change_log import changes
from data_access.reading.export_records import export_records
from data_access.reading.verify import verify
from data_access.store.connection import Store
from data_access.writing.case_write import Author
from data_access.writing.runtime_records import (
    publish_isolation_result,
    record_agent_operation,
    record_isolation_request,
    record_resource_sample,
)

AT = datetime(2026, 5, 1, 10, tzinfo=UTC)
AUTHOR = Author(LOCAL_AGENT, "rest", lambda: AT)
REQUEST = RecordIsolationRequestCall(
    request_id="r-1", conversation_id="s-1", task_id="task-123", goal="refactor agent router",
    isolation_mode="worktree", workspace_strategy="ephemeral", allow_merge_back=False,
    cleanup_policy="on_success",
)  # fmt: skip
RESULT = PublishIsolationResultCall.model_validate(
    {
        "request_id": "r-2", "conversation_id": "s-1", "task_id": "task-123", "status": "completed",
        "isolation": {"mode": "worktree", "workspace_path": ".worktrees/jarvis/run-1/worker-2",
                      "branch": "jarvis/run-1/worker-2", "cleanup_status": "pending"},
        "evidence": [], "summary": "Refactor completed", "modified_files": [],
    }
)  # fmt: skip
OPERATION = RecordAgentOperationCall(
    request_id="r-3", conversation_id="s-1", occurred_at=AT, operation="execute", target="git status",
    approved_by="policy", result="success",
)  # fmt: skip
SAMPLE = RecordResourceSampleCall(request_id="r-4", conversation_id="s-1", sampled_at=AT, memory_bytes=7)


def rows(store: Store, table: str) -> list[dict[str, Any]]:
    with store.reading() as cursor:
        found = cursor.execute(f"SELECT * FROM {table} ORDER BY record_id")
        names = [column[0] for column in found.description]
        return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def test_the_examples_of_the_design_are_kept_as_they_were_told(fresh_store: Store) -> None:
    record_isolation_request(fresh_store, REQUEST, author=AUTHOR)
    publish_isolation_result(fresh_store, RESULT, author=AUTHOR)
    (request,), (result,) = rows(fresh_store, "isolation_request"), rows(fresh_store, "isolation_result")
    assert len(request.pop("record_hash")) == 64
    assert request | {"recorded_at": None} == {
        "record_id": 1, "conversation": "s-1", "task_id": "task-123", "agent_id": None, "goal": REQUEST.goal,
        "isolation_mode": "worktree", "workspace_strategy": "ephemeral", "allow_merge_back": False,
        "cleanup_policy": "on_success", "recorded_at": None, "principal_id": "local-agent",
        "request_id": "r-1", "extra": None,
    }  # fmt: skip
    assert (result["isolation_mode"], result["branch"], result["cleanup_status"]) == (
        "worktree", "jarvis/run-1/worker-2", "pending",
    )  # fmt: skip
    assert (result["evidence"], result["modified_files"], result["task_result"]) == ("[]", "[]", None)


@pytest.mark.inputs
def test_the_examples_are_those_that_the_design_prints(inputs: Path) -> None:
    design = next((inputs.parent / "seeds").glob("000_*.txt"), None)
    if design is None:
        pytest.skip("the design's text is absent")
    text = design.read_text(encoding="utf-8")
    request, result = (json.loads(one) for one in re.findall(r"^\{\n.*?^\}", text, re.MULTILINE | re.DOTALL))
    around = {"conversation_id": "s-1"}
    assert RecordIsolationRequestCall.model_validate(around | {"request_id": "r-1"} | request) == REQUEST
    said = PublishIsolationResultCall.model_validate(around | {"request_id": "r-2"} | result)
    assert said == RESULT.model_copy(update={"modified_files": None}), "who does not say has not said: none"


def test_what_was_not_measured_stays_unknown(fresh_store: Store) -> None:
    record_resource_sample(fresh_store, SAMPLE, author=AUTHOR)
    (sample,) = rows(fresh_store, "resource_sample")
    assert [sample[name] for name in ("disk_bytes", "command_seconds", "memory_bytes")] == [None, None, 7]


def test_a_request_is_kept_once_and_answered_twice(fresh_store: Store) -> None:
    first = record_agent_operation(fresh_store, OPERATION, author=AUTHOR)
    again = record_agent_operation(fresh_store, OPERATION, author=AUTHOR)
    assert again == first.model_copy(update={"replayed": True})
    with pytest.raises(RequestIdReused):
        record_agent_operation(fresh_store, OPERATION.model_copy(update={"target": "git log"}), author=AUTHOR)
    assert len(rows(fresh_store, "agent_operation")) == 1
    assert [row.action for row in changes(fresh_store, withheld=(), limit=10).items] == [
        "record_agent_operation"
    ]


def test_many_at_once_keep_one_record_each(store_file: Path) -> None:
    with Store.open(store_file) as store, ThreadPoolExecutor(8) as pool:
        calls = [OPERATION.model_copy(update={"request_id": f"r-{number % 10}"}) for number in range(40)]
        told = list(pool.map(lambda call: record_agent_operation(store, call, author=AUTHOR), calls))
        assert len(rows(store, "agent_operation")) == len({one.record_id for one in told}) == 10
        assert verify(store).faults == 0


def test_secrets_are_masked_before_anything_is_kept(fresh_store: Store) -> None:
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    call = OPERATION.model_copy(
        update={"target": f"curl -H 'Authorization: token {token}' https://x.example"}
    )
    receipt = record_agent_operation(fresh_store, call, author=AUTHOR)
    assert receipt.secrets_masked == 1
    named = {"principal_id": "local-agent", "call": "record_agent_operation", "request_id": "r-3"}
    kept = [rows(fresh_store, "agent_operation"), fresh_store.rows("kept_receipt", named)]
    everything = json.dumps(kept, default=str)
    assert token not in everything
    assert "https://x.example" in everything


def test_who_may_not_publish_keeps_nothing(fresh_store: Store) -> None:
    with pytest.raises(PermissionDenied):
        record_agent_operation(fresh_store, OPERATION, author=Author(NOBODY, "rest"))
    assert rows(fresh_store, "agent_operation") == []


def test_records_leave_with_an_export(fresh_store: Store, tmp_path: Path) -> None:
    record_isolation_request(fresh_store, REQUEST, author=AUTHOR)
    record_agent_operation(fresh_store, OPERATION, author=AUTHOR)
    report = export_records(fresh_store, tmp_path / "all")
    counts = {one.table: one.rows for one in report.manifest.tables}
    assert (counts["isolation_request"], counts["agent_operation"], counts["resource_sample"]) == (1, 1, 0)

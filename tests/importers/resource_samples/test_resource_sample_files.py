"""Resource samples as a file: every line stored, known or kept aside with its reason, however spelled."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.contracts.importing import BatchReport, ImportCall
from data_access.importers.registry import sources_of
from data_access.importers.resource_samples.sample_line import SampleInvalid, sample_row
from data_access.reading.change_counter import change_counter
from data_access.reading.resource_limits import resource_use
from data_access.reading.runs import runs
from data_access.reading.verify import verify
from data_access.rules.policy_file import default_policy
from data_access.store.connection import Store
from data_access.writing.import_records import import_records
from data_access.writing.remove_batch import remove_batch

POLICY = default_policy()


def sample(**told: Any) -> dict[str, Any]:
    return {"conversation_id": "泵站-1", "sampled_at": "2026-05-01T10:00:00Z", "memory_bytes": 7} | told


@pytest.fixture
def load(tmp_path: Path, fresh_store: Store) -> Any:
    """Import records, each a line of one file."""

    def load_records(*records: Any, name: str = "samples.jsonl", **asked: Any) -> BatchReport:
        file = tmp_path / name
        lines = (one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in records)
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        return import_records(fresh_store, ImportCall(paths=(str(file),), **asked)).batches[0]

    return load_records


def test_a_file_is_recognised_loaded_once_and_tied_to_no_run_that_is_not_there(load, fresh_store):
    before = change_counter(fresh_store, "workspaces")
    of_worker = sample(sampled_at="2026-05-01T10:00:10Z", memory_bytes=None, disk_bytes=9, agent_id="w-1")
    report = load(sample(), of_worker, origin="synthetic")
    assert (report.format, report.records, report.rows_written, report.rejected) == (
        "resource_samples",
        2,
        2,
        0,
    )
    assert change_counter(fresh_store, "workspaces") != before
    told = resource_use(fresh_store, "泵站-1", policy=POLICY)
    assert [(one.agent_id, one.disk_bytes, one.memory_bytes, one.origin) for one in told.items] == [
        (None, None, 7, "synthetic"),
        ("w-1", 9, None, "synthetic"),
    ]
    assert (told.conversation_key, told.rests_on, told.total) == (None, "published", 2)
    again = load(sample(), sample(), name="copy.jsonl")
    assert (again.rows_written, again.duplicates_ignored) == (0, 2)
    assert runs(fresh_store).total == 0
    assert verify(fresh_store).faults == 0
    assert again.batch_id is not None
    assert report.batch_id is not None
    assert remove_batch(fresh_store, report.batch_id).rows_removed == 1, "the copy brought the other one too"
    (kept,) = resource_use(fresh_store, "泵站-1", policy=POLICY).items
    assert (kept.memory_bytes, kept.origin) == (7, "real"), "it now has the origin of the copy"
    assert remove_batch(fresh_store, again.batch_id).rows_removed == 1
    assert verify(fresh_store).faults == 0


@pytest.mark.parametrize(
    "told",
    [
        {"sessionId": "泵站-1", "timestamp": 1777629600000, "memoryBytes": 7},
        {"session_id": "泵站-1", "timestamp": 1777629600, "memory_bytes": 7.0},
        {
            "conversation": "泵站-1",
            "sampled_at": "2026-05-01T12:00:00+02:00",
            "memory_bytes": 7,
            "agent_id": None,
        },
        {
            "conversationId": "泵站-1",
            "sampledAt": "2026-05-01T10:00:00",
            "memory_bytes": 7,
            "diskBytes": None,
        },
    ],
)
def test_the_spellings_of_runtimes_say_the_same(told: dict[str, Any]) -> None:
    usual = sample_row(sample(), file_id=1, line=1)
    row = sample_row(told, file_id=1, line=1)
    assert row._replace(time_is_naive=False) == usual
    assert row.time_is_naive == ("sampledAt" in told)


def test_what_a_line_says_besides_is_kept(load, fresh_store):
    load(sample(host="w-3", gpu_percent=12))
    with fresh_store.reading() as cursor:
        (kept,) = cursor.execute("SELECT extra FROM resource_sample_observation").fetchall()
    assert json.loads(kept[0]) == {"gpu_percent": 12, "host": "w-3"}


def test_lines_that_are_none_are_kept_aside_with_their_reason_and_the_rest_is_loaded(load, fresh_store):
    broken = (
        (sample(memory_bytes=-1), "memory_bytes"),
        (sample(memory_bytes=1.5), "memory_bytes"),
        (sample(memory_bytes=True), "no number"),
        (sample(memory_bytes=2**63), "memory_bytes"),
        (sample(memory_bytes="2GB"), "memory_bytes"),
        (sample(command_seconds=-0.1), "command_seconds"),
        (sample(memory_bytes=None), "measures nothing"),
        (sample(memory_bytes=None, memory_bites=7), "measures nothing"),
        (sample(sampled_at="yesterday"), "sampled_at"),
        (sample(sampled_at=True), "sampled_at"),
        (sample(sampled_at=10**30), "sampled_at"),
        (sample(sampled_at=5), "sampled_at"),
        (sample(sampled_at=None), "sampled_at"),
        (sample(conversation_id=" "), "conversation_id"),
        (sample(conversation_id=None), "conversation_id"),
        (sample(agent_id=["a"]), "agent_id"),
        ('{"conversation_id": "c", "sampled', ""),
        ("[1, 2]", ""),
    )
    report = load(sample(), *(value for value, _ in broken), sample(agent_id="b"))
    assert (report.records, report.rows_written, report.rejected) == (len(broken) + 2, 2, len(broken))
    reasons = {one.line: one.reason for one in report.rejects}
    for line, (_, why) in enumerate(broken, start=2):
        assert why in reasons[line], line
    assert verify(fresh_store).faults == 0


def test_a_file_grows_and_only_the_new_lines_count(load):
    load(sample())
    grown = load(sample(), sample(sampled_at="2026-05-01T10:00:10Z"))
    assert (grown.records, grown.rows_written, grown.duplicates_ignored) == (2, 1, 1)


def test_samples_beside_other_records_are_found_file_by_file(tmp_path: Path) -> None:
    (tmp_path / "samples.jsonl").write_text("not json\n" + json.dumps(sample()) + "\n")
    event = {"conversation_id": "c", "event_type": "note", "timestamp": 1, "memory_bytes": 1}
    (tmp_path / "events.jsonl").write_text(json.dumps(event) + "\n")
    found = {
        source.format.name: [file.shown_path for file in source.files] for source in sources_of(tmp_path)
    }
    assert found == {"resource_samples": ["samples.jsonl"], "snapshot": ["events.jsonl"]}


whole = st.integers(-(2**63), 2**63 - 1)
scalars = st.one_of(st.none(), st.booleans(), whole, st.floats(), st.text(max_size=8))
"""As they stand in a line that was read: a whole number beyond 64 bits arrives as a float."""
values = st.one_of(scalars, st.lists(scalars, max_size=2))


@given(
    st.dictionaries(st.sampled_from([*sample(), "agent_id", "sessionId", "timestamp", "disk_bytes"]), values)
)
def test_any_line_is_a_row_or_has_a_reason(told: dict[str, Any]) -> None:
    try:
        row = sample_row(sample() | told, file_id=1, line=1)
    except SampleInvalid as refusal:
        reason = str(refusal)
        assert reason
    else:
        amounts = (row.disk_bytes, row.command_seconds, row.memory_bytes, row.network_bytes_per_second)
        assert any(one is not None for one in amounts)
        assert all(one is None or one >= 0 for one in amounts)

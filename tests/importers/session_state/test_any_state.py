"""Whatever stands in a state: nothing crashes or hangs, every record counts, and the case holds together."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_access.contracts.importing import ImportCall
from data_access.importers.formats import ReadFrom, SourceFile
from data_access.importers.session_state import FORMAT
from data_access.importers.session_state.session_cases import StoredRecord, case_of_sessions
from data_access.importers.sink import Sink
from data_access.reading.case_bundle import case_bundle
from data_access.store.connection import Store
from data_access.writing.import_records import import_records
from tests.importers.session_state.sample_states import node, plan, state

HOSTILE = (
    "<img src=x onerror=alert(1)>", "<script>alert(1)</script>", "javascript:alert(1)", "[E-1]", "../../etc",
    "=HYPERLINK(1)", "\u202e", "\x00", "\ud800", "x" * 3_000, "", " ", "E-7", "E-999999", "2026-13-45",
    "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "%%{init}%%", "data:text/html,x",
)  # fmt: skip
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.sampled_from(HOSTILE),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["id", "nodes", "evidence", "title", "payload", "revisions", "session_id", "extra"]
            ),
            inner,
            max_size=3,
        )
    ),
    max_leaves=6,
)


def places(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place inside a document."""
    found = [at] if at else []
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, item in inner:
        found += places(item, (*at, name))
    return found


PLACES = places(state())


def mutated(changes: list[tuple[tuple[Any, ...], Any, str]]) -> Any:
    document = deepcopy(state())
    for place, value, how in changes:
        inside: Any = document
        try:
            for step in place[:-1]:
                inside = inside[step]
            if how == "drop":
                del inside[place[-1]]
            elif how == "double" and isinstance(inside, list):
                inside.append(deepcopy(inside[place[-1]]))
            else:
                inside[place[-1]] = value
        except (KeyError, IndexError, TypeError):
            continue  # an earlier change took it away
    return document


CHANGES = st.lists(
    st.tuples(st.sampled_from(PLACES), ANYTHING, st.sampled_from(["set", "drop", "double"])),
    min_size=1,
    max_size=6,
)


def text_of(document: Any, cut: int | None) -> bytes:
    text = json.dumps(document).encode()
    return text if cut is None else text[: cut % len(text)]


def holds_together(folder: Path, document: Any, cut: int | None) -> None:
    """Import a document twice and say what must be so, whatever is in it."""
    file = folder / "any.json"
    file.write_bytes(text_of(document, cut))
    with Store.open(None) as store:
        call = ImportCall(paths=(str(file),), format="session_state")
        batch = import_records(store, call).batches[0]
        with store.reading() as cursor:
            [(events,)] = cursor.execute("SELECT count(*) FROM event").fetchall()
            cases = [row[0] for row in cursor.execute("SELECT task_id FROM investigation_task").fetchall()]
        assert batch.records == events + batch.duplicates_ignored + batch.other_records + batch.rejected
        bundle = case_bundle(store, cases).text if cases else ""
        copy = folder / "copy.json"
        copy.write_bytes(file.read_bytes())
        again = import_records(store, ImportCall(paths=(str(copy),), format="session_state")).batches[0]
        assert (again.rows_written, again.rejected) == (0, batch.rejected)
        if cases:
            restored(folder, bundle, cases)


def restored(folder: Path, bundle: str, cases: list[str]) -> None:
    """What was made is a case by every rule of a restore."""
    file = folder / "bundle.jsonl"
    file.write_text(bundle, encoding="utf-8")
    with Store.open(None) as there:
        batch = import_records(there, ImportCall(paths=(str(file),), format="case_bundle")).batches[0]
        assert batch.rejects == ()
        assert case_bundle(there, cases).text == bundle


@settings(max_examples=12)
@given(changes=CHANGES, cut=st.none() | st.integers(1, 9_000))
def test_a_mutated_state_is_imported_or_refused(
    tmp_path_factory: pytest.TempPathFactory, changes: Any, cut: int | None
) -> None:
    holds_together(tmp_path_factory.mktemp("any"), mutated(changes), cut)


@pytest.mark.long
@settings(max_examples=500)
@given(changes=CHANGES, cut=st.none() | st.integers(1, 9_000))
def test_five_hundred_mutated_states_are_imported_or_refused(
    tmp_path_factory: pytest.TempPathFactory, changes: Any, cut: int | None
) -> None:
    holds_together(tmp_path_factory.mktemp("any"), mutated(changes), cut)


def read_alone(folder: Path, changes: Any, cut: int | None) -> None:
    """Read a document and make its cases, without a database."""
    file = folder / "any.json"
    file.write_bytes(text_of(mutated(changes), cut))
    sink = Sink()
    sink.begin(1)
    FORMAT.read(SourceFile(file, file.name), ReadFrom(), sink)
    kept = sum(len(sink.rows[kind]) for kind in FORMAT.record_rows)
    assert sink.tally.records == kept + sink.tally.others + sink.tally.rejected
    assert (len(sink.rejects), len(sink.others)) == (sink.tally.rejected, sink.tally.others)
    by_case: dict[str, list[StoredRecord]] = {}
    for rows in sink.rows.values():
        for row in rows:
            if hasattr(row, "payload") and row.extra and "case_id" in json.loads(row.extra):
                extra = json.loads(row.extra)
                record = StoredRecord(
                    row.conversation_key, row.event_id, row.event_type, row.occurred_at,
                    json.loads(row.payload or "{}"), extra,
                )  # fmt: skip
                by_case.setdefault(extra["case_id"], []).append(record)
    for case_id, records in by_case.items():
        made = case_of_sessions(case_id, records, origin="real")
        turned = case_of_sessions(case_id, records[::-1], origin="real")
        assert (made and made.case.lines) == (turned and turned.case.lines)


@settings(max_examples=40)
@given(changes=CHANGES, cut=st.none() | st.integers(1, 9_000))
def test_reading_counts_every_record(
    tmp_path_factory: pytest.TempPathFactory, changes: Any, cut: int | None
) -> None:
    read_alone(tmp_path_factory.mktemp("read"), changes, cut)


@pytest.mark.long
@settings(max_examples=2_500)
@given(changes=CHANGES, cut=st.none() | st.integers(1, 9_000))
def test_reading_counts_every_record_of_thousands(
    tmp_path_factory: pytest.TempPathFactory, changes: Any, cut: int | None
) -> None:
    read_alone(tmp_path_factory.mktemp("read"), changes, cut)


@settings(max_examples=10)
@given(data=st.data())
def test_any_order_and_split_of_plans_makes_the_same_case(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    plans = [
        plan(number, node("a", data.draw(st.sampled_from(["pending", "running", "completed", "failed"]))))
        for number in range(1, data.draw(st.integers(2, 5)) + 1)
    ]
    order = data.draw(st.permutations(plans))
    place = data.draw(st.integers(0, len(plans)))
    folder = tmp_path_factory.mktemp("split")
    parts = {"all": [plans], "apart": [order[:place], order[place:]]}
    told = set()
    for name, several in parts.items():
        with Store.open(None) as store:
            for number, some in enumerate(several):
                file = folder / f"{name}-{number}.json"
                file.write_text(json.dumps({"session_id": "ses-1", "executionPlans": some}), encoding="utf-8")
                import_records(store, ImportCall(paths=(str(file),), format="session_state"))
            lines = case_bundle(store, ["session-ses-1"]).lines
            told.add(json.dumps([line for line in lines if line.get("record") == "plan"]))
    assert len(told) == 1

"""Whatever stands in a snapshot: nothing crashes, every record counts, order and split change nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_access.contracts.importing import ImportCall
from data_access.importers.formats import ReadFrom, SourceFile
from data_access.importers.sink import Sink
from data_access.importers.snapshot import FORMAT
from data_access.importers.snapshot.fields import LISTS, SNAPSHOT
from data_access.store.connection import Store
from data_access.writing.import_records import import_records

anything = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.just("2026-05-01T10:00"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


def rows_of(list_name: str) -> st.SearchStrategy[Any]:
    names = [field.name for field in LISTS[list_name]]
    return st.lists(anything | st.dictionaries(st.sampled_from([*names, "other"]), anything), max_size=3)


documents = st.fixed_dictionaries(
    {"conversation_id": st.sampled_from(["c1", "c2", 3, None])},
    optional={
        "captured_at": st.sampled_from(["2026-05-01T10:00:00Z", "2026-05-01 11:00", "soon", 5]),
        "event_type": anything,
        **{field.name: anything for field in SNAPSHOT[2:]},
        **{name: anything | rows_of(name) for name in LISTS},
    },
)


@settings(max_examples=60)
@given(st.lists(documents, min_size=1, max_size=3))
def test_nothing_crashes_and_every_record_is_accounted_for(
    tmp_path_factory: pytest.TempPathFactory, several: list[dict[str, Any]]
) -> None:
    path = tmp_path_factory.mktemp("any") / "any.jsonl"
    path.write_text("".join(json.dumps(document) + "\n" for document in several), encoding="utf-8")
    sink = Sink()
    sink.begin(1)
    FORMAT.read(SourceFile(path, path.name), ReadFrom(), sink)
    stored = sum(len(sink.rows[kind]) for kind in FORMAT.record_rows)
    assert sink.tally.records == stored + sink.tally.rejected
    assert len(sink.rejects) == sink.tally.rejected


@settings(max_examples=8)
@given(st.lists(documents, min_size=1, max_size=4), st.data())
def test_order_and_split_of_files_change_no_total(
    tmp_path_factory: pytest.TempPathFactory, several: list[dict[str, Any]], data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("split")
    together = folder / "together.jsonl"
    together.write_text("".join(json.dumps(document) + "\n" for document in several), encoding="utf-8")
    apart: list[Path] = []
    for number, document in enumerate(data.draw(st.permutations(several))):
        apart.append(folder / f"part-{number}.jsonl")
        apart[-1].write_text(json.dumps(document) + "\n", encoding="utf-8")
    assert held([together]) == held(apart)


def held(paths: list[Path]) -> list[int]:
    """Return how many rows the tables hold after the import of these files."""
    tables = ("snapshot", "agent", "event", "message", "task", "tool_outcome", "usage_call", "import_reject")
    with Store.open(None) as store:
        import_records(store, ImportCall(paths=tuple(map(str, paths)), format="snapshot"))
        with store.reading() as cursor:
            return [cursor.execute(f"SELECT count(*) FROM {table}").fetchall()[0][0] for table in tables]

"""An export is whole, readable by others, of one moment, and stays inside its folder."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from data_access.contracts.importing import ImportCall
from data_access.contracts.upkeep import ExportManifest
from data_access.errors import NotFound, TargetInvalid
from data_access.reading.export_records import export_records
from data_access.store.connection import Store
from data_access.store.exporting import EXPORTED, KEPT_HERE
from data_access.store.full_scan import table_names
from data_access.writing.import_records import import_records


@pytest.fixture(scope="module")
def store(checkout):
    with Store.open(None) as store:
        import_records(store, ImportCall(paths=(str(checkout / "sample_data"),), origin="synthetic"))
        with store.transaction() as transaction:
            transaction.cursor.execute("UPDATE usage_cost SET cost_usd = 0.000000000001")
        yield store


def count(store: Store, table: str) -> int:
    with store.reading() as cursor:
        return cursor.execute(f'SELECT count(*) FROM "{table}"').fetchall()[0][0]


def lines(folder: Path, table: str) -> list[dict]:
    return [json.loads(line) for line in (folder / f"{table}.jsonl").read_text(encoding="utf-8").splitlines()]


def test_every_table_either_leaves_or_stays_on_purpose(fresh_store):
    assert sorted([*EXPORTED, *KEPT_HERE]) == sorted(table_names(fresh_store))


def test_everything_leaves_in_both_forms_with_its_counts(store, tmp_path):
    report = export_records(store, tmp_path / "out")
    folder = Path(report.folder)
    assert {table.table: table.rows for table in report.manifest.tables} == {
        t: count(store, t) for t in EXPORTED
    }
    for table in report.manifest.tables:
        assert pq.read_metadata(folder / f"{table.table}.parquet").num_rows == table.rows
        assert len(lines(folder, table.table)) == table.rows
        assert (folder / f"{table.table}.jsonl").stat().st_size == table.jsonl_bytes
    assert ExportManifest.model_validate_json((folder / "manifest.json").read_text()) == report.manifest
    assert report.manifest.conversation_keys is None
    expected = {"manifest.json", *(f"{t}.{form}" for t in EXPORTED for form in ("parquet", "jsonl"))}
    assert {path.name for path in folder.iterdir()} == expected


def test_origin_travels_with_every_row_of_a_run(store, tmp_path):
    report = export_records(store, tmp_path)
    assert report.manifest.origins == {"synthetic": count(store, "conversation")}
    for table in ("conversation", "event", "usage_call", "todo"):
        assert {row["origin"] for row in lines(tmp_path, table)} == {"synthetic"}
        assert set(pq.read_table(tmp_path / f"{table}.parquet")["origin"].to_pylist()) == {"synthetic"}


def test_times_money_and_payloads_are_plain_in_the_lines(store, tmp_path):
    export_records(store, tmp_path)
    (event, *_) = lines(tmp_path, "event")
    assert event["occurred_at"].endswith("Z")
    assert "T" in event["occurred_at"]
    assert isinstance(event["payload"], dict)
    assert {cost["cost_usd"] for cost in lines(tmp_path, "usage_cost")} == {"0.000000000001"}


def test_one_run_leaves_with_its_own_rows_files_and_prices_only(store, tmp_path):
    with store.reading() as cursor:
        key = cursor.execute("SELECT min(conversation_key) FROM usage_call").fetchall()[0][0]
    report = export_records(store, tmp_path, conversations=[key, key])
    assert report.manifest.conversation_keys == (key,)
    rows = {table.table: table.rows for table in report.manifest.tables}
    assert rows["conversation"] == 1
    assert rows["audit"] == 0
    for table in EXPORTED:
        for row in lines(tmp_path, table):
            assert row.get("conversation_key", key) == key
    assert 0 < rows["event"] < count(store, "event")
    assert 0 < rows["import_file"] < count(store, "import_file")
    files = {row["file_id"] for row in lines(tmp_path, "import_file")}
    assert {row["file_id"] for row in lines(tmp_path, "event")} <= files
    calls = {row["call_key"] for row in lines(tmp_path, "usage_call")}
    assert {row["call_key"] for row in lines(tmp_path, "usage_cost")} <= calls


def test_an_unknown_run_is_named_and_nothing_is_left(store, tmp_path):
    with pytest.raises(NotFound, match="cc-0"):
        export_records(store, tmp_path, conversations=["cc-0"])
    assert list(tmp_path.iterdir()) == []


def test_no_runs_is_an_export_of_nothing(store, tmp_path):
    report = export_records(store, tmp_path, conversations=[])
    assert report.manifest.origins == {}
    assert {table.table for table in report.manifest.tables if table.rows} <= {"price_version"}


def test_a_folder_with_files_is_refused_unless_overwriting_is_asked_for(store, tmp_path):
    outside = tmp_path / "outside.txt"
    outside.write_text("mine")
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")
    (folder / "event.jsonl").symlink_to(outside)
    (folder / ".partial-1a2b3c4d").mkdir()
    with pytest.raises(TargetInvalid, match=r"holds files\. Name an empty one, or ask to overwrite it\."):
        export_records(store, folder)
    export_records(store, folder, overwrite=True)
    assert outside.read_text() == "mine"
    assert (folder / "notes.txt").read_text() == "mine"
    assert not (folder / "event.jsonl").is_symlink()
    assert not (folder / ".partial-1a2b3c4d").exists()


def test_a_folder_name_with_quotes_is_only_a_name(store, tmp_path):
    folder = tmp_path / "a 'b'; DROP TABLE event --"
    export_records(store, folder, conversations=[])
    assert (folder / "manifest.json").is_file()
    assert count(store, "event") > 0


def test_places_that_cannot_hold_an_export_are_refused(store, tmp_path):
    (tmp_path / "file").write_text("x")
    for folder, says in [
        (tmp_path / "file", "is a file"),
        (tmp_path / "file" / "below", "could not be written"),
        (tmp_path / "a\x00b", "cannot hold an export"),
    ]:
        with pytest.raises(TargetInvalid, match=says):
            export_records(store, folder)


def test_hostile_names_in_the_records_name_no_file(tmp_path, fresh_store):
    with fresh_store.transaction() as transaction:
        transaction.cursor.execute("INSERT INTO project VALUES ('../../evil', '\x1b[31m/etc/passwd', now())")
    report = export_records(fresh_store, tmp_path / "out")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert {path.suffix for path in Path(report.folder).iterdir()} == {".parquet", ".jsonl", ".json"}

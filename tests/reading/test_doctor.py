"""The doctor answers in every state of a desk, and makes nothing."""

from __future__ import annotations

import json
import os

import duckdb
import pytest

from data_access.reading.doctor import doctor
from data_access.store.connection import Store
from data_access.store.migrate import this_release


def filled(path) -> None:
    with Store.open(path) as store, store.transaction() as transaction:
        transaction.cursor.execute(
            "INSERT INTO project SELECT 'p' || i, hash(i), now() FROM range(50000) n(i)"
        )


def why(report) -> list[str]:
    return [problem.why for problem in report.problems]


def test_a_sound_desk_has_versions_sizes_and_no_problem(store_file):
    filled(store_file)
    report = doctor(store_file)
    assert (report.opens, report.schema_number, report.problems) == (True, this_release().number, ())
    assert report.versions["duckdb"] == duckdb.__version__
    assert report.files == {str(store_file): store_file.stat().st_size}
    assert report.free_bytes > 0
    assert (report.tables[0].table, report.tables[0].rows) == ("project", 50_000)
    assert 0 < report.tables[0].size_bytes <= store_file.stat().st_size
    assert report.tables[-1].size_bytes == 0


def test_a_desk_that_is_open_here_is_examined_through_its_store(store_file):
    filled(store_file)
    with Store.open(store_file) as store:
        assert doctor(None, store=store).tables[0].rows == 50_000


def test_a_desk_in_memory_has_no_files(fresh_store):
    report = doctor(None, store=fresh_store)
    assert (report.database, report.files, report.free_bytes, report.opens) == (None, {}, None, True)
    assert {table.size_bytes for table in report.tables} == {None}


def test_a_missing_database_is_said_and_not_made(tmp_path):
    report = doctor(tmp_path / "sub" / "desk.duckdb")
    assert (report.opens, report.schema_number, report.tables) == (False, None, ())
    assert why(report) == [
        "There is no database yet. The first import, or the first start of the desk, makes it."
    ]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"hello", "a text file, not a Caseboard database"),
        (b"", "an empty file"),
    ],
)
def test_a_database_that_cannot_be_opened_is_explained(store_file, content, says):
    store_file.write_bytes(content)
    report = doctor(store_file)
    assert not report.opens
    assert says in why(report)[0]
    assert report.files == {str(store_file): len(content)}


def test_a_path_that_nobody_can_look_at_is_explained(tmp_path):
    report = doctor(tmp_path / ("x" * 300))
    assert (report.opens, report.files) == (False, {})
    assert "File name too long" in why(report)[0]


def test_a_damaged_database_names_the_way_back(store_file):
    filled(store_file)
    with store_file.open("r+b") as file:
        file.seek(4096)
        file.write(b"\x00" * 8192)
    (problem,) = doctor(store_file).problems
    assert "damaged" in problem.why
    assert problem.fix == "Restore the newest backup into a new file, then import again what came after it."


def test_a_database_that_another_process_owns_is_no_fault(other_process, store_file):
    holder = other_process.start(
        "store = Store.open(sys.argv[1]); print('x', flush=True); time.sleep(60)", store_file
    )
    holder.stdout.readline()
    (problem,) = doctor(store_file).problems
    assert f"in use by process {holder.pid}" in problem.why
    assert "Nothing is wrong" in problem.fix


def test_what_was_left_behind_is_named(store_file):
    filled(store_file)
    partial = store_file.with_name("desk.duckdb.1a2b3c4d.partial")
    partial.write_text("x")
    address = store_file.with_name("desk.duckdb.desk.json")
    address.write_text(json.dumps({"pid": 999_999_999, "address": "http://127.0.0.1:8501"}))
    assert [problem.where for problem in doctor(store_file).problems] == [str(address), str(partial)]
    address.write_text(json.dumps({"pid": os.getpid(), "address": "http://127.0.0.1:8501"}))
    assert [problem.where for problem in doctor(store_file).problems] == [str(partial)]


def test_little_room_on_the_disk_is_said(store_file, monkeypatch):
    filled(store_file)
    monkeypatch.setattr("data_access.reading.doctor.LOW_ROOM", 1 << 60)
    assert why(doctor(store_file))[0].startswith("Only ")

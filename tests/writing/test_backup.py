"""A backup is the database as of one moment, under its name only when it is whole."""

from __future__ import annotations

import hashlib
import threading
from datetime import UTC, datetime

import pytest

from data_access.contracts.principal import Principal
from data_access.errors import DiskFull, PermissionDenied, TargetInvalid
from data_access.store.connection import Store
from data_access.writing.backup import backup
from data_access.writing.change_counters import touch

AT = datetime(2026, 5, 1, tzinfo=UTC)
TABLES = "SELECT table_name, estimated_size FROM duckdb_tables() WHERE table_name <> 'audit' ORDER BY ALL"
VIEWS = "SELECT view_name, sql FROM duckdb_views() WHERE NOT internal ORDER BY ALL"


def fill(store: Store, rows: int = 5_000) -> None:
    with store.transaction() as transaction:
        transaction.cursor.execute(
            "INSERT INTO project SELECT 'p' || i, '项目 ' || i, TIMESTAMPTZ '2026-05-01' FROM range($n) r(i)",
            {"n": rows},
        )
        touch(transaction, ["runs"], AT)


def ask(store: Store, sql: str) -> list[tuple]:
    with store.reading() as cursor:
        return cursor.execute(sql).fetchall()


def names(folder) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_backup_opens_with_the_same_rows_views_and_numbering(store_file, tmp_path):
    target = tmp_path / "copy 'a' 备份.duckdb"
    with Store.open(store_file) as store:
        fill(store)
        first = backup(store, tmp_path / "first.duckdb")
        report = backup(store, target)
        assert (report.path, report.attachments) == (str(target), 0)
        assert first.size_bytes > 0
        assert report.size_bytes == target.stat().st_size
        with Store.open(target) as copy:
            assert ask(copy, TABLES) == ask(store, TABLES)
            assert ask(copy, VIEWS) == ask(store, VIEWS)
            assert ask(copy, "FROM project ORDER BY ALL") == ask(store, "FROM project ORDER BY ALL")
            backup(copy, tmp_path / "third.duckdb")  # the change log goes on counting where it was
            assert ask(copy, "SELECT audit_id, action FROM audit ORDER BY audit_id") == [
                (1, "backup"),
                (2, "backup"),
            ]
    assert names(tmp_path) == sorted([target.name, "desk.duckdb", "first.duckdb", "third.duckdb"])


def test_a_backup_of_a_database_in_memory_opens_as_a_file(fresh_store, tmp_path):
    fill(fresh_store)
    backup(fresh_store, tmp_path / "copy.duckdb")
    with Store.open(tmp_path / "copy.duckdb") as copy:
        assert ask(copy, "SELECT count(*) FROM project") == [(5_000,)]


def test_the_attachments_come_along(store_file, tmp_path):
    content = "水样".encode()
    name = hashlib.sha256(content).hexdigest()
    folder = tmp_path / "desk.duckdb.files"
    folder.mkdir()
    (folder / name).write_bytes(content)
    (folder / "link").symlink_to("/etc/hostname")
    with Store.open(store_file) as store:
        assert backup(store, tmp_path / "copy.duckdb").attachments == 1
    assert names(tmp_path / "copy.duckdb.files") == [name]
    assert (tmp_path / "copy.duckdb.files" / name).read_bytes() == content


def test_the_logs_that_machines_sent_come_along(store_file, tmp_path):
    sent = tmp_path / "desk.duckdb.received" / "ab12" / "logs" / "run.jsonl"
    sent.parent.mkdir(parents=True)
    sent.write_text("{}\n")
    with Store.open(store_file) as store:
        assert backup(store, tmp_path / "copy.duckdb").received == 1
        with pytest.raises(TargetInvalid, match="exists already"):
            backup(store, tmp_path / "copy.duckdb")
        sent.unlink()
        assert backup(store, tmp_path / "copy.duckdb", overwrite=True).received == 0
    assert not (tmp_path / "copy.duckdb.received").exists()


def test_a_backup_is_in_the_change_log(fresh_store, tmp_path):
    report = backup(fresh_store, tmp_path / "copy.duckdb")
    assert ask(fresh_store, "SELECT action, subject_kind, new_value ->> 'path' FROM audit") == [
        ("backup", "database", report.path)
    ]


def test_writes_go_on_during_a_backup_and_are_wholly_in_it_or_not_at_all(store_file, tmp_path):
    with Store.open(store_file) as store:
        fill(store, 200_000)
        stop = threading.Event()

        def keep_writing() -> None:
            number = 0
            while not stop.is_set():
                with store.transaction() as transaction:
                    for _ in range(2):
                        values = {"name": f"during-{number}-{_}"}
                        transaction.cursor.execute("INSERT INTO project VALUES ($name, 'x', now())", values)
                number += 1

        writer = threading.Thread(target=keep_writing)
        writer.start()
        backup(store, tmp_path / "copy.duckdb")
        stop.set()
        writer.join()
        written = ask(store, "SELECT count(*) FROM project WHERE project LIKE 'during-%'")[0][0]
    with Store.open(tmp_path / "copy.duckdb") as copy:
        copied = ask(copy, "SELECT count(*) FROM project WHERE project LIKE 'during-%'")[0][0]
    assert written > 0
    assert copied % 2 == 0
    assert copied <= written


def test_an_existing_file_is_kept_unless_overwriting_is_asked_for(store_file, tmp_path):
    target = tmp_path / "copy.duckdb"
    target.write_text("mine")
    with Store.open(store_file) as store:
        with pytest.raises(
            TargetInvalid, match=r"exists already\. Name a new file, or ask to overwrite it\."
        ):
            backup(store, target)
        assert target.read_text() == "mine"
        backup(store, target, overwrite=True)
    Store.open(target).close()


def test_overwriting_a_backup_leaves_none_of_its_attachments(store_file, tmp_path):
    folder = tmp_path / "copy.duckdb.files"
    folder.mkdir()
    (folder / "old").write_text("old")
    with Store.open(store_file) as store:
        with pytest.raises(TargetInvalid, match="exists already"):
            backup(store, tmp_path / "copy.duckdb")
        backup(store, tmp_path / "copy.duckdb", overwrite=True)
    assert not folder.exists()


def test_places_that_cannot_be_a_backup_are_refused(store_file, tmp_path):
    (tmp_path / "link.duckdb").symlink_to(store_file)
    with Store.open(store_file) as store:
        for target, says in [
            (store_file, "is the database itself"),
            (tmp_path / "link.duckdb", "is the database itself"),
            (tmp_path, "is a folder"),
            (tmp_path / "nowhere" / "copy.duckdb", r"The folder .* does not exist"),
            (store_file / "copy.duckdb", r"The folder .* does not exist"),
            (tmp_path / "a\x00b", "cannot be a backup"),
            (tmp_path / ("x" * 300), "cannot be a backup"),
        ]:
            with pytest.raises(TargetInvalid, match=says):
                backup(store, target, overwrite=True)


def test_who_may_not_operate_the_desk_gets_no_copy_of_it(fresh_store, tmp_path):
    agent = Principal(kind="agent", id="a", name="A", scopes=frozenset({"read", "publish"}), is_verified=True)
    with pytest.raises(PermissionDenied):
        backup(fresh_store, tmp_path / "copy.duckdb", principal=agent)
    assert names(tmp_path) == []


WITHOUT_ROOM = """
from data_access.writing.backup import backup
store = Store.open(sys.argv[1])
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
try:
    backup(store, sys.argv[2])
except CaseboardError as error:
    print(error.code)
with store.reading() as cursor:
    print(cursor.execute("SELECT count(*) FROM project").fetchall(), flush=True)
os._exit(0)
"""


def test_a_backup_without_room_leaves_nothing_and_the_desk_goes_on(other_process, store_file, tmp_path):
    with Store.open(store_file) as store:
        fill(store, 200_000)
    said = other_process.said(WITHOUT_ROOM, store_file, tmp_path / "copy.duckdb")
    assert said.splitlines() == [DiskFull.code, "[(200000,)]"]
    assert [name for name in names(tmp_path) if "copy" in name] == []

"""Verify finds every kind of fault that foreign keys and checks would have refused."""

from __future__ import annotations

import hashlib
from pathlib import Path

import duckdb
import pytest

from data_access.contracts.importing import ImportCall
from data_access.reading.verify import verify
from data_access.store.connection import Store
from data_access.writing.import_records import import_records


@pytest.fixture(scope="module")
def imported(tmp_path_factory, checkout) -> Path:
    """A database with the sample data, loaded twice, so that rows have further memberships."""
    path = tmp_path_factory.mktemp("verify") / "desk.duckdb"
    copy = path.parent / "again"
    with Store.open(path) as store:
        import_records(store, ImportCall(paths=(str(checkout / "sample_data"),)))
        with store.reading() as cursor:
            files = cursor.execute("SELECT location FROM import_file").fetchall()
        copy.mkdir()
        for number, (location,) in enumerate(files):
            (copy / f"{number}{Path(location).suffix}").write_bytes(Path(location).read_bytes())
        import_records(store, ImportCall(paths=tuple(str(file) for file in sorted(copy.iterdir()))))
    return path


@pytest.fixture
def store(imported, tmp_path):
    """A copy of that database to spoil."""
    path = tmp_path / "desk.duckdb"
    path.write_bytes(imported.read_bytes())
    with Store.open(path) as store:
        yield store


def faults(store: Store) -> dict[str, int]:
    return {check.name: check.faults for check in verify(store).checks if check.faults}


def test_a_database_after_imports_is_sound(store):
    report = verify(store)
    assert [check for check in report.checks if check.faults] == []
    assert (report.database, report.faults) == (str(store.path), 0)
    looked_at = {check.name: check.checked for check in report.checks}
    for name in (
        "every_value",
        "file_references",
        "memberships",
        "usage_calls",
        "conversations",
        "dispositions",
    ):
        assert looked_at[name] > 0, name


def test_an_empty_database_is_sound(fresh_store):
    report = verify(fresh_store)
    assert (report.database, report.faults) == (None, 0)


def test_verifying_changes_nothing(store):
    tables = "SELECT table_name, estimated_size FROM duckdb_tables() ORDER BY ALL"
    rows = "FROM conversation UNION ALL BY NAME FROM conversation_usage ORDER BY ALL"
    with store.reading() as cursor:
        before = cursor.execute(tables).fetchall(), cursor.execute(rows).fetchall()
    verify(store)
    with store.reading() as cursor:
        assert (cursor.execute(tables).fetchall(), cursor.execute(rows).fetchall()) == before


@pytest.mark.parametrize(
    ("fault", "found"),
    [
        ("DELETE FROM import_file WHERE file_id = (SELECT min(file_id) FROM event)", "file_references"),
        ("UPDATE todo SET file_id = 9999", "file_references"),
        ("INSERT INTO import_reject VALUES (9999, 1, 'x', 'x')", "file_references"),
        ("INSERT INTO batch_file FROM batch_file LIMIT 1", "batch_files"),
        ("INSERT INTO batch_file VALUES (9999, 1)", "batch_files"),
        ("DELETE FROM batch_file", "batch_files"),
        ("INSERT INTO event FROM event LIMIT 3", "identities"),
        ("INSERT INTO usage_observation FROM usage_observation LIMIT 1", "identities"),
        ("INSERT INTO also_in FROM also_in LIMIT 1", "memberships"),
        ("INSERT INTO also_in SELECT 'todo', conversation_key, todo_id, file_id, 1 FROM todo LIMIT 1",
         "memberships"),
        ("INSERT INTO also_in VALUES ('event', 'cc-0', 'gone', 1, 1)", "memberships"),
        ("DELETE FROM conversation WHERE conversation_key = (SELECT min(conversation_key) FROM event)",
         "conversations_known"),
        ("UPDATE conversation SET parent_conversation_key = 'cc-0'", "parents"),
        ("UPDATE conversation SET parent_conversation_key = conversation_key", "parents"),
        ("INSERT INTO content_part VALUES ('cc-0', 'p', 'gone', 'text', '', 1, '', 1, 1)",
         "event_references"),
        ("UPDATE import_file SET records = records + 1", "dispositions"),
        ("DELETE FROM import_other", "dispositions"),
        ("UPDATE usage_cost SET call_key = 'cc:gone'", "costs"),
        ("UPDATE usage_cost SET is_current = FALSE", "costs"),
        ("INSERT INTO usage_cost FROM usage_cost LIMIT 1", "costs"),
        ("DELETE FROM price", "costs"),
        ("DELETE FROM price_version", "prices"),
        ("DELETE FROM audit", "change_log"),
        ("DELETE FROM change_counter", "change_counters"),
        ("UPDATE change_counter SET value = 0", "change_counters"),
        ("UPDATE usage_call SET output = output + 1", "usage_calls"),
        ("DELETE FROM usage_call", "usage_calls"),
        ("UPDATE usage_observation SET output = output + 1", "usage_calls"),
        ("UPDATE conversation SET events = events + 1", "conversations"),
        ("UPDATE conversation SET title = 'other'", "conversations"),
        ("UPDATE conversation_usage SET cost_usd = cost_usd + 0.000000000001", "conversation_usage"),
        ("DELETE FROM conversation_usage", "conversation_usage"),
        ("ALTER TABLE todo ADD COLUMN more VARCHAR", "schema"),
        ("DROP VIEW tool_outcome", "schema"),
        ("DROP VIEW brought_row", "identities"),
    ],
)  # fmt: skip
def test_a_fault_is_found_by_the_question_it_breaks(store, fault, found):
    with store.transaction() as transaction:
        transaction.cursor.execute(fault)
        assert transaction.cursor.fetchall() != [(0,)], "the fault must hit something"
    assert faults(store).get(found, 0) > 0


def test_a_fault_names_the_place(store):
    with store.transaction() as transaction:
        transaction.cursor.execute("INSERT INTO also_in VALUES ('event', 'cc-0', '丢失', 1, 1)")
    (check,) = (check for check in verify(store).checks if check.faults)
    assert check.examples == ("event: cc-0 丢失 in file 1",)


def test_a_damaged_block_is_found_and_the_other_questions_are_still_asked(tmp_path):
    path = tmp_path / "desk.duckdb"
    with Store.open(path) as store, store.transaction() as transaction:
        transaction.cursor.execute(
            "INSERT INTO import_other SELECT 1, i, hash(i), to_json(hash(-i)) FROM range(200000) n(i)"
        )
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 2)
        file.write(b"\xde\xad\xbe\xef" * 20)
    with Store.open(path) as store:
        checks = {check.name: check for check in verify(store).checks}
    assert checks["every_value"].faults == 1
    assert checks["every_value"].examples[0].startswith("import_other: The database")
    assert "damaged" in checks["every_value"].examples[0]
    assert checks["file_references"].faults == 200_000
    assert checks["prices"].faults == 0


def test_an_attachment_with_other_content_than_its_name_says_is_found(store):
    folder = store.path.with_name("desk.duckdb.files")
    folder.mkdir()
    (folder / hashlib.sha256(b"water").hexdigest()).write_bytes(b"water")
    assert faults(store) == {}
    (folder / hashlib.sha256(b"fire").hexdigest()).write_bytes(b"water")
    (folder / "notes").mkdir()
    assert faults(store) == {"attachments": 2}


def test_verify_does_not_wait_for_readers_and_sees_a_foreign_engine_write(imported, tmp_path):
    path = tmp_path / "desk.duckdb"
    path.write_bytes(imported.read_bytes())
    with duckdb.connect(str(path)) as other_program:
        other_program.execute("DELETE FROM event")
    with Store.open(path) as store:
        assert {"conversations"} <= set(faults(store))


def test_a_session_of_which_only_its_new_place_is_told_is_a_run_too(fresh_store, tmp_path):
    log = tmp_path / "s1.jsonl"
    said = '{"type":"user","uuid":"u","sessionId":"s1","cwd":"/srv","message":{"role":"user","content":"hi"}}'
    log.write_text(said + '\n{"type":"relocated","sessionId":"s2","relocatedCwd":"/srv/worktrees/one"}\n')
    import_records(fresh_store, ImportCall(paths=(str(log),)))
    assert faults(fresh_store) == {}
    with fresh_store.reading() as cursor:
        runs = cursor.execute("SELECT conversation_id, events FROM conversation ORDER BY ALL").fetchall()
    assert runs == [("s1", 1), ("s2", 0)]

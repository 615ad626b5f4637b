"""Every way a database cannot be opened, made to happen for real, and what the desk says about it."""

from __future__ import annotations

import json
import os
import sqlite3
import struct
import tempfile
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from data_access.errors import (
    InvalidInput,
    NotADatabase,
    StoreCorrupt,
    StoreError,
    StoreHeld,
    StoreNewer,
    StorePathInvalid,
)
from data_access.store.connection import Store

POSIX = pytest.mark.skipif(os.name == "nt", reason="users, signals and file limits are those of POSIX")
SAY = "say_how_it_opens(sys.argv[1])"
HOLD = """
store = Store.open(sys.argv[1])
print(os.getpid(), flush=True)
time.sleep(60)
"""


def filled(path: Path) -> Path:
    """Make a database of some megabytes at `path`, everything in the file."""
    with Store.open(path) as store, store.transaction() as transaction:
        transaction.cursor.execute("""
            INSERT INTO also_in SELECT 'event', 'c-' || i % 9, hash(i)::VARCHAR || hash(-i)::VARCHAR, i, i
            FROM range(200_000) numbers(i)
        """)
    return path


def left_by_a_crash(other_process, path: Path) -> Path:
    """Make a database whose last changes stand only in its log."""
    code = """
with Store.open(sys.argv[1]):
    pass
store = Store.open(sys.argv[1])
for number in range(20):
    with store.transaction() as transaction:
        transaction.cursor.execute(
            "INSERT INTO also_in SELECT 'event', $n::VARCHAR, i::VARCHAR, i, i FROM range(50) numbers(i)",
            {"n": number},
        )
os._exit(0)
"""
    assert other_process.said(code, path) == ""
    return path


def spoil(path: Path, offset: int, garbage: bytes = b"\xde\xad\xbe\xef" * 20) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(garbage)


def read_everything(path: Path) -> int:
    with Store.open(path) as store, store.reading() as cursor:
        return cursor.execute("SELECT count(*), bit_xor(hash(also_in)) FROM also_in").fetchall()[0][0]


# Held ---------------------------------------------------------------------------------------------------


def held_by_another(other_process, path: Path) -> int:
    holder = other_process.start(HOLD, path)
    return int(holder.stdout.readline())


def test_a_database_another_process_owns_is_refused_with_its_number(other_process, store_file):
    pid = held_by_another(other_process, store_file)
    with pytest.raises(StoreHeld) as refusal:
        Store.open(store_file)
    assert (refusal.value.pid, refusal.value.address) == (pid, None)
    assert refusal.value.message == (
        f"The database {store_file} is in use by process {pid}. Stop it, or give another --database."
    )


def test_a_database_a_desk_owns_is_refused_with_the_address_of_that_desk(other_process, store_file):
    pid = held_by_another(other_process, store_file)
    address = {"pid": pid, "address": "http://127.0.0.1:8501"}
    store_file.with_name("desk.duckdb.desk.json").write_text(json.dumps(address))
    with pytest.raises(StoreHeld) as refusal:
        Store.open(store_file)
    assert (refusal.value.pid, refusal.value.address) == (pid, "http://127.0.0.1:8501")
    assert f"by a desk (process {pid}) at http://127.0.0.1:8501. Work there" in refusal.value.message


@pytest.mark.parametrize(
    "left",
    [
        "",
        "{",
        "[]",
        "null",
        '{"pid": "1", "address": "http://a"}',
        '{"pid": 1}',
        '{"pid": 999999999, "address": "http://127.0.0.1:1"}',
        '{"pid": -1, "address": "http://127.0.0.1:1"}',
        '{"pid": true, "address": "http://127.0.0.1:1"}',
        json.dumps({"pid": 4242, "address": "javascript:alert(1)"}),
        json.dumps({"pid": 4242, "address": "http://a\n\x1b[31mb"}),
        json.dumps({"pid": 4242, "address": "http://127.0.0.1:8501"}),
    ],
)
def test_an_address_file_that_is_broken_or_of_another_process_is_not_believed(
    other_process, store_file, left
):
    pid = held_by_another(other_process, store_file)
    # 4242 stands for this process: parameters must be the same in every worker that collects them.
    left = left.replace("4242", str(os.getpid()))
    store_file.with_name("desk.duckdb.desk.json").write_text(left)
    with pytest.raises(StoreHeld) as refusal:
        Store.open(store_file)
    assert (refusal.value.pid, refusal.value.address) == (pid, None)


def test_a_database_is_free_again_when_its_owner_is_gone(other_process, store_file):
    holder = other_process.start(HOLD, store_file)
    holder.stdout.readline()
    holder.kill()
    holder.wait()
    Store.open(store_file).close()


def test_the_same_process_may_open_a_database_twice(store_file):
    with Store.open(store_file) as one, Store.open(store_file) as two:
        with one.transaction() as transaction:
            transaction.cursor.execute("INSERT INTO project VALUES ('p', 'P', now())")
        with two.reading() as cursor:
            assert cursor.execute("SELECT label FROM project").fetchall() == [("P",)]


def test_the_same_process_with_another_memory_limit_is_refused(store_file, monkeypatch):
    with Store.open(store_file):
        monkeypatch.setenv("CASEBOARD_MEMORY_LIMIT", "1GB")
        with pytest.raises(StoreHeld, match=r"has the database .* open with other settings") as refusal:
            Store.open(store_file)
    assert refusal.value.pid == os.getpid()


@POSIX
def test_a_refused_second_opening_does_not_let_go_of_the_lock(other_process, store_file, monkeypatch):
    with Store.open(store_file):
        monkeypatch.setenv("CASEBOARD_MEMORY_LIMIT", "1GB")
        with pytest.raises(StoreHeld):
            Store.open(store_file)
        monkeypatch.delenv("CASEBOARD_MEMORY_LIMIT")
        assert other_process.said(SAY, store_file).startswith(
            f"store_held: The database {store_file} is in use"
        )


@POSIX
def test_a_database_opened_through_a_link_keeps_its_log_beside_the_file(store_file, tmp_path):
    Store.open(store_file).close()
    link = tmp_path / "elsewhere" / "link.duckdb"
    link.parent.mkdir()
    link.symlink_to(store_file)
    with Store.open(link) as store, store.transaction() as transaction:
        transaction.cursor.execute("INSERT INTO project VALUES ('p', 'P', now())")
    assert store.path == store_file.resolve()
    assert sorted(path.name for path in link.parent.iterdir()) == ["link.duckdb"]


# Newer --------------------------------------------------------------------------------------------------


def with_storage_version(path: Path, version: int) -> None:
    """Write another storage version into the first block, with the checksum the engine expects."""
    block = bytearray(path.read_bytes()[:4096])
    block[12:20] = struct.pack("<Q", version)
    checksum = 5381
    for (word,) in struct.iter_unpack("<Q", bytes(block[8:])):
        checksum ^= (word * 0xBF58476D1CE4E5B9) & (2**64 - 1)
    spoil(path, 0, struct.pack("<Q", checksum) + bytes(block[8:]))


def test_a_file_of_a_newer_engine_asks_for_an_upgrade(store_file):
    Store.open(store_file).close()
    with_storage_version(store_file, 10_000)
    with pytest.raises(StoreNewer, match=r"newer engine \(storage version 10000, .*\)\. Upgrade Caseboard"):
        Store.open(store_file)


def test_a_file_of_an_ancient_engine_was_never_ours(store_file):
    Store.open(store_file).close()
    with_storage_version(store_file, 1)
    with pytest.raises(NotADatabase, match=r"very old engine \(storage version 1,"):
        Store.open(store_file)


def test_a_newer_schema_asks_for_an_upgrade(store_file):
    with Store.open(store_file) as store, store.transaction() as transaction:
        transaction.cursor.execute("INSERT INTO schema_migration VALUES (9001, now())")
    with pytest.raises(StoreNewer, match=r"has schema 9001, this release knows \d+\. Upgrade Caseboard"):
        Store.open(store_file)


# Damaged ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("keep", [100, 4_096, 8_192, 12_288, 0.2, 0.5])
def test_a_file_that_was_cut_is_damaged(store_file, keep):
    size = filled(store_file).stat().st_size
    os.truncate(store_file, int(size * keep) if keep < 1 else keep)
    with pytest.raises(StoreCorrupt, match=r"damaged.* Restore a backup"):
        read_everything(store_file)


@pytest.mark.parametrize("place", [12, 100, 4_096, 8_242, 12_300, 0.3, 0.5, 0.7])
def test_garbage_anywhere_in_a_file_is_found_when_it_is_read(store_file, place):
    size = filled(store_file).stat().st_size
    spoil(store_file, int(size * place) if place < 1 else place)
    with pytest.raises(StoreCorrupt, match=r"damaged.* Restore a backup"):
        read_everything(store_file)


def entries_of(log: Path) -> list[int]:
    """Return where the content of each entry of the log begins: behind its length and its checksum."""
    content = log.read_bytes()
    begins, place = [], content.index(b"\xff\xff") + 2  # behind the header
    while place < len(content):
        begins.append(place + 16)
        place += 16 + int.from_bytes(content[place : place + 8], "little")
    return begins


@pytest.mark.parametrize("place", [0, 1, 8, 20, "first entry", "tenth entry", "last entry"])
def test_a_damaged_log_is_refused_and_the_file_still_opens_without_it(other_process, store_file, place):
    log = left_by_a_crash(other_process, store_file).with_name("desk.duckdb.wal")
    entries = entries_of(log)
    named = {"first entry": entries[0], "tenth entry": entries[9], "last entry": entries[-1]}
    spoil(log, named.get(place, place), b"\xde\xad\xbe\xef" * 4)
    for _ in range(2):  # the first refusal must not have thrown the log away
        with pytest.raises(StoreCorrupt, match=r"desk\.duckdb\.wal, is damaged: .* move the \.wal file away"):
            read_everything(store_file)
    log.rename(log.with_suffix(".aside"))
    assert read_everything(store_file) == 0


def test_a_log_of_another_database_is_refused(other_process, store_file, tmp_path):
    log = left_by_a_crash(other_process, store_file).with_name("desk.duckdb.wal")
    other = filled(tmp_path / "other.duckdb")
    log.rename(other.with_name("other.duckdb.wal"))
    with pytest.raises(StoreCorrupt, match="WAL does not match database file"):
        Store.open(other)


def test_a_log_that_ends_in_the_middle_of_a_write_gives_everything_before_it(other_process, store_file):
    log = left_by_a_crash(other_process, store_file).with_name("desk.duckdb.wal")
    os.truncate(log, log.stat().st_size - 1)
    assert read_everything(store_file) == 19 * 50


@pytest.mark.parametrize("keep", [0, 1, 10, 60])
def test_a_log_that_ends_before_its_first_write_holds_nothing(other_process, store_file, keep):
    log = left_by_a_crash(other_process, store_file).with_name("desk.duckdb.wal")
    os.truncate(log, keep)
    assert read_everything(store_file) == 0


# Something else -----------------------------------------------------------------------------------------


def sqlite_file(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE a (b)")
    connection.commit()
    connection.close()


def test_an_sqlite_file_is_named_as_one_and_no_extension_is_fetched(store_file):
    sqlite_file(store_file)
    with pytest.raises(NotADatabase, match="is an SQLite database, not a Caseboard database"):
        Store.open(store_file)


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"", "an empty file"),
        (b"hello\n", "a text file"),
        ("你好\n".encode() * 5_000, "a text file"),
        (b"\x89PNG\r\n\x1a\n\x00" * 2_000, "a binary file"),
        (b"PAR1" * 4_000, "a text file"),
    ],
)
def test_another_kind_of_file_is_named_and_left_as_it_is(store_file, content, kind):
    store_file.write_bytes(content)
    with pytest.raises(NotADatabase) as refusal:
        Store.open(store_file)
    assert refusal.value.message == (
        f"{store_file} is {kind}, not a Caseboard database. Give another --database, or move the file away."
    )
    assert store_file.read_bytes() == content


@pytest.mark.parametrize(
    "made_by",
    [
        "CREATE TABLE customers (a INTEGER)",
        "CREATE VIEW orders AS SELECT 1 AS a",
        "CREATE SCHEMA shop; CREATE TABLE shop.item (a INTEGER)",
        "CREATE TABLE schema_migration (version VARCHAR)",
    ],
)
def test_a_database_of_another_program_is_refused_and_left_as_it_is(store_file, made_by):
    with duckdb.connect(str(store_file)) as connection:
        connection.execute(made_by)
    before = store_file.read_bytes()
    with pytest.raises(NotADatabase, match="holds tables of another program"):
        Store.open(store_file)
    assert store_file.read_bytes() == before


def test_a_folder_is_no_database(tmp_path):
    with pytest.raises(
        StorePathInvalid, match=r"is a folder\. Give a file in it, for example .*desk\.duckdb"
    ):
        Store.open(tmp_path)


@pytest.mark.parametrize("name", ["desk.json", "desk.JSONL", "desk.ndjson"])
def test_a_name_that_imports_look_into_is_no_database(tmp_path, name):
    with pytest.raises(StorePathInvalid, match=r"has the name of a log file\. Name the database otherwise"):
        Store.open(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@POSIX
def test_a_pipe_is_no_database(store_file):
    os.mkfifo(store_file)
    with pytest.raises(StorePathInvalid, match="is a device or a pipe"):
        Store.open(store_file)


@pytest.mark.parametrize("below", ["desk.duckdb", "further/down/desk.duckdb"])
def test_a_path_below_a_file_is_no_database(tmp_path, below):
    (tmp_path / "notes.txt").write_text("x")
    with pytest.raises(StorePathInvalid, match=r"notes\.txt is a file, not a folder"):
        Store.open(tmp_path / "notes.txt" / below)


@pytest.mark.parametrize("name", ["x" * 300 + ".duckdb", "a\x00b"])
def test_a_name_no_file_can_have_is_no_database(tmp_path, name):
    with pytest.raises(StorePathInvalid, match="cannot be a database file"):
        Store.open(tmp_path / name)


@pytest.mark.parametrize(
    "name", ["md:desk", "s3:/bucket/desk", "postgres:desk", "数据.duckdb", "a b?c=d 'e'.db"]
)
def test_a_name_that_means_something_to_the_engine_is_a_plain_file(tmp_path, name, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with Store.open(name) as store:
        assert store.path == tmp_path / name
    assert (tmp_path / name).is_file()


@POSIX
def test_a_link_that_leads_to_itself_is_no_database(tmp_path):
    (tmp_path / "a.duckdb").symlink_to(tmp_path / "a.duckdb")
    with pytest.raises(StoreError, match="cannot be a database file"):
        Store.open(tmp_path / "a.duckdb")


# Not permitted, no room ---------------------------------------------------------------------------------

AS_NOBODY = "become_nobody(); say_how_it_opens(sys.argv[1])"


@pytest.fixture
def room() -> Iterator[Path]:
    """A folder that any user may reach; every start of the test runner closes its own folders."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


@POSIX
@pytest.mark.parametrize(
    ("file_mode", "folder_mode", "says"),
    [
        (0o000, 0o777, "cannot be used by this user: Cannot open file"),
        (0o444, 0o777, "cannot be used by this user: Cannot open file"),
        (0o666, 0o555, "is read only for this user, and the database keeps files beside itself"),
        (0o666, 0o000, "cannot be used by this user: Permission denied"),
    ],
)
def test_what_this_user_may_not_touch_is_said(other_process, room, file_mode, folder_mode, says):
    path = room / "desk.duckdb"
    Store.open(path).close()
    path.chmod(file_mode)
    room.chmod(folder_mode)
    try:
        said = other_process.said(AS_NOBODY, path)
    finally:
        room.chmod(0o755)
    assert said.startswith("store_not_permitted: ")
    assert says in said


@POSIX
def test_a_new_database_in_a_read_only_folder_is_refused(other_process, room):
    room.chmod(0o555)
    for below in ("desk.duckdb", "new folder/desk.duckdb"):
        assert other_process.said(AS_NOBODY, room / below).startswith("store_not_permitted: ")


WITH_ROOM = """
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
say_how_it_opens(sys.argv[1])
"""


@POSIX
@pytest.mark.parametrize("room", [0, 1, 4_096, 8_192, 12_287, 12_288, 20_000])
def test_a_database_without_room_is_refused_and_opens_once_there_is_some(other_process, store_file, room):
    assert other_process.said(WITH_ROOM, store_file, room).startswith("disk_full: ")
    with Store.open(store_file):
        pass


# Settings -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", ["lots", "-1GB", "0GB", "2", "2GB; DROP TABLE event", "80%"])
def test_a_memory_limit_that_is_none_is_refused(store_file, monkeypatch, limit):
    monkeypatch.setenv("CASEBOARD_MEMORY_LIMIT", limit)
    with pytest.raises(InvalidInput, match=r"which is no amount of memory\. Write it like `2GB`"):
        Store.open(store_file)


def settings_of(store: Store) -> dict[str, str]:
    with store.reading() as cursor:
        return dict(cursor.execute("SELECT name, value FROM duckdb_settings()").fetchall())


def test_every_cursor_works_in_utc_with_limits_and_without_the_network(store_file, monkeypatch):
    monkeypatch.setenv("CASEBOARD_MEMORY_LIMIT", "1GiB")
    with Store.open(store_file) as store:
        settings = settings_of(store)
    expected = {
        "TimeZone": "UTC",
        "memory_limit": "1.0 GiB",
        "temp_directory": f"{store_file}.tmp",
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "allow_community_extensions": "false",
        "allow_unsigned_extensions": "false",
        "allow_persistent_secrets": "false",
        "python_enable_replacements": "false",
        "lock_configuration": "true",
    }
    assert {name: settings[name] for name in expected} == expected
    assert 1 <= int(settings["threads"]) <= 4


@POSIX
def test_times_are_utc_whatever_the_zone_of_the_machine(other_process, store_file):
    code = """
os.environ["TZ"] = "Asia/Tokyo"; time.tzset()
with Store.open(sys.argv[1]) as store, store.reading() as cursor:
    print(cursor.execute("SELECT TIMESTAMPTZ '2026-05-01 10:00:00'::VARCHAR").fetchall())
"""
    assert other_process.said(code, store_file) == "[('2026-05-01 10:00:00+00',)]"


@pytest.mark.parametrize(
    "statement", ["SET TimeZone = 'Asia/Tokyo'", "SET threads = 1", "RESET memory_limit"]
)
def test_no_later_statement_can_change_the_settings(fresh_store, statement):
    with pytest.raises(StoreError, match="configuration has been locked"), fresh_store.reading() as cursor:
        cursor.execute(statement)


def test_a_web_address_in_a_query_is_an_error_and_no_request(fresh_store):
    with pytest.raises(StoreError, match="httpfs"), fresh_store.reading() as cursor:
        cursor.execute("SELECT * FROM read_json('http://127.0.0.1:1/x')")


def test_a_missing_table_is_an_error_and_never_a_variable_of_that_name(fresh_store):
    nowhere = duckdb.from_query("SELECT 1 AS a")
    with pytest.raises(StoreError, match="nowhere does not exist"), fresh_store.reading() as cursor:
        cursor.execute("SELECT * FROM nowhere")
    assert nowhere is not None

"""One owner, a cursor a call, one write at a time: what sixteen threads and Ctrl-C may not break."""

from __future__ import annotations

import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import pyarrow as pa
import pytest

from data_access.errors import DiskFull, StoreError
from data_access.store.connection import Store
from data_access.writing.change_counters import touch

AT = datetime(2026, 5, 1, tzinfo=UTC)
THREADS = 16
EACH = 12
ENDLESS = "SELECT count(*) FROM range(100_000_000) a, range(100_000) b WHERE a.range % 3 = b.range % 7"


def put(store: Store, worker: int, number: int) -> None:
    """Append 20 rows that say who wrote them, and read them back in the same transaction."""
    rows = pa.table({"name": [f"{worker}-{number}-{i}" for i in range(20)], "mine": [worker] * 20})
    with store.transaction() as transaction:
        transaction.cursor.register("incoming", rows)
        transaction.cursor.execute("CREATE TEMP TABLE sifted AS SELECT * FROM incoming")
        transaction.cursor.execute("INSERT INTO project SELECT name, mine::VARCHAR, now() FROM sifted")
        touch(transaction, ["runs", f"worker:{worker}"], AT)
        mine = "SELECT count(*) FROM project WHERE project LIKE $who"
        assert transaction.cursor.execute(mine, {"who": f"{worker}-{number}-%"}).fetchall() == [(20,)]


def look(store: Store, worker: int) -> None:
    """Read only my own rows; each transaction of 20 is there as a whole or not at all."""
    with store.reading() as cursor:
        rows = cursor.execute(
            "SELECT label, count(*) % 20 FROM project WHERE project LIKE $who GROUP BY label",
            {"who": f"{worker}-%"},
        ).fetchall()
    assert rows in ([], [(str(worker), 0)])
    counter = store.rows("change_counter", {"scopes": [f"worker:{worker}"]})
    assert set(counter[0]) == {"value", "changed_at"}


def test_sixteen_threads_read_and_write_at_once_and_nobody_gets_anothers_rows(store_file):
    with Store.open(store_file) as store, Store.open(store_file) as second:

        def work(worker: int) -> None:
            for number in range(EACH):
                put(second if number % 2 else store, worker, number)
                look(store, worker)

        with ThreadPoolExecutor(THREADS) as pool:
            for done in [pool.submit(work, worker) for worker in range(THREADS)]:
                done.result(timeout=120)
    with Store.open(store_file) as store:
        assert store.rows("change_counter", {"scopes": ["runs"]})[0]["value"] == THREADS * EACH
        with store.reading() as cursor:
            counts = cursor.execute("SELECT label, count(*) FROM project GROUP BY label").fetchall()
    assert sorted(counts) == sorted((str(worker), EACH * 20) for worker in range(THREADS))


def projects(store: Store) -> list[str]:
    with store.reading() as cursor:
        return [row[0] for row in cursor.execute("SELECT project FROM project ORDER BY project").fetchall()]


def write(store: Store, name: str) -> None:
    with store.transaction() as transaction:
        transaction.cursor.execute("INSERT INTO project VALUES ($name, 'x', now())", {"name": name})


def write_and_raise(store: Store, error: BaseException) -> None:
    with store.transaction() as transaction:
        transaction.cursor.execute("INSERT INTO project VALUES ('lost', 'x', now())")
        raise error


@pytest.mark.parametrize("error", [ValueError("no"), KeyboardInterrupt(), SystemExit(3), GeneratorExit()])
def test_any_exception_rolls_the_whole_write_back_and_frees_the_lock(fresh_store, error):
    with pytest.raises(type(error)):
        write_and_raise(fresh_store, error)
    write(fresh_store, "kept")
    assert projects(fresh_store) == ["kept"]


def interrupt_a_long_statement(store: Store) -> None:
    with store.transaction() as transaction:
        transaction.cursor.execute("INSERT INTO project VALUES ('lost', 'x', now())")
        threading.Timer(0.2, signal.raise_signal, [signal.SIGINT]).start()
        transaction.cursor.execute(
            "SELECT count(*) FROM range(100_000_000) a, range(100_000) b WHERE a.range = b.range % 7"
        )


def test_ctrl_c_in_the_middle_of_a_statement_rolls_back_and_the_store_goes_on(fresh_store):
    with pytest.raises(KeyboardInterrupt):
        interrupt_a_long_statement(fresh_store)
    write(fresh_store, "kept")
    assert projects(fresh_store) == ["kept"]


def test_a_refused_statement_becomes_a_store_error_and_rolls_back(fresh_store):
    write(fresh_store, "a")
    with pytest.raises(StoreError, match=r"could not write: Duplicate key"):
        write(fresh_store, "a")
    assert projects(fresh_store) == ["a"]


def test_a_write_inside_a_write_is_refused_in_words(fresh_store):
    with fresh_store.transaction() as outer:
        with pytest.raises(StoreError, match=r"open on this thread already\. Pass its transaction on"):
            write(fresh_store, "inner")
        outer.cursor.execute("INSERT INTO project VALUES ('outer', 'x', now())")
    assert projects(fresh_store) == ["outer"]


def test_a_write_inside_a_write_is_refused_through_a_second_store_on_the_same_file(store_file):
    with Store.open(store_file) as one, Store.open(store_file) as two:
        refused = pytest.raises(StoreError, match="Pass its transaction on")
        with one.transaction(), refused:
            write(two, "inner")


def test_a_reading_inside_a_write_sees_what_is_committed(fresh_store):
    with fresh_store.transaction() as transaction:
        transaction.cursor.execute("INSERT INTO project VALUES ('p', 'x', now())")
        assert projects(fresh_store) == []
    assert projects(fresh_store) == ["p"]


def test_a_write_leaves_no_temporary_table_and_no_frame_behind(fresh_store):
    put(fresh_store, 1, 1)
    with fresh_store.transaction() as transaction:
        for name in ("sifted", "incoming"):
            found = "SELECT count(*) FROM duckdb_tables() WHERE table_name = $n"
            assert transaction.cursor.execute(found, {"n": name}).fetchall() == [(0,)]
            found = "SELECT count(*) FROM duckdb_views() WHERE view_name = $n"
            assert transaction.cursor.execute(found, {"n": name}).fetchall() == [(0,)]


def test_a_cursor_that_was_half_read_does_not_disturb_the_next_call(fresh_store):
    with fresh_store.transaction() as transaction:
        assert transaction.cursor.execute("SELECT * FROM range(100000)").fetchone() == (0,)
        transaction.cursor.execute("INSERT INTO project VALUES ('p', 'x', now())")
    assert projects(fresh_store) == ["p"]


def test_a_closed_store_says_that_it_is_closed(fresh_store):
    fresh_store.close()
    fresh_store.close()
    with pytest.raises(StoreError, match=r"is closed\. Open it again\."):
        projects(fresh_store)
    with pytest.raises(StoreError, match=r"is closed\. Open it again\."):
        write(fresh_store, "p")


def test_a_store_cannot_be_closed_inside_its_own_write(fresh_store):
    with fresh_store.transaction() as transaction:
        with pytest.raises(StoreError, match="end it first"):
            fresh_store.close()
        transaction.cursor.execute("INSERT INTO project VALUES ('p', 'x', now())")
    assert projects(fresh_store) == ["p"]


def test_closing_waits_for_the_write_that_runs(store_file):
    store, begun, go_on = Store.open(store_file), threading.Event(), threading.Event()

    def slow_write() -> None:
        with store.transaction() as transaction:
            begun.set()
            go_on.wait(10)
            transaction.cursor.execute("INSERT INTO project VALUES ('p', 'x', now())")

    with ThreadPoolExecutor(2) as pool:
        writer = pool.submit(slow_write)
        begun.wait(10)
        closer = pool.submit(store.close)
        go_on.set()
        closer.result(timeout=20)
        writer.result(timeout=20)
    with Store.open(store_file) as again:
        assert projects(again) == ["p"]


def test_closing_interrupts_what_does_not_end_and_rolls_its_write_back(store_file):
    store, begun = Store.open(store_file), threading.Event()

    def endless_write() -> None:
        with store.transaction() as transaction:
            transaction.cursor.execute("INSERT INTO project VALUES ('lost', 'x', now())")
            begun.set()
            transaction.cursor.execute(ENDLESS)

    with ThreadPoolExecutor(1) as pool:
        writer = pool.submit(endless_write)
        begun.wait(10)
        store.close(patience=0.2)
        with pytest.raises(StoreError, match=r"could not write: .*[Ii]nterrupt"):
            writer.result(timeout=20)
    with Store.open(store_file) as again:
        assert projects(again) == []


def test_surplus_values_are_left_out_and_missing_ones_are_named(fresh_store):
    assert fresh_store.rows("change_counter", {"scopes": ["a"], "scope": 1, "s": 2})[0]["value"] == 0
    with pytest.raises(StoreError, match="scopes"):
        fresh_store.rows("change_counter", {"scope": []})


MUCH = """
os.environ["CASEBOARD_MEMORY_LIMIT"] = "32MB"
with Store.open(sys.argv[1]) as store:
    try:
        with store.reading() as cursor:
            cursor.execute("SELECT list(a) FROM (SELECT hash(i)::VARCHAR AS a FROM range(20_000_000) n(i))")
    except CaseboardError as error:
        print(error.message)
"""


def test_a_question_that_needs_too_much_memory_names_the_limit(other_process, store_file):
    assert "raise CASEBOARD_MEMORY_LIMIT, for example to `4GB`." in other_process.said(MUCH, store_file)


FILL = """
store = Store.open(sys.argv[1])
with store.transaction() as transaction:
    transaction.cursor.execute("INSERT INTO project VALUES ('kept', 'x', now())")
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
for attempt in range(2):
    try:
        with store.transaction() as transaction:
            transaction.cursor.execute(
                "INSERT INTO project SELECT hash(i) || '-' || i, hash(-i), now() FROM range(100000) n(i)"
            )
    except CaseboardError as error:
        print(error.code, flush=True)
with store.reading() as cursor:
    print(cursor.execute("SELECT count(*) FROM project").fetchall(), flush=True)
os._exit(0)
"""


def test_a_disk_that_fills_up_loses_only_the_write_that_did_not_fit(other_process, store_file):
    said = other_process.said(FILL, store_file).splitlines()
    assert said[0] == DiskFull.code
    assert said[-1] == "[(1,)]"
    with Store.open(store_file) as store:
        assert projects(store) == ["kept"]

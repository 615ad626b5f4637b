"""kill -9 at random moments: nothing half, nothing that was acknowledged lost, and the database goes on."""

from __future__ import annotations

import random
import time

import pytest

from data_access.store.connection import Store

EVENTS = 40

APPEND = """
from datetime import UTC, datetime
from data_access.contracts.rows import EventRow
from data_access.store.bulk_load import append_rows
from data_access.writing.change_counters import touch
at = datetime(2026, 5, 1, tzinfo=UTC)
store = Store.open(sys.argv[1])
number = int(sys.argv[2])
while True:
    row = EventRow(
        conversation_key=f"cs-{number}", event_id="", agent_id=None, thread_id=None, task_id=None,
        event_type="tool_use", phase=None, severity=None, occurred_at=at, recorded_at=None,
        time_is_naive=False, summary="水" * (number * 37 % 4000), payload=None, extra=None,
        sequence=number, file_id=1, line=number,
    )
    rows = [row._replace(event_id=f"{number}-{i}") for i in range(int(sys.argv[3]))]
    with store.transaction() as transaction:
        append_rows(transaction, rows[::2])
        touch(transaction, ["runs"], at)
        append_rows(transaction, rows[1::2])
    print(number, flush=True)  # acknowledged
    number += 1
"""


def committed(path) -> list[int]:
    """Return the numbers of the transactions in the database, each of which must be whole."""
    with Store.open(path) as store, store.reading() as cursor:
        rows = cursor.execute("""
            SELECT sequence, count(*), count(DISTINCT event_id) FROM event GROUP BY sequence ORDER BY sequence
        """).fetchall()
        (counter,) = store.rows("change_counter", {"scopes": ["runs"]})
    assert [row[1:] for row in rows] == [(EVENTS, EVENTS)] * len(rows)
    assert counter["value"] == len(rows)
    return [row[0] for row in rows]


def kill_while_it_appends(other_process, path, chance: random.Random, begin: int) -> int:
    """Start appending at `begin`, kill at a random moment; return the last number that was acknowledged."""
    process = other_process.start(APPEND, path, begin, EVENTS)
    for _ in range(chance.randrange(1, 25)):
        assert process.stdout.readline(), process.stderr.read()
    time.sleep(chance.random() * 0.02)
    process.kill()
    acknowledged, _ = process.communicate()
    return int(acknowledged.split()[-1]) if acknowledged.split() else -1


def repeat_kills(other_process, path, seed: int, times: int) -> None:
    chance, begin = random.Random(seed), 0
    for _ in range(times):
        acknowledged = kill_while_it_appends(other_process, path, chance, begin)
        numbers = committed(path)
        assert numbers == list(range(len(numbers)))
        assert len(numbers) > acknowledged
        begin = len(numbers)


def test_a_killed_writer_loses_nothing_it_acknowledged_and_leaves_nothing_half(other_process, store_file):
    repeat_kills(other_process, store_file, seed=7, times=3)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
def test_a_writer_killed_again_and_again_never_loses_anything(other_process, store_file, seed):
    repeat_kills(other_process, store_file, seed=seed, times=20)


MIGRATE = """
from data_access.store import migrate
released = migrate.this_release()
number, old = released.scripts[-1]
big = "CREATE TABLE step_{} AS SELECT i, hash(i) AS h FROM range(200000) n(i)"
steps = [(number + i, big.format(i)) for i in range(1, 30)]
endless = "SELECT count(*) FROM range(100_000_000) a, range(100_000) b WHERE a.range % 3 = b.range % 7"
steps.append((number + 30, f"CREATE TABLE step_30 AS {endless}"))
wanted = migrate.Schema((*released.scripts, *steps), released.views)
migrate.this_release = lambda: wanted
print("begun", flush=True)
Store.open(sys.argv[1])
print("done", flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.3])
def test_a_crash_during_a_migration_leaves_the_old_schema(other_process, store_file, seconds):
    with Store.open(store_file) as store, store.transaction() as transaction:
        transaction.cursor.execute("INSERT INTO project VALUES ('kept', 'x', now())")
    process = other_process.start(MIGRATE, store_file)
    assert process.stdout.readline() == "begun\n"
    time.sleep(seconds)
    process.kill()
    process.communicate()
    with Store.open(store_file) as store, store.reading() as cursor:
        assert cursor.execute("SELECT project FROM project").fetchall() == [("kept",)]
        assert cursor.execute(
            "SELECT count(*) FROM duckdb_tables() WHERE table_name LIKE 'step%'"
        ).fetchall() == [(0,)]

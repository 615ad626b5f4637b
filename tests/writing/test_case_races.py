"""Sessions that write at once: no number twice, one write a request, and nothing half after kills."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from pathlib import Path
from random import Random

from data_access.errors import LeaseLost
from data_access.reading.case_records import evidence_of_task, progress_updates_of_task
from data_access.reading.case_reports import report_heads
from data_access.reading.investigations import rounds_of_task
from data_access.reading.verify import verify
from data_access.store.connection import Store
from data_access.writing.case_expiries import settle_expiries
from data_access.writing.waiting_writes import tasks_waited_for, waiting
from tests.conftest import OtherProcess
from tests.writing.cases import Agent


def test_sixteen_threads_that_publish_at_once_get_every_number_once(fresh_store: Store) -> None:
    agent = Agent(fresh_store)
    claim = agent.begin()

    def publish(number: int) -> tuple[int, str, int]:
        return (
            agent.report(claim, request_id=f"report-{number}").revision,
            agent.evidence(claim, request_id=f"evidence-{number}").evidence_id,
            agent.progress(claim, request_id=f"progress-{number}", summary=f"{number}").update,
        )

    with ThreadPoolExecutor(16) as threads:
        told = list(threads.map(publish, range(32)))
    assert sorted(one[0] for one in told) == list(range(1, 33))
    assert {one[1] for one in told} == {f"E-{number}" for number in range(1, 33)}
    assert sorted(one[2] for one in told) == list(range(1, 33))
    assert [head.revision for head in report_heads(fresh_store, claim.task_id)] == list(range(32, 0, -1))


def test_one_request_of_sixteen_threads_writes_once(fresh_store: Store) -> None:
    agent = Agent(fresh_store)
    claim = agent.begin()
    with ThreadPoolExecutor(16) as threads:
        told = list(threads.map(lambda _: agent.report(claim, request_id="the-same"), range(32)))
    assert {one.revision for one in told} == {1}
    assert [one.replayed for one in told].count(False) == 1
    assert len(report_heads(fresh_store, claim.task_id)) == 1


def test_of_two_sessions_that_both_think_they_hold_it_only_the_newer_writes(fresh_store: Store) -> None:
    agent = Agent(fresh_store)
    old = agent.begin(lease_seconds=60)
    agent.wait(61)
    new = agent.claim(old.task_id)

    def publish(number: int) -> str:
        claim = old if number % 2 else new
        try:
            agent.report(claim, request_id=f"r-{number}")
        except LeaseLost:
            return "lost"
        return "kept"

    with ThreadPoolExecutor(16) as threads:
        told = list(threads.map(publish, range(32)))
    assert told == ["kept", "lost"] * 16
    assert {head.round_id for head in report_heads(fresh_store, old.task_id)} == {"R-2"}


WRITER = """
from tests.writing.cases import Agent
from data_access.writing.case_write import utc_now
with Store.open(sys.argv[1]) as store:
    agent = Agent(store)
    agent.now = utc_now()
    prefix = sys.argv[2]
    claim = agent.claim(sys.argv[3], request_id=prefix + "-claim", lease_seconds=1800)
    for number in range(1000):
        evidence = agent.evidence(claim, request_id=f"{prefix}-e{number}")
        print("kept", "evidence", evidence.evidence_id, flush=True)
        update = {"nodes": [{"node_id": f"{prefix}-{number}", "evidence_ids": [evidence.evidence_id]}]}
        told = agent.progress(claim, request_id=f"{prefix}-p{number}", graph_update=update)
        print("kept", "update", told.update, flush=True)
        report = agent.report(claim, request_id=f"{prefix}-r{number}", evidence_ids=(evidence.evidence_id,))
        print("kept", "report", report.revision, flush=True)
"""


def killed_after(other_process: OtherProcess, seconds: float, *arguments: object) -> set[tuple[str, str]]:
    """Run the writer, kill it after its first word and some seconds more; return what it said was kept."""
    process = other_process.start(WRITER, *arguments)
    assert process.stdout is not None
    first = process.stdout.readline()
    assert first, process.communicate()[1]
    time.sleep(seconds)
    process.kill()
    said = [first, *process.communicate()[0].splitlines(keepends=True)]
    # A line that the kill cut short was not told.
    whole = [line.split() for line in said if line.endswith("\n")]
    return {(kind, number) for _, kind, number in whole}


def test_nothing_is_half_and_nothing_told_is_lost_after_kills(
    store_file: Path, other_process: OtherProcess
) -> None:
    random = Random(7)
    with Store.open(store_file) as store:
        task_id = Agent(store).create().task_id
    kept: set[tuple[str, str]] = set()
    for kill in range(4):
        kept |= killed_after(other_process, random.uniform(0, 0.6), store_file, f"k{kill}", task_id)
        with Store.open(store_file) as store:
            evidence = {one.evidence_id for one in evidence_of_task(store, task_id)}
            updates = progress_updates_of_task(store, task_id)
            reports = report_heads(store, task_id)
            assert {number for kind, number in kept if kind == "evidence"} <= evidence
            assert evidence == {f"E-{number}" for number in range(1, len(evidence) + 1)}
            assert [one.ordinal for one in updates] == list(range(1, len(updates) + 1))
            assert [one.revision for one in reports] == list(range(len(reports), 0, -1))
            assert {int(number) for kind, number in kept if kind == "report"} <= {
                one.revision for one in reports
            }
            assert whole(store), "every receipt has its change-log row and every row its receipt"
            assert verify(store).faults == 0
            # The next session takes over where the kill left the lease.
            agent = Agent(store)
            agent.now = max(one.started_at for one in rounds_of_task(store, task_id))
            agent.wait(4000)
            later = agent.now
            settle_expiries(store, partial(lambda moment: moment, later))


def whole(store: Store) -> bool:
    counts = """
        SELECT
            (SELECT count(*) FROM receipt),
            (SELECT count(*) FROM audit WHERE principal_id <> 'desk'),
            (SELECT count(*) FROM receipt WHERE call = 'publish_task_report'),
            (SELECT count(*) FROM report_revision),
            (SELECT count(*) FROM receipt WHERE call = 'publish_task_progress'),
            (SELECT count(*) FROM progress_update),
            (SELECT count(*) FROM receipt WHERE call = 'publish_task_evidence'),
            (SELECT count(*) FROM evidence),
            coalesce((SELECT updates FROM progress_graph), 0),
            (SELECT json_array_length(graph->'$.nodes') FROM progress_graph UNION ALL SELECT 0 LIMIT 1)
    """
    with store.reading() as cursor:
        told = cursor.execute(counts).fetchall()[0]
    pairs = [
        (told[0], told[1]),
        (told[2], told[3]),
        (told[4], told[5]),
        (told[6], told[7]),
        (told[5], told[8]),
    ]
    return all(one == two for one, two in pairs) and told[9] == told[5]


def behind_a_long_write(agent: Agent, write: Callable[[], object], seconds: float) -> Future[object]:
    """Let a write arrive while another one holds the lock, and time pass before its turn comes."""
    with ThreadPoolExecutor(1) as threads, agent.store.transaction():
        waiting = threads.submit(write)
        while not tasks_waited_for(agent.store):
            time.sleep(0.01)
        agent.wait(seconds)
    return waiting


def test_a_write_that_arrived_in_time_is_in_time_also_behind_a_long_import(fresh_store: Store) -> None:
    agent = Agent(fresh_store)
    claim = agent.begin(lease_seconds=60)
    agent.wait(59)
    told = behind_a_long_write(agent, lambda: agent.renew(claim), 600).result()
    assert told.lease_expires_at == agent.now + timedelta(seconds=60)  # type: ignore[attr-defined]
    assert tasks_waited_for(fresh_store) == []
    agent.wait(60)
    assert isinstance(behind_a_long_write(agent, lambda: agent.renew(claim), 1).exception(), LeaseLost)


def test_the_desk_leaves_a_task_alone_on_which_a_write_waits(fresh_store: Store) -> None:
    agent = Agent(fresh_store)
    claim = agent.begin(lease_seconds=60)
    other = agent.begin(lease_seconds=60)
    agent.wait(61)
    with waiting(fresh_store, claim.task_id, agent.now - timedelta(seconds=10)):
        assert settle_expiries(fresh_store, lambda: agent.now) == 1
        assert rounds_of_task(fresh_store, other.task_id)[0].ended_at is not None
        assert agent.renew(claim).round_id == "R-1"
    assert settle_expiries(fresh_store, lambda: agent.now) == 0


def test_a_repetition_is_answered_also_while_a_long_write_goes_on(fresh_store: Store) -> None:
    agent = Agent(fresh_store)
    claim = agent.begin()
    kept = agent.renew(claim, request_id="kept")
    with ThreadPoolExecutor(1) as threads, fresh_store.transaction():
        told = threads.submit(lambda: agent.renew(claim, request_id="kept")).result(timeout=60)
    assert told == kept.model_copy(update={"replayed": True})

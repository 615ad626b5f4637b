"""Which revision was opened last is kept per viewer, quietly, and lost rather than waited for."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from threading import Thread

import pytest

from data_access.contracts.principal import LOCAL_OWNER, NOBODY
from data_access.errors import PermissionDenied
from data_access.reading.case_bundle import case_bundle
from data_access.reading.change_counter import change_counter
from data_access.reading.report_looks import report_look
from data_access.store.connection import Store
from data_access.writing.report_looks import keep_report_look
from tests.writing.cases import Agent

NOW = datetime(2026, 5, 1, 8, tzinfo=UTC)


def opens(store: Store, task_id: str, revision: int, owner: str = "viewer-a", *, days: float = 0) -> bool:
    look = report_look(store, owner, task_id)
    return keep_report_look(
        store, look, task_id, revision, newest=5, owner_id=owner, principal=LOCAL_OWNER,
        clock=lambda: NOW + timedelta(days=days),
    )  # fmt: skip


def count(store: Store, table: str) -> int:
    with store.reading() as cursor:
        return cursor.execute(f"SELECT count(*) FROM {table}").fetchall()[0][0]


def test_a_look_is_kept_of_each_viewer_and_written_only_when_it_moves(fresh_store: Store) -> None:
    task_id = Agent(fresh_store).create().task_id
    assert [opens(fresh_store, task_id, one) for one in (3, 3, 5, 5)] == [True, False, True, False]
    assert opens(fresh_store, task_id, 4, "viewer-b")
    first, second = (report_look(fresh_store, one, task_id) for one in ("viewer-a", "viewer-b"))
    assert first is not None
    assert second is not None
    assert ((first.revision, first.before), (second.revision, second.before)) == ((5, 3), (4, None))
    assert report_look(fresh_store, "viewer-c", task_id) is None


def test_a_look_is_no_act_of_a_person(fresh_store: Store) -> None:
    task_id = Agent(fresh_store).create().task_id
    audit, moved = count(fresh_store, "audit"), change_counter(fresh_store, "cases", "viewers").value
    bundle = case_bundle(fresh_store, [task_id]).text
    assert opens(fresh_store, task_id, 3)
    assert count(fresh_store, "audit") == audit
    assert change_counter(fresh_store, "cases", "viewers").value == moved
    assert case_bundle(fresh_store, [task_id]).text == bundle
    with pytest.raises(PermissionDenied):
        keep_report_look(fresh_store, None, task_id, 1, newest=1, owner_id="x", principal=NOBODY)


def test_a_look_is_lost_rather_than_waited_for(fresh_store: Store) -> None:
    task_id = Agent(fresh_store).create().task_id
    kept: list[bool] = []
    with fresh_store.transaction():  # somebody imports
        page = Thread(target=lambda: kept.append(opens(fresh_store, task_id, 3)))
        page.start()
        page.join(10)
        assert not page.is_alive()
    assert kept == [False]
    assert opens(fresh_store, task_id, 3)


def test_looks_of_long_ago_and_at_cases_that_are_gone_are_forgotten(fresh_store: Store) -> None:
    task_id = Agent(fresh_store).create().task_id
    opens(fresh_store, task_id, 3, "viewer-old")
    opens(fresh_store, "T-gone", 3)
    opens(fresh_store, task_id, 4, days=401)
    assert count(fresh_store, "report_look") == 1

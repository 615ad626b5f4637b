"""An open page learns whether the desk has moved on, and how old it is, without a run of its script."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from dashboard.current_desk import Desk, set_desk
from dashboard.desk_changes import SharedLook, desk_changes
from dashboard.faces.live_route import live_routes
from dashboard.settings import Settings
from data_access.errors import StoreError
from data_access.store.connection import Store


@pytest.fixture
def asking(fresh_store: Store) -> Iterator[TestClient]:
    set_desk(Desk(Settings(timezone="UTC"), fresh_store))
    yield TestClient(Starlette(routes=live_routes()))
    set_desk(None)


def drawn(store: Store, **other: str) -> dict[str, str]:
    at = datetime.now(UTC) - timedelta(minutes=5)
    return {
        "drawn": str(desk_changes(store)),
        "drawn_at": at.isoformat(),
        "state": "following",
        "lang": "en",
    } | other


def test_a_page_is_told_of_what_came_since_and_of_its_age(asking: TestClient, fresh_store: Store) -> None:
    answer = asking.get("/live", params=drawn(fresh_store))
    assert answer.json() == {"changes": desk_changes(fresh_store), "told": "updated 5 min ago"}
    assert answer.headers["cache-control"] == "no-store"
    assert asking.get("/live", params=drawn(fresh_store, lang="zh")).json()["told"] == "5 分钟前更新"
    paused = drawn(fresh_store, state="paused")
    assert asking.get("/live", params=paused).json()["told"] == "paused · drawn 5 min ago"
    outdated = {**paused, "drawn": "-1"}
    assert asking.get("/live", params=outdated).json()["told"] == "paused · something has changed since"
    writing = drawn(fresh_store, state="writing")
    assert (
        asking.get("/live", params=writing).json()["told"] == "stands still while you write · drawn 5 min ago"
    )
    assert asking.get("/live").json() == {"changes": desk_changes(fresh_store), "told": None}


@pytest.mark.parametrize(
    "given",
    [
        {"state": "asleep"},
        {"drawn": "many"},
        {"drawn_at": "yesterday"},
        {"drawn_at": "2026-01-01T00:00:00"},
        {"more": "1"},
    ],
)
def test_what_no_page_says_is_refused(asking: TestClient, fresh_store: Store, given: dict[str, str]) -> None:
    answer = asking.get("/live", params=drawn(fresh_store, **given))
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid_input")


def test_a_desk_without_its_database_says_so(asking: TestClient) -> None:
    set_desk(Desk(Settings(timezone="UTC"), None, StoreError("Another process has it open.")))
    assert asking.get("/live").status_code == 503


def test_many_pages_share_a_look(fresh_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    at, looks = [100.0], []
    monkeypatch.setattr("dashboard.desk_changes.time.monotonic", lambda: at[0])
    monkeypatch.setattr(
        "dashboard.desk_changes.desk_changes", lambda _store: looks.append(at[0]) or len(looks)
    )
    look = SharedLook()
    assert [look(fresh_store) for _ in range(20)] == [1] * 20
    at[0] += 0.6
    assert (look(fresh_store), looks) == (2, [100.0, 100.6])

"""Who brought records, and where the desk keeps them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from data_access.contracts.queries import TokenCall
from data_access.contracts.readings import Arrival
from data_access.errors import InvalidInput
from data_access.reading.arrivals import arrivals
from data_access.reading.desk_storage import desk_storage
from data_access.store.connection import Store
from data_access.writing.tokens import create_token

NOW = datetime(2026, 5, 1, 10, tzinfo=UTC)


def batch(desk, number: int, principal: str, **said: str) -> None:
    desk.insert(
        "import_batch",
        batch_id=number,
        source=f"/logs/{number}",
        source_format="claude_code",
        origin="real",
        principal_id=principal,
        started_at=NOW,
        finished_at=NOW + timedelta(minutes=number),
        counts='{"records": 5, "events": 3, "rejected": 1}',
    )
    desk.insert("batch_file", batch_id=number, file_id=number)
    desk.insert(
        "conversation_observation",
        conversation_key=f"c-{number}",
        observation_id="o",
        conversation_id=str(number),
        source_format="claude_code",
        title_rank=0,
        file_id=number,
        line=1,
        **said,
    )


def test_arrivals_are_gathered_by_who_brought_them_from_where_for_whom(desk) -> None:
    batch(desk, 1, "local-owner")
    batch(desk, 2, "agent-1", machine="build-7", person="Kim")
    batch(desk, 3, "agent-1", machine="build-7", person="Kim")
    told = arrivals(desk.store)
    figures = {"records": 10, "events": 6, "rejected": 2, "last_format": "claude_code", "principal": None}
    assert (told.total, told.truncated) == (2, False)
    assert told.items == (
        Arrival(
            **figures,
            principal_id="agent-1",
            machine="build-7",
            person="Kim",
            imports=2,
            last_at=NOW + timedelta(minutes=3),
            last_batch_id=3,
        ),
        Arrival(
            **figures | {"records": 5, "events": 3, "rejected": 1},
            principal_id="local-owner",
            machine=None,
            person=None,
            imports=1,
            last_at=NOW + timedelta(minutes=1),
            last_batch_id=1,
        ),
    )


def test_a_long_list_of_arrivals_says_that_it_is_cut(desk) -> None:
    batch(desk, 1, "agent-1")
    batch(desk, 2, "agent-2")
    told = arrivals(desk.store, limit=1)
    assert ([one.principal_id for one in told.items], told.total, told.truncated) == (["agent-2"], 2, True)
    with pytest.raises(InvalidInput):
        arrivals(desk.store, limit=0)


def test_a_desk_tells_where_it_keeps_its_records_and_whether_it_asks_for_a_token(tmp_path: Path) -> None:
    file = tmp_path / "desk.duckdb"
    with Store.open(file) as store:
        before = desk_storage(store)
        create_token(store, TokenCall(name="Kim", scopes=("read",)))
        after = desk_storage(store)
    assert (before.database, before.asks_for_token, after.asks_for_token) == (str(file), False, True)
    assert before.size_bytes is not None
    assert before.size_bytes > 0
    with Store.open(None) as store:
        assert (desk_storage(store).database, desk_storage(store).size_bytes) == (None, None)

"""The change log as it is read: every filter, pages in both directions, and who may read what."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from data_access.contracts.change_log import ChangeOption
from data_access.contracts.principal import DESK, LOCAL_AGENT, LOCAL_OWNER
from data_access.errors import InvalidInput, NotFound
from data_access.reading.change_log import change, change_filter_options, changes, withheld_from
from data_access.store.connection import Store
from data_access.writing.change_log import record_change
from tests.writing.cases import Agent

AT = datetime(2026, 5, 1, 8, tzinfo=UTC)
ALL: dict[str, Any] = {"withheld": ()}


@pytest.fixture
def store(fresh_store: Store) -> Store:
    """A desk with a case and, after it, changes of many kinds, an hour apart."""
    case = Agent(fresh_store, now=AT).create(title="Yellow water").task_id
    rows = [
        (LOCAL_OWNER, "command line", "create_token", "token", "agent-1", None, {"name": "Build"}),
        (
            DESK,
            "desk",
            "lease_expired",
            "investigation_task",
            case,
            {"status": "running"},
            {"status": "queued"},
        ),
        (LOCAL_AGENT, "mcp", "ask_task_user", "question", f"{case}/Q-1", {"state": "pending"}, None),
        (LOCAL_OWNER, "page", "keep_setting", "setting", "timezone", "UTC", "Asia/Shanghai"),
        (LOCAL_OWNER, "page", "keep_setting", "setting", f"{case}x/Q-1", None, "<b>水</b>"),
    ]
    with fresh_store.transaction() as transaction:
        for hours, (who, face, action, kind, subject, old, new) in enumerate(rows, start=1):
            record_change(
                transaction,
                principal=who,
                face=face,
                action=action,
                subject_kind=kind,
                subject_id=subject,
                old=old,
                new=new,
                at=AT + timedelta(hours=hours),
            )
    return fresh_store


def numbers(store: Store, **filters: Any) -> list[int]:
    listing = changes(store, **(ALL | filters))
    assert listing.total == len(listing.items)
    return [one.audit_id for one in listing.items]


def test_a_change_is_told_whole(store: Store) -> None:
    told = changes(store, **ALL).items[3]
    case = told.task_id
    assert told.model_dump() == {
        "audit_id": 3, "recorded_at": AT + timedelta(hours=2), "principal_kind": "desk",
        "principal_id": "desk", "principal_name": "Desk", "is_verified": True, "face": "desk",
        "action": "lease_expired", "subject_kind": "investigation_task", "subject_id": case,
        "task_id": case, "case_title": "Yellow water",
        "old_value": {"status": "running"}, "new_value": {"status": "queued"},
    }  # fmt: skip
    assert change(store, 3, withheld=()) == told


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({}, [6, 5, 4, 3, 2, 1]),
        ({"newest_first": False}, [1, 2, 3, 4, 5, 6]),
        ({"principal_id": "local-owner"}, [6, 5, 2]),
        ({"principal_kind": "agent"}, [4, 1]),
        ({"face": "page"}, [6, 5]),
        ({"action": "lease_expired"}, [3]),
        ({"subject_kind": "token"}, [2]),
        ({"since": AT + timedelta(hours=4)}, [6, 5]),
        ({"until": AT + timedelta(hours=1)}, [1]),
        ({"q": "SHANGHAI"}, [5]),
        ({"q": "水"}, [6]),
        ({"q": "local owner", "face": "page"}, [6, 5]),
        ({"q": "%"}, []),
        ({"q": "lone \ud800"}, []),
    ],
)
def test_every_filter_narrows(store: Store, filters: dict[str, Any], found: list[int]) -> None:
    assert numbers(store, **filters) == found


def test_a_case_is_found_with_all_that_belongs_to_it_and_nothing_else(store: Store) -> None:
    case = changes(store, **ALL, newest_first=False, limit=1).items[0].task_id
    assert numbers(store, task_id=case) == [4, 3, 1]


@pytest.mark.parametrize("newest_first", [True, False])
def test_pages_add_up_in_either_direction(store: Store, newest_first: bool) -> None:
    whole, cursor, pages = numbers(store, newest_first=newest_first), None, []
    while True:
        page = changes(store, **ALL, newest_first=newest_first, limit=2, cursor=cursor)
        assert (page.total, page.truncated) == (6, page.next_cursor is not None)
        pages += [one.audit_id for one in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert pages == whole


def test_a_cursor_of_the_other_direction_is_refused(store: Store) -> None:
    cursor = changes(store, limit=1).next_cursor
    with pytest.raises(InvalidInput):
        changes(store, cursor=cursor, newest_first=False)
    with pytest.raises(InvalidInput):
        changes(store, since=AT + timedelta(hours=1), until=AT)


def test_whoever_does_not_look_after_the_desk_is_told_nothing_of_tokens(store: Store) -> None:
    withheld = withheld_from(LOCAL_AGENT)
    assert withheld == ("database", "sign_in", "token")
    assert withheld_from(LOCAL_OWNER) == ()
    told = changes(store, withheld=withheld)
    assert (told.total, told.withheld) == (5, withheld)
    assert changes(store, withheld=withheld, q="Build").total == 0
    assert changes(store, withheld=withheld, subject_kind="token").total == 0
    with pytest.raises(NotFound):
        change(store, 2, withheld=withheld)
    options = change_filter_options(store, withheld=withheld)
    assert "token" not in {one.value for one in options.subject_kinds}
    assert "create_token" not in {one.value for one in options.actions}


def test_filters_are_offered_with_how_many_changes_they_find(store: Store) -> None:
    options = change_filter_options(store, withheld=())
    assert options.principals[0] == ChangeOption(value="local-owner", label="Local owner", changes=3)
    assert [(one.value, one.changes) for one in options.faces] == [
        ("page", 2), ("command line", 1), ("desk", 1), ("mcp", 1), ("rest", 1),
    ]  # fmt: skip
    for field, name in (("actions", "action"), ("subject_kinds", "subject_kind"), ("faces", "face")):
        for one in getattr(options, field):
            assert changes(store, **ALL, **{name: one.value}).total == one.changes


def test_an_empty_log_is_an_empty_list(fresh_store: Store) -> None:
    listing = changes(fresh_store)
    assert (listing.total, listing.items, listing.truncated) == (0, (), False)

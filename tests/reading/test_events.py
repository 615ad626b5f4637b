"""The events of a run: no page skips one, none gives one twice, whatever their times are."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.contracts.readings import ContentPart, EventDetail, EventFilterOptions, FilterOption
from data_access.contracts.rows import EventRow
from data_access.errors import InvalidInput, NotFound
from data_access.reading.events import event, event_filter_options, events
from data_access.store.bulk_load import append_rows
from data_access.store.connection import Store

TEN = datetime(2026, 5, 1, 10, tzinfo=UTC)


@pytest.fixture
def busy(desk):
    desk.run("cc-1", conversation_id="session")
    desk.agent("cc-1", "main", name="Main")
    desk.insert(
        "import_file",
        file_id=1,
        source_format="claude_code",
        location="/logs/a.jsonl",
        shown_path="a.jsonl",
        size_bytes=1,
        content_hash="h",
        start_offset=0,
        start_line=0,
        resume_offset=1,
        resume_line=1,
        resume_hash="h",
        records=1,
        stored=1,
        duplicates=0,
        others=0,
        rejected=0,
        counts="{}",
        loaded_at=TEN,
    )
    desk.append(
        [
            desk.event(
                "cc-1",
                "late",
                "2026-05-01 12:00",
                sequence=2,
                severity="error",
                summary="Pump failed",
                task_id="t1",
            ),
            desk.event(
                "cc-1",
                "early",
                "2026-05-01 10:00",
                sequence=9,
                event_type="user",
                payload='{"text":"水位 HIGH"}',
            ),
            desk.event("cc-1", "undated", None, sequence=1, agent_id=None, event_type="system"),
            desk.event("cc-1", "middle", "2026-05-01 11:00", sequence=1, agent_id="sub", thread_id="th"),
        ]
    )
    desk.part("cc-1", "early", 1, "hm")
    desk.part("cc-1", "early", 0, "first")
    return desk.store


def ids(listing):
    return [item.event_id for item in listing.items]


def test_events_go_by_time_and_those_without_one_come_last(busy):
    assert ids(events(busy, "session")) == ["early", "middle", "late", "undated"]
    assert ids(events(busy, "session", newest_first=True)) == ["late", "middle", "early", "undated"]


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"agent_id": "sub"}, ["middle"]),
        ({"thread_id": "th"}, ["middle"]),
        ({"task_id": "t1"}, ["late"]),
        ({"event_types": ["user", "system"]}, ["early", "undated"]),
        ({"severity": "error"}, ["late"]),
        ({"since": TEN + timedelta(hours=1)}, ["middle", "late"]),
        ({"until": TEN + timedelta(hours=1)}, ["early"]),
        ({"q": "pump"}, ["late"]),
        ({"q": "水位 high"}, ["early"]),
        ({"agent_id": "sub", "severity": "error"}, []),
    ],
)
def test_each_filter_keeps_what_it_names(busy, filters, expected):
    listing = events(busy, "cc-1", **filters)
    assert (ids(listing), listing.total) == (expected, len(expected))


def test_one_event_comes_with_its_payload_and_its_parts(busy):
    assert event(busy, "session", "early") == EventDetail(
        conversation_id="session",
        conversation_key="cc-1",
        event_id="early",
        event_type="user",
        agent_id="main",
        thread_id=None,
        task_id=None,
        phase=None,
        severity=None,
        occurred_at=TEN,
        recorded_at=None,
        time_is_naive=False,
        summary=None,
        sequence=9,
        source_file="a.jsonl",
        line=1,
        payload={"text": "水位 HIGH"},
        extra=None,
        content_parts=(
            ContentPart(part_id="early#0", kind="thinking", media_type=None, size_bytes=5, content="first"),
            ContentPart(part_id="early#1", kind="thinking", media_type=None, size_bytes=2, content="hm"),
        ),
    )


def test_an_unknown_event_is_named(busy):
    with pytest.raises(NotFound, match="Run session has no event nope"):
        event(busy, "session", "nope")


def test_the_filter_options_count_each_value(busy):
    def option(value, events, label=None):
        return FilterOption(value=value, label=label, events=events)

    assert event_filter_options(busy, "session") == EventFilterOptions(
        agents=(option("main", 2, "Main"), option("sub", 1)),
        event_types=(option("assistant", 2), option("system", 1), option("user", 1)),
        severities=(option("error", 1),),
        threads=(option("th", 1),),
        tasks=(option("t1", 1),),
    )


@pytest.mark.parametrize(
    "cursor", ["x", "é", "bm9wZQ", "W10", "WyJvbGRlc3RfZmlyc3QiLDEsMiwzXQ", "eyJhIjoxfQ"]
)
def test_a_damaged_cursor_is_refused_and_never_an_error_of_the_engine(busy, cursor):
    with pytest.raises(InvalidInput) as refused:
        events(busy, "session", cursor=cursor)
    assert refused.value.problems[0].where == "cursor"


@pytest.fixture(scope="module")
def shared_store():
    """One store for all examples: opening one costs more than an example."""
    with Store.open(None) as store:
        with store.transaction() as transaction:
            transaction.cursor.execute(
                "INSERT INTO conversation VALUES ('cc-1', 'session', 'claude_code', 'log', 'real',"
                " 'ordinary_chat', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0)"
            )
        yield store


def ticks(times):
    return [
        EventRow(
            "cc-1",
            f"e{number}",
            None,
            None,
            None,
            "tick",
            None,
            None,
            None if minute is None else TEN + timedelta(minutes=minute),
            None,
            False,
            None,
            None,
            None,
            sequence,
            1,
            number,
        )
        for number, (minute, sequence) in enumerate(times)
    ]


def in_order(rows, newest_first):
    timed = sorted((r for r in rows if r.occurred_at), key=lambda r: (r.occurred_at, r.sequence, r.event_id))
    undated = sorted((r for r in rows if not r.occurred_at), key=lambda r: (r.sequence, r.event_id))
    ordered = [*timed[::-1], *undated[::-1]] if newest_first else [*timed, *undated]
    return [row.event_id for row in ordered]


@given(
    times=st.lists(st.tuples(st.none() | st.integers(0, 3), st.integers(0, 2)), min_size=1, max_size=25),
    limit=st.integers(1, 7),
    newest_first=st.booleans(),
)
def test_the_pages_give_every_event_exactly_once_in_order(shared_store, times, limit, newest_first):
    rows = ticks(times)
    with shared_store.transaction() as transaction:
        transaction.cursor.execute("DELETE FROM event")
        append_rows(transaction, rows)
    seen, cursor, pages = [], None, 0
    while pages == 0 or cursor is not None:
        page = events(shared_store, "cc-1", newest_first=newest_first, limit=limit, cursor=cursor)
        assert page.total == len(rows)
        seen += ids(page)
        cursor, pages = page.next_cursor, pages + 1
        assert pages <= len(rows)
    assert seen == in_order(rows, newest_first)

"""What shows over many calls: latency, failures, loops, growth, outliers, silence; and where texts stand."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_access.contracts.across_runs import Latency, RepeatedCall, ToolReliability
from data_access.contracts.importing import ImportCall
from data_access.contracts.rows import ToolRow
from data_access.errors import InvalidInput, NotFound
from data_access.reading.across_runs import (
    agent_outliers,
    context_growth,
    context_peaks,
    latency,
    loops,
    outliers,
    quiet_since,
    timed_calls,
    tool_reliability,
)
from data_access.reading.search import search
from data_access.store.connection import Store
from data_access.writing.import_records import import_records

TEN = datetime(2026, 5, 1, 10, tzinfo=UTC)
LAST = datetime(2026, 1, 31, 11, 42, 15, tzinfo=UTC)
"""When the run with an objecting verifier last said something."""


@pytest.fixture(scope="module")
def sample(checkout: Path) -> Iterator[Store]:
    with Store.open(None) as store:
        import_records(store, ImportCall(paths=(str(checkout / "sample_data"),), origin="synthetic"))
        yield store


def call(
    number: int, tool: str = "Bash", asked: str = "ls", seconds: float | None = 1, **said: Any
) -> ToolRow:
    """A tool call of the agent main, the n-th of its run, a minute after the one before."""
    started = TEN + timedelta(minutes=number)
    base: dict[str, Any] = {
        "conversation_key": "cc-1",
        "part": "both",
        "agent_id": "main",
        "task_id": None,
        "status": "ok",
        "output": None,
        "error": None,
        "event_id": f"e{number}",
        "extra": None,
    }
    return ToolRow(
        observation_id=f"o{number:03}",
        tool_call_id=f"c{number:03}",
        tool=tool,
        input=json.dumps({"command": asked}),
        started_at=started,
        ended_at=None if seconds is None else started + timedelta(seconds=seconds),
        sequence=number,
        file_id=1,
        line=number,
        **(base | said),
    )


def test_latency_rests_on_calls_whose_ends_are_known_and_makes_sense(desk) -> None:
    desk.run("cc-1", conversation_id="session")
    desk.append([call(n, seconds=n) for n in range(1, 20)] + [call(20, seconds=None), call(21, seconds=-60)])
    found = latency(desk.store, "session").items
    p95 = found[0].p95_seconds
    assert p95 == pytest.approx(18.1)
    assert found == (
        Latency(
            kind="tool",
            name="Bash",
            calls=21,
            runs=1,
            measured=19,
            unreliable=1,
            unknown=1,
            p50_seconds=10.0,
            p95_seconds=p95,
            longest_seconds=19.0,
            longest_conversation_key="cc-1",
            longest_event_id="e19",
            first_at=TEN + timedelta(minutes=1),
            last_at=TEN + timedelta(minutes=21),
        ),
    )


def test_the_calls_behind_a_figure_come_slowest_or_newest_first_and_the_unmeasured_last(desk) -> None:
    desk.run("cc-1", conversation_id="session")
    desk.agent("cc-1", "main", name="Lead")
    desk.append([call(1, seconds=5), call(2, seconds=None, status=None), call(3, seconds=9, status="error"),
                 call(4, seconds=-60), call(5, "Read", seconds=7)])  # fmt: skip
    slowest = timed_calls(desk.store, kind="tool", name="Bash").items
    assert [(one.call_id, one.seconds, one.status, one.agent, one.event_id) for one in slowest] == [
        ("c003", 9.0, "error", "Lead", "e3"),
        ("c001", 5.0, "ok", "Lead", "e1"),
        ("c002", None, "unfinished", "Lead", "e2"),
        ("c004", -60.0, "ok", "Lead", "e4"),
    ]
    newest = timed_calls(desk.store, order="newest").items
    assert [one.call_id for one in newest] == ["c005", "c004", "c003", "c002", "c001"]
    assert [one.call_id for one in timed_calls(desk.store, status="error").items] == ["c003"]


@settings(max_examples=6, deadline=None)
@given(limit=st.integers(15, 90), order=st.sampled_from(["slowest", "newest"]))
def test_pages_of_calls_are_the_whole_and_say_where_they_are_cut(
    sample: Store, limit: int, order: Any
) -> None:
    whole, found, cursor = timed_calls(sample, order=order, limit=500), [], None
    while True:
        page = timed_calls(sample, order=order, limit=limit, cursor=cursor)
        found += page.items
        cursor = page.next_cursor
        assert (page.total, page.truncated) == (whole.total, cursor is not None)
        if cursor is None:
            break
    assert (tuple(found), len(found), whole.truncated) == (whole.items, whole.total, False)


def test_what_is_asked_over_runs_is_bounded_by_project_format_and_origin(desk) -> None:
    desk.run("cc-1", conversation_id="a", project="pier")
    desk.run("cs-2", conversation_id="b", project="quay", source_format="snapshot", origin="demo")
    desk.append([call(1), call(2, conversation_key="cs-2"), call(3, "Read", conversation_key="cs-2")])
    for bound in ({"project": "quay"}, {"source_format": "snapshot"}, {"origin": "demo"}):
        assert [one.name for one in latency(desk.store, **bound).items] == ["Bash", "Read"]
        assert {one.tool: one.calls for one in tool_reliability(desk.store, **bound).items} == {
            "Bash": 1,
            "Read": 1,
        }
        assert {one.conversation_id for one in timed_calls(desk.store, **bound).items} == {"b"}
    assert latency(desk.store, project="nowhere").items == ()
    assert latency(desk.store, "a", project="quay").items == ()


def test_reliability_counts_how_calls_end(desk) -> None:
    desk.run("cc-1", conversation_id="session")
    statuses = ["ok", "ok", "error", "denied", None]
    desk.append([call(number, status=status) for number, status in enumerate(statuses)])
    assert tool_reliability(desk.store).items == (
        ToolReliability(
            tool="Bash",
            calls=5,
            ok=2,
            errors=1,
            denied=1,
            unfinished=1,
            runs=1,
            last_error_at=TEN + timedelta(minutes=2, seconds=1),
            last_error_conversation_key="cc-1",
            last_error_event_id="e2",
            first_at=TEN,
            last_at=TEN + timedelta(minutes=4),
        ),
    )
    assert tool_reliability(desk.store, since=TEN + timedelta(minutes=3)).items[0].calls == 2
    assert tool_reliability(desk.store, until=TEN + timedelta(minutes=3)).items[0].calls == 3


def test_the_same_call_again_and_again_is_a_loop(desk) -> None:
    desk.run("cc-1", conversation_id="session", title="A run")
    again = [call(number, asked="make test", status="error") for number in range(14)]
    desk.append([*again, call(14, asked="ls"), call(15, asked="make test"), call(16, asked="ls")])
    assert loops(desk.store).items == (
        RepeatedCall(
            conversation_id="session",
            conversation_key="cc-1",
            run_title="A run",
            origin="real",
            agent_id="main",
            agent="main",
            tool="Bash",
            input_preview='{"command": "make test"}',
            in_a_row=14,
            in_run=15,
            errors=14,
            first_at=TEN,
            last_at=TEN + timedelta(minutes=15),
            event_id="e0",
        ),
    )
    assert [loop.in_a_row for loop in loops(desk.store, at_least=2).items] == [14, 1]


def test_the_context_grows_until_it_is_compacted(desk) -> None:
    desk.run("cc-1", conversation_id="session")
    desk.append([desk.event("cc-1", "k", "2026-05-01 10:25", event_type="compact_summary")])
    for number, tokens in enumerate((1_000, 5_000, 800, None)):
        desk.call(
            f"k{number}",
            "cc-1",
            "main",
            "1",
            occurred_at=TEN + timedelta(minutes=10 * (number + 1)),
            fresh_input=tokens,
        )
    points = context_growth(desk.store, "session").items
    assert [(point.input_tokens, point.change, point.is_compacted) for point in points] == [
        (1_000, None, False),
        (5_000, 4_000, False),
        (800, -4_200, True),
        (None, None, False),
    ]


def test_the_peak_of_a_context_is_where_it_was_largest(desk) -> None:
    desk.run("cc-1", conversation_id="session")
    desk.append([desk.event("cc-1", "k", "2026-05-01 10:25", event_type="compact_summary")])
    for number, tokens in enumerate((1_000, 5_000, 800, None)):
        moment = TEN + timedelta(minutes=10 * (number + 1))
        desk.call(
            f"k{number}", "cc-1", "main", "1", occurred_at=moment, fresh_input=tokens, event_id=f"e{number}"
        )
    (peak,) = context_peaks(desk.store).items
    told = peak.model_dump(exclude={"conversation_id", "conversation_key", "run_title", "origin", "agent_id"})
    assert told == {
        "agent": "main",
        "calls": 4,
        "measured": 3,
        "first_tokens": 1_000,
        "peak_tokens": 5_000,
        "peak_at": TEN + timedelta(minutes=20),
        "peak_model": told["peak_model"],
        "peak_event_id": "e1",
        "last_tokens": 800,
        "compactions": 1,
    }


@settings(max_examples=10)
@given(limit=st.integers(1, 10))
def test_pages_of_context_growth_are_the_whole(sample: Store, limit: int) -> None:
    run = "180a2922-db32-5a11-9f71-a581b8030ae5"
    whole, found, cursor = context_growth(sample, run), [], None
    while True:
        page = context_growth(sample, run, limit=limit, cursor=cursor)
        found += page.items
        cursor = page.next_cursor
        if cursor is None:
            break
    assert (tuple(found), whole.total) == (whole.items, len(found))


def test_a_call_far_above_the_median_of_its_agent_is_an_outlier(desk) -> None:
    desk.run("cc-1", conversation_id="session")
    for number, cost in enumerate(("1", "1", "1", "1", "3.2")):
        desk.call(f"k{number}", "cc-1", "main", cost)
    desk.call("few", "cc-1", "sub", "90")
    (found,) = outliers(desk.store).items
    assert (found.call_key, found.cost_usd, found.median_usd, found.times_median) == (
        "k4",
        Decimal("3.2"),
        1.0,
        pytest.approx(3.2),
    )
    assert outliers(desk.store, times=3.3).total == 0


def test_an_agent_far_above_its_own_median_over_runs_is_an_outlier(desk) -> None:
    for number, cost in enumerate(("1", "1", "3.2", "1")):
        desk.run(f"cc-{number}", project="p", title=f"run {number}")
        desk.call(f"k{number}", f"cc-{number}", "main", cost)
    desk.run("cc-9", project="another")
    desk.call("k9", "cc-9", "main", "90")
    (found,) = agent_outliers(desk.store).items
    assert (found.conversation_key, found.run_title, found.agent, found.median_usd, found.runs) == (
        "cc-2",
        "run 2",
        "main",
        1.0,
        4,
    )
    assert agent_outliers(desk.store, times=3.3).total == 0


def test_a_run_with_open_work_that_is_silent_is_quiet(sample: Store) -> None:
    found = quiet_since(sample, now=LAST + timedelta(minutes=47, seconds=30)).items
    assert [(one.conversation_id, one.quiet_minutes, one.open_tasks) for one in found] == [
        ("oxygen-alarm-7", 47, 2),
        ("yellow-water-7", 1421, 1),
    ]
    soon = quiet_since(sample, now=LAST + timedelta(minutes=14)).items
    assert [one.conversation_id for one in soon] == ["yellow-water-7"]
    assert quiet_since(sample, now=LAST + timedelta(minutes=47), source_format="claude_code").total == 0
    assert quiet_since(sample, now=LAST + timedelta(hours=49)).total == 0


def test_a_trace_cannot_fall_silent(desk) -> None:
    desk.run("cc-1", conversation_id="session", basis="trace", last_at=TEN)
    desk.append([call(1, status=None, seconds=None)])
    assert quiet_since(desk.store, now=TEN + timedelta(minutes=47)).total == 0


def test_a_text_is_found_in_events_messages_and_titles_of_tasks(sample: Store) -> None:
    hits = search(sample, "冬季", conversation="oxygen-alarm-7").items
    assert {hit.kind for hit in hits} == {"event", "message", "task"}
    assert all("冬季" in hit.excerpt for hit in hits)
    assert [hit.occurred_at for hit in hits] == sorted((hit.occurred_at for hit in hits), reverse=True)
    assert (
        search(sample, "ALARM RULE", everywhere=True).total
        == search(sample, "alarm rule", everywhere=True).total
    )


@settings(max_examples=8)
@given(limit=st.integers(1, 20))
def test_pages_of_a_search_skip_nothing_and_repeat_nothing(sample: Store, limit: int) -> None:
    found, cursor = [], None
    while True:
        page = search(sample, "the", since=datetime(2026, 1, 31, tzinfo=UTC), limit=limit, cursor=cursor)
        found += [(hit.kind, hit.conversation_key, hit.item_id) for hit in page.items]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert len(found) == len(set(found)) == page.total > 0


@pytest.mark.parametrize(
    ("ask", "where"),
    [
        (lambda store: search(store, " ", everywhere=True), "q"),
        (lambda store: search(store, "a"), "since"),
        (lambda store: search(store, "a", everywhere=True, cursor="x"), "cursor"),
        (lambda store: search(store, "a", everywhere=True, limit=501), "limit"),
        (lambda store: search(store, "a", since=TEN.replace(tzinfo=None)), "since"),
        (lambda store: loops(store, at_least=1), "at_least"),
        (lambda store: outliers(store, times=float("nan")), "times"),
        (lambda store: latency(store, limit=0), "limit"),
        (lambda store: timed_calls(store, limit=501), "limit"),
        (lambda store: timed_calls(store, cursor="x"), "cursor"),
        (lambda store: tool_reliability(store, since=TEN, until=TEN - timedelta(1)), "until"),
        (lambda store: quiet_since(store, minutes=0), "minutes"),
        (lambda store: quiet_since(store, within_hours=10**12), "within_hours"),
        (lambda store: context_growth(store, "oxygen-alarm-7", cursor="x"), "cursor"),
    ],
)
def test_a_value_that_cannot_be_used_is_named(sample: Store, ask: Any, where: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        ask(sample)
    assert [problem.where for problem in refused.value.problems] == [where]


@pytest.mark.parametrize(
    "ask", [latency, timed_calls, tool_reliability, loops, outliers, context_growth, context_peaks]
)
def test_an_unknown_run_is_said_to_be_unknown(sample: Store, ask: Any) -> None:
    with pytest.raises(NotFound):
        ask(sample, "nobody")

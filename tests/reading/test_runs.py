"""Which runs there are, in which order, and what their money says."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from data_access.contracts.readings import RunFilterOptions, RunSummary
from data_access.contracts.usage import UsageTotals
from data_access.errors import AmbiguousId, InvalidInput, NotFound
from data_access.reading.runs import run, run_filter_options, runs


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.fixture
def family(desk):
    """A parent with a child run and an unpriced call, and a snapshot run that stands alone."""
    desk.run(
        "cc-1",
        conversation_id="session-one",
        title="Fix the sluice 闸门",
        project="/dam",
        first_at=at("2026-05-01 09:00"),
        last_at=at("2026-05-01 10:00"),
        events=20,
        errors=1,
    )
    desk.run(
        "cc-2",
        conversation_id="session-two",
        title="Alpha",
        project="/dam",
        parent_conversation_id="session-one",
        parent_conversation_key="cc-1",
        first_at=at("2026-05-02 09:00"),
        last_at=at("2026-05-02 10:00"),
        events=5,
    )
    desk.run(
        "cs-3",
        conversation_id="session-two",
        source_format="snapshot",
        basis="snapshot",
        origin="demo",
        purpose="task_execution",
        events=7,
    )
    desk.call("c1", "cc-1", "main", "0.5", observations=3)
    desk.call("c2", "cc-1", "main", None, model="house-model", is_finished=False)
    desk.call("c3", "cc-2", "main", "2")
    return desk.store


def keys(listing):
    return [item.conversation_key for item in listing.items]


def test_a_run_carries_its_own_usage_and_that_of_its_child_runs(family):
    assert run(family, "session-one") == RunSummary(
        conversation_key="cc-1",
        conversation_id="session-one",
        parent_conversation_id=None,
        source_format="claude_code",
        basis="log",
        project="/dam",
        title="Fix the sluice 闸门",
        purpose="ordinary_chat",
        origin="real",
        first_at=at("2026-05-01 09:00"),
        last_at=at("2026-05-01 10:00"),
        agents=1,
        events=20,
        messages=0,
        tool_calls=0,
        errors=1,
        own=UsageTotals(
            usage_calls=2,
            duplicates_ignored=2,
            fresh_input=20,
            output=10,
            cost_usd=Decimal("0.5"),
            unpriced_calls=1,
            unpriced_models=("house-model",),
            at_least_calls=1,
        ),
        with_descendants=UsageTotals(
            usage_calls=3,
            duplicates_ignored=2,
            fresh_input=30,
            output=15,
            cost_usd=Decimal("2.5"),
            unpriced_calls=1,
            unpriced_models=("house-model",),
            at_least_calls=1,
        ),
    )


def test_money_is_written_as_a_plain_decimal_string(family):
    assert run(family, "cc-1").model_dump(mode="json")["own"]["cost_usd"] == "0.5"
    assert run(family, "cs-3").model_dump(mode="json")["own"]["cost_usd"] is None


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("last_at", ["cc-2", "cc-1", "cs-3"]),
        ("cost", ["cc-2", "cc-1", "cs-3"]),
        ("events", ["cc-1", "cs-3", "cc-2"]),
        ("title", ["cc-2", "cc-1", "cs-3"]),
    ],
)
def test_each_order_puts_the_unknown_last_and_pages_give_every_run_once(family, order, expected):
    assert keys(runs(family, order=order)) == expected
    seen, cursor = [], None
    while True:
        page = runs(family, order=order, limit=1, cursor=cursor)
        assert (page.total, page.truncated) == (3, page.next_cursor is not None)
        seen += keys(page)
        cursor = page.next_cursor
        if cursor is None:
            break
    assert seen == expected


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({}, ["cc-2", "cc-1", "cs-3"]),
        ({"project": "/dam"}, ["cc-2", "cc-1"]),
        ({"origin": "demo"}, ["cs-3"]),
        ({"source_format": "snapshot"}, ["cs-3"]),
        ({"purpose": "task_execution"}, ["cs-3"]),
        ({"model": "house-model"}, ["cc-1"]),
        ({"q": "闸门"}, ["cc-1"]),
        ({"q": "ALPHA"}, ["cc-2"]),
        ({"q": "%"}, []),
        ({"with_errors": True}, ["cc-1"]),
        ({"since": at("2026-05-01 12:00")}, ["cc-2"]),
        ({"until": at("2026-05-02 09:00")}, ["cc-1"]),
        ({"q": "\ud800"}, []),
    ],
)
def test_each_filter_keeps_what_it_names(family, filters, expected):
    listing = runs(family, **filters)
    assert (keys(listing), listing.total, listing.truncated) == (expected, len(expected), False)


def test_the_basis_is_mixed_when_several_kinds_are_listed(family):
    assert (runs(family).basis, runs(family, project="/dam").basis) == ("mixed", "log")


def test_an_id_that_fits_several_runs_names_their_keys(family):
    with pytest.raises(AmbiguousId) as refused:
        run(family, "session-two")
    assert refused.value.candidates == ("cc-2", "cs-3")


def test_an_unknown_id_names_the_runs_that_begin_so(family):
    with pytest.raises(NotFound) as refused:
        run(family, "session-o")
    assert refused.value.problems[0].fix == "Runs that begin so: session-one."


@pytest.mark.parametrize("limit", [0, -1, 501])
def test_a_limit_out_of_bounds_is_refused(family, limit):
    with pytest.raises(InvalidInput, match="cannot be given"):
        runs(family, limit=limit)


def test_a_cursor_of_another_order_is_refused(family):
    cursor = runs(family, order="cost", limit=1).next_cursor
    with pytest.raises(InvalidInput, match="another order"):
        runs(family, order="title", cursor=cursor)


def test_the_filter_options_are_what_the_desk_holds(family):
    assert run_filter_options(family) == RunFilterOptions(
        projects=("/dam",),
        source_formats=("claude_code", "snapshot"),
        origins=("demo", "real"),
        models=("claude-opus-4-7", "house-model"),
    )


def test_an_empty_desk_lists_nothing(fresh_store):
    listing = runs(fresh_store)
    assert (listing.items, listing.total, listing.truncated, listing.next_cursor) == ((), 0, False, None)

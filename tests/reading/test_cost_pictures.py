"""What the pages ask beside the cost report: its course over time, names of groups, whether it is a demo."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from data_access.errors import InvalidInput, NotFound
from data_access.reading.cost_group_names import CostGroupName, cost_group_names
from data_access.reading.cost_over_time import CostOfStretch, CostOverTime, cost_over_time
from data_access.reading.demo_data import demo_runs
from tests.reading.conftest import Desk, moment


def test_cost_is_cut_into_days_of_the_reporting_zone(desk: Desk) -> None:
    desk.run("cc-1")
    desk.call("a", "cc-1", "main", "1.25", occurred_at=moment("2026-05-01 21:30"))
    desk.call("b", "cc-1", "main", "2", occurred_at=moment("2026-05-01 22:30"))
    desk.call("c", "cc-1", "main", None, occurred_at=moment("2026-05-01 22:40"), model=None)
    told = cost_over_time(desk.store, timezone="Europe/Berlin")
    assert told == CostOverTime(
        unit="day",
        stretches=(
            stretch(date(2026, 5, 1), "claude-opus-4-7", "1.25"),
            stretch(date(2026, 5, 2), "claude-opus-4-7", "2"),
            stretch(date(2026, 5, 2), None, None),
        ),
    )
    assert sum(one.cost_usd or 0 for one in told.stretches) == Decimal("3.25")


def stretch(day: date, model: str | None, cost: str | None) -> CostOfStretch:
    return CostOfStretch(
        starts_on=day,
        model=model,
        usage_calls=1,
        cost_usd=None if cost is None else Decimal(cost),
        unpriced_calls=int(cost is None),
    )


def test_a_long_span_is_given_by_month(desk: Desk) -> None:
    desk.run("cc-1")
    desk.call("a", "cc-1", "main", "1", occurred_at=moment("2024-02-10 10:00"))
    desk.call("b", "cc-1", "main", "2", occurred_at=moment("2024-02-20 10:00"))
    desk.call("c", "cc-1", "main", "4", occurred_at=moment("2026-05-01 10:00"))
    told = cost_over_time(desk.store, timezone="UTC")
    assert (told.unit, [(one.starts_on, one.cost_usd) for one in told.stretches]) == (
        "month",
        [(date(2024, 2, 1), Decimal(3)), (date(2026, 5, 1), Decimal(4))],
    )


def test_cost_over_time_keeps_to_the_run_and_the_start_asked_for(desk: Desk) -> None:
    for run in ("cc-1", "cc-2"):
        desk.run(run)
        desk.call(f"{run} early", run, "main", "1", occurred_at=moment("2026-05-01 10:00"))
        desk.call(f"{run} late", run, "main", "2", occurred_at=moment("2026-05-03 10:00"))
    since = moment("2026-05-02 00:00")
    told = cost_over_time(desk.store, timezone="UTC", since=since, conversation="cc-2")
    assert [(one.starts_on, one.cost_usd) for one in told.stretches] == [(date(2026, 5, 3), Decimal(2))]


def test_an_empty_desk_has_no_course(desk: Desk) -> None:
    assert cost_over_time(desk.store, timezone="UTC") == CostOverTime(unit="day", stretches=())


def test_a_zone_or_a_run_that_is_none_is_refused(desk: Desk) -> None:
    with pytest.raises(InvalidInput):
        cost_over_time(desk.store, timezone="Mars/Base")
    with pytest.raises(NotFound):
        cost_over_time(desk.store, timezone="UTC", conversation="nope")


def test_groups_are_named_by_title_and_agent(desk: Desk) -> None:
    desk.run("cc-1", conversation_id="one", title="Mend the valve")
    desk.agent("cc-1", "main")
    desk.agent("cc-1", "a2", "main", name="alice")
    assert cost_group_names(desk.store, "conversation", ["one", "other"]).items == (
        CostGroupName(
            key="one",
            label="Mend the valve",
            agent_id=None,
            conversation_key="cc-1",
            run_title="Mend the valve",
        ),
    )
    told = cost_group_names(desk.store, "agent", ["one/main", "one/a2"]).items
    assert [(one.key, one.label, one.agent_id) for one in told] == [
        ("one/a2", "alice", "a2"),
        ("one/main", None, "main"),
    ]


def test_runs_that_share_an_id_are_named_by_their_keys(desk: Desk) -> None:
    desk.run("cc-1", conversation_id="same", title="first")
    desk.run("cs-1", conversation_id="same", title="second")
    told = cost_group_names(desk.store, "conversation", ["same", "cc-1", "cs-1"]).items
    assert [(one.key, one.label) for one in told] == [("cc-1", "first"), ("cs-1", "second")]


def test_models_and_days_have_no_other_names(desk: Desk) -> None:
    assert cost_group_names(desk.store, "model", ["claude-opus-4-7"]).items == ()


def test_a_demo_is_counted_by_its_runs(desk: Desk) -> None:
    assert demo_runs(desk.store) == 0
    desk.run("cc-1", origin="demo")
    desk.run("cc-2")
    assert demo_runs(desk.store) == 1

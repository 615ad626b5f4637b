"""Cost by any dimension: days in the reporting zone, unknowns never zero, every sum with its arithmetic."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from data_access.contracts.common import CostDimension
from data_access.contracts.rows import ReportedTotalRow
from data_access.contracts.usage import (
    AmountLine,
    CostGroup,
    PricedUsage,
    ReportedTotal,
    UncomputedUsage,
    UsageTotals,
)
from data_access.errors import InvalidInput, NotFound
from data_access.reading.cost import cost_arithmetic, cost_by
from data_access.reading.reported_totals import reported_totals
from data_access.store.bulk_load import append_rows
from data_access.store.connection import Store
from data_access.writing.merge_usage import merge_usage_calls, refresh_conversation_usage
from data_access.writing.price_calls import load_price_book, price_new_calls
from data_access.writing.refresh_conversations import touched_conversations
from tests.writing.usage_rows import usage_row

AT = datetime(2026, 6, 1, tzinfo=UTC)


def bill(desk, *rows) -> None:
    """Bring rows of usage to the desk the way an import does."""
    with desk.store.transaction() as transaction:
        append_rows(transaction, rows)
        merged = merge_usage_calls(transaction, [1])
        price_new_calls(transaction, load_price_book(), AT)
        with touched_conversations(transaction, merged.conversation_keys):
            refresh_conversation_usage(transaction)


def total_row(run: str, usd: str | None, **changes: object) -> ReportedTotalRow:
    row = ReportedTotalRow(run, f"{run} {usd} {changes}", None, "conversation", None, 500, AT, None, 1, 1)
    return row._replace(total_usd=None if usd is None else Decimal(usd), **changes)


def keys(store: Store, by: CostDimension, **values: object) -> list[tuple[str | None, Decimal | None]]:
    report = cost_by(store, by, **{"timezone": "UTC", **values})
    return [(group.key, group.cost_usd) for group in report.groups]


@pytest.fixture
def spent(desk):
    """Two runs of one project: three models, one without a price, one call without a time or an agent."""
    for run in ("S1", "S2"):
        row = usage_row(conversation_id=run)
        desk.run(row.conversation_key, conversation_id=run, project="/w/desk", origin="real")
    bill(
        desk,
        usage_row(
            call_id="a", fresh_input=1_000_000, output=0, occurred_at=datetime(2026, 8, 5, 2, tzinfo=UTC)
        ),
        usage_row(call_id="b", model="claude-nova-9", agent_id="sub", phase="plan", task_id="t1"),
        usage_row(call_id="c", conversation_id="S2", fresh_input=0, output=40_000, is_finished=False),
        usage_row(
            call_id="d", conversation_id="S2", occurred_at=None, agent_id=None, fresh_input=0, output=0
        ),
    )
    return desk.store


@pytest.mark.parametrize(
    ("zone", "day"),
    [("UTC", "2026-08-05"), ("America/Denver", "2026-08-04"), ("Asia/Shanghai", "2026-08-05")],
)
def test_a_day_is_cut_in_the_reporting_zone(spent, zone, day):
    assert keys(spent, "day", timezone=zone) == [("2026-05-01", 1), (day, 5), (None, 0)]


def test_groups_add_up_to_the_total_whatever_the_dimension(spent):
    totals = set()
    for by in ("day", "model", "agent", "conversation", "project", "task", "phase"):
        report = cost_by(spent, by, timezone="Asia/Shanghai")
        totals.add(report.total)
        assert sum(group.cost_usd or 0 for group in report.groups) == report.total.cost_usd
        assert sum(group.usage_calls for group in report.groups) == report.total.usage_calls
    assert totals == {
        UsageTotals(
            usage_calls=4,
            fresh_input=1_001_000,
            output=40_100,
            cost_usd=Decimal(6),
            unpriced_calls=1,
            unpriced_models=("claude-nova-9",),
            at_least_calls=1,
        )
    }


def test_a_group_without_any_price_has_no_cost(spent):
    assert cost_by(spent, "model", timezone="UTC").groups == (
        CostGroup(
            key="claude-opus-4-7",
            usage_calls=3,
            fresh_input=1_000_000,
            output=40_000,
            cost_usd=Decimal(6),
            at_least_calls=1,
        ),
        CostGroup(
            key="claude-nova-9",
            usage_calls=1,
            fresh_input=1000,
            output=100,
            cost_usd=None,
            unpriced_calls=1,
            unpriced_models=("claude-nova-9",),
        ),
    )


def test_ids_that_are_unique_only_inside_a_run_are_named_with_it(spent):
    assert keys(spent, "agent") == [("S1/main", 5), ("S2/main", 1), ("S1/sub", None), (None, 0)]
    assert keys(spent, "agent", conversation="S1") == [("main", 5), ("sub", None)]
    assert keys(spent, "task") == [("S1/t1", None), (None, 6)]
    assert keys(spent, "conversation") == [("S1", 5), ("S2", 1)]
    assert keys(spent, "phase") == [("run", 6), ("plan", None)]
    assert keys(spent, "project") == [("/w/desk", 6)]


def test_filters_narrow_the_report(spent):
    august = datetime(2026, 8, 1, tzinfo=UTC)
    assert keys(spent, "conversation", since=august) == [("S1", 5)]
    assert keys(spent, "conversation", until=august) == [("S2", 1), ("S1", None)]
    assert keys(spent, "model", model="claude-nova-9") == [("claude-nova-9", None)]
    assert keys(spent, "model", origin="demo") == []
    assert keys(spent, "model", project="/w/desk", conversation="S2") == [("claude-opus-4-7", 1)]


def test_an_empty_desk_has_no_cost_rather_than_zero(fresh_store):
    report = cost_by(fresh_store, "day", timezone="UTC")
    assert (report.groups, report.total) == ((), UsageTotals())
    assert cost_arithmetic(fresh_store).total_usd is None


def test_what_cannot_be_asked_is_refused_in_plain_words(fresh_store):
    with pytest.raises(InvalidInput, match="Mars/Olympus"):
        cost_by(fresh_store, "day", timezone="Mars/Olympus")
    with pytest.raises(InvalidInput, match="'hour'"):
        cost_by(fresh_store, "hour", timezone="UTC")
    with pytest.raises(NotFound):
        cost_by(fresh_store, "day", timezone="UTC", conversation="nobody")


def test_the_arithmetic_shows_every_class_and_adds_up_to_the_total(spent):
    arithmetic = cost_arithmetic(spent)
    assert arithmetic.computed == (
        PricedUsage(
            model="claude-opus-4-7",
            priced_as="claude-opus-4-7",
            provider="anthropic",
            service=None,
            price_version="genai-prices 0.2.3",
            source="genai-prices, the list prices bundled with this release",
            since_at=None,
            before_at=None,
            daily_from=None,
            daily_before=None,
            input_over=None,
            input_up_to=None,
            note=None,
            calls=3,
            lines=(
                AmountLine(
                    token_class="fresh_input",
                    tokens=1_000_000,
                    rate_usd=Decimal("0.000005"),
                    amount_usd=Decimal(5),
                ),
                AmountLine(
                    token_class="output", tokens=40_000, rate_usd=Decimal("0.000025"), amount_usd=Decimal(1)
                ),
            ),
            amount_usd=Decimal(6),
        ),
    )
    assert arithmetic.unknown == (
        UncomputedUsage(model="claude-nova-9", service=None, calls=1, amount_usd=None, reason="no_price"),
    )
    assert (arithmetic.computed_usd, arithmetic.reported_usd, arithmetic.total_usd) == (6, None, 6)


def test_an_unknown_cost_says_why(desk):
    bill(
        desk,
        usage_row(call_id="a", model=None),
        usage_row(call_id="b", output=None),
        usage_row(call_id="c", model="claude-nova-9"),
        usage_row(call_id="d", model="deepseek-chat", occurred_at=None),
        usage_row(call_id="e", model="claude-2", cache_read=1),
        usage_row(call_id="f", reported_cost_usd=Decimal("0.25")),
    )
    arithmetic = cost_arithmetic(desk.store)
    assert {(one.model, one.reason) for one in arithmetic.unknown} == {
        (None, "no_model"),
        ("claude-opus-4-7", "no_tokens"),
        ("claude-nova-9", "no_price"),
        ("deepseek-chat", "no_time"),
        ("claude-2", "no_class_price"),
    }
    assert arithmetic.reported == (
        UncomputedUsage(
            model="claude-opus-4-7", service=None, calls=1, amount_usd=Decimal("0.25"), reason="reported"
        ),
    )


def test_a_reported_total_is_compared_and_never_added(spent, desk):
    run = usage_row().conversation_key
    desk.append([total_row(run, "9"), total_row(run, "7", observed_at=datetime(2026, 5, 1, tzinfo=UTC))])
    assert cost_by(spent, "day", timezone="UTC").total.cost_usd == 6
    (stated,) = reported_totals(spent).items
    assert stated == ReportedTotal(
        conversation_key=run,
        conversation_id="S1",
        agent_id=None,
        observed_at=AT,
        reported_usd=Decimal(9),
        reported_tokens=500,
        own=stated.own,
        with_descendants=stated.own,
        counts=False,
    )
    assert (stated.own.cost_usd, stated.own.unpriced_calls) == (5, 1)


def test_a_run_with_only_a_total_counts_by_it_until_a_breakdown_arrives(desk):
    desk.run("cs-1", conversation_id="only a total")
    desk.append(
        [
            total_row("cs-1", "3.5"),
            total_row("cs-1", "1", agent_id="main", scope="agent"),
            total_row("cs-1", None),
        ]
    )
    desk.recount("cs-1")
    report = cost_by(desk.store, "conversation", timezone="UTC")
    assert report.groups == (CostGroup(key="only a total", cost_usd=Decimal("3.5")),)
    assert [one.counts for one in reported_totals(desk.store, "only a total").items] == [True, False]
    assert cost_arithmetic(desk.store).reported == (
        UncomputedUsage(
            model=None, service=None, calls=0, amount_usd=Decimal("3.5"), reason="reported_total"
        ),
    )
    bill(
        desk, usage_row(conversation_id="only a total", conversation_key="cs-1", fresh_input=0, output=40_000)
    )
    assert keys(desk.store, "conversation") == [("only a total", 1)]


def test_a_total_of_a_run_with_child_runs_does_not_count_beside_them(desk):
    desk.run("cs-1", conversation_id="parent")
    desk.append([total_row("cs-1", "3.5")])
    desk.recount("cs-1")
    desk.run("cs-2", conversation_id="child", parent_conversation_id="parent", parent_conversation_key="cs-1")
    bill(desk, usage_row(conversation_id="child", conversation_key="cs-2", fresh_input=0, output=40_000))
    assert cost_by(desk.store, "day", timezone="UTC").total.cost_usd == 1
    assert [
        (one.own.cost_usd, one.with_descendants.cost_usd) for one in reported_totals(desk.store).items
    ] == [(None, 1)]


def test_agent_totals_count_together_where_the_run_states_none(desk):
    desk.run("cs-1", conversation_id="agents only")
    desk.append(
        [
            total_row("cs-1", "1", agent_id="a", scope="agent"),
            total_row("cs-1", "2", agent_id="b", scope="agent"),
        ]
    )
    assert keys(desk.store, "agent") == [("agents only/b", 2), ("agents only/a", 1)]

"""Which rows are one call, and what the call counts for: the cases, then every order of arrival."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.rules.usage_identity import UsageCall, merged_call, merged_calls
from tests.writing.usage_rows import NOON, usage_row

LATER = NOON + timedelta(seconds=5)


@pytest.mark.parametrize(
    ("rows", "kept"),
    [
        pytest.param(
            [usage_row(output=1), usage_row(output=80), usage_row(output=5)],
            {"output": 80, "observations": 3},
            id="the largest output",
        ),
        pytest.param(
            [usage_row(output=9, cache_read=50), usage_row(output=80, cache_read=7)],
            {"output": 80, "cache_read": 7},
            id="the figures stay together",
        ),
        pytest.param(
            [usage_row(output=80, occurred_at=LATER), usage_row(output=1, occurred_at=NOON)],
            {"output": 80, "occurred_at": NOON},
            id="the earliest time of any row",
        ),
        pytest.param(
            [usage_row(is_finished=False), usage_row(is_finished=True, fresh_input=7, occurred_at=LATER)],
            {"is_finished": True, "fresh_input": 7},
            id="of equal outputs the finished row",
        ),
        pytest.param(
            [usage_row(is_finished=False), usage_row(is_finished=True, output=1)],
            {"is_finished": False, "output": 100},
            id="a smaller finished row does not finish a larger one",
        ),
        pytest.param(
            [usage_row(is_finished=None), usage_row(is_finished=None, fresh_input=2)],
            {"is_finished": None},
            id="nobody says whether it is finished",
        ),
        pytest.param(
            [usage_row(output=None, fresh_input=3), usage_row(output=0, fresh_input=4)],
            {"output": 0, "fresh_input": 4},
            id="a known zero is more than an unknown",
        ),
        pytest.param(
            [usage_row(conversation_id="B"), usage_row(conversation_id="A", is_fork_copy=True)],
            {"conversation_key": usage_row(conversation_id="B").conversation_key},
            id="a copy does not own the call",
        ),
        pytest.param(
            [usage_row(conversation_id="B"), usage_row(conversation_id="A", occurred_at=LATER)],
            {"conversation_key": usage_row(conversation_id="B").conversation_key},
            id="the earliest row owns the call",
        ),
        pytest.param(
            [usage_row(conversation_id="B"), usage_row(conversation_id="A")],
            {"conversation_key": usage_row(conversation_id="A").conversation_key},
            id="on a tie the smallest id owns it",
        ),
        pytest.param(
            [usage_row(task_id=None), usage_row(task_id="t", occurred_at=LATER)],
            {"task_id": "t"},
            id="a later row of the owner fills what the first leaves open",
        ),
        pytest.param(
            [usage_row(task_id=None), usage_row(conversation_id="S2", task_id="t", occurred_at=LATER)],
            {"task_id": None},
            id="another run does not",
        ),
        pytest.param(
            [usage_row(output=1, reported_cost_usd=Decimal("0.1")), usage_row(output=80)],
            {"reported_cost_usd": None},
            id="a cost stated for a part is not the cost of the whole",
        ),
        pytest.param(
            [usage_row(reported_cost_usd=Decimal("0.1"), is_finished=False), usage_row(fresh_input=2)],
            {"reported_cost_usd": Decimal("0.1"), "fresh_input": 2},
            id="a cost stated for the same output stands",
        ),
    ],
)
def test_a_call_keeps(rows, kept):
    call = merged_call(rows)
    assert {name: getattr(call, name) for name in kept} == kept


def test_the_same_statement_read_twice_is_one_observation():
    row = usage_row()
    assert merged_calls([row, row._replace(file_id=2, line=9)])[row.call_key].observations == 1


def test_look_alikes_with_other_ids_are_two_calls():
    assert len(merged_calls([usage_row(call_id="a"), usage_row(call_id="b")])) == 2


def test_a_single_row_is_its_call():
    row = usage_row(reasoning=7, web_searches=1, event_id="e", phase="plan")
    assert merged_call([row]) == UsageCall(
        **{name: getattr(row, name) for name in UsageCall._fields if name != "observations"}, observations=1
    )


@given(
    rows=st.lists(
        st.builds(
            usage_row,
            conversation_id=st.sampled_from(["S1", "S2"]),
            occurred_at=st.sampled_from([None, NOON, LATER]),
            is_fork_copy=st.booleans(),
            is_finished=st.sampled_from([None, True, False]),
            output=st.sampled_from([None, 0, 1]),
            fresh_input=st.integers(0, 3),
        ),
        min_size=1,
        max_size=6,
    ),
    order=st.randoms(use_true_random=False),
)
def test_the_order_of_arrival_does_not_matter(rows, order):
    shuffled = list(rows)
    order.shuffle(shuffled)
    assert merged_calls(shuffled) == merged_calls(rows)

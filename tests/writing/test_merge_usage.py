"""The merge in SQL gives what the rule says, in any order and any split over imports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_access.contracts.rows import UsageRow
from data_access.rules.usage_identity import UsageCall, merged_calls
from data_access.store.bulk_load import append_rows
from data_access.store.connection import Store
from data_access.writing.merge_usage import MergedUsage, merge_touched_calls, merge_usage_calls
from tests.writing.usage_rows import NOON, usage_row


def bring(store: Store, rows: Sequence[UsageRow], file_id: int = 1) -> MergedUsage:
    with store.transaction() as transaction:
        if rows:
            append_rows(transaction, [row._replace(file_id=file_id) for row in rows])
        return merge_usage_calls(transaction, [file_id])


def stored_calls(store: Store) -> dict[str, UsageCall]:
    with store.reading() as cursor:
        rows = cursor.execute(f"SELECT {', '.join(UsageCall._fields)} FROM usage_call").fetchall()
    calls = [UsageCall(*row) for row in rows]
    assert len({call.call_key for call in calls}) == len(calls)
    return {call.call_key: call for call in calls}


few_tokens = st.none() | st.integers(0, 3)
rows_of_few_calls = st.lists(
    st.builds(
        usage_row,
        conversation_id=st.sampled_from(["S1", "S2", "会话"]),
        call_id=st.sampled_from(["a", "b"]),
        agent_id=st.sampled_from([None, "main", "x"]),
        task_id=st.sampled_from([None, "t1", "t2"]),
        phase=st.sampled_from([None, "plan"]),
        model=st.sampled_from([None, "m1", "m2"]),
        occurred_at=st.none()
        | st.sampled_from([NOON, NOON + timedelta(seconds=1), datetime(2026, 4, 1, tzinfo=UTC)]),
        is_fork_copy=st.booleans(),
        is_finished=st.sampled_from([None, True, False]),
        fresh_input=few_tokens,
        cache_read=few_tokens,
        output=few_tokens,
        web_searches=st.integers(0, 2),
        service=st.sampled_from([None, "speed=fast"]),
        reported_cost_usd=st.sampled_from([None, Decimal("0.5"), Decimal("0.000000000001")]),
        event_id=st.sampled_from([None, "e1", "e2"]),
    ),
    max_size=10,
)


@pytest.fixture(scope="module")
def one_store() -> Iterator[Store]:
    """A store for all examples of a property: opening one for each costs most of the time."""
    with Store.open(None) as store:
        yield store


def forked_row(conversation_id: str, replay: str | None, parent: str | None, **changes: object) -> UsageRow:
    """A row of a source that copies histories: its call is its conversation and its place in the history."""
    return usage_row(
        conversation_id=conversation_id,
        call_id=None,
        call_key=f"cx:{conversation_id}:{replay}",
        replay_id=replay,
        forked_from=usage_row(conversation_id=parent).conversation_key if parent else None,
        is_running_total=replay is None,
        **changes,
    )


rows_of_forks = st.lists(
    st.builds(
        forked_row,
        conversation_id=st.sampled_from(["S1", "S2", "S3"]),
        replay=st.sampled_from(["r1", "r2", None]),
        parent=st.sampled_from([None, "S1", "S2", "S3", "S4"]),
        forked_at=st.sampled_from([None, NOON]),
        occurred_at=st.sampled_from([None, NOON, NOON + timedelta(seconds=1)]),
        is_fork_copy=st.booleans(),
        output=few_tokens,
    ),
    max_size=8,
)


@settings(max_examples=60)
@given(
    rows=rows_of_few_calls | rows_of_forks,
    shuffled=st.randoms(use_true_random=False),
    parts=st.integers(1, 4),
)
def test_any_order_and_any_split_over_imports_gives_the_calls_of_the_rule(one_store, rows, shuffled, parts):
    with one_store.transaction() as transaction:
        for table in ("usage_observation", "usage_call", "also_in"):
            transaction.cursor.execute(f"DELETE FROM {table}")
    arriving = list(rows)
    shuffled.shuffle(arriving)
    for part in range(parts):
        bring(one_store, arriving[part::parts], file_id=part + 1)
    assert stored_calls(one_store) == merged_calls(rows)


def test_a_streamed_call_counts_once_with_its_largest_output_and_its_first_time(fresh_store: Store) -> None:
    rows = [
        usage_row(output=1, is_finished=False, event_id="a"),
        usage_row(output=5, is_finished=False, event_id="b", occurred_at=NOON + timedelta(seconds=1)),
        usage_row(output=80, is_finished=False, event_id="c", occurred_at=NOON + timedelta(seconds=3)),
    ]
    assert bring(fresh_store, rows) == MergedUsage(1, 0, 0, (rows[0].conversation_key,))
    (call,) = stored_calls(fresh_store).values()
    assert (call.output, call.occurred_at, call.event_id, call.is_finished, call.observations) == (
        80,
        NOON,
        "a",
        False,
        3,
    )


def test_the_same_rows_again_change_nothing(fresh_store: Store) -> None:
    rows = [usage_row(), usage_row(call_id="other")]
    bring(fresh_store, rows)
    assert bring(fresh_store, rows) == MergedUsage(0, 0, 0, ())
    assert bring(fresh_store, rows, file_id=2) == MergedUsage(0, 0, 0, ())


def test_a_fork_copy_never_owns_a_call_whatever_its_id(fresh_store: Store) -> None:
    copy = usage_row(conversation_id="A-fork", is_fork_copy=True)
    original = usage_row(conversation_id="Z-original")
    first = bring(fresh_store, [copy])
    second = bring(fresh_store, [original], file_id=2)
    assert first.conversation_keys == (copy.conversation_key,)
    assert set(second.conversation_keys) == {copy.conversation_key, original.conversation_key}
    (call,) = stored_calls(fresh_store).values()
    assert (call.conversation_key, call.output, call.observations) == (original.conversation_key, 100, 2)


def test_a_conversation_that_marks_a_copy_once_never_owns_the_call(fresh_store: Store) -> None:
    marked = usage_row(conversation_id="A-fork", is_fork_copy=True)
    unmarked = usage_row(conversation_id="A-fork")
    original = usage_row(conversation_id="Z-original")
    bring(fresh_store, [marked, unmarked, original])
    (call,) = stored_calls(fresh_store).values()
    assert (call.conversation_key, call.observations) == (original.conversation_key, 3)


def test_a_call_of_which_no_row_is_left_is_removed(fresh_store: Store) -> None:
    row = usage_row()
    bring(fresh_store, [row])
    with fresh_store.transaction() as transaction:
        transaction.run("touch_calls_of_files", {"file_ids": [1]})
        transaction.cursor.execute("DELETE FROM usage_observation")
        assert merge_touched_calls(transaction) == MergedUsage(0, 0, 1, (row.conversation_key,))
    assert stored_calls(fresh_store) == {}

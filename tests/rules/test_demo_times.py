"""The demo's clock: whole strings that spell a moment are moved, all by the same."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_access.rules.demo_times import moved, newest_moment

MOMENTS = st.datetimes(datetime(1990, 1, 1), datetime(2090, 1, 1)).map(
    lambda moment: moment.replace(microsecond=moment.microsecond // 1000 * 1000, tzinfo=UTC)
)
STEPS = st.timedeltas(timedelta(days=-3000), timedelta(days=3000)).map(
    lambda step: timedelta(seconds=int(step.total_seconds()))
)


def spelled(moment: datetime) -> str:
    return moment.replace(tzinfo=None).isoformat(timespec="milliseconds") + "Z"


def test_a_time_that_is_a_whole_string_moves_and_a_date_in_a_sentence_stays() -> None:
    text = '{"at":"2026-01-31T12:00:00.000Z","text":"on 2026-01-31T12:00:00.000Z it rained"}'
    assert moved(text, timedelta(days=1, milliseconds=5)) == (
        '{"at":"2026-02-01T12:00:00.005Z","text":"on 2026-01-31T12:00:00.000Z it rained"}'
    )


@given(st.lists(MOMENTS, min_size=1), STEPS)
def test_all_times_move_by_the_same_and_back_again(moments: list[datetime], by: timedelta) -> None:
    text = ",".join(f'"{spelled(moment)}"' for moment in moments)
    assert newest_moment([moved(text, by)]) == max(moments) + by
    assert moved(moved(text, by), -by) == text


def test_texts_without_a_time_have_no_newest_one() -> None:
    with pytest.raises(ValueError, match="empty"):
        newest_moment(['{"at": null}'])

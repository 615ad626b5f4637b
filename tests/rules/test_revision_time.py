"""How long agents worked towards each report."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from data_access.contracts.investigation import Round
from data_access.contracts.reports import ReportHead
from data_access.rules.revision_time import RevisionTime, time_on_revisions

BEGIN = datetime(2026, 5, 1, 8, tzinfo=UTC)


def at(minutes: int) -> datetime:
    return BEGIN + timedelta(minutes=minutes)


def session(number: int, start: int, end: int | None) -> Round:
    return Round(
        round_id=f"R-{number}", generation=1, attempt=number, agent=None, principal="a", restored_with=None,
        started_at=at(start), ended_at=None if end is None else at(end), end_reason=None, end_note=None,
    )  # fmt: skip


def revision(number: int, published: int) -> ReportHead:
    return ReportHead(
        revision=number, generation=1, round_id=None, stage="interim", outcome="undetermined", title="T",
        reason="R", corrects_revision=None, published_at=at(published), sign_offs=(),
    )  # fmt: skip


def test_time_between_sessions_is_not_counted() -> None:
    heads = [revision(2, 100), revision(1, 10)]
    rounds = [session(1, 0, 20), session(2, 90, None)]
    assert time_on_revisions(heads, rounds) == {
        1: RevisionTime(600.0, ("R-1",)),
        2: RevisionTime(1200.0, ("R-1", "R-2")),
    }


def test_a_report_without_a_session_took_no_known_time() -> None:
    assert time_on_revisions([revision(1, 10)], [session(1, 20, 30)]) == {1: RevisionTime(0, ())}


@given(
    st.lists(st.tuples(st.integers(0, 500), st.integers(0, 100)), max_size=6),
    st.lists(st.integers(0, 700), min_size=1, max_size=5),
)
def test_the_parts_add_up_to_the_sessions_until_the_last_report(
    sessions: list[tuple[int, int]], published: list[int]
) -> None:
    rounds = [session(number, start, start + length) for number, (start, length) in enumerate(sessions)]
    heads = [revision(number, when) for number, when in enumerate(sorted(published), 1)]
    last = max(published)
    whole = sum(max(0, min(last, start + length) - start) for start, length in sessions)
    assert sum(one.seconds for one in time_on_revisions(heads, rounds).values()) == 60 * whole

"""A view is a link: every selection survives its address, and no address breaks a page."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.selections import (
    CostSelection,
    EventSelection,
    ImportSelection,
    RunCostSelection,
    RunListSelection,
    RunSelection,
    Selection,
    since_of,
)

KINDS: tuple[type[Selection], ...] = (
    RunListSelection, RunSelection, EventSelection, CostSelection, RunCostSelection, ImportSelection,
)  # fmt: skip
TEXTS = st.one_of(st.none(), st.text(min_size=1))
ZONES = st.timedeltas(timedelta(hours=-23), timedelta(hours=23)).map(timezone)
ANY_TIMES = st.datetimes(timezones=ZONES).map(datetime.isoformat)
MOMENTS = st.datetimes(datetime(1990, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))


@st.composite
def event_selections(draw: st.DrawFn) -> EventSelection:
    return EventSelection(
        run=draw(TEXTS), agent=draw(TEXTS), kind=draw(TEXTS), severity=draw(TEXTS), q=draw(TEXTS),
        since=draw(st.one_of(st.just(EventSelection.since), MOMENTS)),
        until=draw(st.one_of(st.just(EventSelection.until), MOMENTS)),
        by=draw(st.sampled_from(["agent", "kind", "phase", "task", "severity"])),
        newest=draw(st.booleans()), cursor=draw(TEXTS), event=draw(TEXTS),
        skipped=draw(st.integers(0, 10**8)),
    )  # fmt: skip


@given(event_selections())
def test_a_selection_survives_its_address(selection: EventSelection) -> None:
    assert EventSelection.from_query(selection.to_query()) == selection


@pytest.mark.parametrize("kind", KINDS)
@given(query=st.dictionaries(st.text(), st.text()), data=st.data())
def test_any_address_gives_a_selection(kind: type[Selection], query: dict[str, str], data: Any) -> None:
    named = data.draw(
        st.dictionaries(st.sampled_from(list(kind.__dataclass_fields__)), st.text() | ANY_TIMES)
    )
    selection = kind.from_query(query | named)
    assert kind.from_query(selection.to_query()) == selection


@pytest.mark.parametrize(
    "time", ["9999-12-31T23:59:59-12:00", "0001-01-01T00:00:00+14:00", "0002-01-01T00:00:00+14:00"]
)
def test_a_time_outside_the_calendar_is_no_time(time: str) -> None:
    assert EventSelection.from_query({"since": time}) == EventSelection()


@pytest.mark.parametrize("kind", KINDS)
def test_the_default_view_has_the_shortest_address(kind: type[Selection]) -> None:
    assert kind().to_query() == {}


def test_a_period_starts_at_midnight_of_the_desk() -> None:
    now = datetime(2026, 5, 1, 22, 30, tzinfo=UTC)
    assert since_of("all", now, "Europe/Berlin") is None
    assert since_of("today", now, "Europe/Berlin") == datetime(2026, 5, 1, 22, tzinfo=UTC)
    assert since_of("today", now, "UTC") == datetime(2026, 5, 1, tzinfo=UTC)
    assert since_of("week", now, "UTC") == datetime(2026, 5, 1, tzinfo=UTC) - timedelta(days=6)

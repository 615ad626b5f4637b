"""What happened in a case: what was so by its own time, what was done by the desk's, paged without loss."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest

from data_access.errors import InvalidInput
from data_access.reading.case_chronology import what_was_done, what_was_so
from data_access.store.connection import Store
from tests.writing.cases import BEGIN, Agent


@pytest.fixture(scope="module")
def told() -> Iterator[tuple[Store, str]]:
    """A complaint before the case, a reading after it, a piece of evidence without a time, and a round."""
    with Store.open(None) as store:
        agent = Agent(store)
        claim = agent.begin(agent="Codex")
        agent.wait(60)
        agent.evidence(claim, title="Turbidity", observed_at=(BEGIN + timedelta(hours=-1)).isoformat())
        agent.evidence(claim, title="Plan of the network")
        agent.wait(60)
        agent.relay(claim.task_id, observed_at=(BEGIN - timedelta(hours=3)).isoformat())
        agent.relay(
            claim.task_id,
            kind="measurement",
            statement=None,
            point="West gate",
            parameter="chlorine",
            value=0.13,
            unit="mg/L",
            observed_at=(BEGIN - timedelta(minutes=5)).isoformat(),
        )
        agent.ask(claim, is_required=True)
        agent.wait(10)
        agent.finish(claim)
        yield store, claim.task_id


def test_what_was_so_stands_by_its_own_time_and_unknown_times_last(told: tuple[Store, str]) -> None:
    listing = what_was_so(*told)
    assert [(one.kind, one.item_id, one.observed_at) for one in listing.items] == [
        ("statement", "H-1", BEGIN - timedelta(hours=3)),
        ("evidence", "E-1", BEGIN - timedelta(hours=1)),
        ("measurement", "H-2", BEGIN - timedelta(minutes=5)),
        ("evidence", "E-2", None),
    ]
    assert not listing.items[0].is_confirmed


def test_the_newest_first_leaves_unknown_times_last(told: tuple[Store, str]) -> None:
    assert [one.item_id for one in what_was_so(*told, newest=True).items] == ["H-2", "E-1", "H-1", "E-2"]


def test_what_was_done_stands_by_when_it_was_done_and_names_who(told: tuple[Store, str]) -> None:
    listing = what_was_done(*told)
    assert [(one.kind, one.item_id, one.who, one.title) for one in listing.items] == [
        ("status", "1", "Local program", "queued"),
        ("status", "2", "Codex", "running"),
        ("published", "E-1", "Codex", "Turbidity"),
        ("published", "E-2", "Codex", "Plan of the network"),
        ("fact", "H-1", "Wang", "The water is yellow."),
        ("question", "Q-1", "Codex", listing.items[5].title),
        ("fact", "H-2", "Wang", "West gate: chlorine 0.13 mg/L"),
        ("status", "3", "Codex", "waiting_human"),
    ]


@pytest.mark.parametrize("newest", [False, True])
@pytest.mark.parametrize("reading", [what_was_so, what_was_done])
def test_pages_give_everything_once(
    reading: Callable[..., Any], newest: bool, told: tuple[Store, str]
) -> None:
    whole = [(one.kind, one.item_id) for one in reading(*told, newest=newest).items]
    found: list[tuple[str, str]] = []
    cursor = None
    while len(found) < len(whole):
        page = reading(*told, newest=newest, limit=1, cursor=cursor)
        found += [(one.kind, one.item_id) for one in page.items]
        cursor = page.next_cursor
    assert (found, cursor) == (whole, None)


def test_a_kind_is_listed_alone_and_a_cursor_of_another_order_is_refused(told: tuple[Store, str]) -> None:
    assert [one.item_id for one in what_was_so(*told, kind="measurement").items] == ["H-2"]
    assert what_was_done(*told, kind="report").total == 0
    cursor = what_was_done(*told, limit=1).next_cursor
    with pytest.raises(InvalidInput):
        what_was_done(*told, newest=True, cursor=cursor)

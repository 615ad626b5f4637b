"""Orders of the list of cases: what is on top, paged without loss."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import get_args

import pytest

from data_access.contracts.investigation import CaseOrder
from data_access.errors import InvalidInput
from data_access.reading.investigations import investigations
from data_access.store.connection import Store
from tests.writing.cases import BEGIN, Agent

LATER = BEGIN + timedelta(hours=5)


@pytest.fixture(scope="module")
def desk() -> Iterator[Store]:
    """Four cases: one plain, one with an old question, one with a new proposal, one with two gaps."""
    with Store.open(None) as store:
        agent = Agent(store)
        for number, title in enumerate(("plain", "asks", "proposes", "lacks")):
            agent.now = BEGIN + timedelta(minutes=10 * number)
            claim = agent.claim(agent.create(title=title).task_id, lease_seconds=1800)
            if title == "asks":
                agent.ask(claim)
            elif title == "proposes":
                agent.report(claim)
                agent.propose(claim)
            elif title == "lacks":
                gap = {"missing": "Flow", "why_it_matters": "It decides."}
                agent.report(claim, data_gaps=[gap, gap | {"missing": "Valve"}])
        yield store


@pytest.mark.parametrize(
    ("order", "first"), [("newest", "lacks"), ("oldest", "plain"), ("waits", "asks"), ("gaps", "lacks")]
)
def test_each_order_puts_its_own_on_top(desk: Store, order: CaseOrder, first: str) -> None:
    assert investigations(desk, order=order, as_of=LATER).items[0].title == first


@pytest.mark.parametrize("order", get_args(CaseOrder))
def test_pages_of_an_order_give_every_case_once(desk: Store, order: CaseOrder) -> None:
    whole = [one.task_id for one in investigations(desk, order=order, as_of=LATER).items]
    found, cursor = [], None
    while len(found) < len(whole):
        page = investigations(desk, order=order, limit=1, cursor=cursor, as_of=LATER)
        found += [one.task_id for one in page.items]
        cursor = page.next_cursor
    assert (found, cursor) == (whole, None)


def test_a_cursor_of_another_order_is_refused(desk: Store) -> None:
    cursor = investigations(desk, order="newest", limit=1, as_of=LATER).next_cursor
    with pytest.raises(InvalidInput, match="belongs to another order"):
        investigations(desk, order="oldest", cursor=cursor, as_of=LATER)


def test_the_oldest_wait_counts_questions_and_proposals_that_are_open(desk: Store) -> None:
    waits = {one.title: one.waiting_since_at for one in investigations(desk, as_of=LATER).items}
    assert waits == {
        "plain": None,
        "lacks": None,
        "asks": BEGIN + timedelta(minutes=10),
        "proposes": BEGIN + timedelta(minutes=20),
    }

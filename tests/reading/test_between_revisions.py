"""What lies between two revisions adds up: to the time that passed, to what each revision cost."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from itertools import combinations

import pytest

from data_access.contracts.between_revisions import TimeBetween
from data_access.errors import NotFound
from data_access.reading.between_revisions import between_revisions
from data_access.reading.case_cost import case_cost
from data_access.reading.report_comparison import report_comparison
from data_access.store.connection import Store
from data_access.writing.demo_data import load_demo

TASK = "T-yellow-water"


@pytest.fixture(scope="module")
def demo() -> Iterator[Store]:
    with Store.open(None) as store:
        load_demo(store, datetime.now(UTC))
        yield store


def test_time_and_money_add_up_between_any_two_revisions(demo: Store) -> None:
    costs = {group.key: group.cost_usd for group in case_cost(demo, TASK).by_revision}
    for older, newer in combinations((1, 2, 3), 2):
        told = between_revisions(demo, TASK, newer, older)
        passed = (told.until - told.since).total_seconds()
        assert sum(getattr(told.time, name) for name in TimeBetween.model_fields) == pytest.approx(passed)
        led_to = [costs[str(one)] for one in range(older + 1, newer + 1)]
        assert told.cost.cost_usd == sum((one for one in led_to if one is not None), Decimal(0))
        for groups in (told.by_model, told.by_agent):
            assert sum(group.cost_usd or 0 for group in groups) == told.cost.cost_usd


def test_the_second_round_is_told_with_what_people_gave_and_the_report_used(demo: Store) -> None:
    told = between_revisions(demo, TASK, 2, 3)
    assert set(told.used) == {"H-1", "H-2", "Q-1.1", "E-5", "E-6"}
    assert {"answer", "fact", "published", "report"} <= {moment.kind for moment in told.done.items}
    assert (told.time.human_wait_seconds, told.time.agent_seconds) == (15_135.0, 700.0)
    assert (told.done.truncated, told.rounds, told.unlinked_rounds) == (False, ("R-1", "R-2"), ())
    assert all(told.since < moment.done_at <= told.until for moment in told.done.items)


def test_between_a_revision_and_itself_lies_nothing(demo: Store) -> None:
    told = between_revisions(demo, TASK, 2, 2)
    assert (told.done.total, told.used, told.cost.is_nothing) == (0, (), True)
    assert sum(getattr(told.time, name) for name in TimeBetween.model_fields) == 0


def test_the_weak_evidence_of_revision_two_gives_way_to_the_whole_export(demo: Store) -> None:
    told = report_comparison(demo, TASK, 2, 3)
    changes = {one.record_id: (one.change, one.replaced_by) for one in told.cited}
    assert changes["E-4"] == ("reclassified", "E-5")
    assert [(gap.gap_id, gap.change, gap.closed_by) for gap in told.gaps] == [("G-1", "closed", "H-2")]
    assert told.verdict.change_class == "conclusion"


def test_a_revision_that_is_not_there_is_said(demo: Store) -> None:
    for reading in (report_comparison, between_revisions):
        with pytest.raises(NotFound):
            reading(demo, TASK, 1, 9)

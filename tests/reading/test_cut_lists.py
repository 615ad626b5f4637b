"""What agents read of a case is cut to its newest records, and says how many are not there."""

from __future__ import annotations

import pytest

from data_access.reading import cut_lists
from data_access.reading.discussion import discussion
from data_access.reading.task_context import task_context
from data_access.store.connection import Store
from tests.writing.cases import Agent


@pytest.mark.parametrize(
    ("most", "characters", "kept"), [(2, 10**9, 2), (300, 1, 1), (300, 10**9, 4)], ids=["many", "long", "few"]
)
def test_a_long_list_keeps_its_newest_records_and_tells_of_the_others(
    most: int, characters: int, kept: int, fresh_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cut_lists, "MOST_LISTED", most)
    monkeypatch.setattr(cut_lists, "MOST_CHARACTERS", characters)
    agent = Agent(fresh_store)
    claim = agent.begin()
    for number in range(1, 5):
        agent.evidence(claim, title=f"E {number}")
        agent.report(claim, title=f"R {number}")
    expected = [f"E-{number}" for number in range(5 - kept, 5)]
    missing = 4 - kept
    read = task_context(fresh_store, claim.task_id, section="evidence")
    assert [one.evidence_id for one in read.evidence or ()] == expected
    assert read.left_out == ({"evidence": missing} if missing else {})
    reports = task_context(fresh_store, claim.task_id, section="reports")
    assert [one.revision for one in reports.reports or ()] == list(range(4, 4 - kept, -1))
    assert reports.left_out.get("reports", 0) == missing
    discussed = discussion(fresh_store, claim.task_id)
    assert [one.evidence_id for one in discussed.evidence] == expected
    assert discussed.left_out.get("evidence", 0) == missing

"""The history of a report: what each revision changed and took, out of what is kept and of no text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from data_access.contracts.report_history import ReportHistory
from data_access.errors import NotFound
from data_access.reading.report_comparison import report_comparison
from data_access.reading.report_history import report_history
from data_access.rules import report_diff
from data_access.store.connection import Store
from data_access.store.statements import parameters, statement
from data_access.writing.demo_data import load_demo
from data_access.writing.revision_changes import keep_revision_changes
from tests.reading.test_case_cost import Log
from tests.writing.cases import BEGIN, Agent
from tests.writing.revisions import gap, put_revisions, revision_row

TASK = "T-yellow-water"
TEXTS = ("body", "summary", "findings", "data_gaps", "diagram", "node_refs", "graph")
"""Columns of a revision that grow with what it says."""


@pytest.fixture(scope="module")
def demo() -> Iterator[Store]:
    with Store.open(None) as store:
        load_demo(store, datetime.now(UTC))
        yield store


@pytest.fixture
def task(fresh_store: Store) -> str:
    """A case without any revision."""
    return Agent(fresh_store).create().task_id


def by_revision(history: ReportHistory) -> dict[int, Any]:
    return {entry.revision: entry for entry in history.items}


def test_each_revision_of_the_sample_tells_what_it_changed_and_took(demo: Store) -> None:
    history = report_history(demo, TASK)
    assert [entry.revision for entry in history.items] == [3, 2, 1]
    assert (history.total, history.hidden, history.truncated) == (3, 0, False)
    third, second, first = history.items
    for entry in (second, third):
        told = report_comparison(demo, TASK, entry.revision - 1, entry.revision)
        assert (entry.change_state, entry.change) == ("told", told.verdict)
    assert (first.change_state, first.change, first.previous_revision) == ("first", None, None)
    assert [entry.open_gaps for entry in history.items] == [0, 1, 1]
    assert [entry.author for entry in history.items] == ["Claude Code", "Investigator", "Investigator"]
    assert [entry.cites_synthetic for entry in history.items] == [False, False, True]
    assert {entry.origin for entry in history.items} == {"demo"}
    costs = [(entry.spending.state, entry.spending.used.cost_usd) for entry in history.items]  # type: ignore[union-attr]
    assert costs == [("told", Decimal(one)) for one in ("0.4913", "0.1371", "0.26825")]
    assert [entry.spending.worked_seconds for entry in history.items] == [700.0, 285.0, 1800.0]


def test_listing_reads_no_text_and_compares_nothing(demo: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, Any]] = []
    rows = Store.rows

    def noted(store: Store, name: str, values: Any = None) -> Any:
        asked.append((name, values))
        return rows(store, name, values)

    def refused(*_: object) -> None:
        raise AssertionError("compared while listing")

    monkeypatch.setattr(Store, "rows", noted)
    for name in ("compare_revisions", "prose_diff", "_compared"):
        monkeypatch.setattr(report_diff, name, refused)
    assert len(report_history(demo, TASK).items) == 3
    assert len(asked) <= 10  # however many revisions there are
    scans = [scan for name, values in asked for scan in scanned(demo, name, values)]
    assert any("published_at" in scan for scan in scans)
    assert [scan for scan in scans if set(TEXTS) & set(scan)] == []


def scanned(store: Store, name: str, values: Any) -> Iterator[list[str]]:
    """Yield the columns that the plan of a statement reads of the table of revisions, scan by scan."""
    needed = {key: value for key, value in (values or {}).items() if key in parameters(name)}
    with store.reading() as cursor:
        [(_, plan)] = cursor.execute(f"EXPLAIN (FORMAT json) {statement(name)}", needed).fetchall()
    yield from _scans(json.loads(plan))


def _scans(nodes: list[dict[str, Any]]) -> Iterator[list[str]]:
    for node in nodes:
        extra = node.get("extra_info", {})
        if str(extra.get("Table", "")).split(".")[-1] == "report_revision":
            columns = extra.get("Projections", [])
            yield [columns] if isinstance(columns, str) else columns
        yield from _scans(node.get("children", []))


def test_a_missing_number_and_a_shared_second_are_marked(fresh_store: Store, task: str) -> None:
    at = BEGIN + timedelta(hours=1)
    put_revisions(
        fresh_store,
        [
            revision_row(task, 2, published_at=at),
            revision_row(task, 5, published_at=at + timedelta(seconds=9, milliseconds=100)),
            revision_row(task, 6, published_at=at + timedelta(seconds=9, milliseconds=900)),
            revision_row(task, 7, published_at=at + timedelta(seconds=10)),
        ],
    )
    keep_revision_changes(fresh_store)
    found = by_revision(report_history(fresh_store, task))
    assert {number: entry.missing_before for number, entry in found.items()} == {2: 1, 5: 2, 6: 0, 7: 0}
    assert {number for number, entry in found.items() if entry.shares_second} == {5, 6}
    assert found[5].previous_revision == 2


def test_small_changes_are_left_out_when_asked_and_counted(fresh_store: Store, task: str) -> None:
    bodies = {1: "One pipe.", 2: "One  pipe.", 3: "A pipe.", 4: "A pipe.", 5: "A pipe."}
    gaps = {5: [gap("G-1"), gap("G-2")]}
    rows = [revision_row(task, n, body=body, data_gaps=gaps.get(n, [])) for n, body in bodies.items()]
    put_revisions(fresh_store, rows)
    waiting = report_history(fresh_store, task, grave=True)
    assert [entry.change_state for entry in waiting.items] == ["not_yet"] * 4 + ["first"]
    assert waiting.items[0].open_gaps is None
    keep_revision_changes(fresh_store)
    classes = [one.change and one.change.change_class for one in report_history(fresh_store, task).items]
    assert classes == ["evidence", "none", "wording", "formatting", None]
    grave = report_history(fresh_store, task, grave=True)
    assert ([entry.revision for entry in grave.items], grave.total, grave.hidden) == ([5, 1], 2, 3)
    newest = grave.items[0]
    assert newest.change is not None
    assert (newest.open_gaps, newest.change.gaps_opened, newest.change.gaps_closed) == (2, 2, 0)


def test_what_a_revision_cost_is_known_at_least_known_none_or_not_known(
    fresh_store: Store, tmp_path: Path
) -> None:
    agent = Agent(fresh_store, BEGIN)
    log = Log("one")
    claim = agent.begin(conversation_ids=["one"])
    log.call(1_000)
    agent.wait(5)
    agent.report(claim)
    agent.wait(5)
    agent.report(claim)
    agent.wait(5)
    agent.finish(claim)
    task_id = claim.task_id
    before = by_revision(report_history(fresh_store, task_id))
    for entry in before.values():
        assert (entry.spending.state, entry.spending.used) == ("not_known", None)
        assert entry.spending.unlinked_rounds == ("R-1",)
    log.load(fresh_store, tmp_path)
    known = by_revision(report_history(fresh_store, task_id))
    assert known[1].spending.state == "told"
    assert known[1].spending.used.usage_calls == 1
    assert (known[2].spending.state, known[2].spending.used) == ("no_calls", None)
    assert known[2].spending.worked_seconds == 5.0


def test_a_session_that_nobody_linked_makes_the_cost_a_floor(fresh_store: Store, tmp_path: Path) -> None:
    agent, log = Agent(fresh_store, BEGIN), Log("one")
    claim = agent.begin(conversation_ids=["one"])
    log.call(1_000)
    agent.wait(60)
    agent.calculate(claim)
    log.load(fresh_store, tmp_path)
    agent.resume(claim.task_id)
    agent.report(agent.claim(claim.task_id))
    [entry] = report_history(fresh_store, claim.task_id).items
    assert (entry.spending.state, entry.spending.unlinked_rounds) == ("at_least", ("R-2",))
    assert entry.spending.used is not None
    assert entry.spending.used.usage_calls == 1


def test_a_case_that_is_not_there_is_said(fresh_store: Store) -> None:
    with pytest.raises(NotFound):
        report_history(fresh_store, "T-none")

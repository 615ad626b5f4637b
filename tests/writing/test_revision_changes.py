"""What a revision changed is worked out once and kept: in any order of arrival, also where it was missing."""

from __future__ import annotations

import time
from datetime import timedelta
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dashboard.expiry_clock import expiries_settled
from data_access.reading.case_bundle import case_bundle
from data_access.reading.report_comparison import report_comparison
from data_access.reading.revision_changes import kept_revision_changes, untrue_revision_changes
from data_access.reading.verify import verify
from data_access.store.connection import Store
from data_access.writing import revision_changes
from data_access.writing.remove_batch import remove_batch
from data_access.writing.revision_changes import keep_revision_changes
from tests.pages.cases import full_case
from tests.writing.cases import BEGIN, Agent
from tests.writing.revisions import gap, put_revisions, revision_row
from tests.writing.test_case_bundles import restore

BODIES = (
    "One pipe broke.",
    "One  pipe broke.",
    "A pipe broke.",
    "It fell to 0.31 l/s.",
    "# 结论\n\n余氯低。",
)
OUTCOMES = ("undetermined", "probable")
_NAMES = count(1)
GAPS = ([], [gap("G-1")], [gap("G-1", is_open=False)], [gap("G-1"), gap("G-2")])


@st.composite
def arrivals(draw: st.DrawFn) -> list[list[dict]]:
    """Revisions of one report in any order, some of the numbers missing, in batches."""
    numbers = draw(st.lists(st.integers(1, 9), min_size=1, max_size=6, unique=True))
    rows = [
        revision_row(
            "T",
            number,
            body=draw(st.sampled_from(BODIES)),
            outcome=draw(st.sampled_from(OUTCOMES)),
            data_gaps=draw(st.sampled_from(GAPS)),
        )
        for number in numbers
    ]
    cuts = draw(st.lists(st.booleans(), min_size=len(rows), max_size=len(rows)))
    batches: list[list[dict]] = [[]]
    for row, begins in zip(rows, cuts, strict=True):
        if begins and batches[-1]:
            batches.append([])
        batches[-1].append(row)
    return batches


@given(batches=arrivals())
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_same_is_kept_in_whatever_order_revisions_arrive(
    fresh_store: Store, batches: list[list[dict]]
) -> None:
    name = next(_NAMES)
    shuffled, in_order = f"T-{name}", f"T-{name}-in-order"
    for batch in batches:
        put_revisions(fresh_store, [row | {"task_id": shuffled} for row in batch])
        keep_revision_changes(fresh_store)
    rows = sorted((row for batch in batches for row in batch), key=lambda row: row["revision"])
    put_revisions(fresh_store, [row | {"task_id": in_order} for row in rows])
    keep_revision_changes(fresh_store, in_order)
    kept = kept_revision_changes(fresh_store, shuffled)
    as_of_order = kept_revision_changes(fresh_store, in_order)
    assert [one.model_copy(update={"task_id": in_order}) for one in kept] == list(as_of_order)
    assert [one.revision for one in kept] == [row["revision"] for row in rows]
    assert [one.previous_revision for one in kept] == [None, *(row["revision"] for row in rows[:-1])]
    assert keep_revision_changes(fresh_store) == 0


def test_a_middle_revision_that_arrives_late_moves_only_its_neighbour(fresh_store: Store) -> None:
    bodies = {1: "One pipe broke.", 2: "One pipe broke at 3 bar.", 3: "One pipe broke.", 4: "Two broke."}
    rows = {number: revision_row("T", number, body=body) for number, body in bodies.items()}
    put_revisions(fresh_store, [rows[1], rows[3], rows[4]])
    assert keep_revision_changes(fresh_store) == 3
    before = {one.revision: one for one in kept_revision_changes(fresh_store)}
    assert before[3].previous_revision == 1
    assert before[3].verdict is not None
    assert before[3].verdict.change_class == "none"
    put_revisions(fresh_store, [rows[2]])
    assert [one.revision for one in kept_revision_changes(fresh_store)] == [1, 4]
    assert keep_revision_changes(fresh_store) == 2
    after = {one.revision: one for one in kept_revision_changes(fresh_store)}
    assert (after[1], after[4]) == (before[1], before[4])
    assert after[3].verdict is not None
    assert (after[3].previous_revision, after[3].verdict.change_class) == (2, "evidence")


def test_publishing_keeps_what_a_comparison_says(fresh_store: Store) -> None:
    task_id = full_case(fresh_store)
    first, second = kept_revision_changes(fresh_store, task_id)
    assert (first.previous_revision, first.verdict, first.open_gaps) == (None, None, 1)
    told = report_comparison(fresh_store, task_id, 1, 2)
    assert (second.verdict, second.open_gaps) == (told.verdict, 0)
    assert told.verdict.change_class == "conclusion"


def test_a_bundle_brings_revisions_whose_changes_are_kept_and_that_leave_with_it(
    fresh_store: Store, tmp_path: Path
) -> None:
    task_id = full_case(fresh_store)
    text = case_bundle(fresh_store, [task_id]).text
    with Store.open(None) as other:
        report = restore(other, tmp_path, text)
        assert kept_revision_changes(other) == kept_revision_changes(fresh_store)
        assert case_bundle(other, [task_id]).text == text
        assert verify(other).faults == 0
        assert report.batch_id is not None
        remove_batch(other, report.batch_id)
        with other.reading() as cursor:
            assert cursor.execute("SELECT count(*) FROM revision_change").fetchall() == [(0,)]


def test_a_running_desk_works_out_what_is_missing(fresh_store: Store) -> None:
    task_id = full_case(fresh_store)
    kept = kept_revision_changes(fresh_store)
    with fresh_store.transaction() as transaction:
        transaction.cursor.execute("DELETE FROM revision_change WHERE revision = 2")
    assert (len(kept_revision_changes(fresh_store)), verify(fresh_store).faults) == (1, 0)
    with expiries_settled(fresh_store, every=0.02):
        until = time.monotonic() + 10
        while len(kept_revision_changes(fresh_store, task_id)) < 2 and time.monotonic() < until:
            time.sleep(0.02)
    assert kept_revision_changes(fresh_store) == kept


def test_other_rules_of_comparing_work_everything_out_anew(
    fresh_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    full_case(fresh_store)
    monkeypatch.setattr(revision_changes, "RULES", 77)
    assert keep_revision_changes(fresh_store) == 2
    assert kept_revision_changes(fresh_store) == ()  # as the rules of this release have them


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE revision_change SET findings_added = 9 WHERE revision = 2",
        "UPDATE revision_change SET open_gaps = 5 WHERE revision = 1",
        "UPDATE report_revision SET body = 'Somebody else wrote this.' WHERE revision = 2",
        "UPDATE report_revision SET findings = '[1]' WHERE revision = 2",
        "DELETE FROM report_revision WHERE revision = 2",
    ],
)
def test_verify_finds_a_change_that_is_not_what_the_texts_say(fresh_store: Store, damage: str) -> None:
    full_case(fresh_store)
    with fresh_store.transaction() as transaction:
        transaction.cursor.execute(damage)
    assert len(untrue_revision_changes(fresh_store)[1]) == 1
    assert "revision_changes" in {check.name for check in verify(fresh_store).checks if check.faults}


def test_a_revision_that_nobody_can_read_holds_up_no_other(fresh_store: Store) -> None:
    rows = [revision_row("T", number) for number in (1, 2, 3, 4)]
    put_revisions(fresh_store, [*rows[:1], rows[1] | {"findings": "[1]"}, *rows[2:]])
    assert keep_revision_changes(fresh_store) == 2
    assert [one.revision for one in kept_revision_changes(fresh_store)] == [1, 4]


def test_a_case_that_is_removed_while_it_is_compared_is_left_alone(
    fresh_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    agent = Agent(fresh_store, BEGIN + timedelta(days=1))
    claim = agent.begin()
    agent.report(claim)
    with fresh_store.transaction() as transaction:
        transaction.cursor.execute("DELETE FROM revision_change")
    compared = revision_changes.change_of

    def and_removed(*given: object) -> object:
        with fresh_store.transaction() as transaction:
            transaction.cursor.execute("DELETE FROM report_revision")
        return compared(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(revision_changes, "change_of", and_removed)
    assert keep_revision_changes(fresh_store) == 0
    assert untrue_revision_changes(fresh_store) == (0, ())

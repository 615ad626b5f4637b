"""The yellow-water case of the demo: what it cost, what is open, how it stands, checked by hand."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from data_access.contracts.evidence import DataGap
from data_access.reading.case_cost import case_cost
from data_access.reading.case_people import actions_of_task, questions_of_task
from data_access.reading.case_records import (
    evidence_of_task,
    gaps_of_task,
    human_evidence_of_task,
    plans_of_task,
    presentations_of_task,
    progress_of_task,
)
from data_access.reading.case_reports import report, report_heads
from data_access.reading.investigations import investigation, transitions_of_task
from data_access.reading.report_sign_offs import report_sign_offs
from data_access.reading.run_isolation import run_isolation
from data_access.reading.run_operations import run_operations
from data_access.reading.verify import verify
from data_access.rules.policy_file import default_policy
from data_access.store.connection import Store
from data_access.writing.demo_data import load_demo, remove_demo

NOW = datetime(2026, 5, 4, 9, 30, tzinfo=UTC)
TASK = "T-yellow-water"


@pytest.fixture(scope="module")
def shown() -> Iterator[Store]:
    """A demo that the tests only look at."""
    with Store.open(None) as store:
        load_demo(store, NOW)
        yield store


def test_the_cost_of_each_report_is_what_its_calls_add_up_to(shown: Store) -> None:
    cost = case_cost(shown, TASK)
    assert {one.key: (one.usage_calls, one.cost_usd) for one in cost.by_revision} == {
        "1": (10, 2 * Decimal("0.075") + 4 * Decimal("0.01065") + 3 * Decimal("0.00355") + Decimal("0.065")),
        "2": (4, 2 * Decimal("0.00355") + 2 * Decimal("0.065")),
        "3": (10, Decimal("0.4585") + Decimal("0.0328")),
        None: (7, 2 * Decimal("0.0213") + Decimal("0.01775") + Decimal("0.217")),
    }
    assert {one.key: one.cost_usd for one in cost.by_round} == {
        "R-1": Decimal("0.4657"), "R-2": Decimal("0.7083"),
    }  # fmt: skip
    assert cost.total.cost_usd == Decimal("1.174")
    assert cost.unlinked_rounds == ()


def test_it_waits_for_a_person_with_a_work_order_and_a_question(shown: Store) -> None:
    case = investigation(shown, TASK)
    assert (case.status, case.generation, case.rounds, case.origin) == ("waiting_human", 2, 2, "demo")
    assert [(one.action_id, one.state) for one in actions_of_task(shown, TASK)] == [("A-1", "pending")]
    asked = questions_of_task(shown, TASK)
    assert [(one.question_id, one.state) for one in asked] == [("Q-1", "answered"), ("Q-2", "pending")]
    assert [(move.moved_by, move.to_status) for move in transitions_of_task(shown, TASK)] == [
        ("create_task", "queued"), ("claim_task", "running"), ("finish_task_run", "waiting_human"),
        ("question_settled", "queued"), ("claim_task", "running"), ("finish_task_run", "waiting_human"),
    ]  # fmt: skip


def test_a_person_measured_and_real_values_replace_made_up_and_cut_ones(shown: Store) -> None:
    assert [(one.value, one.unit) for one in human_evidence_of_task(shown, TASK)] == [
        (0.31, "mg/L"), (0.13, "mg/L"),
    ]  # fmt: skip
    known = {one.evidence_id: one for one in evidence_of_task(shown, TASK)}
    assert {name: (one.origin, one.is_truncated, one.corrected_by) for name, one in known.items()} == {
        "E-1": ("real", False, None),
        "E-2": ("synthetic", False, "E-6"),
        "E-3": ("real", False, None),
        "E-4": ("real", True, "E-5"),
        "E-5": ("real", False, None),
        "E-6": ("real", False, None),
    }


def test_reports_gaps_and_the_map_stand_as_the_story_tells(shown: Store) -> None:
    heads = sorted(report_heads(shown, TASK), key=lambda one: one.revision)
    assert [(one.stage, one.outcome, one.corrects_revision) for one in heads] == [
        ("interim", "undetermined", None), ("interim", "probable", None), ("concluded", "probable", 2),
    ]  # fmt: skip
    assert report(shown, TASK, 2).flagged_ids == ("E-4",)
    assert report(shown, TASK, 1).synthetic_evidence_ids == ("E-2",)
    assert gaps_of_task(shown, TASK) == (
        DataGap(
            gap_id="G-1",
            missing="西门余氯实测值 Measured residual chlorine at the west gate",
            why_it_matters="A fall between plant and gate would point at the old iron main.",
            tried=("The historian has no sensor there.", "A person measured at both places."),
            is_open=False,
            closed_by="H-2",
        ),
    )
    statuses = {node.node_id: node.status for node in progress_of_task(shown, TASK).graph.nodes}
    assert statuses == {
        "complaints": "recorded", "plant": "failed", "burst": "not_taken", "iron": "recorded",
        "whole": "recorded", "gate": "recorded", "flush": "reference",
    }  # fmt: skip
    assert [one.revision for one in plans_of_task(shown, TASK)] == [2, 1]
    assert [one.kind for one in presentations_of_task(shown, TASK)] == ["map"]


def test_its_two_workers_worked_in_worktrees_and_left_them_as_the_story_tells(shown: Store) -> None:
    said = run_isolation(shown, "yellow-water-7", policy=default_policy())
    levels = {one.name: (one.level_had, one.level_called_for, one.is_mode_seen) for one in said.agents}
    assert levels["Hydraulics"] == levels["Records"] == ("L2", "L2", False)
    assert [(one.kind, one.worker, one.amount) for one in said.findings] == [
        ("awaiting_merge", "Hydraulics", 1), ("dirty", "Records", 2), ("left_over", "Records", None),
    ]  # fmt: skip
    added = {one.name: one.added for one in said.agents if one.added}
    assert added == {"Hydraulics": ("wntr (pip)", "https://historian.north-water.example/north.inp")}


def test_an_install_went_global_and_a_dangerous_command_was_denied(shown: Store) -> None:
    told = run_operations(shown, "yellow-water-7", policy=default_policy()).items
    assert [(one.agent_id, one.verdict, one.result, one.approved_by) for one in told] == [
        ("flow", "denied", "success", "auto"), ("flow", "needs_approval", "success", "user"),
        ("flow", "allowed", "success", "auto"), ("flow", "unknown", "success", "user"),
        ("flow", "allowed", "success", "auto"), ("records", "denied", "denied", "policy"),
        ("records", "needs_approval", "success", "user"), ("records", "allowed", "success", "auto"),
    ]  # fmt: skip
    install, removal = told[0], told[5]
    assert (install.rule, install.zone) == ("capabilities.install_python_package.user_system", "user_system")
    assert (removal.is_dangerous, removal.level_called_for) == (True, "L3")


def test_one_sample_passes_the_limit_of_memory_and_the_network_of_that_worker_is_not_measured(
    shown: Store,
) -> None:
    with shown.reading() as cursor:
        samples = cursor.execute(
            "SELECT agent_id, memory_bytes > 2_000_000_000, network_bytes_per_second IS NULL"
            " FROM resource_sample ORDER BY sampled_at"
        ).fetchall()
    assert samples == [
        ("flow", False, True), ("flow", True, True), ("flow", False, True), ("records", None, False),
    ]  # fmt: skip


def test_one_person_has_the_older_revision_as_needing_work_and_another_the_newest_as_reviewed(
    shown: Store,
) -> None:
    told = report_sign_offs(shown, TASK, principal_id="local-owner")
    assert [(one.revision, one.verdict, one.person, one.origin, one.is_verified) for one in told.items] == [
        (2, "needs_work", "李强 Li Qiang", "demo", None), (3, "reviewed", "王敏 Wang Min", "demo", None),
    ]  # fmt: skip
    assert (told.newest_revision, told.yours) == (3, ()), "whoever looks at the demo has signed nothing"
    assert (told.items[0].note or "").startswith("E-4")


def test_the_database_agrees_with_itself_and_the_case_leaves_with_the_demo(fresh_store: Store) -> None:
    load_demo(fresh_store, NOW)
    assert verify(fresh_store).faults == 0
    remove_demo(fresh_store)
    assert fresh_store.rows("evidence_of_task", {"task_id": TASK, "evidence_id": None}) == []

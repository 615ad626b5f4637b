"""What only some cases have: the plan with its changes, and what agents want shown."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from data_access.reading.case_records import plans_of_task
from data_access.rules.plan_changes import PlanChange, plan_changes
from data_access.store.connection import Store
from tests.pages.cases import full_case
from tests.pages.evidence_cases import case_with_plan
from tests.writing.cases import Agent


def test_plan_and_presentations_are_tabs_only_where_there_are_any(
    open_page: Callable, fresh_store: Store
) -> None:
    without = open_page(fresh_store, "investigation", case=full_case(fresh_store)).piece("heading")
    assert [tab["text"] for tab in without["tabs"]][-2:] == ["Reports", "Rounds"]
    opened = open_page(fresh_store, "execution_plans", case="T-none")
    assert opened.piece("note")["title"] == "There is no case T-none on this desk."


def test_a_planned_case_has_both_tabs(open_page: Callable, fresh_store: Store) -> None:
    tabs = open_page(fresh_store, "investigation", case=case_with_plan(fresh_store)).piece("heading")["tabs"]
    assert [tab["text"] for tab in tabs][-2:] == ["Plan", "Presentations"]


def test_what_changed_in_the_plan_is_told_step_by_step(fresh_store: Store) -> None:
    newer, older = plans_of_task(fresh_store, case_with_plan(fresh_store))
    walk = older.nodes[1].title
    assert plan_changes(older, newer) == (
        PlanChange("ask", "Ask the historian", "status", "pending", "completed"),
        PlanChange("ask", "Ask the historian", "rests_on", None, "E-1"),
        PlanChange("walk", walk, "status", "pending", "waiting"),
        PlanChange("walk", walk, "reason", None, "Nobody is on site."),
        PlanChange("report", "写报告", "added", None, "pending"),
    )
    assert plan_changes(newer, newer) == ()
    assert [change.part for change in plan_changes(newer, older)][-2:] == ["reason", "removed"]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("revision", ["1", "2"])
def test_a_plan_is_drawn_with_a_chosen_step(
    open_page: Callable, fresh_store: Store, lang: str, revision: str
) -> None:
    task_id = case_with_plan(fresh_store)
    opened = open_page(fresh_store, "execution_plans", case=task_id, node="ask", revision=revision, lang=lang)
    assert not opened.run.exception
    assert len(opened.components("caseboard.map")) == 1


@pytest.mark.parametrize("shown", ["P-1", "P-2", "P-3", "P-4"])
def test_a_past_presentation_is_drawn_only_when_it_is_chosen(
    open_page: Callable, fresh_store: Store, shown: str
) -> None:
    task_id = case_with_plan(fresh_store)
    closed = open_page(fresh_store, "presentations", case=task_id)
    opened = open_page(fresh_store, "presentations", case=task_id, shown=shown)
    assert not opened.run.exception
    assert not closed.run.get("plotly_chart")
    assert opened.run.get("plotly_chart")
    assert closed.piece("note")["title"] == "Nothing new so far"


def test_the_panel_follows_what_comes_after_it_was_opened_and_replays_nothing(
    open_page: Callable, fresh_store: Store
) -> None:
    agent = Agent(fresh_store)
    claim = agent.claim(agent.create(title="Live").task_id)
    agent.show(claim, kind="map", title="Before", longitude=1, latitude=2)
    opened = open_page(fresh_store, "presentations", case=claim.task_id)
    assert "Nothing new so far" in opened.text()
    agent.show(claim, kind="map", title="After", longitude=3, latitude=4)
    page: AppTest = opened.run
    page.run()
    assert not page.exception
    assert "Nothing new so far" not in opened.text()
    again = open_page(fresh_store, "presentations", case=claim.task_id)
    assert "Nothing new so far" in again.text()

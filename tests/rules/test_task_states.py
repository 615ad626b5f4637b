"""The state table of a task, row by row and for every situation there is."""

from __future__ import annotations

from itertools import product
from typing import get_args

import pytest

from data_access.contracts.investigation import TaskMove, TaskStatus
from data_access.errors import TaskNotQueued, WrongStatus
from data_access.rules.task_states import STATE_TABLE, Situation, next_state, outlook, required_state

ROWS = [
    (None, "create_task", {}, "queued", 0),
    ("queued", "claim_task", {}, "running", 0),
    ("running", "lease_expired", {"pending_required": True}, "waiting_human", 0),
    ("running", "lease_expired", {}, "queued", 0),
    ("running", "finish_task_run", {"pending_required": True, "has_final": True}, "waiting_human", 0),
    ("running", "finish_task_run", {"settled_undelivered": True, "has_final": True}, "queued", 1),
    ("running", "finish_task_run", {"has_final": True, "pending_actions": True}, "waiting_review", 0),
    ("running", "finish_task_run", {"has_final": True}, "completed", 0),
    ("running", "finish_task_run", {"pending_actions": True}, "failed", 0),
    ("running", "finish_task_run", {}, "failed", 0),
    ("running", "wait_for_calculation", {}, "waiting_calculation", 0),
    ("waiting_calculation", "resume_task", {}, "queued", 0),
    ("waiting_calculation", "until_passed", {}, "queued", 0),
    ("waiting_human", "question_settled", {}, "queued", 1),
    ("waiting_human", "question_settled", {"pending_required": True}, None, 0),
    ("running", "question_settled", {}, None, 0),
    ("waiting_review", "action_decided", {}, "completed", 0),
    ("waiting_review", "action_decided", {"pending_actions": True}, None, 0),
    ("completed", "request_reinvestigation", {}, "queued", 1),
    ("failed", "request_reinvestigation", {}, "queued", 1),
    ("waiting_review", "request_reinvestigation", {}, "queued", 1),
    ("running", "request_reinvestigation", {}, None, 0),
    ("cancelled", "request_reinvestigation", {}, None, 0),
    *((status, "cancel_task", {}, "cancelled", 0) for status in (
        "queued", "running", "waiting_human", "waiting_calculation", "waiting_review", "failed",
    )),
    ("completed", "cancel_task", {}, None, 0),
    ("cancelled", "cancel_task", {}, None, 0),
]  # fmt: skip


@pytest.mark.parametrize(("before", "move", "seen", "after", "raised"), ROWS)
def test_every_row_of_the_table_leads_where_it_says(before, move, seen, after, raised) -> None:
    row = next_state(Situation(before, **seen), move)
    assert (row.after if row else None) == after
    assert int(bool(row and row.new_generation)) == raised


def test_nothing_leads_out_of_cancelled_and_only_a_person_out_of_completed() -> None:
    leaving = {(status, row.by) for row in STATE_TABLE for status in row.before}
    assert [by for status, by in leaving if status == "cancelled"] == []
    assert [by for status, by in leaving if status == "completed"] == ["request_reinvestigation"]


def test_finishing_a_run_always_leads_somewhere() -> None:
    for flags in product((False, True), repeat=4):
        row = next_state(Situation("running", *flags), "finish_task_run")
        assert row is not None
        assert row.ends_round == "finished"
        assert outlook(Situation("running", *flags)).status == row.after


def test_every_round_that_leaves_running_is_ended() -> None:
    leaving = [row for row in STATE_TABLE if "running" in row.before and row.after != "running"]
    assert {row.ends_round for row in leaving} == {
        "finished",
        "waiting_calculation",
        "lease_expired",
        "cancelled",
    }


@pytest.mark.parametrize("status", [one for one in get_args(TaskStatus) if one != "queued"])
def test_a_claim_of_what_is_not_queued_says_what_to_do(status: TaskStatus) -> None:
    with pytest.raises(TaskNotQueued, match="List the tasks with status `queued`"):
        required_state(Situation(status), "claim_task", "T-1")


def test_a_move_that_stands_in_no_row_is_refused() -> None:
    for move in get_args(TaskMove):
        if move != "claim_task":
            with pytest.raises(WrongStatus, match="T-1 is cancelled"):
                required_state(Situation("cancelled"), move, "T-1")


def test_only_a_running_task_has_an_outlook() -> None:
    assert [status for status in get_args(TaskStatus) if outlook(Situation(status))] == ["running"]

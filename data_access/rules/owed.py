"""What it changes when people settle what they owe, by the state table."""

from __future__ import annotations

from data_access.contracts.inbox import OwedKind, SettlingEffect
from data_access.contracts.investigation import TaskStatus


def settling_effect(
    kind: OwedKind,
    status: TaskStatus,
    *,
    is_required: bool | None,
    pending_required: int,
    pending_approvals: int,
) -> SettlingEffect:
    """Return what settling an item of a case changes now; the counts are of open items, with this one."""
    if kind == "question":
        return _of_question(status, is_required=bool(is_required), pending_required=pending_required)
    if kind == "approval":
        if status != "waiting_review":
            return "moves_nothing"
        return "completes_case" if pending_approvals == 1 else "one_of_actions"
    return "told_by_agents" if kind in ("map_node", "plan_step") else "moves_nothing"


def _of_question(status: TaskStatus, *, is_required: bool, pending_required: int) -> SettlingEffect:
    if status == "waiting_human" and is_required:
        return "queues_case" if pending_required == 1 else "one_of_required"
    if status == "running":
        return "read_in_round"
    return "read_if_taken_up" if status in ("waiting_review", "failed") else "read_by_next_round"

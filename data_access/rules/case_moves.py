"""Whether a case stands as its moves say: each a row of the state table, the last one where it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from data_access.contracts.case_bundle import (
    BundleAction,
    BundleQuestion,
    BundleReport,
    BundleRound,
    BundleTask,
    BundleTransition,
)
from data_access.rules.task_states import STATE_TABLE, TaskState

_RUNNING = "running"


def move_faults(
    task: BundleTask,
    moves: Sequence[BundleTransition],
    rounds: Sequence[BundleRound],
    reports: Sequence[BundleReport],
    *,
    questions: Sequence[BundleQuestion],
    actions: Sequence[BundleAction],
) -> Iterator[str]:
    """Yield what does not hold; `moves` and `rounds` in the order of their numbers."""
    yield from _moves(moves)
    if not moves:
        yield "it has no moves (`transition`)"
        return
    last = moves[-1]
    if (last.to_status, last.generation) != (task.status, task.generation):
        yield (
            f"it is {task.status}, generation {task.generation}, and its last move led to {last.to_status}, "
            f"generation {last.generation}"
        )
    yield from _claims(task, moves, rounds)
    yield from _finished(moves, reports)
    yield from _waits(task, questions, actions)


def _moves(moves: Sequence[BundleTransition]) -> Iterator[str]:
    status, generation = None, 1
    for number, move in enumerate(moves, start=1):
        if move.ordinal != number:
            yield f"move {number} is missing"
            return
        if move.from_status != status:
            yield f"move {number} begins at {move.from_status}, and the case was {status}"
        row = _row_of(move, move.generation - generation)
        if row is None:
            yield (
                f"move {number} ({move.moved_by}, {move.from_status} to {move.to_status}, generation "
                f"{generation} to {move.generation}) is in no row of the state table"
            )
        status, generation = move.to_status, move.generation


def _row_of(move: BundleTransition, raised: int) -> TaskState | None:
    for row in STATE_TABLE:
        leads = (row.by, row.after, row.new_generation) == (move.moved_by, move.to_status, raised)
        if leads and move.from_status in row.before:
            return row
    return None


def _claims(
    task: BundleTask, moves: Sequence[BundleTransition], rounds: Sequence[BundleRound]
) -> Iterator[str]:
    claims = [(move.round_id, move.generation) for move in moves if move.moved_by == "claim_task"]
    if claims != [(one.round_id, one.generation) for one in rounds]:
        yield f"it was claimed {len(claims)} times and these are not its {len(rounds)} rounds"
    still_open = [one.round_id for one in rounds if one.ended_at is None]
    held = [task.round_id] if task.status == _RUNNING else []
    if still_open != held or (task.round_id is not None) != bool(held):
        yield f"it is {task.status}, held by {task.round_id}, and the rounds without an end are {still_open}"
    if (task.lease_expires_at is not None) != bool(held):
        yield "a lease is held by a case that is running, and only then"


def _finished(moves: Sequence[BundleTransition], reports: Sequence[BundleReport]) -> Iterator[str]:
    finals = {(one.round_id, one.generation) for one in reports if one.stage == "final"}
    for move in moves:
        ends_well = move.moved_by == "finish_task_run" and move.to_status in ("completed", "waiting_review")
        if ends_well and (move.round_id, move.generation) not in finals:
            yield f"move {move.ordinal} ended round {move.round_id} well, and the round has no final report"


def _waits(
    task: BundleTask, questions: Sequence[BundleQuestion], actions: Sequence[BundleAction]
) -> Iterator[str]:
    asked = any(one.state == "pending" and one.is_required for one in questions)
    if task.status == "waiting_human" and not asked:
        yield "it waits for people, and no required question is pending"
    if task.status == "waiting_review" and not any(one.state == "pending" for one in actions):
        yield "it waits for a decision, and no action is pending"

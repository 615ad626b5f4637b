"""What a case asks of people and what they gave: questions with their answers, proposed actions."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime
from typing import Any

from data_access.contracts.people import ActionDone, Answer, ProposedAction, Question
from data_access.reading.stored_json import unpacked
from data_access.store.connection import Store

NO_RESPONSE = "Nobody answered: this is neither consent nor refusal."


def questions_of_task(store: Store, task_id: str, *, as_of: datetime | None = None) -> tuple[Question, ...]:
    """Return every question with its answers, in order, as each stands at `as_of` (absent: now)."""
    answers: dict[str, list[Answer]] = defaultdict(list)
    for row in store.rows("answers_of_task", {"task_id": task_id, "question_id": None}):
        answers[row["question_id"]].append(_answer(row))
    moment = as_of or datetime.now(UTC)
    rows = store.rows("questions_of_task", {"task_id": task_id, "moment": moment})
    return tuple(_question(row, tuple(answers[row["question_id"]])) for row in rows)


def actions_of_task(
    store: Store, task_id: str, *, as_of: datetime | None = None
) -> tuple[ProposedAction, ...]:
    """Return every proposed action, in order, as each stands at `as_of` (absent: now)."""
    done = {
        row.pop("action_id"): ActionDone(**row) for row in store.rows("done_of_task", {"task_id": task_id})
    }
    rows = store.rows("actions_of_task", {"task_id": task_id, "moment": as_of or datetime.now(UTC)})
    return tuple(
        ProposedAction(**(told | {"parameters": told["parameters"] or {}}), done=done.get(told["action_id"]))
        for told in (unpacked(row, "parameters", "evidence_ids") for row in rows)
    )


def _question(row: dict[str, Any], answers: tuple[Answer, ...]) -> Question:
    is_over = row["state"] in ("expired", "cancelled", "superseded")
    is_silent = is_over and all(one.withdrawn_at for one in answers)
    told = unpacked(row, "fields", "options")
    means = NO_RESPONSE if is_silent else None
    return Question(**told, answers=answers, no_response=is_silent, no_response_means=means)


def _answer(row: dict[str, Any]) -> Answer:
    told = unpacked(row, "field_values")
    return Answer(**(told | {"field_values": told["field_values"] or {}}))

"""Proposes actions: people decide them, and neither the desk nor the agent ever carries one out."""

from __future__ import annotations

from typing import Any

from data_access.contracts.case_calls import ProposeActionCall
from data_access.contracts.case_receipts import ActionReceipt
from data_access.rules.questions import action_refusals
from data_access.rules.refusals import refuse_if_any
from data_access.store.connection import Store
from data_access.writing.case_write import Author, Writing
from data_access.writing.cited_records import known_records
from data_access.writing.notices import emit_notice
from data_access.writing.packed_json import packed
from data_access.writing.round_writes import write_in_round
from data_access.writing.task_moves import TaskStanding

_AS_GIVEN = {"kind", "title", "description", "target", "reason", "risk", "expires_at"}


def propose_task_action(store: Store, call: ProposeActionCall, *, author: Author) -> ActionReceipt:
    """Propose an action for people to decide. Needs the scope `publish` and the lease.

    Raises: what every write of a round raises, `ActionBeforeReport`, `ActionAfterFinal`, `UnknownReference`,
    `ExpiryPassed`.
    """
    return write_in_round(store, "propose_task_action", call, _propose, gives=ActionReceipt, author=author)


def _propose(writing: Writing, call: ProposeActionCall, task: TaskStanding) -> dict[str, Any]:
    values = {"task_id": task.task_id, "generation": task.generation}
    reports = writing.transaction.run("report_situation", values)[0]
    refusals = action_refusals(
        call,
        has_report=reports["has_early_report"],
        closing_revision=reports["closing_revision"],
        generation=task.generation,
        records=known_records(writing, task.task_id),
        now=writing.at,
    )
    refuse_if_any([*refusals], "The action")
    kept = writing.keep(
        "add_action",
        task_id=task.task_id,
        round_id=task.round_id,
        generation=task.generation,
        parameters=packed(call.parameters),
        evidence_ids=packed(call.evidence_ids),
        **call.model_dump(include=_AS_GIVEN),
    )
    action_id: str = kept[0]["action_id"]
    emit_notice(
        writing.transaction, "action_proposed", task_id=task.task_id, subject_id=action_id, at=writing.at
    )
    return {"action_id": action_id}

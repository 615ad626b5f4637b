"""Publishes evidence of a case, corrects it with other evidence, and withdraws it; nothing is overwritten."""

from __future__ import annotations

from typing import Any

from data_access.contracts.case_calls import PublishEvidenceCall, WithdrawEvidenceCall
from data_access.contracts.case_receipts import EvidenceReceipt
from data_access.rules.citations import KnownRecords
from data_access.rules.evidence import content_hash, correction_refusals, evidence_refusals
from data_access.rules.refusals import refuse_if_any
from data_access.store.connection import Store
from data_access.writing.case_write import Author, Writing
from data_access.writing.cited_records import known_records
from data_access.writing.packed_json import packed
from data_access.writing.round_writes import write_in_round
from data_access.writing.task_moves import TaskStanding

_NOT_STORED = {"request_id", "lease_token", "task_id", "generation", "data", "correction_reason"}


def publish_task_evidence(store: Store, call: PublishEvidenceCall, *, author: Author) -> EvidenceReceipt:
    """Publish a piece of evidence. Needs the scope `publish` and the lease.

    Raises: what every write of a round raises, `UnknownReference`, `ReasonMissing`, `NotCorrectable`,
    `InvalidInput` for a window that ends before it begins.
    """
    return write_in_round(
        store, "publish_task_evidence", call, _publish, gives=EvidenceReceipt, author=author
    )


def _publish(writing: Writing, call: PublishEvidenceCall, task: TaskStanding) -> dict[str, Any]:
    records = known_records(writing, task.task_id)
    refuse_if_any([*evidence_refusals(call, records)], "The evidence")
    data_hash = None if call.data is None else content_hash(call.data.model_dump(mode="json"))
    kept = writing.keep(
        "add_evidence",
        task_id=task.task_id,
        round_id=task.round_id,
        generation=task.generation,
        data=packed(call.data),
        data_hash=data_hash,
        **call.model_dump(exclude=_NOT_STORED),
    )
    evidence_id: str = kept[0]["evidence_id"]
    flagged: tuple[int, ...] = ()
    if call.corrects is not None:
        flagged = _end(
            writing, task, records, call.corrects, "corrected", call.correction_reason, evidence_id
        )
    return {"evidence_id": evidence_id, "data_hash": data_hash, "flagged_reports": flagged}


def withdraw_task_evidence(store: Store, call: WithdrawEvidenceCall, *, author: Author) -> EvidenceReceipt:
    """Withdraw evidence; reports that cite it are flagged. Needs the scope `publish` and the lease.

    Raises: what every write of a round raises, `UnknownReference`, `NotCorrectable`.
    """
    return write_in_round(
        store, "withdraw_task_evidence", call, _withdraw, gives=EvidenceReceipt, author=author
    )


def _withdraw(writing: Writing, call: WithdrawEvidenceCall, task: TaskStanding) -> dict[str, Any]:
    records = known_records(writing, task.task_id)
    refuse_if_any([*correction_refusals(call.evidence_id, records, "evidence_id")], "The withdrawal")
    flagged = _end(writing, task, records, call.evidence_id, "withdrawn", call.reason, None)
    return {"evidence_id": call.evidence_id, "data_hash": None, "flagged_reports": flagged}


def _end(
    writing: Writing,
    task: TaskStanding,
    records: KnownRecords,
    evidence_id: str,
    state: str,
    reason: str | None,
    corrected_by: str | None,
) -> tuple[int, ...]:
    """Mark evidence as corrected or withdrawn, and return the revisions that cite it."""
    writing.keep(
        "end_evidence",
        task_id=task.task_id,
        evidence_id=evidence_id,
        state=state,
        reason=reason,
        corrected_by=corrected_by,
    )
    writing.log(
        "evidence",
        f"{task.task_id}/{evidence_id}",
        old={"state": records.by_id[evidence_id].state},
        new={"state": state, "reason": reason, "corrected_by": corrected_by},
    )
    cited = writing.keep("reports_citing", task_id=task.task_id, record_id=evidence_id)
    return tuple(row["revision"] for row in cited)

"""Keeps facts that people state: their own at once, relayed ones as unconfirmed until a person agrees."""

from __future__ import annotations

from data_access.contracts.case_calls import AddHumanEvidenceCall
from data_access.contracts.case_receipts import HumanEvidenceReceipt
from data_access.errors import TaskCancelled
from data_access.rules.human_facts import fact_refusals, own_refusals, relay_refusals
from data_access.rules.refusals import refuse_if_any
from data_access.store.connection import Store
from data_access.writing.case_write import Author, Writing, write_once
from data_access.writing.fact_attachments import attachment_name
from data_access.writing.task_moves import task_standing

_NOT_STORED = {"request_id", "task_id", "person"}


def add_task_human_evidence(
    store: Store, call: AddHumanEvidenceCall, *, author: Author
) -> HumanEvidenceReceipt:
    """Keep a fact that a person states; it needs no lease and moves nothing.

    A person states their own with the scope `decide`; whoever else relays one with the scope `publish`.
    Raises: `PermissionDenied`, `RequestIdReused`, `NotFound`, `TaskCancelled`, `FactIncomplete`,
    `UnknownReference`.
    """
    return write_once(
        store,
        "add_task_human_evidence",
        call,
        _add,
        gives=HumanEvidenceReceipt,
        author=author,
        task_id=call.task_id,
        scope="decide" if author.principal.kind == "person" else "publish",
    )


def _add(writing: Writing, call: AddHumanEvidenceCall) -> HumanEvidenceReceipt:
    task = task_standing(writing.transaction, call.task_id)
    if task.status == "cancelled":
        raise TaskCancelled(f"Task {task.task_id} was cancelled; nothing more is written to it.")
    principal = writing.author.principal
    is_relayed = principal.kind != "person"
    by_whom = relay_refusals(call) if is_relayed else own_refusals(call, principal.name)
    refuse_if_any([*fact_refusals(call, writing.at), *by_whom], "The fact")
    kept = writing.keep(
        "add_human_evidence",
        task_id=task.task_id,
        person=call.person or principal.name,
        is_relayed=is_relayed,
        confirmed_at=None if is_relayed else writing.at,
        confirmed_by=None if is_relayed else principal.id,
        confirmed_by_name=None if is_relayed else principal.name,
        action_id=None,
        done_by=None,
        reference=None,
        corrects=None,
        attachment_name=attachment_name(writing, call),
        **call.model_dump(exclude=_NOT_STORED),
    )
    writing.before = {"status": task.status, "generation": task.generation}
    return HumanEvidenceReceipt(
        request_id=call.request_id,
        task_id=task.task_id,
        status=task.status,
        generation=task.generation,
        recorded_at=writing.at,
        evidence_id=kept[0]["evidence_id"],
        is_confirmed=not is_relayed,
    )

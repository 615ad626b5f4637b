"""Confirms, corrects and withdraws facts that people stated; nothing is overwritten, reports are flagged."""

from __future__ import annotations

from typing import Any

from data_access.contracts.people_calls import ConfirmFactCall, CorrectFactCall, WithdrawFactCall
from data_access.contracts.people_receipts import FactReceipt
from data_access.errors import NotConfirmable, NotCorrectable, Problem, UnknownReference
from data_access.rules.human_facts import fact_refusals
from data_access.rules.refusals import refuse_if_any
from data_access.store.connection import Record, Store
from data_access.writing.case_write import Author, Writing
from data_access.writing.fact_attachments import attachment_name
from data_access.writing.person_writes import reports_citing, write_as_person
from data_access.writing.task_moves import TaskStanding

_NOT_STORED = {"request_id", "task_id", "evidence_id", "reason"}


def confirm_relayed_fact(store: Store, call: ConfirmFactCall, *, author: Author) -> FactReceipt:
    """Confirm a fact that an agent passed on. Needs a person with the scope `decide`.

    Raises: what every write of a person raises, `UnknownReference`, `NotConfirmable`, `NotCorrectable`.
    """
    return write_as_person(store, "confirm_relayed_fact", call, _confirm, gives=FactReceipt, author=author)


def correct_evidence(store: Store, call: CorrectFactCall, *, author: Author) -> FactReceipt:
    """State a fact as it should have been stated; the older one is marked. Needs a person with `decide`.

    Raises: what every write of a person raises, `UnknownReference`, `NotCorrectable`, `FactIncomplete`.
    """
    return write_as_person(store, "correct_evidence", call, _correct, gives=FactReceipt, author=author)


def withdraw_evidence(store: Store, call: WithdrawFactCall, *, author: Author) -> FactReceipt:
    """Say that a fact counts no longer. Needs a person with the scope `decide`.

    Raises: what every write of a person raises, `UnknownReference`, `NotCorrectable`.
    """
    return write_as_person(store, "withdraw_evidence", call, _withdraw, gives=FactReceipt, author=author)


def _confirm(writing: Writing, call: ConfirmFactCall, task: TaskStanding) -> dict[str, Any]:
    fact = _valid_fact(writing, task.task_id, call.evidence_id)
    if fact["confirmed_at"] is not None:
        how = (
            f"was confirmed by {fact['confirmed_by_name']}"
            if fact["is_relayed"]
            else "was stated by a person"
        )
        why = f"{call.evidence_id} {how}, at {fact['confirmed_at']:%Y-%m-%d %H:%M:%S} UTC"
        wrong = Problem("evidence_id", why, "Nothing is left to do; add what you know as a fact of your own.")
        raise NotConfirmable(f"{why}.", problems=(wrong,))
    person = writing.author.principal.name
    writing.keep("confirm_fact", task_id=task.task_id, evidence_id=call.evidence_id, person=person)
    subject = f"{task.task_id}/{call.evidence_id}"
    writing.log("human_evidence", subject, old={"is_confirmed": False}, new={"is_confirmed": True})
    return {"evidence_id": call.evidence_id, "flagged_reports": ()}


def _correct(writing: Writing, call: CorrectFactCall, task: TaskStanding) -> dict[str, Any]:
    older = _valid_fact(writing, task.task_id, call.evidence_id)
    refuse_if_any([*fact_refusals(call, writing.at)], "The fact")
    principal = writing.author.principal
    kept = writing.keep(
        "add_human_evidence",
        task_id=task.task_id,
        person=principal.name,
        quote=None,
        message_id=None,
        conversation=None,
        is_relayed=False,
        confirmed_at=writing.at,
        confirmed_by=principal.id,
        confirmed_by_name=principal.name,
        action_id=older["action_id"],
        done_by=older["done_by"],
        reference=older["reference"],
        corrects=call.evidence_id,
        attachment_name=attachment_name(writing, call),
        **call.model_dump(exclude=_NOT_STORED),
    )
    evidence_id: str = kept[0]["evidence_id"]
    flagged = _ended(writing, call, "corrected", evidence_id)
    return {"evidence_id": evidence_id, "flagged_reports": flagged}


def _withdraw(writing: Writing, call: WithdrawFactCall, task: TaskStanding) -> dict[str, Any]:
    _valid_fact(writing, task.task_id, call.evidence_id)
    return {"evidence_id": call.evidence_id, "flagged_reports": _ended(writing, call, "withdrawn", None)}


def _ended(
    writing: Writing, call: CorrectFactCall | WithdrawFactCall, state: str, corrected_by: str | None
) -> tuple[int, ...]:
    """Mark a fact as corrected or withdrawn, and return the revisions that cite it."""
    values = {"state": state, "reason": call.reason, "corrected_by": corrected_by}
    writing.keep("end_human_evidence", task_id=call.task_id, evidence_id=call.evidence_id, **values)
    subject = f"{call.task_id}/{call.evidence_id}"
    writing.log("human_evidence", subject, old={"state": "valid"}, new={**values})
    return reports_citing(writing, call.task_id, call.evidence_id)


def _valid_fact(writing: Writing, task_id: str, evidence_id: str) -> Record:
    rows = writing.keep("human_evidence_named", task_id=task_id, evidence_id=evidence_id)
    if not rows:
        fix = "Facts of people are H-1, H-2 ...; evidence that an agent published is corrected by an agent."
        wrong = Problem(
            "evidence_id", f"{evidence_id[:100]} is no fact that a person stated in this task", fix
        )
        raise UnknownReference(f"Task {task_id} has no fact {evidence_id[:100]}.", problems=(wrong,))
    if rows[0]["state"] != "valid":
        by = rows[0]["corrected_by"]
        why = f"{evidence_id} was {rows[0]['state']} already" + (f", by {by}" if by else "")
        wrong = Problem("evidence_id", why, f"Use {by} instead." if by else "Nothing is left to do.")
        raise NotCorrectable(f"{why}.", problems=(wrong,))
    return rows[0]

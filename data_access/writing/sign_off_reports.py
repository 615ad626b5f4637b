"""Keeps what people think of revisions of reports. It moves nothing, and no revision inherits it."""

from __future__ import annotations

from typing import Any

from pydantic import JsonValue

from data_access.contracts.sign_off_calls import SignOffCall, SignOffReceipt, WithdrawSignOffCall
from data_access.errors import Problem, UnknownRevision
from data_access.rules.refusals import refuse_if_any
from data_access.rules.sign_offs import (
    StoredSignOff,
    first_or_change_refusals,
    own_refusals,
    verdict_refusals,
)
from data_access.store.connection import Store
from data_access.writing.case_write import Author, Writing
from data_access.writing.notices import emit_notice
from data_access.writing.person_writes import write_as_person
from data_access.writing.task_moves import TaskStanding


def sign_off_report_revision(store: Store, call: SignOffCall, *, author: Author) -> SignOffReceipt:
    """Say what you think of a revision, or change what you said. Needs a person with the scope `decide`.

    Any revision can be signed off, also of a case that has ended; a cancelled case takes nothing more.
    Raises: what every write of a person raises, `UnknownRevision`, `ReasonMissing`, `AlreadySignedOff`,
    `NotCorrectable`, `UnknownReference`.
    """
    return write_as_person(
        store, "sign_off_report_revision", call, _sign, gives=SignOffReceipt, author=author
    )


def withdraw_sign_off(store: Store, call: WithdrawSignOffCall, *, author: Author) -> SignOffReceipt:
    """Take back a sign-off of your own; it stays readable. Needs a person with the scope `decide`.

    Raises: what every write of a person raises, `UnknownReference`, `NotCorrectable`.
    """
    return write_as_person(store, "withdraw_sign_off", call, _withdraw, gives=SignOffReceipt, author=author)


def _sign(writing: Writing, call: SignOffCall, task: TaskStanding) -> dict[str, Any]:
    revisions = _revisions(writing, task.task_id)
    newest = max(revisions, default=0)
    if call.report_revision not in revisions:
        why = f"the newest is {newest}" if newest else "there is no report yet"
        wrong = Problem("report_revision", why, "Give the revision that you read.")
        raise UnknownRevision(f"There is no revision {call.report_revision}: {why}.", problems=(wrong,))
    known = _known(writing, task.task_id)
    refusals = [
        *verdict_refusals(call.verdict, call.note),
        *first_or_change_refusals(call.report_revision, call.corrects, known),
    ]
    refuse_if_any(refusals, "The sign-off")
    principal = writing.author.principal
    kept = writing.keep(
        "add_sign_off",
        task_id=task.task_id,
        revision=call.report_revision,
        verdict=call.verdict,
        note=call.note,
        person=principal.name,
        is_verified=principal.is_verified,
        corrects=call.corrects,
    )
    sign_off_id: str = kept[0]["sign_off_id"]
    earlier = next((one for one in known if one.sign_off_id == call.corrects), None)
    new: JsonValue = {"revision": call.report_revision, "verdict": call.verdict, "note": call.note}
    _tell(writing, task, sign_off_id, _said(earlier), new, call.verdict)
    return _receipt(sign_off_id, call.report_revision, call.verdict, "valid", newest)


def _withdraw(writing: Writing, call: WithdrawSignOffCall, task: TaskStanding) -> dict[str, Any]:
    known = _known(writing, task.task_id)
    refuse_if_any([*own_refusals("sign_off_id", call.sign_off_id, known)], "The withdrawal")
    writing.keep("withdraw_sign_off", task_id=task.task_id, sign_off_id=call.sign_off_id, reason=call.reason)
    (named,) = [one for one in known if one.sign_off_id == call.sign_off_id]
    new: JsonValue = {"state": "withdrawn", "reason": call.reason}
    _tell(writing, task, call.sign_off_id, _said(named), new, "withdrawn")
    return _receipt(
        named.sign_off_id,
        named.revision,
        named.verdict,
        "withdrawn",
        max(_revisions(writing, task.task_id), default=0),
    )


def _tell(
    writing: Writing, task: TaskStanding, sign_off_id: str, old: JsonValue, new: JsonValue, detail: str
) -> None:
    writing.log("report_sign_off", f"{task.task_id}/{sign_off_id}", old=old, new=new)
    emit_notice(
        writing.transaction,
        "report_signed_off",
        task_id=task.task_id,
        subject_id=sign_off_id,
        detail=detail,
        at=writing.at,
    )


def _said(earlier: StoredSignOff | None) -> JsonValue:
    if earlier is None:
        return None
    return {
        "sign_off_id": earlier.sign_off_id, "revision": earlier.revision, "verdict": earlier.verdict,
    }  # fmt: skip


def _receipt(sign_off_id: str, revision: int, verdict: str, state: str, newest: int) -> dict[str, Any]:
    return {
        "sign_off_id": sign_off_id,
        "revision": revision,
        "verdict": verdict,
        "state": state,
        "newest_revision": newest,
    }


def _known(writing: Writing, task_id: str) -> list[StoredSignOff]:
    rows = writing.transaction.run("sign_offs_of_task", {"task_id": task_id})
    own = writing.author.principal.id
    return [
        StoredSignOff(
            row["sign_off_id"], row["revision"], row["verdict"], row["state"], is_own=row["signer_id"] == own
        )
        for row in rows
    ]


def _revisions(writing: Writing, task_id: str) -> list[int]:
    """Return the revisions of the case's report; one that was restored may lack some in between."""
    return [
        head["revision"] for head in writing.transaction.run("report_heads_of_task", {"task_id": task_id})
    ]

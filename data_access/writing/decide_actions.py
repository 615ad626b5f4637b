"""Keeps what people decide about proposed actions, and that an approved one was carried out, as a fact.

Nothing is carried out here: approved says that somebody may do it, and done is what a person states.
"""

from __future__ import annotations

from typing import Any

from pydantic import JsonValue

from data_access.contracts.people_calls import DecideActionCall, ReportActionDoneCall
from data_access.contracts.people_receipts import ActionDecidedReceipt, FactReceipt
from data_access.errors import (
    ActionNotApproved,
    AlreadyDecided,
    AlreadyReported,
    FactIncomplete,
    Problem,
    UnknownReference,
)
from data_access.rules.refusals import refusal, refuse_if_any
from data_access.store.connection import Record, Store
from data_access.writing.case_write import Author, Writing
from data_access.writing.notices import emit_notice
from data_access.writing.person_writes import write_as_person
from data_access.writing.task_moves import Move, TaskStanding, move_task_if_due


def decide_task_action(store: Store, call: DecideActionCall, *, author: Author) -> ActionDecidedReceipt:
    """Approve or reject a proposed action: of two people at once, one does. Needs a person with `decide`.

    The last pending one completes a case that waits for this.
    Raises: what every write of a person raises, `UnknownReference`, `AlreadyDecided`.
    """
    return write_as_person(
        store, "decide_task_action", call, _decide, gives=ActionDecidedReceipt, author=author
    )


def report_action_done(store: Store, call: ReportActionDoneCall, *, author: Author) -> FactReceipt:
    """State that an approved action was carried out; a fact that moves nothing. Needs a person.

    Raises: what every write of a person raises, `UnknownReference`, `ActionNotApproved`, `AlreadyReported`,
    `FactIncomplete`.
    """
    return write_as_person(store, "report_action_done", call, _report, gives=FactReceipt, author=author)


def _decide(writing: Writing, call: DecideActionCall, task: TaskStanding) -> dict[str, Any]:
    action = _proposed(writing, call.task_id, call.action_id)
    if action["state"] != "pending":
        raise AlreadyDecided(**_decided(action))
    writing.keep(
        "decide_action",
        task_id=task.task_id,
        action_id=call.action_id,
        state=call.decision,
        person=writing.author.principal.name,
        reason=call.reason,
    )
    move = Move("action_decided", writing.at, writing.at, writing.author.principal.id)
    move_task_if_due(writing.transaction, task, move)
    new: JsonValue = {"state": call.decision, "reason": call.reason}
    writing.log("action", f"{task.task_id}/{call.action_id}", old={"state": "pending"}, new=new)
    emit_notice(
        writing.transaction,
        "action_decided",
        task_id=task.task_id,
        subject_id=call.action_id,
        detail=call.decision,
        at=writing.at,
    )
    return {"action_id": call.action_id, "state": call.decision}


def _decided(action: Record) -> dict[str, Any]:
    """Say how an action came to wait no more."""
    action_id, state, when = (
        action["action_id"],
        action["state"],
        f"{action['state_at']:%Y-%m-%d %H:%M:%S} UTC",
    )
    if action["decided_by_name"] is None:
        why, fix = f"{action_id} has been {state} since {when}", "Nobody decides it any more."
    else:
        why = f"{action['decided_by_name']} {state} {action_id} at {when}: {action['decision_reason']}"
        fix = "A decision stands. To have it proposed again, use request_reinvestigation with the reason."
    return {"message": f"{why}. Yours was not stored.", "problems": (Problem("action_id", why, fix),)}


def _report(writing: Writing, call: ReportActionDoneCall, task: TaskStanding) -> dict[str, Any]:
    action = _proposed(writing, call.task_id, call.action_id)
    if action["state"] != "approved":
        why = f"{call.action_id} is {action['state']}, not approved"
        fix = (
            "Decide it first; what was done without approval is a fact to state with add_task_human_evidence."
        )
        raise ActionNotApproved(f"{why}. {fix}", problems=(Problem("action_id", why, fix),))
    if action["done_evidence_id"] is not None:
        why = f"{action['done_evidence_id']} says already that {call.action_id} was carried out"
        fix = "Correct that one with correct_evidence, or withdraw it with withdraw_evidence first."
        raise AlreadyReported(f"{why}. {fix}", problems=(Problem("action_id", why, fix),))
    if call.known_by == "told" and call.told_by is None:
        refuse_if_any([refusal(FactIncomplete, "told_by", "it was told to you", "Say by whom.")], "The fact")
    if call.done_at > writing.at:
        wrong = refusal(FactIncomplete, "done_at", "it lies in the future", "Report it when it is done.")
        refuse_if_any([wrong], "The fact")
    return {"evidence_id": _kept(writing, call), "flagged_reports": ()}


def _kept(writing: Writing, call: ReportActionDoneCall) -> str:
    principal = writing.author.principal
    measured = dict.fromkeys(("point", "parameter", "value", "unit", "method", "place"))
    attached = dict.fromkeys(("attachment_hash", "attachment_name"))
    relayed = dict.fromkeys(("quote", "message_id", "conversation"))
    kept = writing.keep(
        "add_human_evidence",
        task_id=call.task_id,
        kind="statement",
        known_by=call.known_by,
        told_by=call.told_by,
        statement=call.result,
        observed_at=call.done_at,
        person=principal.name,
        is_relayed=False,
        confirmed_at=writing.at,
        confirmed_by=principal.id,
        confirmed_by_name=principal.name,
        action_id=call.action_id,
        done_by=call.done_by,
        reference=call.reference,
        corrects=None,
        **measured,
        **attached,
        **relayed,
    )
    evidence_id: str = kept[0]["evidence_id"]
    new: JsonValue = {
        "done_by": call.done_by,
        "done_at": call.done_at.isoformat(),
        "evidence_id": evidence_id,
    }
    writing.log("action", f"{call.task_id}/{call.action_id}", new=new)
    return evidence_id


def _proposed(writing: Writing, task_id: str, action_id: str) -> Record:
    rows = writing.keep("action_named", task_id=task_id, action_id=action_id)
    if not rows:
        wrong = Problem(
            "action_id", "the task has no such action", "See section `actions` of get_task_context."
        )
        raise UnknownReference(f"Task {task_id} has no action {action_id[:100]}.", problems=(wrong,))
    return rows[0]

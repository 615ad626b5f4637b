"""The outbox: what others are told of is written with what happened, and kept until it was told.

A notice stands in the transaction of its event, so none is lost and none tells of what was rolled back. It
holds ids, the title of the case and one word; never what people or agents wrote.
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime

from data_access.contracts.notices import NoticeItem, NoticeKind
from data_access.contracts.principal import DESK, Face, Principal
from data_access.errors import NotFound, NoticeSettled, Problem
from data_access.rules.text_safety import without_surrogates
from data_access.store.connection import Record, Store, Transaction
from data_access.writing.change_counters import touch
from data_access.writing.change_log import record_change

_SETTING = "webhook"


@dataclass(frozen=True)
class Attempt:
    """How an attempt to send a notice went."""

    notice_id: str
    task_id: str
    at: datetime
    status: int | None
    error: str | None
    """Why it failed; None when the receiver took it."""
    next_try_at: datetime | None
    """When to try again; None with an error: never, it is given up."""


def emit_notice(
    transaction: Transaction,
    kind: NoticeKind,
    *,
    task_id: str,
    subject_id: str | None = None,
    detail: str | None = None,
    at: datetime,
) -> None:
    """Write a notice with what it tells of, in the same transaction."""
    values = {
        "notice_id": f"msg_{secrets.token_hex(16)}",
        "kind": kind,
        "task_id": task_id,
        "subject_id": subject_id,
        "detail": detail,
        "at": at,
    }
    transaction.run("add_notice", values)


def turn_webhook(store: Store, receiver: str | None) -> None:
    """Begin to send to `receiver` (scheme, host, port), or stop; as a desk does when it is started.

    What happens from now on is sent, to a new receiver what still waits too; nothing of before. Started as
    it was, a desk goes on where it was, and forgets that the receiver had gone.
    """
    now = datetime.now(UTC)
    with store.transaction() as transaction:
        rows = transaction.run("desk_setting", {"name": _SETTING})
        old = json.loads(rows[0]["value"]) if rows else None
        if receiver is None and old is None:
            return
        new = None
        if receiver is not None:
            after = old["after"] if old else transaction.run("newest_notice")[0]["ordinal"]
            new = {"receiver": receiver, "after": after, "gone_at": None}
        if new != old:
            _keep(transaction, old, new, now)


def note_gone(store: Store, at: datetime) -> None:
    """Keep that the receiver is gone for good: nothing is sent until somebody asks, or the desk restarts."""
    with store.transaction() as transaction:
        rows = transaction.run("desk_setting", {"name": _SETTING})
        if rows:
            old = json.loads(rows[0]["value"])
            _keep(transaction, old, old | {"gone_at": at.isoformat()}, at)


def _keep(
    transaction: Transaction, old: dict[str, object] | None, new: dict[str, object] | None, now: datetime
) -> None:
    if new is None:
        transaction.run("drop_setting", {"name": _SETTING})
    else:
        kept = {"name": _SETTING, "value": json.dumps(new), "changed_at": now}
        transaction.run("keep_setting", kept)
    record_change(
        transaction,
        principal=DESK,
        face="desk",
        action="send_webhook",
        subject_kind="webhook",
        subject_id=None,
        old=old,  # type: ignore[arg-type]
        new=new,  # type: ignore[arg-type]
        at=now,
    )
    touch(transaction, ["notices"], now)


def keep_attempt(store: Store, attempt: Attempt) -> int | None:
    """Keep how an attempt went; return how many there were, None when somebody settled the notice meanwhile.

    An attempt is no change of the desk and in no log; that a notice is given up is one.
    """
    has_failed = attempt.error is not None
    is_given_up = has_failed and attempt.next_try_at is None
    state = "given_up" if is_given_up else "waiting" if has_failed else "delivered"
    with store.transaction() as transaction:
        values = {
            "notice_id": attempt.notice_id,
            "state": state,
            "at": attempt.at,
            "next_try_at": attempt.next_try_at if has_failed else None,
            "status": attempt.status,
            "error": attempt.error,
            "settled_at": None if state == "waiting" else attempt.at,
        }
        kept = transaction.run("keep_attempt", values)
        if kept and is_given_up:
            record_change(
                transaction,
                principal=DESK,
                face="desk",
                action="give_up_notice",
                subject_kind="notice",
                subject_id=f"{attempt.task_id}/{attempt.notice_id}",
                old={"state": "waiting"},
                new={"state": state, "attempts": kept[0]["attempts"], "last_error": attempt.error},
                at=attempt.at,
            )
        touch(transaction, ["notices"], attempt.at)
    return kept[0]["attempts"] if kept else None


def retry_notice(store: Store, notice_id: str, *, principal: Principal, face: Face) -> NoticeItem:
    """Have a notice tried at once, one that was given up or dropped too. Needs the scope `operate`.

    Asking for one also means that the receiver is there again.
    Raises: `PermissionDenied`, `NotFound`, `NoticeSettled` for one that the receiver took.
    """
    return _settle(store, notice_id, "waiting", "retry_notice", principal, face)


def drop_notice(store: Store, notice_id: str, *, principal: Principal, face: Face) -> NoticeItem:
    """Drop a notice that was not delivered. Needs the scope `operate`.

    Raises: `PermissionDenied`, `NotFound`, `NoticeSettled` for one that the receiver took or that is dropped.
    """
    return _settle(store, notice_id, "dropped", "drop_notice", principal, face)


def _settle(
    store: Store, notice_id: str, state: str, action: str, principal: Principal, face: Face
) -> NoticeItem:
    principal.require("operate")
    now = datetime.now(UTC)
    with store.transaction() as transaction:
        notice = _standing(transaction, notice_id)
        if notice["state"] == "delivered" or notice["state"] == state == "dropped":
            why = "the receiver took it" if notice["state"] == "delivered" else "it is dropped already"
            wrong = Problem("notice_id", why, "There is nothing more to do with it.")
            raise NoticeSettled(f"Notice {notice['notice_id']} is {notice['state']}.", problems=(wrong,))
        is_asked_for = state == "waiting"
        values = {"notice_id": notice["notice_id"], "state": state, "is_asked_for": is_asked_for}
        transaction.run("settle_notice", values | {"settled_at": None if is_asked_for else now})
        record_change(
            transaction,
            principal=principal,
            face=face,
            action=action,
            subject_kind="notice",
            subject_id=f"{notice['task_id']}/{notice['notice_id']}",
            old={"state": notice["state"], "attempts": notice["attempts"]},
            new={"state": state},
            at=now,
        )
        touch(transaction, ["notices"], now)
        if is_asked_for:
            _is_there_again(transaction, now)
        return NoticeItem(**_standing(transaction, notice_id))


def _is_there_again(transaction: Transaction, now: datetime) -> None:
    rows = transaction.run("desk_setting", {"name": _SETTING})
    old = json.loads(rows[0]["value"]) if rows else {}
    if old.get("gone_at"):
        _keep(transaction, old, old | {"gone_at": None}, now)


def _standing(transaction: Transaction, notice_id: str) -> Record:
    rows = transaction.run("notice_named", {"notice_id": without_surrogates(notice_id)})
    if not rows:
        wrong = Problem("notice_id", "no notice of this desk has this id", "`list_notices` lists them.")
        raise NotFound(f"There is no notice {without_surrogates(notice_id[:100])}.", problems=(wrong,))
    return rows[0]

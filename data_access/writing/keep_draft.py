"""Keeps what a person has begun to write, field by field, until it is sent or discarded.

A draft is not published: it moves nothing, wakes no page, and stands in no change log; decision 26 says why.
Its request id is the one of the write it becomes, so a draft whose write is stored counts as sent.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import orjson

from data_access.contracts.drafts import DraftValue, KeepDraftCall, KeptDraft
from data_access.contracts.principal import Principal
from data_access.errors import DraftSent
from data_access.rules.drafts import CLOCK_SLACK, KEPT_FOR, check_number, with_field
from data_access.rules.redaction import mask_value
from data_access.store.connection import Record, Store, Transaction
from data_access.writing.packed_json import packed


def utc_now() -> datetime:
    """Return this moment."""
    return datetime.now(UTC)


def keep_draft(
    store: Store,
    call: KeepDraftCall,
    *,
    owner_id: str,
    principal: Principal,
    clock: Callable[[], datetime] = utc_now,
) -> KeptDraft | None:
    """Keep a field of a draft of `owner_id`; return the draft, None when nothing stands in it any more.

    A draft that was begun in another tab goes on under its own request id, which the answer tells. Secrets
    are masked. Needs the scope `read`: nothing is published.
    Raises: `PermissionDenied`, `DraftSent`, `DraftTooLarge`.
    """
    principal.require("read")
    value, _ = mask_value(call.value)
    with store.transaction() as transaction:
        at = clock()
        held = _held(transaction, owner_id, call, at)
        fields = with_field(orjson.loads(held["field_values"]), call.field, value)
        return _kept(transaction, owner_id, call, held, fields, at)


def discard_draft(store: Store, form: str, request_id: str, *, owner_id: str, principal: Principal) -> None:
    """Forget a draft that was sent or given up; one of another request id in the same form stays.

    Needs the scope `read`. Raises: `PermissionDenied`.
    """
    principal.require("read")
    with store.transaction() as transaction:
        transaction.run("drop_draft", {"owner_id": owner_id, "form": form, "request_id": request_id})


def _held(transaction: Transaction, owner_id: str, call: KeepDraftCall, at: datetime) -> Record:
    """Return the draft that the field belongs to; a new one where there is none that was not sent.

    Raises: `DraftSent` when what is written on was sent already.
    """
    drafts = transaction.run("drafts_of", {"owner_id": owner_id, "form": None})
    held = next((one for one in drafts if one["form"] == call.form), None)
    is_ours = held is not None and held["request_id"] == call.request_id
    sent_at = _sent_at(transaction, call.request_id, held["begun_at"] if held and is_ours else at - KEPT_FOR)
    if sent_at is not None:
        raise DraftSent(
            f"What stands here was sent already, at {sent_at:%Y-%m-%d %H:%M:%S} UTC. "
            "What you change now is not kept; begin anew to write something else."
        )
    if held and (is_ours or _sent_at(transaction, held["request_id"], held["begun_at"]) is None):
        return held
    transaction.run("drop_old_drafts", {"untouched_since": at - KEPT_FOR})
    check_number(sum(one["kept_at"] >= at - KEPT_FOR and one["form"] != call.form for one in drafts))
    return {"request_id": call.request_id, "field_values": "{}", "begun_at": at}


def _sent_at(transaction: Transaction, request_id: str, since: datetime) -> datetime | None:
    asked = {"request_id": request_id, "since": since - CLOCK_SLACK}
    rows = transaction.run("request_sent", asked)
    return rows[0]["recorded_at"] if rows else None


def _kept(
    transaction: Transaction,
    owner_id: str,
    call: KeepDraftCall,
    held: Record,
    fields: dict[str, DraftValue],
    at: datetime,
) -> KeptDraft | None:
    place = {"owner_id": owner_id, "form": call.form, "request_id": held["request_id"]}
    if not fields:
        transaction.run("drop_draft", place)
        return None
    told = {"task_id": call.task_id, "begun_at": held["begun_at"]}
    transaction.run("keep_draft", place | told | {"field_values": packed(fields), "at": at})
    return KeptDraft(
        form=call.form,
        request_id=held["request_id"],
        field_values=fields,
        kept_at=at,
        sent_at=None,
        **told,
    )

"""Idempotency: the same request asked twice is answered twice and done once.

A request is unique per (principal, call, request id). Its payload is compared by the hash of its canonical
JSON, without the lease token: a lease that was renewed in between does not make another request.
"""

from __future__ import annotations

import hashlib
import json
from datetime import datetime

from pydantic import BaseModel, JsonValue

from data_access.contracts.principal import Principal
from data_access.errors import RequestIdReused
from data_access.store.connection import Transaction

_NOT_PAYLOAD = frozenset({"lease_token"})

Answer = dict[str, JsonValue]


def replayed(
    transaction: Transaction, *, principal: Principal, call: str, request_id: str, payload: BaseModel
) -> Answer | None:
    """Return the receipt of an earlier, equal request marked `replayed`, or None when this one is new.

    Raises: `RequestIdReused` when the request id stands for another payload.
    """
    key = {"principal_id": principal.id, "call": call, "request_id": request_id}
    kept = transaction.run("kept_receipt", key)
    if not kept:
        return None
    if kept[0]["payload_hash"] != payload_hash(payload):
        raise RequestIdReused(
            f"The request id {request_id} was used before for another {call}. "
            "Give every new request an id of its own; repeat a request only with the same content."
        )
    receipt: Answer = json.loads(kept[0]["receipt"])
    return {**receipt, "replayed": True}


def keep_receipt(
    transaction: Transaction,
    *,
    principal: Principal,
    call: str,
    request_id: str,
    payload: BaseModel,
    receipt: BaseModel,
    at: datetime,
) -> None:
    """Keep `receipt` as the answer to this request, in the transaction that did what it asked."""
    values = {
        "principal_id": principal.id,
        "call": call,
        "request_id": request_id,
        "payload_hash": payload_hash(payload),
        "receipt": receipt.model_dump_json(),
        "at": at,
    }
    transaction.run("keep_receipt", values)


def payload_hash(payload: BaseModel) -> str:
    """Return the hash of the canonical JSON of `payload`: sorted keys, no lease token."""
    plain = payload.model_dump(mode="json", exclude=set(_NOT_PAYLOAD))
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()

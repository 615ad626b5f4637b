"""The change log (audit): one append-only row for every write, in the transaction of that write.

Rows are never changed or removed; erasing content leaves them standing.
"""

from __future__ import annotations

from datetime import datetime

import orjson
from pydantic import BaseModel, JsonValue

from data_access.contracts.principal import Face, Principal
from data_access.rules.text_safety import without_surrogates
from data_access.store.connection import Transaction

Recorded = BaseModel | JsonValue
"""What a change was from or to: a contract, or plain JSON."""


def record_change(
    transaction: Transaction,
    *,
    principal: Principal,
    face: Face,
    action: str,
    subject_kind: str,
    subject_id: str | None,
    old: Recorded = None,
    new: Recorded = None,
    at: datetime,
) -> int:
    """Append one row and return its id: who, through what, what, on what, `old` -> `new`, when (UTC)."""
    values = {
        "principal_kind": principal.kind,
        "principal_id": principal.id,
        "principal_name": without_surrogates(principal.name),
        "is_verified": principal.is_verified,
        "face": face,
        "action": action,
        "subject_kind": subject_kind,
        "subject_id": subject_id,
        "old": _json(old),
        "new": _json(new),
        "at": at,
    }
    audit_id: int = transaction.run("record_change", values)[0]["audit_id"]
    return audit_id


def _json(value: Recorded) -> str | None:
    if value is None:
        return None
    plain = value.model_dump(mode="json") if isinstance(value, BaseModel) else value
    return orjson.dumps(plain).decode()

"""What somebody has begun to write and not sent. It is theirs: nobody else is answered, and no program."""

from __future__ import annotations

from datetime import datetime

from data_access.contracts.drafts import KeptDraft
from data_access.reading.stored_json import unpacked
from data_access.rules.drafts import CLOCK_SLACK
from data_access.store.connection import Store


def draft_of(store: Store, owner_id: str, form: str) -> KeptDraft | None:
    """Return what `owner_id` has begun to write in `form`; None when nothing is kept."""
    rows = store.rows("drafts_of", {"owner_id": owner_id, "form": form})
    if not rows:
        return None
    row = unpacked(rows[0], "field_values")
    return KeptDraft(**row, sent_at=request_sent_at(store, row["request_id"], since=row["begun_at"]))


def forms_begun(store: Store, owner_id: str, task_id: str) -> frozenset[str]:
    """Return the forms of a case in which `owner_id` has begun to write what was not sent."""
    rows = store.rows("drafts_of", {"owner_id": owner_id, "form": None})
    return frozenset(
        row["form"]
        for row in rows
        if row["task_id"] == task_id
        and request_sent_at(store, row["request_id"], since=row["begun_at"]) is None
    )


def request_sent_at(store: Store, request_id: str, *, since: datetime) -> datetime | None:
    """Return when the write with this request id was stored, `since` when it may have been; None for not."""
    asked = {"request_id": request_id, "since": since - CLOCK_SLACK}
    rows = store.rows("request_sent", asked)
    return rows[0]["recorded_at"] if rows else None

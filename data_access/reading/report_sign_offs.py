"""Who signed off which revision of a report, and which newest revisions somebody has not signed off."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime

from data_access.contracts.common import Listing
from data_access.contracts.sign_offs import ReportToSignOff, SignOff, SignOffs
from data_access.rules.page_cursor import page_limit, read_cursor, write_cursor
from data_access.store.connection import Store

_ORDER = "reports_to_sign_off"
_TOLD = tuple(ReportToSignOff.model_fields)


def report_sign_offs(
    store: Store, task_id: str, *, principal_id: str | None = None, report_revision: int | None = None
) -> SignOffs:
    """Return every sign-off of a case, or of one revision of it; `yours` are those of `principal_id`."""
    rows = store.rows("sign_offs_of_task", {"task_id": task_id})
    heads = store.rows("report_heads_of_task", {"task_id": task_id})
    told = [(row.pop("signer_id"), SignOff(**row)) for row in rows]
    items = tuple(one for _, one in told if report_revision in (None, one.revision))
    own = {one.sign_off_id for signer, one in told if principal_id is not None and signer == principal_id}
    return SignOffs(
        as_of=datetime.now(UTC),
        basis="published",
        items=items,
        total=len(items),
        truncated=False,
        newest_revision=heads[0]["revision"] if heads else None,
        yours=tuple(one.sign_off_id for one in items if one.state == "valid" and one.sign_off_id in own),
    )


def holding_sign_offs(store: Store, task_id: str) -> dict[int, tuple[SignOff, ...]]:
    """Return the sign-offs of a case that hold, by revision, in the order in which they were made."""
    found: dict[int, list[SignOff]] = defaultdict(list)
    for row in store.rows("sign_offs_of_task", {"task_id": task_id}):
        if row["state"] == "valid":
            found[row["revision"]].append(SignOff(**{name: row[name] for name in SignOff.model_fields}))
    return {revision: tuple(told) for revision, told in found.items()}


def reports_to_sign_off(
    store: Store, *, principal_id: str, limit: int = 50, cursor: str | None = None
) -> Listing[ReportToSignOff]:
    """List the newest revisions that `principal_id` has not signed off, the one published last first.

    An interim report is not asked after, nor is one of a cancelled case. Raises: `InvalidInput`.
    """
    after = read_cursor(cursor, _ORDER, (int, str)) if cursor is not None else (None, None)
    asked = {"principal_id": principal_id, "limit": page_limit(limit) + 1}
    rows = store.rows("reports_to_sign_off", asked | {"after_us": after[0], "after_task": after[1]})
    page, total = rows[:limit], rows[0]["total"] if rows else 0
    last = page[-1] if len(rows) > limit else None
    return Listing[ReportToSignOff](
        as_of=datetime.now(UTC),
        basis="published",
        items=tuple(ReportToSignOff(**{name: row[name] for name in _TOLD}) for row in page),
        total=total,
        truncated=last is not None,
        next_cursor=last and write_cursor(_ORDER, (last["published_us"], last["task_id"])),
    )

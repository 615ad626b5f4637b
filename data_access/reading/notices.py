"""The notices of this desk, how sending them goes, and which are to be sent now."""

from __future__ import annotations

import json
from datetime import UTC, datetime

from data_access.contracts.notices import (
    DueNotice,
    NoticeCount,
    NoticeItem,
    NoticeQueue,
    NoticeState,
    WebhookStanding,
)
from data_access.rules.page_cursor import page_limit, read_cursor, write_cursor
from data_access.store.connection import Store

WEBHOOK = "webhook"
"""Name of the setting that says since which notice, and to where, notices are sent."""
PATIENCE = 5
"""After so many failed attempts a notice no longer holds later ones of its case."""


def webhook_standing(store: Store) -> WebhookStanding:
    """Return whether notices are sent, to where, from which on."""
    rows = store.rows("desk_setting", {"name": WEBHOOK})
    if not rows:
        return WebhookStanding(is_on=False, receiver=None, after=0, gone_at=None)
    kept = json.loads(rows[0]["value"])
    return WebhookStanding(
        is_on=True, receiver=kept["receiver"], after=kept["after"], gone_at=kept.get("gone_at")
    )


def notice_queue(
    store: Store, *, state: NoticeState | None = None, limit: int = 50, cursor: str | None = None
) -> NoticeQueue:
    """List the notices since sending was turned on, the latest first; none while it is off.

    Raises: `InvalidInput`.
    """
    webhook = webhook_standing(store)
    before = read_cursor(cursor, "notices", (int,))[0] if cursor else None
    filters = {"after": webhook.after, "state": state, "before": before, "limit": page_limit(limit) + 1}
    rows = store.rows("notices", filters) if webhook.is_on else []
    counted = store.rows("notice_counts", {"after": webhook.after}) if webhook.is_on else []
    counts = tuple(NoticeCount(**row) for row in counted)
    page, is_cut = rows[:limit], len(rows) > limit
    return NoticeQueue(
        as_of=datetime.now(UTC),
        basis="published",
        items=tuple(NoticeItem(**row) for row in page),
        total=sum(one.notices for one in counts if state in (None, one.state)),
        truncated=is_cut,
        next_cursor=write_cursor("notices", (page[-1]["ordinal"],)) if is_cut else None,
        webhook=webhook,
        counts=counts,
    )


def due_notices(
    store: Store, at: datetime, *, after: int, only_asked_for: bool = False, limit: int = 100
) -> tuple[DueNotice, ...]:
    """Return what is to be sent at `at`, the oldest first, the notices of a case in their order."""
    values = {
        "at": at,
        "after": after,
        "only_asked_for": only_asked_for,
        "patience": PATIENCE,
        "limit": limit,
    }
    return tuple(DueNotice(**row) for row in store.rows("due_notices", values))

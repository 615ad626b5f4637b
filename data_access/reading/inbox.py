"""What people owe over all cases, and what came of what they settled. Expiries count from their moment on."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from data_access.contracts.common import Listing
from data_access.contracts.inbox import (
    Inbox,
    InboxCase,
    InboxOrder,
    OwedCount,
    OwedItem,
    OwedKind,
    SettledQuestion,
    Whose,
)
from data_access.contracts.usage import UsageTotals
from data_access.reading.case_cost import linked_rounds
from data_access.reading.cost import cost_by
from data_access.reading.stored_json import unpacked
from data_access.rules.owed import settling_effect
from data_access.rules.page_cursor import page_limit, read_cursor, write_cursor
from data_access.store.connection import Store

_PLACE = ("case_key", "task_id", "item_key", "kind", "item_id")
"""By what the items stand in order; the numbers are those of the order asked for."""
_AFTER = ("after_case_key", "after_task", "after_item_key", "after_kind", "after_item")
_ITEM = tuple(name for name in OwedItem.model_fields if name != "effect")
_SETTLED = tuple(SettledQuestion.model_fields)


def inbox(
    store: Store,
    *,
    whose: Whose = "all",
    person: str | None = None,
    principal_id: str | None = None,
    kind: OwedKind | None = None,
    task_id: str | None = None,
    order: InboxOrder = "oldest",
    limit: int = 50,
    cursor: str | None = None,
    as_of: datetime | None = None,
) -> Inbox:
    """List what people owe at `as_of` (absent: now), a page at a time, the items of a case together.

    `mine` is what is asked of `person` by name, or claimed by `principal_id`. Raises: `InvalidInput`.
    """
    moment = as_of or datetime.now(UTC)
    me = {"moment": moment, "person": person, "principal_id": principal_id}
    filters = {
        "whose": whose,
        "kind": kind,
        "task_id": task_id,
        "order": order,
        "limit": page_limit(limit) + 1,
    }
    rows = store.rows("owed_items", me | filters | _after(cursor, order))
    page, total = rows[:limit], rows[0]["total"] if rows else 0
    cases = _cases(store, list(dict.fromkeys(row["task_id"] for row in page)), moment)
    counts = store.rows("owed_counts", me)
    last = page[-1] if len(rows) > limit else None
    return Inbox(
        as_of=moment,
        basis="published",
        items=tuple(_item(row, cases[row["task_id"]]) for row in page),
        total=total,
        truncated=last is not None,
        next_cursor=last and write_cursor(order, tuple(last[name] for name in _PLACE)),
        cases=tuple(cases.values()),
        counts=tuple(OwedCount(**{name: row[name] for name in OwedCount.model_fields}) for row in counts),
        oldest_at=min((row["oldest_at"] for row in counts), default=None),
    )


def settled_questions(
    store: Store,
    *,
    days: int = 7,
    task_id: str | None = None,
    limit: int = 50,
    as_of: datetime | None = None,
) -> Listing[SettledQuestion]:
    """List the questions that were settled, or answered late, in the last `days`, the newest first.

    What is told of each is what is stored: no step follows from another. Of more than `limit` the list is
    cut, and says so. Raises: `InvalidInput`.
    """
    moment = as_of or datetime.now(UTC)
    since = moment - timedelta(days=days)
    asked = {"moment": moment, "since": since, "task_id": task_id, "limit": page_limit(limit)}
    rows = store.rows("settled_questions", asked)
    total = rows[0]["total"] if rows else 0
    return Listing[SettledQuestion](
        as_of=moment,
        basis="published",
        items=tuple(map(_settled, rows)),
        total=total,
        truncated=len(rows) < total,
    )


def _after(cursor: str | None, order: InboxOrder) -> dict[str, Any]:
    values = read_cursor(cursor, order, (int, str, int, str, str)) if cursor else (None,) * len(_AFTER)
    return dict(zip(_AFTER, values, strict=True))


def _cases(store: Store, task_ids: list[str], moment: datetime) -> dict[str, InboxCase]:
    if not task_ids:
        return {}
    rows = store.rows("inbox_cases", {"task_ids": task_ids, "moment": moment})
    linked = linked_rounds(store)
    costs = {one.key: one for one in cost_by(store, "case", timezone="UTC").groups} if linked else {}
    return {
        row["task_id"]: InboxCase(
            **row,
            linked_rounds=linked.get(row["task_id"], 0),
            cost=_cost(costs.get(row["task_id"])) if row["task_id"] in linked else None,
        )
        for row in rows
    }


def _cost(group: UsageTotals | None) -> UsageTotals:
    """Return what a case with linked rounds used; nothing where their runs hold no billed call."""
    if group is None:
        return UsageTotals()
    return UsageTotals(**{name: getattr(group, name) for name in UsageTotals.model_fields})


def _item(row: Mapping[str, Any], case: InboxCase) -> OwedItem:
    effect = settling_effect(
        row["kind"],
        case.status,
        is_required=row["is_required"],
        pending_required=case.pending_required,
        pending_approvals=case.pending_approvals,
    )
    return OwedItem(**{name: row[name] for name in _ITEM}, effect=effect)


def _settled(row: Mapping[str, Any]) -> SettledQuestion:
    told = unpacked(row, "field_values")
    values = told["field_values"] or {}
    return SettledQuestion(**{name: told[name] for name in _SETTLED} | {"field_values": values})

"""What happened in a case, in two lists: what was so in the world, and what was done about it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, TypeVar

from data_access.contracts.case_chronology import WorkKind, WorkMoment, WorldKind, WorldMoment
from data_access.contracts.common import Contract, Listing
from data_access.contracts.principal import DESK
from data_access.reading.principal_names import principal_name
from data_access.rules.page_cursor import page_limit, read_cursor, write_cursor
from data_access.store.connection import Store

Moment = TypeVar("Moment", bound=Contract)


def what_was_so(
    store: Store,
    task_id: str,
    *,
    kind: WorldKind | None = None,
    newest: bool = False,
    limit: int = 50,
    cursor: str | None = None,
) -> Listing[WorldMoment]:
    """List evidence and people's facts by when each was so; those without a time stand last.

    Raises: `InvalidInput`.
    """
    order = f"world {newest}"
    rows = _rows(store, "case_world", task_id, kind, newest, limit, cursor, order)
    items = [WorldMoment(**{name: row[name] for name in WorldMoment.model_fields}) for row in rows]
    return _page(items, rows, limit, order)


def what_was_done(
    store: Store,
    task_id: str,
    *,
    kind: WorkKind | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    newest: bool = False,
    limit: int = 50,
    cursor: str | None = None,
) -> Listing[WorkMoment]:
    """List claims, publications, questions, answers, proposals and moves by when each was done.

    Only what was done after `since` and up to `until`, where given. Raises: `InvalidInput`.
    """
    order = f"work {newest}"
    stretch = {"since": since, "until": until}
    rows = _rows(store, "case_activity", task_id, kind, newest, limit, cursor, order, **stretch)
    return _page([_done(row) for row in rows], rows, limit, order)


def _done(row: dict[str, Any]) -> WorkMoment:
    known = {name: row[name] for name in WorkMoment.model_fields if name in row}
    return WorkMoment(**known, who=row["person"] or row["agent"] or _principal(row) or "")


def _principal(row: dict[str, Any]) -> str | None:
    """Return who did it by the names of this desk; nobody where another desk knows."""
    is_of_another = row["restored_with"] is not None and row["principal_id"] != DESK.id
    if row["principal_id"] is None or is_of_another:
        return None
    return principal_name(row["principal_id"], row["principal_name"], restored_with=row["restored_with"])


def _rows(
    store: Store,
    statement: str,
    task_id: str,
    kind: str | None,
    newest: bool,
    limit: int,
    cursor: str | None,
    order: str,
    **more: datetime | None,
) -> list[dict[str, Any]]:
    key, place = read_cursor(cursor, order, (int, str)) if cursor else (None, None)
    asked = {"task_id": task_id, "kind": kind, "newest": newest, "limit": page_limit(limit) + 1}
    return store.rows(statement, asked | more | {"after_key": key, "after_place": place})


def _page(items: list[Moment], rows: list[dict[str, Any]], limit: int, order: str) -> Listing[Moment]:
    last = rows[limit - 1] if len(rows) > limit else None
    total = rows[0]["total"] if rows else 0
    return Listing[Moment](
        as_of=datetime.now(UTC),
        basis="published",
        items=tuple(items[:limit]),
        total=total,
        truncated=min(len(rows), limit) < total,
        next_cursor=last and write_cursor(order, (last["sort_key"], last["place"])),
    )

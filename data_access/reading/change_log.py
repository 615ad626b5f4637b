"""The change log: every write to the desk, who made it, through what, on what, from which value to which.

What tells who may ask the desk (tokens, sign-ins) and where its files lie is told only to whoever looks after
it. Nothing of the rest is left out, and no row ever holds a token or another secret.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from data_access.contracts.change_log import Change, ChangeFilterOptions, ChangeLog, ChangeOption
from data_access.contracts.principal import Principal
from data_access.errors import NotFound, Problem
from data_access.reading.conversations import clean
from data_access.reading.stored_json import unpacked
from data_access.rules.page_cursor import page_limit, read_cursor, write_cursor
from data_access.rules.time_bounds import time_bounds
from data_access.store.connection import Store

_FOR_KEEPERS = ("database", "sign_in", "token")
"""Subject kinds that only whoever looks after the desk may read."""
_LISTS = {"oldest_first": "changes_oldest_first", "newest_first": "changes_newest_first"}


def withheld_from(principal: Principal) -> tuple[str, ...]:
    """Return the subject kinds of which this principal is told nothing."""
    return () if "operate" in principal.scopes else _FOR_KEEPERS


def changes(
    store: Store,
    *,
    withheld: tuple[str, ...] = _FOR_KEEPERS,
    principal_id: str | None = None,
    principal_kind: str | None = None,
    face: str | None = None,
    action: str | None = None,
    subject_kind: str | None = None,
    task_id: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    q: str | None = None,
    newest_first: bool = True,
    limit: int = 50,
    cursor: str | None = None,
) -> ChangeLog:
    """List the changes that match every filter given, a page at a time, in the order they were made.

    `q` is looked for in the name, the id of the subject, the action and both values. Rows about a subject
    kind in `withheld` are neither listed nor counted. Raises: `InvalidInput`.
    """
    order = "newest_first" if newest_first else "oldest_first"
    texts = {
        "principal_id": principal_id,
        "principal_kind": principal_kind,
        "face": face,
        "action": action,
        "subject_kind": subject_kind,
        "task_id": task_id,
        "text": q or None,
    }
    filters: dict[str, Any] = {
        name: clean(text) if text is not None else None for name, text in texts.items()
    }
    filters |= {"withheld": list(withheld), **time_bounds(since, until)}
    after = read_cursor(cursor, order, (int,))[0] if cursor else None
    rows = store.rows(_LISTS[order], filters | {"after": after, "limit": page_limit(limit) + 1})
    is_whole = cursor is None and len(rows) <= limit
    total = len(rows) if is_whole else store.rows("changes_total", filters)[0]["total"]
    page = rows[:limit]
    is_cut = len(rows) > limit
    return ChangeLog(
        as_of=datetime.now(UTC),
        basis="published",
        items=tuple(_change(row) for row in page),
        total=total,
        truncated=is_cut,
        next_cursor=write_cursor(order, (page[-1]["audit_id"],)) if is_cut else None,
        withheld=withheld,
    )


def change(store: Store, audit_id: int, *, withheld: tuple[str, ...] = _FOR_KEEPERS) -> Change:
    """Return one change. Raises: `NotFound`, also for one about a subject kind in `withheld`."""
    rows = store.rows("change_named", {"audit_id": audit_id, "withheld": list(withheld)})
    if not rows:
        wrong = Problem("audit_id", "no change has this number, or it is not yours to read", "List them.")
        raise NotFound(f"There is no change {audit_id}.", problems=(wrong,))
    return _change(rows[0])


def change_filter_options(store: Store, *, withheld: tuple[str, ...] = _FOR_KEEPERS) -> ChangeFilterOptions:
    """Return what the change log can be filtered by, each with how many changes have it."""
    options: dict[str, list[ChangeOption]] = {name: [] for name in ChangeFilterOptions.model_fields}
    for row in store.rows("change_filter_options", {"withheld": list(withheld)}):
        options[row.pop("field")].append(ChangeOption(**row))
    return ChangeFilterOptions(**{name: tuple(values) for name, values in options.items()})


def _change(row: dict[str, Any]) -> Change:
    return Change(**unpacked(row, "old_value", "new_value"))

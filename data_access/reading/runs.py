"""The runs of this desk: which there are, what happened in them and what they cost."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any, get_args

from data_access.contracts.common import Basis, Listing, Origin, Purpose, RunOrder
from data_access.contracts.readings import RunFilterOptions, RunSummary
from data_access.errors import InvalidInput, Problem
from data_access.reading.conversations import clean, named_conversation
from data_access.reading.usage_columns import usage_totals
from data_access.rules.page_cursor import page_limit, read_cursor, write_cursor
from data_access.store.connection import Store

_COLUMNS = tuple(name for name in RunSummary.model_fields if name not in {"own", "with_descendants"})
_SORT = ("sort_number", "sort_text", "conversation_key")
_NO_FILTER: dict[str, Any] = {
    "conversation_key": None,
    "project": None,
    "origin": None,
    "source_format": None,
    "purpose": None,
    "model": None,
    "text": None,
    "since": None,
    "until": None,
    "with_errors": False,
}


def runs(
    store: Store,
    *,
    project: str | None = None,
    origin: Origin | None = None,
    source_format: str | None = None,
    purpose: Purpose | None = None,
    task_id: str | None = None,
    model: str | None = None,
    q: str | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
    with_errors: bool = False,
    order: RunOrder = "last_at",
    limit: int = 50,
    cursor: str | None = None,
) -> Listing[RunSummary]:
    """List the runs that match every filter given, a page at a time.

    `task_id` keeps the runs that belong to rounds of this case. `q` is looked for in titles. `since` and
    `until` keep runs that were active from the one up to the other. `last_at`, `cost` (of the run itself)
    and `events` put the largest first, `title` goes by the alphabet; runs without the value come last.
    Raises: `InvalidInput`.
    """
    filters = _NO_FILTER | {
        "project": project,
        "origin": origin,
        "source_format": source_format,
        "purpose": purpose,
        "model": model,
        "text": q or None,
        "since": since,
        "until": until,
        "with_errors": with_errors,
    }
    filters = {name: clean(value) if isinstance(value, str) else value for name, value in filters.items()}
    filters |= _on_cases(store, task_id)
    rows = store.rows("runs", filters | _after(order, cursor) | {"limit": page_limit(limit) + 1})
    total = store.rows("runs_total", filters)[0]["total"]
    return _page(rows, limit, total, order)


def run(store: Store, conversation: str) -> RunSummary:
    """Return one run by native id or key. Raises: `NotFound`, `AmbiguousId`."""
    key = named_conversation(store, conversation).conversation_key
    values = _NO_FILTER | _on_cases(store) | _after("last_at", None) | {"conversation_key": key, "limit": 1}
    return _summary(store.rows("runs", values)[0])


def run_filter_options(store: Store) -> RunFilterOptions:
    """Return what the runs of this desk can be filtered by."""
    return RunFilterOptions(**store.rows("run_filter_options")[0])


def _on_cases(store: Store, task_id: str | None = None) -> dict[str, Any]:
    """Return the keys of the runs on any case, and of those on the case `task_id`, for the statements."""
    # Most desks have no case, and following the links of rounds costs as much as the list of runs itself.
    begun = store.rows("has_rounds")[0]["begun"]
    linked = store.rows("runs_on_cases") if begun else []
    return {
        "on_cases": sorted({row["conversation_key"] for row in linked}),
        "of_case": task_id and [row["conversation_key"] for row in linked if row["task_id"] == task_id],
    }


def _after(order: RunOrder, cursor: str | None) -> dict[str, Any]:
    if order not in get_args(RunOrder):
        wrong = Problem("order", f"{order} is not known", f"Use one of {', '.join(get_args(RunOrder))}.")
        raise InvalidInput(f"Runs cannot be ordered by {order}.", problems=(wrong,))
    number, text, key = read_cursor(cursor, order, (Decimal, str, str)) if cursor else (None, None, None)
    return {"order": order, "after_number": number, "after_text": text, "after_key": key}


def _page(rows: list[dict[str, Any]], limit: int, total: int, order: RunOrder) -> Listing[RunSummary]:
    page = rows[:limit]
    last = page[-1] if len(rows) > limit else None
    bases = {row["basis"] for row in page}
    basis: Basis = bases.pop() if len(bases) == 1 else "mixed"
    return Listing[RunSummary](
        as_of=datetime.now(UTC),
        basis=basis,
        items=tuple(map(_summary, page)),
        total=total,
        truncated=last is not None,
        next_cursor=last and write_cursor(order, tuple(last[name] for name in _SORT)),
    )


def _summary(row: dict[str, Any]) -> RunSummary:
    return RunSummary(
        **{name: row[name] for name in _COLUMNS},
        own=usage_totals(row["own"]),
        with_descendants=usage_totals(row["with_descendants"]),
    )

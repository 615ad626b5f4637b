"""What agents were not let do, and what that cost: the view `refusal_cost_in` is the one definition of it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Unpack

from data_access.contracts.refusals import Refusal, RefusalListing
from data_access.reading.operation_scope import PolicyAsked, ScopeAsked, basis_of, scope_values
from data_access.reading.usage_columns import usage_totals
from data_access.rules.derived_operations import asked_in_short, told_operations
from data_access.rules.page_cursor import page_limit, read_cursor, write_cursor
from data_access.store.connection import Record, Store

LONGEST_SHOWN = 2_000
_ORDER = "refusals"
_SORT = ("sort_number", "run", "source_id")
_AFTER = ("after_number", "after_run", "after_source")
_PLAIN = frozenset(Refusal.model_fields) - {"refusal_id", "target", "told", "ended_by", "usage"}


def refusals(
    store: Store,
    *,
    policy: PolicyAsked,
    limit: int = 50,
    cursor: str | None = None,
    **scope: Unpack[ScopeAsked],
) -> RefusalListing:
    """List what agents were not let do, the newest first, with what it cost.

    Calls of any tool count, not only those that are operations. Raises: `NotFound`, `AmbiguousId`,
    `InvalidInput`.
    """
    after = read_cursor(cursor, _ORDER, (int, str, str)) if cursor else (None,) * len(_SORT)
    values = scope_values(store, policy, **scope)
    runs = [row["run"] for row in store.rows("refused_runs", values)]
    values |= {"runs": runs, "limit": page_limit(limit) + 1} | dict(zip(_AFTER, after, strict=True))
    told = store.rows("refusals", values)
    whole = told[0]["whole"]
    rows = [row for row in told if row["run"] is not None]
    last = rows[limit - 1] if len(rows) > limit else None
    return RefusalListing(
        as_of=datetime.now(UTC),
        basis=basis_of([row["basis"] for row in rows]),
        items=tuple(map(_refusal, rows[:limit])),
        total=whole["refusals"],
        truncated=last is not None,
        next_cursor=last and write_cursor(_ORDER, tuple(last[name] for name in _SORT)),
        unknown=whole["unknown"],
        usage=usage_totals(whole) if whole["unknown"] < whole["refusals"] else None,
    )


def _refusal(row: Record) -> Refusal:
    return Refusal(
        **{name: row[name] for name in _PLAIN},
        refusal_id=row["source_id"],
        target=_target(row),
        told=None if row["told"] is None else row["told"][:LONGEST_SHOWN],
        ended_by=row["ended_by"] if row["is_known"] else None,
        usage=usage_totals(row) if row["is_known"] else None,
    )


def _target(row: Record) -> str | None:
    """Return the command or path that a tool was given, else all that it was given."""
    if row["target"] is None:
        return None
    told = told_operations(row["tool"], row["target"]) if row["tool"] else ()
    return (told[0].target if told else asked_in_short(row["target"]))[:LONGEST_SHOWN]

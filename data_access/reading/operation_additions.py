"""What agents left behind: packages, downloads and files, thing by thing and agent by agent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Unpack

from data_access.contracts.agent_operations import (
    Addition,
    AdditionKind,
    AdditionListing,
    AgentAdditionListing,
    AgentAdditions,
    ZoneAsked,
)
from data_access.reading.operation_scope import (
    PolicyAsked,
    ScopeAsked,
    basis_of,
    runs_to_examine,
    scope_values,
)
from data_access.rules.page_cursor import page_limit, read_cursor, write_cursor
from data_access.store.connection import Record, Store

_THINGS = "additions"
_THING_SORT = ("sort_number", "run", "addition_id")
_THING_AFTER = ("after_number", "after_run", "after_addition")
_AGENTS = "agent_additions"
_AGENT_SORT = ("sort_number", "run", "doer")
_AGENT_AFTER = ("after_number", "after_run", "after_agent")


def operation_additions(
    store: Store,
    *,
    policy: PolicyAsked,
    kind: AdditionKind | None = None,
    zone: ZoneAsked | None = None,
    limit: int = 50,
    cursor: str | None = None,
    **scope: Unpack[ScopeAsked],
) -> AdditionListing:
    """List what agents left behind, each thing once for each agent of a run, the newest first.

    What failed or was denied left nothing. Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    after = read_cursor(cursor, _THINGS, (int, str, str)) if cursor else (None,) * len(_THING_SORT)
    values = scope_values(store, policy, **scope) | {"kind": kind, "zone": zone}
    values |= dict(zip(_THING_AFTER, after, strict=True)) | {"limit": page_limit(limit) + 1}
    rows = store.rows("additions", values)
    return AdditionListing(
        items=tuple(Addition(**{name: row[name] for name in Addition.model_fields}) for row in rows[:limit]),
        runs_to_examine=runs_to_examine(store, policy),
        **_page(rows, limit, _THINGS, _THING_SORT),
    )


def agent_additions(
    store: Store,
    *,
    policy: PolicyAsked,
    limit: int = 50,
    cursor: str | None = None,
    **scope: Unpack[ScopeAsked],
) -> AgentAdditionListing:
    """List how much each agent of each run left behind, the busiest first.

    Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    after = read_cursor(cursor, _AGENTS, (int, str, str)) if cursor else (None,) * len(_AGENT_SORT)
    values = scope_values(store, policy, **scope) | dict(zip(_AGENT_AFTER, after, strict=True))
    rows = store.rows("agent_additions", values | {"limit": page_limit(limit) + 1})
    fields = AgentAdditions.model_fields
    return AgentAdditionListing(
        items=tuple(AgentAdditions(**{name: row[name] for name in fields}) for row in rows[:limit]),
        runs_to_examine=runs_to_examine(store, policy),
        **_page(rows, limit, _AGENTS, _AGENT_SORT),
    )


def _page(rows: Sequence[Record], limit: int, order: str, sort: Sequence[str]) -> Mapping[str, Any]:
    """Return what a list says of itself of which one row more was asked for than stands on the page."""
    last = rows[limit - 1] if len(rows) > limit else None
    return {
        "as_of": datetime.now(UTC),
        "basis": basis_of([row["basis"] for row in rows]),
        "total": rows[0]["total"] if rows else 0,
        "truncated": last is not None,
        "next_cursor": last and write_cursor(order, tuple(last[name] for name in sort)),
    }

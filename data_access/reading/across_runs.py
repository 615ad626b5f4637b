"""What shows only over many calls: how long they take, how they end, what repeats, grows, is dear or silent.

Every reading is bounded by a run or by a time, or looks at everything; every list is limited and says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, TypedDict, TypeVar, Unpack

from data_access.contracts.across_runs import (
    AgentOutlier,
    ContextPeak,
    ContextPoint,
    CostOutlier,
    Latency,
    QuietRun,
    RepeatedCall,
    TimedCall,
    ToolReliability,
)
from data_access.contracts.common import Basis, CallKind, CallOrder, Contract, Listing, Origin, ToolStatus
from data_access.errors import InvalidInput, Problem
from data_access.reading.conversations import clean, named_conversation
from data_access.reading.native_ids import require_known
from data_access.reading.run_as_of import run_as_of
from data_access.rules.page_cursor import page_limit, read_cursor, write_cursor
from data_access.rules.task_listing import ENDED_WORDS
from data_access.rules.time_bounds import time_bounds
from data_access.store.connection import Store

FEWEST_CALLS = 5
"""A median of fewer calls says nothing."""
FEWEST_RUNS = 3
_CONTEXT = "context"
_CALL_SORT = ("sort_number", "conversation_key", "kind", "call_id")
_CALL_KINDS = (int, str, str, str)
_CALL_AFTER = ("after_number", "after_run", "after_kind", "after_call")
Item = TypeVar("Item", bound=Contract)


class RunsAsked(TypedDict, total=False):
    """Over which runs and time something is asked; what is absent lets everything through."""

    project: str | None
    source_format: str | None
    origin: Origin | None
    since: datetime | None
    """From this moment on."""
    until: datetime | None
    """Before this moment."""


def latency(
    store: Store, conversation: str | None = None, *, limit: int = 100, **asked: Unpack[RunsAsked]
) -> Listing[Latency]:
    """List how long models and tools take, each kind by its 95th percentile, the slowest first.

    Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    basis, values = _scope(store, conversation, limit, **asked)
    return _listing(Latency, basis, store.rows("latency", values))


def timed_calls(
    store: Store,
    conversation: str | None = None,
    *,
    kind: CallKind | None = None,
    name: str | None = None,
    status: ToolStatus | None = None,
    order: CallOrder = "slowest",
    limit: int = 100,
    cursor: str | None = None,
    **asked: Unpack[RunsAsked],
) -> Listing[TimedCall]:
    """List the calls behind the figures of `latency` and `tool_reliability`, a page at a time.

    What has no duration (`slowest`) or no time (`newest`) comes last.
    Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    basis, values = _scope(store, conversation, limit, **asked)
    after = read_cursor(cursor, order, _CALL_KINDS) if cursor else (None,) * len(_CALL_KINDS)
    values |= {"kind": kind, "name": name and clean(name), "status": status, "order": order}
    values |= dict(zip(_CALL_AFTER, after, strict=True)) | {"limit": limit + 1}
    rows = store.rows("timed_calls", values)
    for row in rows:
        row["seconds"] = None if row["microseconds"] is None else row["microseconds"] / 1_000_000
    return _paged(TimedCall, basis, rows, limit, order, _CALL_SORT)


def tool_reliability(
    store: Store, conversation: str | None = None, *, limit: int = 100, **asked: Unpack[RunsAsked]
) -> Listing[ToolReliability]:
    """List how the calls of each tool end, the most errors first.

    Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    basis, values = _scope(store, conversation, limit, **asked)
    return _listing(ToolReliability, basis, store.rows("tool_reliability", values))


def loops(
    store: Store,
    conversation: str | None = None,
    *,
    at_least: int = 3,
    limit: int = 100,
    **asked: Unpack[RunsAsked],
) -> Listing[RepeatedCall]:
    """List calls that an agent made `at_least` (2 or more) times with the same input, the longest row first.

    Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    _require("at_least", at_least, 2)
    basis, values = _scope(store, conversation, limit, **asked)
    return _listing(RepeatedCall, basis, store.rows("loops", values | {"at_least": at_least}))


def context_growth(
    store: Store,
    conversation: str,
    *,
    agent_id: str | None = None,
    limit: int = 500,
    cursor: str | None = None,
) -> Listing[ContextPoint]:
    """List how large the input of each model call of a run was, in the order of time, a page at a time.

    Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    at_most = page_limit(limit)
    after_at, after_key = read_cursor(cursor, _CONTEXT, (datetime, str)) if cursor else (None, None)
    run = run_as_of(store, conversation)
    if agent_id is not None:
        require_known(store, "agent", agent_id, run.conversation_key)
    values = run.values | {"agent_id": agent_id if agent_id is None else clean(agent_id)}
    values |= {"after_at": after_at, "after_key": after_key, "limit": at_most + 1}
    rows = store.rows("context_growth", values)
    return _paged(ContextPoint, run.basis, rows, limit, _CONTEXT, ("occurred_at", "call_key"))


def context_peaks(
    store: Store, conversation: str | None = None, *, limit: int = 100, **asked: Unpack[RunsAsked]
) -> Listing[ContextPeak]:
    """List how far the context of each agent grew in each run, the largest first, with its compactions.

    Raises: `NotFound`, `AmbiguousId`, `InvalidInput`.
    """
    basis, values = _scope(store, conversation, limit, **asked)
    return _listing(ContextPeak, basis, store.rows("context_peaks", values))


def outliers(
    store: Store,
    conversation: str | None = None,
    *,
    times: float = 3.0,
    limit: int = 100,
    **asked: Unpack[RunsAsked],
) -> Listing[CostOutlier]:
    """List model calls that cost at least `times` (1 or more) their agent's own median, the dearest first.

    Agents with fewer than five priced calls in a run have no median. Raises: `NotFound`, `AmbiguousId`,
    `InvalidInput`.
    """
    _require("times", times, 1)
    basis, values = _scope(store, conversation, limit, **asked)
    rows = store.rows("cost_outliers", values | {"times": times, "fewest_calls": FEWEST_CALLS})
    return _listing(CostOutlier, basis, rows)


def agent_outliers(
    store: Store, *, times: float = 3.0, limit: int = 100, **asked: Unpack[RunsAsked]
) -> Listing[AgentOutlier]:
    """List agents that cost in one run at least `times` (1 or more) their own median, the dearest first.

    Runs that were last active from `since` to `until` are compared; agents of fewer than three runs are not.
    Raises: `InvalidInput`.
    """
    _require("times", times, 1)
    basis, values = _scope(store, None, limit, **asked)
    rows = store.rows("agent_outliers", values | {"times": times, "fewest_runs": FEWEST_RUNS})
    return _listing(AgentOutlier, basis, rows)


def quiet_since(
    store: Store,
    *,
    minutes: int = 15,
    within_hours: int = 48,
    project: str | None = None,
    source_format: str | None = None,
    origin: Origin | None = None,
    now: datetime | None = None,
    limit: int = 100,
) -> Listing[QuietRun]:
    """List runs of the last `within_hours` with open work that were silent for `minutes`, freshest first.

    Open work is a listed task that has not ended, or a tool call without a result. Traces are left out: they
    are handed over when their work is done. Raises: `InvalidInput`.
    """
    _require("minutes", minutes, 1)
    _require("within_hours", within_hours, 1)
    moment = time_bounds(now, None)["since"] or datetime.now(UTC)
    try:
        silent_since, since = moment - timedelta(minutes=minutes), moment - timedelta(hours=within_hours)
    except OverflowError as error:
        problem = Problem("within_hours", "it reaches before the calendar", "Give a smaller number.")
        raise InvalidInput("So long ago is no time.", problems=(problem,)) from error
    basis, values = _scope(store, None, limit, project=project, source_format=source_format, origin=origin)
    values |= {"silent_since": silent_since, "since": since, "ended": list(ENDED_WORDS)}
    rows = store.rows("quiet_runs", values)
    for row in rows:
        row["quiet_minutes"] = (moment - row["last_at"]) // timedelta(minutes=1)
    return _listing(QuietRun, basis, rows)


def _scope(
    store: Store,
    conversation: str | None,
    limit: int,
    *,
    project: str | None = None,
    source_format: str | None = None,
    origin: Origin | None = None,
    since: datetime | None = None,
    until: datetime | None = None,
) -> tuple[Basis, dict[str, Any]]:
    """Return what the runs asked for rest on, and the values of the statements."""
    bounds = time_bounds(since, until) | {"limit": page_limit(limit)}
    named = None if conversation is None else named_conversation(store, conversation)
    asked = {
        "conversation_key": named and named.conversation_key,
        "project": project and clean(project),
        "source_format": source_format and clean(source_format),
        "origin": origin,
    }
    bases = [row["basis"] for row in store.rows("bases_of_runs", asked)]
    return (bases[0] if len(bases) == 1 else "mixed"), bounds | asked


def _require(where: str, value: float, least: int) -> None:
    if not value >= least:
        problem = Problem(where, f"{value} is too small", f"Give {least} or more.")
        raise InvalidInput(f"{where} cannot be {value}.", problems=(problem,))


def _listing(kind: type[Item], basis: Basis, rows: Sequence[dict[str, Any]]) -> Listing[Item]:
    total = rows[0]["total"] if rows else 0
    return Listing[kind](  # type: ignore[valid-type]
        as_of=datetime.now(UTC),
        basis=basis,
        items=tuple(kind(**{name: row[name] for name in kind.model_fields}) for row in rows),
        total=total,
        truncated=len(rows) < total,
    )


def _paged(
    kind: type[Item],
    basis: Basis,
    rows: Sequence[dict[str, Any]],
    limit: int,
    order: str,
    sort: Sequence[str],
) -> Listing[Item]:
    """Return a page of `rows`, one more of which were asked for than stand on it."""
    last = rows[limit - 1] if len(rows) > limit else None
    cursor = last and write_cursor(order, tuple(last[name] for name in sort))
    page = _listing(kind, basis, rows[:limit])
    return page.model_copy(update={"truncated": last is not None, "next_cursor": cursor})

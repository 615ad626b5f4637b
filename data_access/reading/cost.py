"""What the agents used and what it cost, by any dimension, with the arithmetic behind every sum."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Context, Decimal
from typing import Any, get_args

from data_access.contracts.common import CostDimension, Origin
from data_access.contracts.usage import (
    AmountLine,
    CostArithmetic,
    CostGroup,
    CostReport,
    PricedUsage,
    UncomputedUsage,
)
from data_access.errors import InvalidInput, Problem
from data_access.reading.conversations import clean
from data_access.reading.run_as_of import run_if_named
from data_access.reading.usage_columns import usage_totals
from data_access.rules.reporting_days import zone_named
from data_access.store.connection import Store

_EXACT = Context(prec=60)
"""Wide enough that no product of tokens and a rate is ever rounded."""
_PRICED = tuple(name for name in PricedUsage.model_fields if name != "lines")


def cost_by(
    store: Store,
    by: CostDimension,
    *,
    timezone: str,
    since: datetime | None = None,
    until: datetime | None = None,
    project: str | None = None,
    conversation: str | None = None,
    model: str | None = None,
    origin: Origin | None = None,
    at: datetime | None = None,
) -> CostReport:
    """Group usage and cost by one dimension; `total` is the sum over all calls that match.

    A call belongs to the day, in `timezone`, on which its first row was written; calls without a time stand
    under the key null, and drop out when `since` or `until` (from, before) is given. Days are in order, other
    groups the dearest first. A case is that of the round a call belongs to, null: of none. Agents and tasks
    are named `<run>/<id>`, unless one `conversation` is asked for. `at` reads one run as of one of its
    snapshots.
    Raises: `InvalidInput`, `NotFound`, `AmbiguousId`.
    """
    _check(by, timezone)
    values = _filters(store, since, until, project, conversation, model, origin, at)
    statement = "cost_by_case" if by == "case" else "cost_by"
    rows = store.rows(statement, values | {"by": by, "timezone": timezone})
    groups = [row for row in rows if not row["is_total"]]
    return CostReport(
        as_of=values["moment"] or datetime.now(UTC),
        timezone=timezone,
        groups=tuple(CostGroup(key=row["key"], **usage_totals(row).model_dump()) for row in groups),
        total=usage_totals(next(row for row in rows if row["is_total"])),
        unlinked_cases=_unlinked_cases(store) if by == "case" else (),
    )


def cost_arithmetic(
    store: Store,
    *,
    since: datetime | None = None,
    until: datetime | None = None,
    project: str | None = None,
    conversation: str | None = None,
    model: str | None = None,
    origin: Origin | None = None,
    at: datetime | None = None,
) -> CostArithmetic:
    """Show how the total of `cost_by`, with the same filters, comes about.

    Computed money is given per set of rates as tokens x rate = amount; reported money and unknown costs are
    counted apart. Raises: `InvalidInput`, `NotFound`, `AmbiguousId`.
    """
    values = _filters(store, since, until, project, conversation, model, origin, at)
    computed = _priced(store.rows("price_arithmetic", values))
    others = [UncomputedUsage(**row) for row in store.rows("uncomputed_costs", values)]
    reported = tuple(one for one in others if one.reason in ("reported", "reported_total"))
    computed_usd = _sum(one.amount_usd for one in computed)
    reported_usd = _sum(one.amount_usd for one in reported if one.amount_usd is not None)
    return CostArithmetic(
        as_of=values["moment"] or datetime.now(UTC),
        computed=computed,
        reported=reported,
        unknown=tuple(one for one in others if one not in reported),
        computed_usd=computed_usd,
        reported_usd=reported_usd,
        total_usd=_sum(amount for amount in (computed_usd, reported_usd) if amount is not None),
    )


def _unlinked_cases(store: Store) -> tuple[str, ...]:
    return tuple(row["task_id"] for row in store.rows("unlinked_cases"))


def _check(by: str, timezone: str) -> None:
    zone_named(timezone)
    if by not in get_args(CostDimension):
        fix = f"Give one of {', '.join(get_args(CostDimension))}."
        raise InvalidInput(
            f"Cost cannot be grouped by {by!r}.",
            problems=(Problem("by", f"{by!r} is no dimension of cost", fix),),
        )


def _filters(
    store: Store,
    since: datetime | None,
    until: datetime | None,
    project: str | None,
    conversation: str | None,
    model: str | None,
    origin: str | None,
    at: datetime | None,
) -> dict[str, Any]:
    run = run_if_named(store, conversation, at)
    return {
        "since": since,
        "until": until,
        "project": None if project is None else clean(project),
        "model": None if model is None else clean(model),
        "origin": origin,
        "conversation_key": run and run.conversation_key,
        "moment": run and run.moment,
    }


def _priced(rows: list[dict[str, Any]]) -> tuple[PricedUsage, ...]:
    """Gather the lines of each set of rates; the rows of one set follow each other."""
    lines: dict[str, list[AmountLine]] = {}
    for row in rows:
        own = lines.setdefault(row["price_key"], [])
        if row["line"]["tokens"]:
            own.append(_line(row["line"]))
    first = {row["price_key"]: row for row in reversed(rows)}
    return tuple(
        PricedUsage(lines=tuple(own), **{name: first[key][name] for name in _PRICED})
        for key, own in lines.items()
    )


def _line(line: Mapping[str, Any]) -> AmountLine:
    amount = _EXACT.multiply(Decimal(line["tokens"]), line["rate_usd"])
    return AmountLine(amount_usd=amount, **line)


def _sum(amounts: Any) -> Decimal | None:
    total = None
    for amount in amounts:
        total = amount if total is None else _EXACT.add(total, amount)
    return total

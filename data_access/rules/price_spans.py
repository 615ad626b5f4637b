"""Cuts time where the listed prices of a model change: spans of days, and parts of the day within them.

A price list answers what a call costs at one moment. The desk prices whole imports at once, so it turns the
list round: for each span, the prices that hold in all of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from genai_prices import types as library

_SERVICES = {"service_tier=batch": {"processing": "batch"}}
"""Where the list spells a service in another way than the logs."""


class PriceSpan(NamedTuple):
    """A span of time with the same prices; null bounds are open."""

    since_at: datetime | None
    before_at: datetime | None
    daily_from: str | None
    daily_before: str | None
    prices: library.ModelPrice


def price_spans(model: library.ModelInfo, service: str | None) -> Iterator[PriceSpan]:
    """Yield the spans of `model` in order; none for times at which the list has no price for `service`."""
    constraints = list(_constraints(model))
    days = sorted({day for c in constraints if (day := getattr(c, "start_date", None)) is not None})
    times = sorted({time(), *(_in_utc(edge) for c in constraints for edge in _edges(c))})
    begins = [datetime.combine(day, time(), UTC) for day in days]
    yield from _joined(
        [
            span
            for since, before in pairwise([None, *begins, None])
            for span in _spans_of_a_day(model, service, since, before, times)
        ]
    )


def _constraints(model: library.ModelInfo) -> Iterator[object]:
    if isinstance(model.prices, list):
        yield from (conditional.constraint for conditional in model.prices)
    yield from (variant.constraint for variant in model.price_variants or ())


def _edges(constraint: object) -> tuple[time, ...]:
    edges = getattr(constraint, "start_time", None), getattr(constraint, "end_time", None)
    return tuple(edge for edge in edges if edge is not None)


def _in_utc(moment: time) -> time:
    """Return the time of day in UTC; the library's times without a zone are UTC."""
    if moment.tzinfo is None:
        return moment
    return datetime.combine(date(1970, 1, 1), moment).astimezone(UTC).time()


def _spans_of_a_day(
    model: library.ModelInfo,
    service: str | None,
    since: datetime | None,
    before: datetime | None,
    times: Sequence[time],
) -> Iterator[PriceSpan]:
    """Yield the parts of the day that differ, for days from `since` on; one span when none does."""
    day = since or (before or datetime(2000, 1, 2, tzinfo=UTC)) - timedelta(days=1)
    priced = [(start, _prices_at(model, service, datetime.combine(day, start, UTC))) for start in times]
    ends = [start.isoformat() for start in times[1:]] + [None]
    if all(prices == priced[0][1] for _, prices in priced):
        whole = priced[0][1]
        if whole is not None:
            yield PriceSpan(since, before, None, None, whole)
        return
    for (start, prices), end in zip(priced, ends, strict=True):
        if prices is not None:
            yield PriceSpan(since, before, start.isoformat(), end, prices)


def _prices_at(model: library.ModelInfo, service: str | None, at: datetime) -> library.ModelPrice | None:
    """Return the prices that hold at one moment, None where the list has none for `service`."""
    if service is None:
        return model.get_prices(at)
    name, _, value = service.partition("=")
    asked = _SERVICES.get(service, {name: value})
    active = (v for v in model.price_variants or () if v.constraint is None or v.constraint.active(at))
    return model.get_prices(at, asked) if any(variant.when == asked for variant in active) else None


def _joined(spans: Sequence[PriceSpan]) -> Iterator[PriceSpan]:
    """Join neighbouring spans of whole days that have the same prices."""
    last: PriceSpan | None = None
    for span in spans:
        if last and _continues(last, span):
            last = last._replace(before_at=span.before_at)
            continue
        if last:
            yield last
        last = span
    if last:
        yield last


def _continues(last: PriceSpan, span: PriceSpan) -> bool:
    are_whole_days = last.daily_from is None and span.daily_from is None
    return are_whole_days and last.before_at == span.since_at and last.prices == span.prices

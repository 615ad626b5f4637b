"""What was spent when, by model: the figures behind the picture of costs."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from data_access.contracts.usage import CostOfStretch, CostOverTime
from data_access.reading.conversations import named_conversation
from data_access.rules.reporting_days import zone_named
from data_access.store.connection import Store

MOST_DAYS = 400
"""Longer spans are given by month, so that a picture stays readable."""


def cost_over_time(
    store: Store, *, timezone: str, since: datetime | None = None, conversation: str | None = None
) -> CostOverTime:
    """Give cost by day and model in `timezone`, by month when the span is longer than 400 days.

    Raises: `InvalidInput`, `NotFound`, `AmbiguousId`.
    """
    zone = zone_named(timezone)
    key = None if conversation is None else named_conversation(store, conversation).conversation_key
    values = {"since": since, "conversation_key": key, "timezone": zone.key}
    span = store.rows("cost_time_span", values)[0]
    is_long = span["first_at"] is not None and (span["last_at"] - span["first_at"]).days > MOST_DAYS
    unit: Literal["day", "month"] = "month" if is_long else "day"
    rows = store.rows("cost_over_time", values | {"unit": unit})
    return CostOverTime(unit=unit, stretches=tuple(CostOfStretch(**row) for row in rows))

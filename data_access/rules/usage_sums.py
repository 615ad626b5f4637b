"""Adds usage up outside the database: known money only, counts of what is unknown beside it."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from data_access.contracts.usage import UsageTotals

_COUNTS = tuple(name for name in UsageTotals.model_fields if name not in ("cost_usd", "unpriced_models"))


def usage_sum(parts: Sequence[UsageTotals]) -> UsageTotals:
    """Return the sum of disjoint usage; its cost is null only where no part has one."""
    if len(parts) == 1:
        return parts[0]
    costs = [part.cost_usd for part in parts if part.cost_usd is not None]
    counts = {name: sum(getattr(part, name) for part in parts) for name in _COUNTS}
    models = {model for part in parts for model in part.unpriced_models}
    return UsageTotals(
        **counts, cost_usd=sum(costs, Decimal(0)) if costs else None, unpriced_models=tuple(sorted(models))
    )

"""Turns the usage columns of a view into totals; an absent row is usage of nothing, its cost unknown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from data_access.contracts.usage import UsageTotals

_COLUMNS = frozenset(UsageTotals.model_fields)


def usage_totals(record: Mapping[str, Any] | None) -> UsageTotals:
    """Return the totals of one row of a usage view; the columns that say whose usage it is are left out."""
    if record is None or record["usage_calls"] is None:
        return UsageTotals()
    return UsageTotals(**{name: value for name, value in record.items() if name in _COLUMNS})

"""Money in a table of the command line: the figure, and the word it cannot do without."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from data_access.contracts.usage import UsageTotals


def money_in_words(usage: UsageTotals) -> str:
    """Return a cost with the word that a source which states only a total needs."""
    from dashboard.wording import words
    from dashboard.wording.formats import cost

    told = cost(usage, words("en"))
    return told.text if usage.usage_calls or usage.is_nothing else f"{told.text} ({told.weakness})"

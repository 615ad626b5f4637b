"""What led from one revision to another cost, by agent and by model, and what is missing in that."""

from __future__ import annotations

from dashboard.desk_session import said
from dashboard.parts.case_spending import spending_table
from dashboard.parts.change_in_short import time_cards
from dashboard.parts.piece import hint, note
from dashboard.parts.section import section
from data_access.contracts.between_revisions import BetweenRevisions


def cost_between(between: BetweenRevisions) -> None:
    """Draw what led to the newer revision cost, and what is missing in that."""
    w = said().what_changed
    if between.unlinked_rounds:
        note(w.not_linked(len(between.unlinked_rounds)), key="not-linked", tone="waiting")
    time_cards(between)
    if between.cost.is_nothing:
        hint(said().report.no_usage, key="no-usage")
        return
    for title, groups in ((w.by_agent, between.by_agent), (w.by_model, between.by_model)):
        with section(title, hint=w.cost_hint):
            spending_table(title, groups, between.cost)

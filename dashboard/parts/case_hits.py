"""Where a text stands in cases, their evidence and reports, and the way there."""

from __future__ import annotations

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.piece import Cell, Column, Row, hint, ledger
from dashboard.wording import formats
from data_access.contracts.cases_glance import CaseHit
from data_access.contracts.common import Listing


def case_hit_table(listing: Listing[CaseHit]) -> None:
    """Draw the places, and say so where there are more."""
    w = said()
    columns = [Column(w.search.hits), Column(w.event.kind), Column(w.event.time, right=True)]
    ledger(w.glance.in_cases, columns, [_row(hit) for hit in listing.items], key="case-hits", first=10)
    if listing.truncated:
        shown, total = formats.count(len(listing.items)), formats.count(listing.total)
        hint(said().state.truncated.format(shown=shown, total=total), key="case-hits-cut")


def _row(hit: CaseHit) -> Row:
    w = said()
    excerpt = f"{'…' if hit.is_cut_before else ''}{hit.excerpt}{'…' if hit.is_cut_after else ''}"
    return Row(
        (
            Cell(" ".join(excerpt.split()), sub=hit.case_title, sub_tip=hit.task_id),
            Cell(w.glance.kinds[hit.kind], muted=True, tip=hit.item_id),
            cells.clock(hit.occurred_at),
        ),
        href=_address(hit),
    )


def _address(hit: CaseHit) -> str:
    if hit.kind == "report":
        return link("report", case=hit.task_id, revision=hit.item_id)
    if hit.kind in ("evidence", "fact"):
        return link("investigation_evidence", case=hit.task_id, piece=hit.item_id)
    return link("investigation", case=hit.task_id)

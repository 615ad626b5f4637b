"""Where a text stands in cases, their evidence and reports, and the way there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.pager import pager
from dashboard.parts.piece import Cell, Column, Row, ledger
from dashboard.selections import SearchSelection
from data_access.contracts.cases_glance import CaseHit
from data_access.contracts.common import Listing


@dataclass(frozen=True)
class _CasePages:
    """The pages of what was found in cases, which stand beside those of the runs in one address."""

    selection: SearchSelection

    @property
    def cursor(self) -> str | None:
        return self.selection.cases_cursor

    @property
    def skipped(self) -> int:
        return self.selection.cases_skipped

    def but(self, **changed: Any) -> SearchSelection:
        return self.selection.but(**{f"cases_{name}": value for name, value in changed.items()})


def case_hit_table(listing: Listing[CaseHit], selection: SearchSelection) -> None:
    """Draw the places, a page at a time."""
    w = said()
    columns = [Column(w.search.hits), Column(w.event.kind), Column(w.event.time, right=True)]
    first = None if selection.cases_cursor else 10
    ledger(w.glance.in_cases, columns, [_row(hit) for hit in listing.items], key="case-hits", first=first)
    pager("search", _CasePages(selection), listing, key="case-pager")


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

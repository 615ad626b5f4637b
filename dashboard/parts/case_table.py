"""Cases as a table: what is investigated, how it stands, what waits for people, what it cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.case_head import waits_pills
from dashboard.parts.filters import search_box, segments
from dashboard.parts.piece import Cell, Column, Crumb, Row, ledger, note
from dashboard.selections import CaseListSelection
from dashboard.wording import formats
from data_access.contracts.investigation import InvestigationTask
from data_access.contracts.usage import UsageTotals


def case_filters(selection: CaseListSelection) -> None:
    """Draw the filters."""
    w = said().case
    with st.grid(2, min_column_width=260):
        search_box(w.search, "q", selection.q, hint=w.search_hint)
    groups = {"all": w.all, "needs_you": w.needs_you, "working": w.working, "ended": w.ended}
    segments(w.status, "group", groups, selection.group, default="all")


def case_table(items: Sequence[InvestigationTask], costs: Mapping[str, UsageTotals]) -> None:
    """Draw `items`; `costs` holds the usage of those with linked runs."""
    w = said().case
    columns = [
        Column(w.case),
        Column(w.status),
        Column(w.rounds, right=True, optional=True),
        Column(w.waits, right=True),
        Column(w.gaps, right=True, optional=True),
        Column(w.evidence, right=True, optional=True),
        Column(w.revision),
        Column(w.cost, right=True, tip=w.not_linked_hint),
        Column(w.age, right=True, optional=True),
        Column(w.last_move, right=True),
    ]
    ledger(w.title, columns, [_row(item, costs.get(item.task_id)) for item in items], key="cases")


def nothing_there(selection: CaseListSelection) -> None:
    """Say why the list is empty and what to do."""
    w = said().case
    if selection == CaseListSelection():
        note(w.empty_title, key="empty", text=w.empty)
    else:
        note(w.none_match, key="no-match", links=[Crumb(w.clear, link("investigations"))])


def _row(item: InvestigationTask, cost: UsageTotals | None) -> Row:
    w = said()
    waits = waits_pills(item)
    return Row(
        (
            Cell(item.title, sub=item.project, tip=item.title, pills=cells.origin_pills(item.origin)),
            cells.status(item.status),
            cells.number(item.rounds),
            Cell("", pills=waits) if waits else Cell(w.state.nothing, muted=True),
            cells.number(item.open_gaps),
            cells.number(item.evidence),
            revision_cell(item),
            cells.money(cost) if cost else Cell(w.case.not_linked, muted=True, tip=w.case.not_linked_hint),
            cells.moment(item.created_at),
            cells.moment(item.status_at),
        ),
        href=link("investigation", case=item.task_id),
    )


def revision_cell(item: InvestigationTask) -> Cell:
    """Write the newest report in short: its number, stage and conclusion."""
    w = said()
    if item.latest_revision is None:
        return Cell(w.case.no_report, muted=True)
    stage = w.report.stages.get(item.latest_stage or "", item.latest_stage or "")
    outcome = w.report.outcomes.get(item.latest_outcome or "", item.latest_outcome or "")
    number = w.case.revision_n.format(n=formats.count(item.latest_revision))
    return Cell(number, sub=" · ".join(part for part in (stage, outcome) if part))

"""Cases as a table: what is investigated, how it stands, what waits for people, what it cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.case_head import oldest_told, waiting_in, waits_told
from dashboard.parts.filters import choice, search_box, segments
from dashboard.parts.piece import Cell, Column, Crumb, Row, ledger, note
from dashboard.parts.run_filters import origin_labels
from dashboard.parts.run_table import project_name
from dashboard.parts.sign_offs import sign_off_in_short
from dashboard.selections import CaseListSelection
from dashboard.wording import formats
from data_access.contracts.investigation import CaseOrder, InvestigationTask
from data_access.contracts.usage import UsageTotals


def case_filters(selection: CaseListSelection) -> None:
    """Draw the filters."""
    w = said()
    with st.grid(2, min_column_width=260):
        search_box(w.case.search, "q", selection.q, hint=w.case.search_hint)
        choice(
            w.case.origin,
            "origin",
            list(origin_labels()),
            selection.origin,
            labels=origin_labels(),
            everything=w.case_work.all_origins,
        )
    groups = {
        "all": w.case.all,
        "needs_you": w.case.needs_you,
        "working": w.case.working,
        "ended": w.case.ended,
    }
    segments(w.case.status, "group", groups, selection.group, default="all")


def case_table(
    items: Sequence[InvestigationTask],
    costs: Mapping[str, UsageTotals],
    linked: Mapping[str, int],
    selection: CaseListSelection,
) -> None:
    """Draw `items`; `costs` holds the usage of those with linked runs, `linked` how many rounds have one."""
    w = said()
    columns = [
        Column(w.case.case),
        Column(w.case.status),
        Column(w.case_work.round, right=True, optional=True, name="round"),
        _sortable(w.case.waits, "waits", selection),
        _sortable(w.case.gaps, "gaps", selection, optional=True, name="gaps"),
        Column(w.case.revision),
        Column(w.case.cost, right=True, tip=w.case.not_linked_hint),
        _sortable(w.case.age, "newest", selection, optional=True, name="age"),
        _sortable(w.case.last_move, "last_move", selection),
        Column(w.case.id, right=True, name="id"),
    ]
    rows = [_row(one, costs.get(one.task_id), linked.get(one.task_id, 0)) for one in items]
    ledger(w.case.title, columns, rows, key="cases", table="cases")


def _sortable(
    label: str,
    order: CaseOrder,
    selection: CaseListSelection,
    *,
    optional: bool = False,
    name: str | None = None,
) -> Column:
    """Return a column whose head sorts; that of the age turns round, the others have one end that matters."""
    current, turned = selection.order, selection.order == "newest" == order
    asked: CaseOrder = "oldest" if turned else order
    href = link("investigations", **selection.but(order=asked, cursor=None, skipped=0).to_query())
    is_oldest = current == "oldest" and order == "newest"
    marked = "up" if is_oldest else "down" if current == order else None
    return Column(label, right=True, optional=optional, href=href, sorted=marked, name=name)


def nothing_there(selection: CaseListSelection) -> None:
    """Say why the list is empty and what to do."""
    w = said().case
    if selection == CaseListSelection():
        note(w.empty_title, key="empty", text=w.empty)
    else:
        note(w.none_match, key="no-match", links=[Crumb(w.clear, link("investigations"))])


def _row(item: InvestigationTask, cost: UsageTotals | None, linked: int) -> Row:
    w = said()
    waiting = waiting_in(item)
    waits = Cell(formats.count(waiting), sub=oldest_told(item), tip=waits_told(item), tone="waiting")
    attempts = w.case_work.attempt_n.format(n=item.attempts) if item.attempts > 1 else None
    return Row(
        (
            Cell(
                item.title,
                sub=project_name(item.project),
                tip=item.title,
                pills=cells.origin_pills(item.origin),
            ),
            cells.status(item.status),
            Cell(formats.count(item.generation), sub=attempts),
            waits if waiting else Cell(w.state.nothing, muted=True),
            cells.number(item.open_gaps),
            revision_cell(item),
            case_money(item, cost, linked),
            cells.moment(item.created_at),
            cells.moment(item.status_at),
            cells.native(item.task_id),
        ),
        href=link("investigation", case=item.task_id),
    )


def case_money(item: InvestigationTask, cost: UsageTotals | None, linked: int) -> Cell:
    """Write what a case cost: exact, at least where rounds or prices are unknown, or not linked."""
    return cells.case_money(cost, rounds=item.rounds, linked=linked)


def revision_cell(item: InvestigationTask) -> Cell:
    """Write the newest report in short: its number, stage and conclusion."""
    w = said()
    if item.latest_revision is None:
        return Cell(w.case.no_report, muted=True)
    stage = w.report.stages.get(item.latest_stage or "", item.latest_stage or "")
    outcome = w.report.outcomes.get(item.latest_outcome or "", item.latest_outcome or "")
    number = w.case.revision_n.format(n=formats.count(item.latest_revision))
    signed = sign_off_in_short(item.latest_reviewed, item.latest_needs_work)
    return Cell(number, sub=" · ".join(part for part in (stage, outcome, signed) if part))

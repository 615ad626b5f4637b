"""The newest revisions of a report beside the one that is read, with the way to all of them."""

from __future__ import annotations

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.piece import Cell, Column, Crumb, Pill, Row, ledger, pages_line
from dashboard.parts.report import outcome_pill
from dashboard.selections import ReportSelection
from dashboard.theme import Tone
from dashboard.wording import formats
from data_access.contracts.report_comparison import ChangeClass
from data_access.contracts.report_history import ReportHistory, RevisionSpending

CLASS_TONES: dict[ChangeClass, Tone] = {
    "none": "unknown", "formatting": "unknown", "wording": "plain", "evidence": "working",
    "conclusion": "waiting",
}  # fmt: skip


def revision_list(history: ReportHistory, selection: ReportSelection, shown: int) -> None:
    """Draw the revisions, the newest first, and lead to their history."""
    w = said()
    columns = [
        Column(w.report.title),
        Column(w.report.revision, right=True),
        Column(w.report.stage),
        Column(w.report.outcome),
        Column(w.case.cost, right=True, tip=w.report.cost_since),
        Column(w.report.worked, right=True, tip=w.report.worked_hint),
        Column(w.report.published, right=True),
    ]
    rows = [
        Row(
            (
                Cell(entry.title, sub=entry.reason, tip=entry.title),
                cells.number(entry.revision),
                Cell(w.report.stages.get(entry.stage, entry.stage), tip=entry.stage),
                Cell("", pills=(outcome_pill(entry.outcome),)),
                spending_cell(entry.spending),
                cells.length(entry.spending.worked_seconds),
                cells.moment(entry.published_at),
            ),
            href=link("report", **selection.but(revision=entry.revision, node=None).to_query()),
            selected=entry.revision == shown,
        )
        for entry in history.items
    ]
    ledger(w.report.all_revisions, columns, rows, key="revisions", first=5)
    way = Crumb(w.history.all(history.total), link("report_revisions", case=selection.case))
    pages_line("", [way], key="to-history")


def class_pill(change_class: ChangeClass) -> Pill:
    """Return how grave a change is as a mark."""
    w = said().what_changed
    return Pill(w.classes[change_class], CLASS_TONES[change_class], tip=w.class_hints[change_class])


def spending_cell(spending: RevisionSpending) -> Cell:
    """Write what led to a revision cost: exact, at least, nothing, not linked, or not known; never zero."""
    w, used, missing = said(), spending.used, len(spending.unlinked_rounds)
    if used is None:
        if spending.state == "no_calls":
            return Cell(w.history.no_calls, muted=True, tip=w.report.no_usage)
        if missing:
            return Cell(w.case.not_linked, muted=True, tip=w.case.not_linked_hint)
        return Cell(w.state.not_known, muted=True, tip=w.history.not_known_hint)
    if not missing:
        return cells.money(used)
    told = formats.cost(used, w)
    is_floor = used.cost_usd is None or used.unpriced_calls or used.at_least_calls
    text = told.text if is_floor else w.money.at_least.format(amount=told.text)
    return Cell(text, sub=w.case.unlinked(missing), tip=told.weakness)

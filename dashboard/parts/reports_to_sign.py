"""The newest reports that this viewer has not signed off, as the inbox lists them."""

from __future__ import annotations

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.piece import Cell, Column, Row, hint, ledger
from dashboard.parts.report import outcome_pill
from dashboard.parts.sign_offs import standing_cell
from dashboard.wording import formats
from data_access.contracts.common import Listing
from data_access.contracts.sign_offs import ReportToSignOff

_FIRST = 5


def reports_to_sign(listed: Listing[ReportToSignOff]) -> None:
    """Draw the reports, the one published last first; a line leads to the report and its form."""
    w = said()
    if not listed.items:
        hint(w.sign_off.none_to_sign, key="none-to-sign")
        return
    columns = [
        Column(w.report.title),
        Column(w.report.revision, right=True),
        Column(w.report.outcome),
        Column(w.sign_off.others),
        Column(w.report.published, right=True),
    ]
    ledger(
        w.sign_off.to_sign, columns, [_row(one) for one in listed.items], key="reports-to-sign", first=_FIRST
    )
    if listed.truncated:
        told = w.sign_off.cut.format(n=formats.count(listed.total), shown=formats.count(len(listed.items)))
        hint(told, key="reports-to-sign-cut")


def _row(one: ReportToSignOff) -> Row:
    w = said()
    before = w.sign_off.yours_before.format(n=one.yours_before) if one.yours_before else None
    return Row(
        (
            Cell(one.title, sub=one.case_title, tip=one.title, pills=cells.origin_pills(one.origin)),
            Cell(formats.count(one.revision), sub=before),
            Cell("", pills=(outcome_pill(one.outcome),)),
            standing_cell(one.reviewed, one.needs_work),
            cells.moment(one.published_at),
        ),
        href=link("report", case=one.task_id, revision=one.revision),
    )

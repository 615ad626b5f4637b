"""The cases on the first page: what waits for people, and the newest reports."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.case_head import waiting_in, waits_told
from dashboard.parts.piece import Cell, Column, Crumb, Row, ledger, pages_line
from dashboard.parts.run_table import project_name
from dashboard.wording import formats
from data_access.contracts.cases_glance import LatestReport, WaitingForPeople
from data_access.contracts.investigation import InvestigationTask


def waiting_told(waiting: WaitingForPeople) -> str:
    """Say how much waits, and how long the oldest has waited."""
    w = said()
    age = formats.ago(waiting.oldest_at, formats.now(), w)
    return w.glance.waiting(waiting.items).format(age=age)


def waiting_cases(waiting: WaitingForPeople, cases: Sequence[InvestigationTask]) -> None:
    """Draw the cases in which something waits, the longest wait first, and the way to all of them."""
    w = said()
    columns = [
        Column(w.case.case),
        Column(w.case.status, optional=True),
        Column(w.case.waits, right=True),
        Column(w.case.since, right=True),
    ]
    rows = [
        Row(
            (
                Cell(
                    one.title,
                    sub=project_name(one.project),
                    tip=one.title,
                    pills=cells.origin_pills(one.origin),
                ),
                cells.status(one.status),
                Cell(waits_told(one), tone="waiting"),
                cells.moment(one.waiting_since_at),
            ),
            href=link("investigation", case=one.task_id),
        )
        for one in cases
        if waiting_in(one)
    ]
    ledger(w.glance.needs_you, columns, rows, key="needs-you")
    ways = [Crumb(w.glance.all_waiting, link("investigations", order="waits"))]
    pages_line(waiting_told(waiting), ways, key="needs-you-all")


def report_list(reports: Sequence[LatestReport]) -> None:
    """Draw the newest report of each case, the one published last first."""
    w = said()
    columns = [
        Column(w.report.title),
        Column(w.report.outcome),
        Column(w.case.revision, optional=True),
        Column(w.report.published, right=True),
    ]
    ledger(w.glance.latest_reports, columns, [_report(one) for one in reports], key="latest-reports")


def _report(one: LatestReport) -> Row:
    w = said()
    return Row(
        (
            Cell(one.title, sub=one.case_title, tip=one.title, pills=cells.origin_pills(one.origin)),
            Cell(w.report.outcomes.get(one.outcome, one.outcome), tip=one.outcome),
            Cell(w.case.revision_n.format(n=one.revision), sub=w.report.stages.get(one.stage, one.stage)),
            cells.moment(one.published_at),
        ),
        href=link("report", case=one.task_id),
    )

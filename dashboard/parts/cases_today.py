"""The cases on the first page: what waits for people, and the newest reports."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.inbox_list import for_whom, needed
from dashboard.parts.piece import Cell, Column, Crumb, Row, ledger, pages_line
from dashboard.wording import formats
from data_access.contracts.cases_glance import LatestReport, WaitingForPeople
from data_access.contracts.inbox import Inbox


def waiting_told(waiting: WaitingForPeople) -> str:
    """Say how much waits, and how long the oldest has waited."""
    w = said()
    age = formats.ago(waiting.oldest_at, formats.now(), w)
    return w.glance.waiting(waiting.items).format(age=age)


def waiting_things(waiting: WaitingForPeople, box: Inbox) -> None:
    """Draw what has waited the longest, and the way to all of it."""
    w = said()
    cases = {case.task_id: case for case in box.cases}
    columns = [
        Column(w.inbox.what),
        Column(w.inbox.kind, optional=True),
        Column(w.inbox.for_whom, optional=True),
        Column(w.case.since, right=True),
    ]
    rows = [
        Row(
            (
                Cell(
                    one.title,
                    sub=cases[one.task_id].title,
                    tip=one.title,
                    pills=cells.origin_pills(cases[one.task_id].origin),
                ),
                Cell("", pills=(needed(one),)),
                for_whom(one),
                cells.moment(one.since_at),
            ),
            href=link("inbox", case=one.task_id, item=one.item_id),
        )
        for one in box.items
    ]
    ledger(w.glance.needs_you, columns, rows, key="needs-you")
    pages_line(waiting_told(waiting), [Crumb(w.glance.to_inbox, link("inbox"))], key="needs-you-all")


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

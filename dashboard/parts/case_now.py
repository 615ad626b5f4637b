"""How a case stands: who works on it, what waits for whom, what is missing, what was last said."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.desk_session import link, said, store, zone
from dashboard.parts import cells
from dashboard.parts.case_head import oldest_told, waiting_in, waits_told
from dashboard.parts.case_table import case_money, revision_cell
from dashboard.parts.piece import (
    Card,
    Cell,
    Column,
    Crumb,
    Fact,
    Row,
    cards,
    facts,
    ledger,
    note,
    pages_line,
    prose,
)
from dashboard.theme import tone_of
from dashboard.wording import formats
from data_access.contracts.case_cost import CaseCost
from data_access.contracts.evidence import DataGap
from data_access.contracts.investigation import FinishOutlook, InvestigationTask
from data_access.contracts.people import ProposedAction, Question
from data_access.contracts.progress_graph import Progress
from data_access.contracts.reports import ReportHead
from data_access.reading.case_bundle import case_bundle


def case_cards(case: InvestigationTask, cost: CaseCost) -> None:
    """Draw what a manager asks first: how it stands, what waits, what is missing, what it cost."""
    w = said()
    report = revision_cell(case)
    linked = case.rounds - len(cost.unlinked_rounds)
    money = case_money(case, cost.total, linked)
    waiting = waiting_in(case)
    cards(
        [
            Card(
                w.case.status,
                formats.status(case.status, w),
                sub=formats.ago(case.status_at, formats.now(), w),
                value_tip=w.case_next.exactly.format(code=case.status),
                sub_tip=formats.exact(case.status_at, zone(), w),
                tone=tone_of(case.status),
            ),
            Card(
                w.case.waits,
                formats.count(waiting),
                sub=f"{waits_told(case)} · {oldest_told(case)}" if waiting else None,
                tone="waiting" if waiting else "plain",
            ),
            Card(w.case.gaps, formats.count(case.open_gaps)),
            Card(
                w.case.revision,
                report.text,
                sub=report.sub,
                href=link("report", case=case.task_id) if case.latest_revision else None,
            ),
            Card(w.case.evidence, formats.count(case.evidence)),
            Card(w.case.cost, money.text, sub=money.sub, tip=money.tip),
        ],
        key="case-cards",
    )


def standing(case: InvestigationTask, outlook: FinishOutlook | None) -> None:
    """Say what the case is about, why it stands as it does, who works on it, and what comes next."""
    w = said()
    if case.description:
        prose(case.description, key="description")
    status = Cell("", pills=(cells.status_pill(case.status),), tip=case.status)
    exact = Fact(w.case_next.exact_word, Cell(case.status, mono=True))
    told = [Fact(w.case.status, status), exact, Fact(w.case_next.title, next_told(case, outlook), wide=True)]
    if case.status == "queued":
        told.append(Fact(w.case_next.looked, looked_told(case), wide=True))
    if case.status_reason:
        told.append(Fact(w.case.why_status, case.status_reason, wide=True))
    told.append(Fact(w.case.agent, case.agent or w.case.nobody))
    if case.lease_expires_at:
        lease = cells.clock(case.lease_expires_at)
        told.append(Fact(w.case_next.lease, lease, tip=w.case_next.lease_over.format(when=lease.text)))
    told.append(Fact(w.case.created, cells.clock(case.created_at)))
    told.append(Fact(w.case.created_by_label, _created_by(case)))
    facts(told, key="standing")
    if case.related:
        rows = [
            Row((Cell(one.task_id, mono=True), one.relation), href=link("investigation", case=one.task_id))
            for one in case.related
        ]
        columns = [Column(w.case.case), Column(w.case.relation)]
        ledger(w.case.related, columns, rows, key="related", narrow=True)


def _created_by(case: InvestigationTask) -> Cell:
    """Write who created the case; of a restored one the import, and for the pointer who it was there."""
    if case.restored_with is None:
        return Cell(case.created_by)
    return Cell(said().happened.restored.format(n=case.restored_with), tip=case.created_by)


def next_told(case: InvestigationTask, outlook: FinishOutlook | None) -> str:
    """Say what moves the case on from here."""
    w = said().case_next
    if outlook is not None:
        return f"{w.finish}: {w.if_finished.get(outlook.status, outlook.why)}"
    if case.status == "waiting_calculation":
        if case.wait_until is None:
            return w.calculation
        return w.calculation_until.format(when=formats.exact(case.wait_until, zone(), said()))
    return w.after.get(case.status, said().state.not_known)


def looked_told(case: InvestigationTask) -> str:
    """Say since when a queued case is queued, and whether an agent has looked for work since."""
    w, looked = said().case_next, case.agent_looked_at
    since = formats.exact(case.status_at, zone(), said())
    if looked is None:
        return w.never_looked.format(when=since)
    told = w.looked_since if looked >= case.status_at else w.not_looked
    return told.format(when=since, looked=formats.exact(looked, zone(), said()))


def last_words(case: InvestigationTask, progress: Progress, reports: Sequence[ReportHead]) -> None:
    """Draw what was last said on the map and the newest report in a line, with the ways to them."""
    w = said()
    if progress.summary:
        pages_line(
            f"{w.case_next.last_said} · {formats.ago(progress.updated_at, formats.now(), w)}",
            [Crumb(w.case_next.open_map, link("investigation_map", case=case.task_id))],
            key="to-map",
        )
        prose(progress.summary, key="last-said")
    if reports:
        newest = reports[0]
        stage = w.report.stages.get(newest.stage, newest.stage)
        outcome = w.report.outcomes.get(newest.outcome, newest.outcome)
        number = w.case.revision_n.format(n=newest.revision)
        parts = [w.case_next.newest_report, number, stage, outcome]
        pages_line(
            " · ".join([*parts, formats.ago(newest.published_at, formats.now(), w)]),
            [Crumb(w.case_next.open_report, link("report", case=case.task_id))],
            key="to-report",
        )
        prose(newest.title, key="report-title")


def waiting_table(
    case: InvestigationTask, questions: Sequence[Question], actions: Sequence[ProposedAction]
) -> None:
    """Draw what waits for people: questions and proposed actions that are still open."""
    w = said()
    rows = [
        Row(
            (
                Cell(one.prompt, sub=f"{one.question_id} · {one.why}", tip=one.prompt),
                Cell(w.report.required if one.is_required else w.case.optional),
                one.assignee or Cell(w.case.anybody, muted=True),
                cells.moment(one.asked_at),
            ),
            href=link("report", case=case.task_id, question=one.question_id),
        )
        for one in questions
        if one.state == "pending"
    ]
    rows += [
        Row(
            (
                Cell(one.title, sub=f"{one.action_id} · {one.reason}", tip=one.title),
                Cell(w.case.to_approve),
                Cell(w.case.anybody, muted=True),
                cells.moment(one.proposed_at),
            )
        )
        for one in actions
        if one.state == "pending"
    ]
    if not rows:
        note(w.case.nothing_waits, key="nothing-waits")
        return
    columns = [
        Column(w.case.what),
        Column(w.case.needed),
        Column(w.case.for_whom, optional=True),
        Column(w.case.since, right=True),
    ]
    ledger(w.case.waits, columns, rows, key="waiting")


def gap_table(gaps: Sequence[DataGap], *, key: str = "gaps") -> None:
    """Draw the gaps, the open ones first."""
    w = said().report
    rows = [
        Row(
            (
                Cell(gap.missing, sub=f"{gap.gap_id} · {gap.why_it_matters}", tip=gap.why_it_matters),
                Cell("\n".join(gap.tried) or said().state.nothing, muted=not gap.tried),
                Cell(w.open, tone="waiting")
                if gap.is_open
                else Cell(w.closed_by.format(what=gap.closed_by or said().state.not_known), muted=True),
            )
        )
        for gap in sorted(gaps, key=lambda gap: not gap.is_open)
    ]
    if rows:
        ledger(w.gaps, [Column(w.gap), Column(w.tried, wide=True), Column(said().case.status)], rows, key=key)


def bundle_download(task_id: str) -> None:
    """Offer the whole case as a file; it is made when somebody asks for it."""
    w, desk = said().case, store()
    st.download_button(
        w.bundle,
        lambda: case_bundle(desk, [task_id]).text,
        file_name="case.jsonl",
        mime="application/x-ndjson",
        help=w.bundle_help,
        on_click="ignore",
        key="bundle",
    )

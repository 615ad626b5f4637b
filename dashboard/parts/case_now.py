"""How a case stands: who works on it, what waits for whom, what is missing, what was last said."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.desk_session import link, said, zone
from dashboard.parts import cells
from dashboard.parts.case_head import waits_told
from dashboard.parts.case_table import revision_cell
from dashboard.parts.piece import Card, Cell, Column, Fact, Row, cards, facts, hint, ledger, note, prose
from dashboard.wording import formats
from data_access.contracts.case_cost import CaseCost
from data_access.contracts.evidence import DataGap
from data_access.contracts.investigation import InvestigationTask
from data_access.contracts.people import ProposedAction, Question


def case_cards(case: InvestigationTask, cost: CaseCost) -> None:
    """Draw what a manager asks first: how it stands, what waits, what is missing, what it cost."""
    w = said()
    report = revision_cell(case)
    money = cells.money(cost.total)
    unlinked = len(cost.unlinked_rounds)
    waiting = case.pending_questions + case.pending_actions
    cards(
        [
            Card(
                w.case.status,
                formats.status(case.status, w),
                sub=formats.ago(case.status_at, formats.now(), w),
                tip=case.status_reason,
                sub_tip=formats.exact(case.status_at, zone(), w),
            ),
            Card(
                w.case.waits,
                formats.count(waiting),
                sub=waits_told(case) if waiting else None,
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
            Card(
                w.case.cost,
                money.text if cost.linked_runs and cost.total.usage_calls else w.case.not_linked,
                sub=w.case.unlinked(unlinked) if unlinked else money.sub,
                tip=w.case.not_linked_hint if unlinked else money.tip,
            ),
        ],
        key="case-cards",
    )


def standing(case: InvestigationTask) -> None:
    """Say what the case is about, why it stands as it does, and who works on it."""
    w = said().case
    if case.description:
        prose(case.description, key="description")
    if case.status == "queued":
        hint(w.queued_since.format(when=formats.exact(case.status_at, zone(), said())), key="queued")
    told = [Fact(w.agent, case.agent or w.nobody)]
    if case.lease_expires_at:
        told.append(Fact(w.lease_until, cells.clock(case.lease_expires_at)))
    if case.status_reason:
        told.append(Fact(w.why_status, case.status_reason, wide=True))
    told.append(Fact(w.created, cells.clock(case.created_at)))
    told.append(Fact(w.created_by_label, case.created_by))
    facts(told, key="standing")
    if case.related:
        rows = [
            Row((Cell(one.task_id, mono=True), one.relation), href=link("investigation", case=one.task_id))
            for one in case.related
        ]
        ledger(w.related, [Column(w.case), Column(w.relation)], rows, key="related", narrow=True)


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
            href=link("report", case=case.task_id),
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

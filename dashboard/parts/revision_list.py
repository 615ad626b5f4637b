"""Every revision of a report with what it concludes, what it cost and how long agents worked towards it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.piece import Cell, Column, Row, ledger
from dashboard.parts.report import outcome_pill
from dashboard.selections import ReportSelection
from dashboard.wording import formats
from data_access.contracts.case_cost import CaseCost
from data_access.contracts.reports import ReportHead
from data_access.contracts.usage import UsageTotals
from data_access.rules.revision_time import RevisionTime


def revision_list(
    heads: Sequence[ReportHead],
    cost: CaseCost,
    times: Mapping[int, RevisionTime],
    selection: ReportSelection,
    shown: int,
) -> None:
    """Draw every revision, the newest first."""
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
    costs = {group.key: group for group in cost.by_revision}
    rows = [
        Row(
            (
                Cell(head.title, sub=head.reason, tip=head.title),
                cells.number(head.revision),
                Cell(w.report.stages.get(head.stage, head.stage), tip=head.stage),
                Cell("", pills=(outcome_pill(head.outcome),)),
                _money(costs.get(str(head.revision)), cost.unlinked_rounds, times[head.revision]),
                cells.length(times[head.revision].seconds if times[head.revision].round_ids else None),
                cells.moment(head.published_at),
            ),
            href=link("report", **selection.but(revision=head.revision, node=None).to_query()),
            selected=head.revision == shown,
        )
        for head in heads
    ]
    ledger(w.report.all_revisions, columns, rows, key="revisions", first=20)


def _money(used: UsageTotals | None, unlinked: Sequence[str], time: RevisionTime) -> Cell:
    """Write what led to a revision cost: exact, at least where a session is not linked, or not linked."""
    w = said()
    missing = sum(round_id in unlinked for round_id in time.round_ids)
    if missing and used is None:
        return Cell(w.case.not_linked, muted=True, tip=w.case.not_linked_hint)
    if used is None:
        return Cell(w.state.nothing, muted=True, tip=w.report.no_usage)
    if not missing:
        return cells.money(used)
    told = formats.cost(used, w)
    is_floor = used.cost_usd is None or used.unpriced_calls or used.at_least_calls
    text = told.text if is_floor else w.money.at_least.format(amount=told.text)
    return Cell(text, sub=w.case.unlinked(missing), tip=told.weakness)

"""The rounds of a case: who worked when, why it ended, what came of it, in which runs, at what cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dashboard.desk_session import said
from dashboard.parts import cells
from dashboard.parts.case_spending import round_name
from dashboard.parts.piece import Cell, Column, Row, ledger
from dashboard.theme import Tone
from dashboard.wording import formats
from data_access.contracts.case_cost import CaseCost
from data_access.contracts.case_rounds import RoundWork
from data_access.contracts.investigation import Round


def round_table(rounds: Sequence[Round], works: Mapping[str, RoundWork], cost: CaseCost) -> None:
    """Draw the rounds, the newest first."""
    w = said()
    columns = [
        Column(w.case_work.round),
        Column(w.case_round.started, right=True),
        Column(w.case_round.ended, right=True),
        Column(w.case_round.why_ended, wide=True),
        Column(w.run.title, right=True, optional=True),
        Column(w.case.cost, right=True, tip=w.case.not_linked_hint),
    ]
    rows = [_row(one, works.get(one.round_id), cost) for one in reversed(rounds)]
    ledger(w.case_round.title, columns, rows, key="rounds", first=50)


def _row(one: Round, work: RoundWork | None, cost: CaseCost) -> Row:
    w = said()
    runs = sum(1 for run in cost.linked_runs if run.round_id == one.round_id and run.conversation_key)
    spent = next((group for group in cost.by_round if group.key == one.round_id), None)
    is_linked = one.round_id not in cost.unlinked_rounds
    unlinked = Cell(w.case.not_linked, muted=True, tip=w.case.not_linked_hint)
    restored = w.happened.restored.format(n=one.restored_with) if one.restored_with is not None else None
    name = " · ".join(part for part in (round_name(one), one.agent, restored or one.principal) if part)
    published = f"{w.case_round.published}: {_published(work)}"
    money = unlinked
    if is_linked:
        money = cells.money(spent) if spent else Cell(w.state.nothing, muted=True, tip=w.money.no_calls)
    return Row(
        (
            Cell(name, sub=published, sub_tip=published, tip=one.round_id),
            cells.clock(one.started_at),
            _ended(one),
            _why(one),
            Cell(w.case_round.runs(runs)) if runs else unlinked,
            money,
        )
    )


def _ended(one: Round) -> Cell:
    w = said()
    if one.ended_at is None:
        return Cell(w.case_round.lasts, tone="working")
    took = formats.length((one.ended_at - one.started_at).total_seconds(), w)
    at = cells.clock(one.ended_at)
    return Cell(at.text, tip=at.tip, sub=took)


def _why(one: Round) -> Cell | None:
    w = said().case_round
    if one.end_reason is None:
        return None
    tone: Tone = "failed" if one.end_reason == "lease_expired" else "plain"
    told = w.ends.get(one.end_reason, one.end_reason)
    return Cell(told, sub=one.end_note, sub_tip=one.end_note, tip=one.end_reason, tone=tone)


def _published(work: RoundWork | None) -> str:
    w = said().case_round
    if work is None:
        return w.nothing
    told = (
        (work.reports, w.reports),
        (work.evidence, w.evidence),
        (work.updates, w.updates),
        (work.questions, w.questions),
        (work.actions, w.actions),
        (work.plans, w.plans),
        (work.presentations, w.presentations),
    )
    return ", ".join(phrase(number) for number, phrase in told if number)

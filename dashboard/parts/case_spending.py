"""What a case cost, by round, model, agent or report, and the runs it was worked on in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.filters import segments
from dashboard.parts.piece import Cell, Column, Crumb, Row, hint, ledger, pages_line
from dashboard.selections import CaseCostBy
from dashboard.wording import formats
from data_access.contracts.case_cost import CaseCost, LinkedRun
from data_access.contracts.investigation import Round
from data_access.contracts.usage import CostGroup, UsageTotals


def case_spending(case: str, cost: CaseCost, rounds: Sequence[Round], by: CaseCostBy) -> None:
    """Draw the cost of a case by one dimension, and before it what is missing in it."""
    w = said()
    ways = [Crumb(w.case_next.to_rounds, link("rounds", case=case))]
    pages_line(_missing(cost, len(rounds)), ways, key="case-unlinked")
    if not cost.linked_runs or cost.total.is_nothing:
        return
    segments(w.case_next.cost, "by", _dimensions(), by, default="round")
    names = {one.round_id: round_name(one) for one in rounds}
    rows = [_row(group, by, names) for group in _groups(cost, by)]
    if by == "round":
        rows += [_unlinked(names.get(one, one)) for one in cost.unlinked_rounds]
    _spending(w.case_next.cost, _dimensions()[by], rows, cost.total, key="case-cost")


def spending_table(title: str, groups: Sequence[CostGroup], total: UsageTotals) -> None:
    """Draw the calls, tokens and cost of groups, and of all of them."""
    unknown = said().state.not_known
    rows = [Row((Cell(one.key or unknown, tip=one.key), *_figures(one))) for one in groups]
    _spending(title, title, rows, total, key=f"cost-{title}")


def _spending(title: str, of: str, rows: Sequence[Row], total: UsageTotals, *, key: str) -> None:
    w = said()
    columns = [
        Column(of),
        Column(w.cost.calls, right=True),
        Column(w.token.tokens, right=True, optional=True),
        Column(w.money.cost, right=True),
    ]
    ledger(title, columns, [*rows, Row((w.cost.total, *_figures(total)), total=True)], key=key)


def linked_run_table(runs: Sequence[LinkedRun], names: Mapping[str, str], *, key: str) -> None:
    """Draw the runs of rounds: how each is linked, whether whole or in part, and the way to it."""
    w = said()
    rows = [
        Row(
            (
                Cell(one.title or one.conversation, sub=one.conversation if one.title else None),
                names.get(one.round_id, one.round_id),
                Cell(w.case_round.linked_by[one.linked_by], tip=w.case_round.linked_tips[one.linked_by]),
                Cell(_extent(one), muted=True),
            ),
            href=None if one.conversation_key is None else link("run_summary", run=one.conversation_key),
        )
        for one in runs
    ]
    columns = [
        Column(w.run.run),
        Column(w.case_work.round),
        Column(w.case_round.how_linked),
        Column(w.case_round.extent, optional=True),
    ]
    if rows:
        ledger(w.case_next.runs, columns, rows, key=key)
    else:
        hint(w.case_round.no_runs, key=f"{key}-none")


def round_name(one: Round) -> str:
    """Write a round as people read it: its number, and the attempt where it is not the first."""
    w = said()
    name = w.case.round_n.format(n=one.generation)
    return name if one.attempt == 1 else f"{name}, {w.case_work.attempt_n.format(n=one.attempt)}"


def _missing(cost: CaseCost, rounds: int) -> str:
    w, missing = said(), len(cost.unlinked_rounds)
    if not rounds:
        return w.case_work.no_round_hint
    if missing == rounds:
        return w.case_next.none_linked
    return w.case_next.some_linked(missing) if missing else w.case_next.all_linked


def _extent(one: LinkedRun) -> str:
    w = said().case_round
    if one.conversation_key is None:
        return w.not_imported
    if one.is_child:
        return w.child
    return w.part if one.is_part else w.whole


def _dimensions() -> dict[CaseCostBy, str]:
    w = said().case_next
    words = (w.by_round, w.by_model, w.by_agent, w.by_revision)
    return dict(zip(get_args(CaseCostBy), words, strict=True))


def _groups(cost: CaseCost, by: CaseCostBy) -> tuple[CostGroup, ...]:
    return {
        "round": cost.by_round,
        "model": cost.by_model,
        "agent": cost.by_agent,
        "revision": cost.by_revision,
    }[by]


def _row(group: CostGroup, by: CaseCostBy, names: Mapping[str, str]) -> Row:
    w = said()
    if by == "revision":
        name = w.case_next.after_last if group.key is None else w.case.revision_n.format(n=group.key)
    else:
        name = w.state.not_known if group.key is None else names.get(group.key, group.key)
    return Row((Cell(name, tip=group.key), *_figures(group)))


def _figures(totals: UsageTotals) -> tuple[Cell, ...]:
    return Cell(formats.count(totals.usage_calls)), cells.tokens(totals), cells.money(totals)


def _unlinked(name: str) -> Row:
    w = said().case
    return Row((name, None, None, Cell(w.not_linked, muted=True, tip=w.not_linked_hint)))

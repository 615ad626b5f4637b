"""How a cost comes about: tokens times rate is amount, line by line, and what the sources state."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from dashboard.desk_session import said
from dashboard.parts.piece import Cell, Column, Row, hint, ledger
from dashboard.wording import formats
from data_access.contracts.usage import CostArithmetic, PricedUsage, ReportedTotal, UncomputedUsage

_MILLION = Decimal(1_000_000)


def cost_arithmetic_table(reading: CostArithmetic) -> None:
    """Draw every set of rates with its lines, then reported and unknown amounts."""
    w = said()
    columns = [
        Column(w.cost.model),
        Column(w.token.tokens, right=True),
        Column(w.cost.rate, right=True),
        Column(w.cost.amount, right=True),
    ]
    rows = [row for one in reading.computed for row in _priced(one)]
    rows += [_other(one) for one in (*reading.reported, *reading.unknown)]
    if reading.total_usd is not None:
        total = Cell(formats.exact_dollars(reading.total_usd))
        rows.append(Row((w.cost.total, "", "", total), total=True))
    versions = ", ".join(dict.fromkeys(one.price_version for one in reading.computed))
    if versions:
        hint(w.cost.arithmetic_hint.format(version=versions), key="arithmetic-hint")
    ledger(w.cost.arithmetic, columns, rows, key="arithmetic", dense=True)


def _priced(one: PricedUsage) -> list[Row]:
    w = said()
    about = [w.money.calls(one.calls)]
    if one.priced_as != one.model:
        about.append(w.cost.priced_as.format(name=one.priced_as))
    if one.note:
        about.append(one.note)
    head = Cell(one.model, sub=" · ".join(about), strong=True)
    amount = Cell(formats.exact_dollars(one.amount_usd), strong=True)
    lines = [
        Row(
            (
                w.token.classes.get(line.token_class, line.token_class),
                formats.count(line.tokens),
                Cell("" if line.rate_usd is None else formats.exact_dollars(line.rate_usd * _MILLION)),
                Cell(formats.exact_dollars(line.amount_usd)),
            ),
            depth=1,
        )
        for line in one.lines
    ]
    return [Row((head, "", "", amount)), *lines]


def _other(one: UncomputedUsage) -> Row:
    w = said()
    reason = w.cost.reasons.get(one.reason, one.reason)
    calls = w.money.calls(one.calls)
    amount = (
        Cell(formats.dollars(one.amount_usd))
        if one.amount_usd is not None
        else Cell(w.state.not_known, muted=True)
    )
    return Row((Cell(one.model or w.cost.not_named, sub=f"{calls} · {reason}"), "", "", amount))


def reported_table(items: Sequence[ReportedTotal]) -> None:
    """Draw what the source states as its own totals beside what its calls add up to."""
    w = said()
    columns = [
        Column(w.cost.reported),
        Column(w.cost.stated, right=True),
        Column(w.cost.added_up, right=True),
        Column(w.money.with_descendants, right=True, optional=True),
    ]
    rows = []
    for one in items:
        stated = formats.dollars(one.reported_usd) if one.reported_usd is not None else w.state.nothing
        below = formats.count(one.reported_tokens) if one.reported_tokens is not None else None
        own, inclusive = formats.cost(one.own, w), formats.cost(one.with_descendants, w)
        rows.append(
            Row(
                (
                    one.agent_id or w.cost.whole_run,
                    Cell(stated, sub=below and f"{below} {w.token.tokens}"),
                    Cell(own.text, sub=own.weakness, tip=own.tip),
                    Cell(inclusive.text, sub=inclusive.weakness, tip=inclusive.tip),
                )
            )
        )
    ledger(w.cost.reported, columns, rows, key="reported", dense=True)

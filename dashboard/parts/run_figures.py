"""The figures of one run: cost with its state, tokens by class, what happened."""

from __future__ import annotations

from dashboard.charts.token_classes import token_classes
from dashboard.desk_session import colours, link, said
from dashboard.parts import cells
from dashboard.parts.picture import chart
from dashboard.parts.piece import Card, Column, Row, cards, ledger, note
from dashboard.wording import formats
from data_access.contracts.readings import RunSummary
from data_access.contracts.usage import UsageTotals


def run_cards(item: RunSummary) -> None:
    """Draw cost, tokens and counts; with child runs, the sum over them as well."""
    w = said()
    key = item.conversation_key
    own = formats.cost(item.own, w)
    tokens = formats.all_tokens(item.own)
    shown = [
        Card(
            w.money.cost,
            own.text,
            sub=own.weakness or (w.money.calls(item.own.usage_calls) if item.own.usage_calls else own.tip),
            tip=w.money.list_equivalent,
            value_tip=own.tip,
            href=link("run_cost", run=key),
        ),
        Card(
            w.token.tokens, formats.compact(tokens, w), sub=_cached(item.own), value_tip=formats.count(tokens)
        ),
        Card(w.run.agents, formats.count(item.agents)),
        Card(w.run.events, formats.count(item.events), href=link("run_timeline", run=key)),
        Card(w.run.tool_calls, formats.count(item.tool_calls)),
        Card(
            w.run.errors,
            formats.count(item.errors),
            tone="failed" if item.errors else "plain",
            href=link("run_timeline", run=key, severity="error") if item.errors else None,
        ),
    ]
    if item.with_descendants != item.own:
        inclusive = formats.cost(item.with_descendants, w)
        shown.insert(
            1, Card(w.money.with_child_runs, inclusive.text, sub=inclusive.weakness, value_tip=inclusive.tip)
        )
    cards(shown, key="run-cards")


def token_table(totals: UsageTotals, *, key: str) -> None:
    """Draw the disjoint classes as a divided bar and as a table."""
    w = said()
    whole = formats.all_tokens(totals)
    if not whole:
        note(w.cost.no_calls_title, key=f"{key}-none", text=w.cost.no_calls_run)
        return
    classes = cells.token_rows(totals)
    chart(token_classes(classes, colours()), alt=w.token.title, key=key)
    rows = [
        Row((label, formats.count(amount), formats.share(amount, whole)))
        for label, amount in classes
        if amount
    ]
    if totals.reasoning:
        rows.append(Row((w.token.reasoning, formats.count(totals.reasoning), ""), depth=1))
    rows.append(Row((w.token.total, formats.count(whole), ""), total=True))
    columns = [
        Column(w.cost.class_label),
        Column(w.token.tokens, right=True),
        Column(w.cost.share, right=True),
    ]
    ledger(w.token.title, columns, rows, key=f"{key}-table", dense=True)


def _cached(totals: UsageTotals) -> str | None:
    everything = formats.all_tokens(totals) - totals.output
    if not everything:
        return None
    return f"{said().cost.cache_share}: {formats.share(totals.cache_read, everything)}"


def with_child_runs(item: RunSummary) -> None:
    """Draw what the run and its child runs cost together, where it has any."""
    if item.with_descendants == item.own:
        return
    w = said()
    columns = [
        Column(""),
        Column(w.cost.calls, right=True),
        Column(w.token.tokens, right=True),
        Column(w.money.cost, right=True),
    ]
    rows = [
        Row((label, cells.number(totals.usage_calls), cells.tokens(totals), cells.money(totals)))
        for label, totals in ((w.money.own_run, item.own), (w.money.with_child_runs, item.with_descendants))
    ]
    ledger(w.cost.own_and_all, columns, rows, key="with-child-runs", dense=True)

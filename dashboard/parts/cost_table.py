"""Cost by one dimension as a table: the group, its calls and tokens, its part of the whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

import streamlit as st

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.piece import Cell, Column, Row, hint, ledger
from dashboard.parts.run_table import project_name
from dashboard.selections import CostBy
from dashboard.wording import formats
from data_access.contracts.usage import CostGroup, CostGroupName, CostReport, UsageTotals

MOST_GROUPS = 200
FIRST_GROUPS = 50
"""Shown at once; the others are one click away."""


def dimension_words() -> dict[CostBy, str]:
    """Return the words for the ways to group costs, in the order they are offered."""
    c = said().cost
    return {
        "model": c.model,
        "day": c.day,
        "project": c.project,
        "conversation": c.conversation,
        "agent": c.agent,
        "task": c.task,
        "phase": c.phase,
    }


def cost_table(
    report: CostReport,
    by: CostBy,
    *,
    names: Mapping[str, CostGroupName] | None = None,
    labels: Mapping[str, str] | None = None,
    run: str | None = None,
    key: str = "costs",
) -> None:
    """Draw the groups of `report`, the dearest first (days: the newest first), and the total.

    `names` are those of a report over the whole desk, `labels` those inside one `run`.
    """
    w = said()
    groups = list(reversed(report.groups)) if by == "day" else list(report.groups)
    whole = report.total.cost_usd
    columns = [
        Column(dimension_words()[by]),
        Column(w.cost.calls, right=True),
        Column(w.token.fresh_input, right=True, optional=True, name="fresh_input"),
        Column(w.token.cache_read, right=True, optional=True, name="cache_read"),
        Column(w.token.cache_write, right=True, optional=True, name="cache_write"),
        Column(w.token.output, right=True, optional=True, name="output"),
        Column(w.cost.share, right=True, optional=True),
        Column(w.money.cost, right=True),
        Column(w.detail.key, right=True, name="key"),
    ]
    rows = [_row(one, by, whole, names or {}, labels or {}, run) for one in groups[:MOST_GROUPS]]
    total = Row((w.cost.total, *_figures(report.total, None), None), total=True)
    title = w.cost.by_group.format(what=dimension_words()[by])
    ledger(title, columns, [*rows[:FIRST_GROUPS], total], key=key, table="cost")
    if len(groups) > FIRST_GROUPS:
        with st.expander(w.cost.more_groups(len(groups) - FIRST_GROUPS), type="compact"):
            ledger(title, columns, rows[FIRST_GROUPS:], key=f"{key}-rest", table="cost")
            _cut(len(groups), key)


def _cut(number: int, key: str) -> None:
    """Say so where not even the rest is shown in full."""
    if number > MOST_GROUPS:
        shown, total = formats.count(MOST_GROUPS), formats.count(number)
        hint(said().state.truncated.format(shown=shown, total=total), key=f"{key}-cut")


def _row(
    group: CostGroup,
    by: CostBy,
    whole: Decimal | None,
    names: Mapping[str, CostGroupName],
    labels: Mapping[str, str],
    run: str | None,
) -> Row:
    named = names.get(group.key or "")
    cell = _name(group.key, by, named, labels)
    return Row(
        (cell, *_figures(group, whole), cells.native(group.key)), href=_address(group.key, by, named, run)
    )


def _name(key: str | None, by: CostBy, named: CostGroupName | None, labels: Mapping[str, str]) -> Cell:
    w = said()
    if key is None:
        return Cell(w.cost.not_named, muted=True)
    if by == "day":
        from datetime import date

        return Cell(formats.day(date.fromisoformat(key), w))
    if by == "project":
        return Cell(project_name(key) or key, sub=key if project_name(key) != key else None)
    if named is None:
        return Cell(
            labels.get(key, key),
            sub=formats.short_id(key) if key in labels and key != "main" else None,
            tip=key,
        )
    own = key.rpartition("/")[2]
    label = named.label or (w.run.main_agent if own == "main" else formats.short_id(own))
    run_title = named.run_title or w.run.untitled
    return Cell(label, sub=None if by == "conversation" else run_title, tip=key)


def group_labels(by: CostBy, keys: Sequence[str], names: Mapping[str, CostGroupName]) -> dict[str, str]:
    """Return what to call each group in a picture."""
    told = {key: _name(key, by, names.get(key), {}) for key in keys}
    within = {"agent", "task"}
    return {
        key: f"{cell.text} · {cell.sub}" if by in within and cell.sub else cell.text
        for key, cell in told.items()
    }


def _figures(totals: UsageTotals, whole: Decimal | None) -> tuple[Cell, ...]:
    w = said()
    writes = totals.cache_write_5m + totals.cache_write_1h + totals.cache_write_unspecified
    part = totals.cost_usd / whole if whole and totals.cost_usd is not None else None
    share = Cell(
        formats.share(totals.cost_usd or 0, whole) if part is not None and whole else "",
        share=None if part is None else float(part),
    )
    amounts = (totals.fresh_input, totals.cache_read, writes, totals.output)
    return (
        cells.number(totals.usage_calls),
        *(
            Cell(formats.compact(amount, w), tip=formats.count(amount), muted=not amount)
            for amount in amounts
        ),
        share,
        cells.money(totals),
    )


def _address(key: str | None, by: CostBy, named: CostGroupName | None, run: str | None) -> str | None:
    """Return where a group leads: to its run, its agent's events, or the runs it stands for."""
    if key is None:
        return None
    if run is not None:
        return link("run_timeline", run=run, agent=key) if by == "agent" else None
    if named is not None:
        if by == "agent":
            return link("run_timeline", run=named.conversation_key, agent=named.agent_id)
        return link("run_cost", run=named.conversation_key)
    return link("runs", **{by: key}, order="cost") if by in {"model", "project"} else None

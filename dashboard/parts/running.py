"""Runs whose last event is fresh, with how long they have been quiet."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.piece import Cell, Column, Row, ledger
from dashboard.parts.run_table import run_name
from data_access.contracts.readings import RunningRun


def running_list(items: Sequence[RunningRun]) -> None:
    """Draw the runs, the freshest first."""
    w = said()
    columns = [
        Column(w.run.run),
        Column(""),
        Column(w.run.events, right=True),
        Column(w.money.cost, right=True),
    ]
    ledger(w.today.running, columns, [_row(item) for item in items], key="running")


def _row(item: RunningRun) -> Row:
    w = said()
    quiet = w.state.active_now
    if item.quiet_minutes:
        quiet = w.state.quiet.format(time=w.time.minutes_long.format(m=item.quiet_minutes))
    return Row(
        (
            run_name(item.run),
            Cell(quiet, tone="working", tip=cells.moment(item.run.last_at).tip),
            cells.number(item.run.events),
            cells.money(item.run.own),
        ),
        href=link("run_summary", run=item.run.conversation_key),
    )

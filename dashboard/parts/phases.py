"""The phases of a run: time of agents apart from waits for people, events, tokens, money, tasks by status."""

from __future__ import annotations

from dashboard.charts.phase_bars import phase_bars
from dashboard.desk_session import colours, said
from dashboard.parts import cells
from dashboard.parts.picture import chart
from dashboard.parts.piece import Cell, Column, Row, hint, ledger
from dashboard.parts.standing import status_pills
from dashboard.wording import formats
from data_access.contracts.phases import PhaseMeasure, Phases


def phases_panel(reading: Phases) -> None:
    """Draw the bars where there are several phases, and the table always."""
    w = said()
    if not reading.has_phases:
        hint(w.standing.one_phase, key="one-phase")
    elif len(reading.items) > 1:
        bars = [
            (phase_name(one.phase), one.agent_minutes or 0, one.human_wait_minutes or 0)
            for one in reading.items
            if one.agent_minutes is not None
        ]
        if bars:
            figure = phase_bars(
                bars, colours(), agents_label=w.standing.agent_time, people_label=w.standing.human_wait
            )
            chart(figure, alt=w.standing.phases, key="phase-bars")
    columns = [
        Column(w.standing.phase),
        Column(w.standing.tasks, wide=True),
        Column(w.standing.wall, right=True, optional=True),
        Column(w.standing.agent_time, right=True),
        Column(w.standing.human_wait, right=True),
        Column(w.run.events, right=True, optional=True),
        Column(w.run.tool_calls, right=True, optional=True),
        Column(w.run.errors, right=True),
        Column(w.token.tokens, right=True, optional=True),
        Column(w.money.cost, right=True),
    ]
    ledger(w.standing.phases, columns, [_row(one) for one in reading.items], key="phases", dense=True)


def phase_name(phase: str | None) -> str:
    """Return what to call a phase; the one of a source without phases is the run."""
    w = said()
    if phase is None:
        return w.standing.no_phase
    return w.run.run if phase == "run" else phase


def _row(one: PhaseMeasure) -> Row:
    pills = status_pills(one.tasks)
    return Row(
        (
            Cell(phase_name(one.phase), tip=one.phase, muted=one.phase is None),
            Cell("", pills=pills) if pills else Cell("", muted=True),
            cells.length(one.wall_seconds, is_unreliable=one.is_duration_unreliable),
            _minutes(one.agent_minutes),
            _minutes(one.human_wait_minutes),
            cells.number(one.events),
            cells.number(one.tool_calls),
            cells.errors(one.errors),
            cells.tokens(one.usage),
            cells.money(one.usage),
        )
    )


def _minutes(minutes: float | None) -> Cell:
    if minutes is None:
        return cells.length(None)
    return Cell(formats.length(minutes * 60, said()), muted=minutes == 0)

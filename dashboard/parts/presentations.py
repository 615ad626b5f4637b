"""What agents want shown: a panel that follows what comes from now on, and a list of what came before."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import streamlit as st

from dashboard.desk_session import link, said, zone
from dashboard.parts import cells
from dashboard.parts.evidence_data import data_picture, series_picture, table_picture
from dashboard.parts.piece import Cell, Column, Fact, Row, facts, ledger, note
from dashboard.selections import PresentationSelection
from dashboard.wording import formats
from data_access.contracts.evidence import GeoData, GeoFeature, SeriesData, TableData
from data_access.contracts.presentations import Presentation, PresentedEvidence


def first_followed(task_id: str, newest: int) -> int:
    """Return the number after which presentations are followed: the newest when this tab first looked."""
    since: int = st.session_state.setdefault(f"presentations-since-{task_id}", newest)
    return since


def live_panel(presentation: Presentation | None) -> None:
    """Draw the newest that came since the page was opened; nothing from before is ever played again."""
    w = said().presentation
    if presentation is None:
        note(w.waiting, key="nothing-live", text=w.waiting_text)
        return
    presented(presentation, key="live")


def presented(presentation: Presentation, *, key: str) -> None:
    """Draw one presentation; the desk takes its figures from the evidence that it names."""
    w = said()
    title = Cell(presentation.title, sub=presentation.presentation_id, strong=True)
    told = [
        Fact(w.presentation.title_of, title),
        Fact(w.presentation.kind, w.presentation.kinds[presentation.kind]),
        Fact(w.presentation.recorded, cells.clock(presentation.recorded_at)),
    ]
    facts(told, key=f"{key}-face")
    if presentation.kind == "chart":
        _chart(presentation, key)
    elif presentation.kind == "map":
        _place(presentation, key)
    for one in presentation.evidence:
        if isinstance(one.data, GeoData):
            data_picture(one.data, title=one.title, key=f"{key}-{one.evidence_id}")


def presentation_list(past: Sequence[Presentation], task_id: str, shown: str | None) -> None:
    """Draw what was to be shown, the newest first; none is displayed before it is chosen."""
    w = said()
    if not past:
        note(w.presentation.empty_title, key="no-presentations", text=w.presentation.empty)
        return
    rows = [
        Row(
            (
                Cell(one.title, sub=one.presentation_id, tip=one.title),
                w.presentation.kinds[one.kind],
                Cell(", ".join(piece.evidence_id for piece in one.evidence) or w.state.nothing, mono=True),
                w.case.round_n.format(n=one.generation),
                cells.moment(one.recorded_at),
            ),
            href=link("presentations", **PresentationSelection(task_id, one.presentation_id).to_query()),
            selected=one.presentation_id == shown,
        )
        for one in reversed(past)
    ]
    columns = [
        Column(w.presentation.title_of),
        Column(w.presentation.kind),
        Column(w.case.evidence),
        Column(w.case_work.round, optional=True),
        Column(w.presentation.recorded, right=True),
    ]
    ledger(w.presentation.past, columns, rows, key="presentations", first=50)


def _chart(presentation: Presentation, key: str) -> None:
    series = [
        (_named(one, presentation.chart_kind == "comparison"), one.data)
        for one in presentation.evidence
        if isinstance(one.data, SeriesData)
    ]
    ordered = sorted(series, key=lambda one: (one[1].parameter, one[1].unit))
    for number, (_, group) in enumerate(groupby(ordered, key=lambda one: (one[1].parameter, one[1].unit))):
        bars = presentation.chart_kind == "bar"
        series_picture(list(group), alt=presentation.title, key=f"{key}-series-{number}", bars=bars)
    for one in presentation.evidence:
        if isinstance(one.data, TableData):
            line = presentation.chart_kind == "line"
            table_picture(one.data, alt=one.title, key=f"{key}-{one.evidence_id}", line=line)


def _named(one: PresentedEvidence, with_window: bool) -> str:
    """Name a line: the evidence, and in a comparison the window it covers."""
    if not (with_window and one.window_from and one.window_until):
        return f"{one.evidence_id} {one.title}"
    begin, end = (formats.clock(at, zone(), said()) for at in (one.window_from, one.window_until))
    return f"{one.evidence_id} {begin} – {end}"


def _place(presentation: Presentation, key: str) -> None:
    longitude, latitude = presentation.longitude, presentation.latitude
    if longitude is not None and latitude is not None:
        middle = GeoFeature(
            name=presentation.title[:200], geometry="point", coordinates=((longitude, latitude),)
        )
        data_picture(GeoData(kind="geo", features=(middle,)), title=presentation.title, key=f"{key}-place")

"""What the patterns are looked for in: which runs, how far back, and for single calls which of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from dashboard.desk_session import link, said
from dashboard.parts.filters import choice, period_choice, segments
from dashboard.parts.piece import Crumb, hint, note
from dashboard.parts.run_filters import origin_labels, project_labels
from dashboard.selections import PatternSelection
from data_access.contracts.common import Listing
from data_access.contracts.readings import RunFilterOptions


def pattern_filters(selection: PatternSelection, options: RunFilterOptions) -> None:
    """Draw what to look at and the filters of runs; those with one value only are left out."""
    w = said()
    segments(w.pattern.view, "view", w.pattern.views, selection.view, default="latency")
    offered = [
        (w.run.project, "project", options.projects, selection.project, project_labels(options)),
        (w.run.source, "source", options.source_formats, selection.source, w.formats),
        (w.run.origin, "origin", options.origins, selection.origin, origin_labels()),
    ]
    shown = [entry for entry in offered if len(entry[2]) > 1 or entry[3] is not None]
    if shown:
        with st.grid(len(shown), min_column_width=150):
            for label, name, values, current, labels in shown:
                choice(label, name, values, current, labels=labels, everything=w.state.all)
    if selection.view != "quiet":
        period_choice(selection.period, default="all")
    if selection.origin is None and len(options.origins) > 1:
        hint(w.pattern.mixed, key="mixed-origins")


def call_filters(selection: PatternSelection, names: Sequence[str]) -> None:
    """Draw which single calls are listed, and in what order."""
    p = said().pattern
    with st.grid(3, min_column_width=150):
        choice(p.kind, "kind", list(p.kinds), selection.kind, labels=p.kinds, everything=said().state.all)
        choice(p.name, "name", names, selection.name, everything=said().state.all)
        statuses = {one: said().statuses[one] for one in ("ok", "error", "denied", "unfinished")}
        choice(
            p.ended, "status", list(statuses), selection.status, labels=statuses, everything=said().state.all
        )
    segments(p.order, "order", p.orders, selection.order, default="slowest")


def nothing_of_this(key: str) -> None:
    """Say that no run shows it."""
    p = said().pattern
    note(p.none, key=f"{key}-none", text=p.none_text, links=[Crumb(said().run.clear, link("patterns"))])


def cut_told(listing: Listing[Any], key: str) -> None:
    """Say when a list is cut, and of how many."""
    if listing.truncated and listing.next_cursor is None:
        shown, total = f"{len(listing.items):,}", f"{listing.total:,}"
        hint(said().state.truncated.format(shown=shown, total=total), key=f"{key}-cut")

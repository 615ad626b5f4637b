"""The filters of a run's events, and what is said when nothing passes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from dashboard.desk_session import link, said
from dashboard.parts.filters import choice, search_box, segments
from dashboard.parts.piece import Crumb, note
from dashboard.parts.section import filter_bar
from dashboard.selections import EventSelection
from dashboard.wording import formats
from data_access.contracts.readings import EventFilterOptions, FilterOption

_NO_FILTERS = ("run", "as_of", "by", "lanes", "since", "until", "cursor", "skipped", "event")


def event_filters(selection: EventSelection, options: EventFilterOptions, names: Mapping[str, str]) -> None:
    """Draw the filters, each option with how many events it has."""
    w = said()
    severities = {"error": w.state.error, "warning": w.state.warning, "info": w.state.info}
    kinds = {one.value: formats.kind(one.value, w) for one in options.event_types}
    offered = [
        (w.event.agent, "agent", options.agents, selection.agent, names),
        (w.event.task, "task", options.tasks, selection.task, {}),
        (w.event.kind, "kind", options.event_types, selection.kind, kinds),
        (w.event.severity, "severity", options.severities, selection.severity, severities),
    ]
    shown = [entry for entry in offered if len(entry[2]) > 1 or entry[3] is not None]
    with filter_bar(is_set=selection.narrows(*_NO_FILTERS)):
        with st.grid(len(shown) + 1, min_column_width=150):
            search_box(w.event.search, "q", selection.q, hint=w.event.search_hint)
            for label, name, values, current, told in shown:
                labels = _labels(values, told)
                choice(
                    label, name, [one.value for one in values], current, labels=labels, everything=w.state.all
                )
        orders = {"0": w.event.oldest, "1": w.event.newest}
        newest = "1" if selection.newest else "0"
        segments(w.event.order, "newest", orders, newest, default="0")


def no_events(selection: EventSelection) -> None:
    """Say why the list is empty and what to do."""
    w = said()
    if selection == EventSelection(run=selection.run, by=selection.by):
        note(w.event.empty_title, key="no-events", text=w.event.empty)
    else:
        clear = Crumb(w.run.clear, link("run_timeline", run=selection.run))
        note(w.event.none_match, key="no-match", links=[clear])


def _labels(values: Sequence[FilterOption], told: Mapping[str, str]) -> dict[str, str]:
    return {
        one.value: f"{told.get(one.value) or one.label or one.value} ({formats.count(one.events)})"
        for one in values
    }

"""The filters above the list of runs, and what is said when nothing passes them."""

from __future__ import annotations

import streamlit as st

from dashboard.desk_session import link, said
from dashboard.parts.filters import choice, period_choice, search_box
from dashboard.parts.piece import Crumb, note
from dashboard.parts.run_table import project_name
from dashboard.parts.section import filter_bar
from dashboard.selections import RunListSelection
from data_access.contracts.readings import RunFilterOptions


def run_filters(selection: RunListSelection, options: RunFilterOptions) -> None:
    """Draw the filters; those with one value only are left out."""
    w = said()
    offered = [
        (w.run.project, "project", options.projects, selection.project, project_labels(options)),
        (w.run.source, "source", options.source_formats, selection.source, w.formats),
        (w.run.model, "model", options.models, selection.model, None),
        (w.run.origin, "origin", options.origins, selection.origin, origin_labels()),
    ]
    shown = [entry for entry in offered if len(entry[2]) > 1 or entry[3] is not None]
    with filter_bar(is_set=selection.narrows("order", "cursor", "skipped", "against")):
        with st.grid(len(shown) + 1, min_column_width=150):
            search_box(w.run.search, "q", selection.q, hint=w.run.search_hint)
            for label, name, values, current, labels in shown:
                choice(label, name, values, current, labels=labels, everything=w.state.all)
        period_choice(selection.period, default="all")


def nothing_matches(selection: RunListSelection) -> None:
    """Say why the list is empty and what to do."""
    w = said()
    if selection == RunListSelection():
        note(w.today.empty_title, key="empty", text=w.today.empty_text, links=[_import_link()])
    else:
        clear = Crumb(w.run.clear, link("runs"))
        note(w.run.none_match, key="no-match", text=w.run.none_match_fix, links=[clear])


def _import_link() -> Crumb:
    return Crumb(said().today.go_import, link("import_records"))


def project_labels(options: RunFilterOptions) -> dict[str, str]:
    """Return short names where they are unique, else the whole key."""
    short = {project: project_name(project) or project for project in options.projects}
    names = list(short.values())
    return {project: name if names.count(name) == 1 else project for project, name in short.items()}


def origin_labels() -> dict[str, str]:
    """Return the words for where records come from."""
    """Return the words for where records come from."""
    s = said().state
    return {"real": s.real, "demo": s.demo, "synthetic": s.synthetic, "human": s.human}

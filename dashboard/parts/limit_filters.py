"""The filters of limits, what is said when nothing is there, and how use comes to be measured."""

from __future__ import annotations

import streamlit as st

from dashboard.desk_session import link, said
from dashboard.parts.filters import choice, period_choice
from dashboard.parts.limit_table import address, run_name
from dashboard.parts.piece import Crumb, hint, note, pages_line
from dashboard.parts.run_filters import origin_labels, project_labels
from dashboard.parts.section import filter_bar
from dashboard.selections import LimitSelection
from data_access.contracts.readings import RunFilterOptions
from data_access.contracts.resource_limits import LimitListing

_SAMPLE = (
    '{"conversation_id": "run-1", "agent_id": "worker-2", "sampled_at": "2026-05-01T10:00:00Z", '
    '"disk_bytes": 4200000000, "memory_bytes": 1800000000, "network_bytes_per_second": 250000, '
    '"command_seconds": 41.5}'
)


def limit_filters(selection: LimitSelection, options: RunFilterOptions) -> None:
    """Offer limits, states, and the filters of runs with more than one value."""
    w = said()
    t = w.limits
    offered = [
        (w.run.project, "project", options.projects, selection.project, project_labels(options)),
        (w.run.source, "source", options.source_formats, selection.source, w.formats),
        (w.run.origin, "origin", options.origins, selection.origin, origin_labels()),
    ]
    shown = [entry for entry in offered if len(entry[2]) > 1 or entry[3] is not None]
    is_set = selection.narrows("run", "named", "agent", "nobody", "of")
    with filter_bar(is_set=is_set):
        with st.grid(2 + len(shown), min_column_width=150):
            choice(t.limit, "limit", list(t.names), selection.limit, labels=t.names, everything=t.any_limit)
            choice(t.state, "state", list(t.states), selection.state, labels=t.states, everything=t.any_state)
            for label, name, values, current, labels in shown:
                choice(label, name, values, current, labels=labels, everything=w.state.all)
        period_choice(selection.period, default="all")


def only_run(selection: LimitSelection, page: LimitListing) -> None:
    """Say that one run alone is shown, with the ways back to all and on to the run."""
    if selection.run is None:
        return
    w = said()
    back = selection.but(run=None, named=False, agent=None, nobody=False, of=None)
    ways = [Crumb(w.limits.all_runs, address(back))]
    if selection.agent is not None or selection.nobody:
        ways.append(Crumb(w.limits.whole_run, address(selection.but(agent=None, nobody=False))))
    if not selection.named:
        ways.append(Crumb(w.limits.to_run, link("run_summary", run=selection.run)))
    name = run_name(page.items[0]) if page.items else selection.run
    pages_line(w.limits.only_run.format(name=name), ways, key="only-run")


def none_stand_so(selection: LimitSelection) -> None:
    """Say that no agent passes the filters, or that there is none."""
    t = said().limits
    if selection.narrows("of"):
        note(t.none_match, key="none-match", links=[Crumb(t.clear, link("limits"))])
    else:
        note(t.empty, key="no-limits")


def how_to_measure(page: LimitListing) -> None:
    """Say what to send so that use is measured, with a sample to copy; open where something never was."""
    t = said().limits
    is_lacking = any(one.passed + one.within == 0 for one in page.by_limit)
    with st.expander(t.how, type="compact", expanded=is_lacking):
        ways = [Crumb(t.to_import, link("import_records"))]
        note(t.how_title, key="how-to-measure", text=f"{t.how_text} {t.how_commands}", links=ways)
        st.code(_SAMPLE, language=None, wrap_lines=True)
        hint("POST /api/resource-samples", key="where-to-send", mono=True)

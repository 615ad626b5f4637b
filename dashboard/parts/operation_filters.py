"""The views and filters of what agents did, and what is said when there is nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from dashboard.desk_session import link, said
from dashboard.parts.filters import choice, period_choice, segments
from dashboard.parts.operation_cards import zone_word
from dashboard.parts.piece import Crumb, hint, note, pages_line
from dashboard.parts.section import filter_bar
from dashboard.selections import OperationSelection
from dashboard.wording import formats
from data_access.contracts.agent_operations import OperationCount, OperationCounts
from data_access.rules.text_safety import one_line

_NOT_FILTERS = ("view", "run", "cursor", "skipped", "agents_cursor", "agents_skipped", "open")
_NONE = {"zone": "none", "approval": "not_said", "result": "not_known"}


def views(selection: OperationSelection) -> None:
    """Offer the views of the same runs."""
    w = said().operation
    segments(w.view, "view", w.views, selection.view, default="operations")


def scope_line(selection: OperationSelection, counts: OperationCounts) -> None:
    """Say to which run the page is narrowed, and lead back to all."""
    w = said().operation
    if selection.run:
        every = link(
            "agent_operations", **selection.but(run=None, cursor=None, skipped=0, open=None).to_query()
        )
        text = w.only_run.format(name=formats.short_id(one_line(selection.run, 80)))
        pages_line(text, [Crumb(w.all_runs, every)], key="only-run")
    if counts.agents_total > len(counts.agents):
        shown, total = formats.count(len(counts.agents)), formats.count(counts.agents_total)
        hint(w.agents_cut.format(shown=shown, total=total), key="agents-cut")


def filters(selection: OperationSelection, counts: OperationCounts) -> None:
    """Draw the filters of the view, each option with how many operations have it."""
    w, p = said().operation, said().policy
    is_list = selection.view in ("operations", "violations")
    with filter_bar(is_set=selection.narrows(*_NOT_FILTERS)):
        with st.grid(4, min_column_width=150):
            if is_list:
                _choice(w.operation, "operation", counts.kinds, selection.operation, p.operations)
                _choice(p.verdict, "verdict", counts.verdicts, selection.verdict, p.verdicts)
                _choice(p.zone, "zone", counts.zones, selection.zone, {}, everything=w.anywhere)
                _choice(p.capability, "capability", counts.capabilities, selection.capability, p.capabilities)
                _choice(w.approval, "approval", counts.approvals, selection.approval, w.approvals)
                _choice(w.result, "result", counts.results, selection.result, w.results)
                _choice(w.breach, "breach", counts.breaches, selection.breach, w.breaches)
                _told_as(selection, counts)
            if selection.view == "additions":
                choice(w.kind, "kind", list(w.kinds), selection.kind, labels=w.kinds, everything=w.everything)
                zones = {zone: zone_word(zone) for zone in (*p.zones, "none")}
                choice(p.zone, "zone", list(zones), selection.zone, labels=zones, everything=w.anywhere)
            _choice(said().run.agent, "agent", counts.agents, selection.agent, {}, everything=w.any_agent)
            r, formats_told = said().run, said().formats
            _choice(
                r.source, "source", counts.sources, selection.source, formats_told, everything=w.any_source
            )
        with st.container(horizontal=True):
            period_choice(selection.period, default="all")
            if is_list:
                orders = {"newest": w.newest, "oldest": w.oldest}
                segments(w.order, "order", orders, selection.order, default="newest")


def nothing(selection: OperationSelection, counts: OperationCounts) -> None:
    """Say why the list is empty."""
    w = said().operation
    everything = [Crumb(w.clear, link("agent_operations"))]
    if not counts.operations and not selection.narrows("view"):
        note(w.empty_title, key="no-operations", text=w.empty)
    elif selection == selection.seen("violations"):
        note(w.no_violations, key="no-violations", tone="done")
    else:
        note(w.none_match, key="no-match", links=everything)


def _told_as(selection: OperationSelection, counts: OperationCounts) -> None:
    w = said().operation
    told = {
        "recorded": f"{w.recorded} ({formats.count(counts.operations - counts.derived)})",
        "derived": f"{w.derived} ({formats.count(counts.derived)})",
    }
    choice(w.told_as, "told", list(told), selection.told, labels=told, everything=w.everything)


def _choice(
    label: str,
    name: str,
    options: Sequence[OperationCount],
    current: str | None,
    told: Mapping[str, str],
    *,
    everything: str | None = None,
) -> None:
    """Offer the values there are; null is offered by the word that asks for it, or not at all."""
    w = said().operation
    labels = {}
    for one in options:
        value = one.value if one.value is not None else _NONE.get(name)
        if value is None or (name == "breach" and not one.operations):
            continue
        word = zone_word(value) if name == "zone" else told.get(value) or one.label or value
        labels[value] = f"{one_line(word, 60)} ({formats.count(one.operations)})"
    spoken = {value: one_line(word, 60) for value, word in told.items()} | labels
    if name == "zone":
        spoken.setdefault(current or "none", zone_word(current))
    choice(label, name, list(labels), current, labels=spoken, everything=everything or w.everything)

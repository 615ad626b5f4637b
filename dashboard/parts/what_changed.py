"""Two revisions of a report held against each other: which two, the verdict, and the choice of a view."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.change_told import verdict_told
from dashboard.desk_session import link, put_chosen, said, widget_key
from dashboard.parts.filters import segments
from dashboard.parts.piece import Cell, Crumb, Fact, facts, hint, pages_line, prose
from dashboard.parts.report import outcome_pill
from dashboard.parts.revision_list import class_pill
from dashboard.selections import WhatChangedSelection
from data_access.contracts.report_comparison import ReportComparison, Verdict
from data_access.contracts.reports import ReportHead


def chosen_pair(
    selection: WhatChangedSelection, heads: Sequence[ReportHead], known_to_viewer: int | None
) -> tuple[int, int]:
    """Return the two that are compared: those of the address; where it names none, the newest and the one
    that this viewer knew, else the one before it."""
    known = sorted(head.revision for head in heads)
    after = selection.after if selection.after in known else known[-1]
    if selection.before in known:
        return selection.before, after
    if known_to_viewer is not None and selection.after not in known:
        return known_to_viewer, after
    return max((one for one in known if one < after), default=after), after


def pair_choice(
    selection: WhatChangedSelection, heads: Sequence[ReportHead], before: int, after: int
) -> None:
    """Offer any two revisions, and to swap them."""
    w = said().what_changed
    numbers = [head.revision for head in heads]
    names = {head.revision: f"{head.revision} · {head.title}" for head in heads}
    with st.grid(3, min_column_width=220, vertical_alignment="bottom"):
        for label, name, current in ((w.earlier, "before", before), (w.later, "after", after)):
            key = widget_key(name, current)
            st.selectbox(
                label,
                numbers,
                index=numbers.index(current),
                format_func=lambda one: names[one],
                key=key,
                on_change=put_chosen,
                args=(name, key),
            )
        swapped = selection.but(before=after, after=before)
        pages_line(
            w.of.format(before=before, after=after),
            [
                Crumb(w.swap, link("what_changed", **swapped.to_query()), hotkey="s"),
                Crumb(said().history.title, link("report_revisions", case=selection.case)),
            ],
            key="pair",
        )


def view_choice(selection: WhatChangedSelection) -> None:
    """Offer the four views."""
    w = said().what_changed
    segments(w.view, "view", w.views, selection.view, default="short")


def change_face(told: ReportComparison) -> None:
    """Draw the verdict in one line, how grave the change is, and the author's own word for it."""
    w = said().what_changed
    verdict = told.verdict
    pill = class_pill(verdict.change_class)
    newer = told.before if told.is_backwards else told.after
    facts(
        [
            Fact(w.change, Cell("", pills=(pill,)), tip=w.class_hints[verdict.change_class]),
            Fact(
                said().report.outcome,
                Cell("", pills=tuple(outcome_pill(one) for one in _outcomes(verdict))),
            ),
            Fact(w.reason, newer.reason, wide=True),
        ],
        key="change-facts",
    )
    prose(verdict_told(verdict, said()), key="verdict", label=w.views["short"])
    if told.is_backwards:
        hint(w.backwards, key="backwards")


def _outcomes(verdict: Verdict) -> tuple[str, ...]:
    return tuple(dict.fromkeys((verdict.outcome_before, verdict.outcome_after)))

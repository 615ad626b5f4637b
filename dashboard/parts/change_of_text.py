"""The texts of two revisions as they changed: title, summary, text and diagram, stepped through by key."""

from __future__ import annotations

from dashboard.change_told import texts_told
from dashboard.desk_session import said
from dashboard.parts.filters import segments
from dashboard.parts.piece import note
from dashboard.parts.prose_change import prose_change
from dashboard.parts.section import section
from dashboard.selections import WhatChangedSelection
from data_access.contracts.report_comparison import ReportComparison


def text_changes(told: ReportComparison, selection: WhatChangedSelection) -> None:
    """Draw each text that differs, and the main one always; n and p step through that."""
    w = said().what_changed
    layouts = {"inline": w.inline, "side": w.side}
    segments(w.layout, "layout", layouts, selection.layout, default="inline")
    if told.body.is_coarse:
        note(w.coarse, key="coarse")
    for name, diff in texts_told(told):
        with section(w.parts[name]):
            prose_change(
                diff,
                layout=selection.layout,
                label=w.parts[name],
                key=f"changed-{name}",
                keys=name == "body",
            )

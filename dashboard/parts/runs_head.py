"""The head of the pages over all runs: their list, and the patterns that show only over many."""

from __future__ import annotations

from typing import Literal

from dashboard.desk_session import link, said
from dashboard.parts.piece import Tab, heading


def runs_head(view: Literal["runs", "patterns"]) -> None:
    """Draw the head with `view` as the open tab."""
    w = said()
    titles = {"runs": (w.run.title, w.run.lead), "patterns": (w.pattern.title, w.pattern.lead)}
    heading(
        titles[view][0],
        key="heading",
        lead=titles[view][1],
        tabs=[
            Tab(w.pattern.all_runs, link("runs"), current=view == "runs"),
            Tab(w.pattern.title, link("patterns"), current=view == "patterns"),
        ],
        labels=(w.menu.where, w.pattern.head_views),
    )

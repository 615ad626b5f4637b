"""The head of the pages that set the desk up: each leads to the others."""

from __future__ import annotations

from dashboard.desk_session import link, said
from dashboard.parts.piece import Tab, heading


def setup_head(page: str, title: str, lead: str) -> None:
    """Draw the title of `page` with the ways to its neighbours."""
    w = said()
    titles = {
        "import_records": w.menu.import_records,
        "connect": w.menu.connect,
        "change_log": w.change.title,
    }
    tabs = [Tab(text, link(name), current=name == page) for name, text in titles.items()]
    heading(title, key="heading", lead=lead, tabs=tabs, labels=("", w.change.views))

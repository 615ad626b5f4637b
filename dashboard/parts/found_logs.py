"""Agent logs found in the usual places of this machine, with one click to load them."""

from __future__ import annotations

from dashboard.desk_session import link, said
from dashboard.parts.piece import Crumb, note


def found_logs() -> None:
    """Offer what was found; say what else can be done where nothing was."""
    w = said()
    links = [Crumb(w.today.go_import, link("import_records"))]
    note(w.today.found_none, key="found-none", text=w.today.found_none_fix, links=links)

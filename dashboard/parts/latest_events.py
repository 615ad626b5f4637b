"""The last events of a run, with the way to all of them."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.desk_session import link, said
from dashboard.parts.agent_tree import agent_name
from dashboard.parts.event_table import event_table
from dashboard.parts.piece import Crumb, note, pages_line
from dashboard.selections import EventSelection
from dashboard.wording import formats
from data_access.contracts.common import Listing
from data_access.contracts.readings import AgentUsage, EventItem


def latest_events(listing: Listing[EventItem], team: Sequence[AgentUsage], run: str, key: str) -> None:
    """Draw the events of `listing` and, where there are more, the way to all.

    A run of traces without an event is a session, which holds nothing but its traces.
    """
    w = said()
    if not listing.items:
        text = w.event.only_traces if listing.basis == "trace" else w.event.empty
        note(w.event.empty_title, key=f"{key}-none", text=text)
        return
    selection = EventSelection(run=run, severity="error" if key == "errors" else None)
    event_table(listing.items, names_of(team), selection, key=key)
    if listing.truncated:
        text = w.event.page.format(shown=len(listing.items), total=formats.count(listing.total))
        pages_line(
            text, [Crumb(w.run.all_events, link("run_timeline", **selection.to_query()))], key=f"{key}-all"
        )


def names_of(team: Sequence[AgentUsage]) -> dict[str, str]:
    """Return what to call each agent of a run, by its id."""
    return {item.agent_id: agent_name(item) for item in team if item.agent_id is not None}

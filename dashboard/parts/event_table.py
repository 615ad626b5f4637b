"""Events as a table; each line opens one event in full."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.piece import Cell, Column, Pill, Row, ledger
from dashboard.selections import EventSelection
from dashboard.theme import Tone
from dashboard.wording import formats
from data_access.contracts.readings import EventItem

SEVERITY_TONES: dict[str, Tone] = {"error": "failed", "warning": "waiting"}


def event_table(
    items: Sequence[EventItem], names: Mapping[str, str], selection: EventSelection, *, key: str = "events"
) -> None:
    """Draw `items`; `names` gives agents their names, `selection` the view a line leads back to."""
    w = said()
    columns = [
        Column(w.event.what),
        Column(w.event.kind, name="kind"),
        Column(w.event.agent),
        Column(w.event.time, right=True),
        Column(w.detail.sequence, right=True, name="sequence"),
        Column(w.run.id, right=True, name="id"),
    ]
    rows = [_row(item, names, selection) for item in items]
    ledger(w.event.title, columns, rows, key=key, dense=True, table="events")


def _row(item: EventItem, names: Mapping[str, str], selection: EventSelection) -> Row:
    w = said()
    text = item.summary or w.state.nothing
    what = Cell(text, tip=text, muted=item.summary is None, pills=severity_pills(item.severity))
    agent = names.get(item.agent_id or "", item.agent_id or "")
    return Row(
        (
            what,
            cells.kind(item.event_type),
            Cell(formats.short_id(agent) if agent == item.agent_id else agent, tip=item.agent_id)
            if agent
            else None,
            cells.clock(item.occurred_at),
            Cell(formats.count(item.sequence), mono=True),
            cells.native(item.event_id),
        ),
        href=link("run_timeline", **selection.but(event=item.event_id).to_query()),
        selected=item.event_id == selection.event,
    )


def severity_pills(severity: str | None) -> tuple[Pill, ...]:
    """Return the mark of an event that is more than information."""
    w = said()
    if severity not in SEVERITY_TONES:
        return ()
    told = {"error": w.state.error, "warning": w.state.warning}
    return (Pill(told.get(severity, severity), SEVERITY_TONES[severity]),)

"""Who brought records last, from which machine, for whom."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.piece import Cell, Column, Row, ledger, note
from data_access.contracts.readings import Arrival
from data_access.rules.viewer_identity import VIEWER_BEGINS


def arrival_table(items: Sequence[Arrival]) -> None:
    """Draw who brought records; each line opens the latest of its imports."""
    w = said()
    if not items:
        note(w.load.no_batches, key="no-arrivals")
        return
    columns = [
        Column(w.connect.who),
        Column(w.connect.machine),
        Column(w.connect.person),
        Column(w.connect.imports, right=True, optional=True),
        Column(w.load.records, right=True),
        Column(w.load.events, right=True, optional=True),
        Column(w.load.rejected, right=True, optional=True),
        Column(w.connect.last, right=True),
    ]
    ledger(w.connect.arrivals, columns, [_row(item) for item in items], key="arrivals")


def _row(item: Arrival) -> Row:
    w = said()
    who = item.principal or w.connect.principals.get(item.principal_id, item.principal_id)
    if item.principal_id.startswith(VIEWER_BEGINS):
        who = w.you.unverified.format(name=who)
    last_format = w.formats.get(item.last_format, item.last_format)
    return Row(
        (
            Cell(who, sub=last_format, tip=item.principal_id),
            _named(item.machine),
            _named(item.person),
            cells.number(item.imports),
            cells.number(item.records),
            cells.number(item.events),
            cells.errors(item.rejected),
            cells.moment(item.last_at),
        ),
        href=link("import_records", batch=item.last_batch_id),
    )


def _named(name: str | None) -> Cell:
    return Cell(name) if name else Cell(said().state.not_known, muted=True)

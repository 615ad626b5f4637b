"""How this desk is: where it answers, since when, on what, and whom it lets ask."""

from __future__ import annotations

from pathlib import Path

from dashboard.client_setups import DeskDoor
from dashboard.current_desk import current_desk
from dashboard.desk_session import said, zone
from dashboard.parts.piece import Cell, Fact, facts
from dashboard.release import release
from dashboard.wording import formats
from data_access.contracts.readings import DeskStorage


def desk_health(door: DeskDoor, storage: DeskStorage) -> None:
    """Draw the state of the desk; where its file lies is told on its own machine only."""
    w = said()
    opened_at = current_desk().opened_at
    open_for = formats.length((formats.now() - opened_at).total_seconds(), w)
    told = [
        Fact(w.connect.address, Cell(door.address, mono=True, copy=door.address)),
        Fact(w.connect.access, w.connect.access_guarded if door.asks_for_token else w.connect.access_open),
        Fact(w.connect.version, release()),
        Fact(w.connect.uptime, Cell(open_for, tip=formats.exact(opened_at, zone(), w))),
        Fact(w.connect.database, _database(door, storage)),
    ]
    if storage.size_bytes is not None:
        told.append(Fact(w.connect.size, formats.size(storage.size_bytes)))
    facts(told, key="desk-health")


def _database(door: DeskDoor, storage: DeskStorage) -> Cell:
    if storage.database is None:
        return Cell(said().menu.memory, muted=True)
    name = Path(storage.database).name
    return Cell(name, tip=storage.database, copy=storage.database) if door.is_this_machine else Cell(name)

"""The proposed actions of a case: what waits or is owed in full, what is settled in short."""

from __future__ import annotations

from collections.abc import Sequence

from dashboard.desk_session import link, said
from dashboard.parts import cells
from dashboard.parts.action_face import standing_of, standing_pill
from dashboard.parts.action_form import action_form, is_written_about
from dashboard.parts.flash import flashed
from dashboard.parts.piece import Cell, Column, Row, hint, ledger
from dashboard.parts.section import slot
from data_access.contracts.investigation import InvestigationTask
from data_access.contracts.people import ProposedAction


def case_actions(
    case: InvestigationTask, actions: Sequence[ProposedAction], *, chosen: str | None, place: str, page: str
) -> None:
    """Draw what people have to do about actions, the one `chosen` by the address too; the rest as a list.

    An action that this viewer wrote about and another person settled meanwhile stays in full.
    """
    with slot():
        flashed(place)
    shown = [
        one
        for one in actions
        if _is_open(one) or one.action_id == chosen or is_written_about(case, one, place=place)
    ]
    for action in actions:
        with slot():
            if action in shown:
                action_form(case, action, place=place)
    settled = [one for one in reversed(actions) if one not in shown]
    if settled:
        _settled_table(case, settled, place=place, page=page)
    elif not shown:
        hint(said().action.nothing, key=f"{place}/no-actions")


def _is_open(action: ProposedAction) -> bool:
    return standing_of(action) in ("pending", "owed")


def _settled_table(
    case: InvestigationTask, actions: Sequence[ProposedAction], *, place: str, page: str
) -> None:
    w = said()
    rows = [
        Row(
            (
                Cell(
                    one.title,
                    sub=" · ".join(filter(None, (one.action_id, one.decision_reason))),
                    tip=one.title,
                ),
                Cell("", pills=(standing_pill(one),)),
                Cell(one.decided_by or w.state.nothing, muted=one.decided_by is None),
                cells.moment(one.state_at),
            ),
            href=link(page, case=case.task_id, action=one.action_id),
        )
        for one in actions
    ]
    columns = [
        Column(w.action.settled),
        Column(w.case.status),
        Column(w.happened.who, optional=True),
        Column(w.case.since, right=True),
    ]
    ledger(w.action.settled, columns, rows, key=f"{place}/settled-actions", first=20)

"""What a proposed action is: what is to be done, on what, with which risk, and on which evidence it rests."""

from __future__ import annotations

import json
from dataclasses import replace

from pydantic import JsonValue

from dashboard.desk_session import read, said
from dashboard.parts import cells
from dashboard.parts.cited_records import cited_records, cited_table
from dashboard.parts.piece import Cell, Fact, Pill, facts, hint
from dashboard.parts.prose import stated
from dashboard.theme import Tone
from data_access.contracts.investigation import InvestigationTask
from data_access.contracts.people import ProposedAction
from data_access.reading.case_evidence import evidence_entries

_LONGEST_VALUE = 2_000
_SHORT = 24
_TONES: dict[str, Tone] = {
    "pending": "waiting", "owed": "waiting", "approved": "done", "done": "done",
    "rejected": "failed", "expired": "unknown", "cancelled": "unknown",
}  # fmt: skip


def standing_of(action: ProposedAction) -> str:
    """Return how an action stands: its state, and of an approved one whether it was reported done."""
    if action.state != "approved":
        return action.state
    return "owed" if action.done is None else "done"


def standing_pill(action: ProposedAction) -> Pill:
    """Return how an action stands as a mark, with the exact word for the pointer."""
    told = standing_of(action)
    return Pill(said().action.states[told], _TONES[told], tip=action.state)


def action_face(case: InvestigationTask, action: ProposedAction, *, key: str) -> None:
    """Draw the action as it was proposed."""
    w = said()
    name = Cell(action.title, sub=action.action_id, strong=True, pills=(standing_pill(action),))
    told = [Fact(w.action.action, name, wide=True), Fact(w.action.kind, action.kind)]
    if action.target:
        told.append(Fact(w.action.target, action.target))
    risk = action.risk or Cell(w.action.no_risk, muted=True)
    expires = (
        cells.clock(action.expires_at) if action.expires_at else Cell(w.action.expires_never, muted=True)
    )
    of_round = w.case.round_n.format(n=action.generation)
    told += [
        Fact(w.action.risk, risk, wide=bool(action.risk)),
        Fact(w.action.proposed, replace(cells.clock(action.proposed_at), sub=of_round)),
        Fact(w.action.expires, expires, tip=w.action.expires_hint if action.expires_at else None),
    ]  # fmt: skip
    facts(told, key=f"{key}/face")
    entries = {one.evidence_id: one for one in read(evidence_entries, case.task_id)}
    cited = cited_records(case.task_id, list(entries.values()), (), ())
    for label, text in ((w.action.description, action.description), (w.action.reason, action.reason)):
        hint(label, key=f"{key}/{label}")
        stated(text, cited=cited, label=label, key=f"{key}/{label}-text")
    _parameters(action, key)
    if action.evidence_ids:
        cited_table(action.evidence_ids, cited, w.action.rests_on, key=f"{key}/rests-on")
    else:
        hint(w.action.rests_on_nothing, key=f"{key}/rests-on-nothing")


def _parameters(action: ProposedAction, key: str) -> None:
    """Draw every parameter in full: whoever decides has to see all of it, at any width."""
    if action.parameters:
        hint(said().action.parameters, key=f"{key}/parameters")
        told = [
            Fact(name, _value(value), wide=len(name) > _SHORT or _is_long(value))
            for name, value in action.parameters.items()
        ]
        facts(told, key=f"{key}/parameter-list")


def _is_long(value: JsonValue) -> bool:
    return isinstance(value, list | dict) or len(str(value)) > _SHORT


def _value(value: JsonValue) -> Cell:
    told = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    if len(told) <= _LONGEST_VALUE:
        return Cell(told, mono=True)
    return Cell(said().action.cut.format(text=told[:_LONGEST_VALUE]), mono=True, copy=told)

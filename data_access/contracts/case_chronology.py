"""What happened in a case: what was so in the world, apart from what agents and people did about it."""

from __future__ import annotations

from typing import Literal

from data_access.contracts.common import Contract, Origin, UtcTime
from data_access.contracts.evidence import RecordState

WorldKind = Literal["evidence", "statement", "measurement"]
WorkKind = Literal[
    "status",
    "published",
    "report",
    "map",
    "plan",
    "presentation",
    "question",
    "answer",
    "action",
    "decision",
    "fact",
    "sign_off",
]


class WorldMoment(Contract):
    """Something that was so, as evidence or a person tells it."""

    kind: WorldKind
    item_id: str
    """Of the evidence, `E-1` or `H-1`."""
    observed_at: UtcTime | None
    """When it was so; null where nobody said."""
    recorded_at: UtcTime
    title: str | None
    """Of evidence its title, of a statement its words; null of a measurement."""
    detail: str | None
    person: str | None
    """Who states it."""
    point: str | None
    """Where it was so."""
    parameter: str | None
    value: float | None
    unit: str | None
    origin: Origin
    state: RecordState
    is_truncated: bool
    is_confirmed: bool
    """False for a fact that an agent passed on and no person has confirmed."""


class WorkMoment(Contract):
    """Something that an agent, a person or the desk did."""

    kind: WorkKind
    item_id: str
    """Its id, revision or number within the case."""
    done_at: UtcTime
    """When it was done; of an expiry, when it took effect."""
    recorded_at: UtcTime
    code: str | None
    """What moved the case, the stage of a report, the kind or the state, by `kind`."""
    title: str | None
    """Of a change of status the new one, else what it says."""
    detail: str | None
    round_id: str | None
    generation: int | None
    attempt: int | None
    who: str
    """The agent of the round, the person, or the desk; empty where a restored case does not name them."""
    restored_with: int | None
    """The import that brought it; null of what was done on this desk."""

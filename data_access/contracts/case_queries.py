"""What can be asked of cases beside their context: lists, the map as it stood, what rests on what."""

from __future__ import annotations

from pydantic import Field

from data_access.contracts.case_calls import TaskNamed
from data_access.contracts.case_chronology import WorkKind, WorldKind
from data_access.contracts.common import Contract, Origin
from data_access.contracts.evidence_uses import EvidenceKind, EvidenceState
from data_access.contracts.given_values import GivenTime, Name
from data_access.contracts.queries import PageQuery


class EvidenceQuery(TaskNamed):
    """Which evidence of a case to list."""

    kind: EvidenceKind | None = None
    origin: Origin | None = None
    state: EvidenceState | None = None
    q: Name | None = None
    """Text in ids, titles, sources, summaries, queries and scopes."""


class EvidenceNamed(TaskNamed):
    """One piece of evidence, of an agent or a person."""

    evidence_id: Name


class MapQuery(TaskNamed):
    """Which state of the map is meant."""

    update: int = Field(default=0, ge=0, le=2**31)
    """After which update, from 1; 0: as it stands."""


class PresentationsQuery(TaskNamed):
    """What was to be shown from some moment on."""

    after: int = Field(default=0, ge=0, le=2**31)
    """The number of the last one you know."""


class WorldQuery(PageQuery):
    """What was so in the world, as a case tells it."""

    task_id: Name
    kind: WorldKind | None = None
    newest: bool = False
    """True: the newest first."""


class WorkQuery(PageQuery):
    """What was done in a case."""

    task_id: Name
    kind: WorkKind | None = None
    since: GivenTime | None = None
    """Only what was done after it."""
    until: GivenTime | None = None
    """Only what was done by then."""
    newest: bool = False
    """True: the newest first."""


class LatestReportsQuery(Contract):
    """How many of the newest reports to list."""

    limit: int = Field(default=5, ge=1, le=500)


class CaseSearchQuery(Contract):
    """A text to look for in cases."""

    q: Name
    since: GivenTime | None = None
    """Only what was told from then on."""
    limit: int = Field(default=50, ge=1, le=500)
    cursor: str | None = None
    """`next_cursor` of the page before."""


class RevisionPairQuery(TaskNamed):
    """Two revisions of a report."""

    before: int = Field(ge=1, le=2**31)
    """The revision to begin with."""
    after: int = Field(ge=1, le=2**31)
    """The revision to end with; it may be the older one."""


class LinkedRounds(Contract):
    """How many rounds of a case are linked to an imported run."""

    task_id: str
    linked: int

"""Rounds of a case as pages read them: how much each published, and which of them a run belongs to."""

from __future__ import annotations

from data_access.contracts.common import Contract
from data_access.contracts.investigation import LinkedBy


class RoundWork(Contract):
    """How much a round published, by kind."""

    round_id: str
    evidence: int = 0
    reports: int = 0
    updates: int = 0
    """Of the map."""
    questions: int = 0
    actions: int = 0
    plans: int = 0
    presentations: int = 0


class RoundOfRun(Contract):
    """A round that was worked on in a run."""

    task_id: str
    title: str
    """Of the case."""
    round_id: str
    generation: int
    attempt: int
    linked_by: LinkedBy

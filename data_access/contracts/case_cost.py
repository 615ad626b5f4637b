"""What a case cost: by round, by the report it led to, by model and agent, with what nobody linked."""

from __future__ import annotations

from data_access.contracts.common import Contract, UtcTime
from data_access.contracts.investigation import LinkedBy
from data_access.contracts.usage import CostGroup, UsageTotals


class LinkedRun(Contract):
    """A run in which a round was worked on."""

    round_id: str
    conversation_key: str | None
    """Null while the run that was named is not imported."""
    conversation: str
    """Its native id, or what was named."""
    title: str | None
    linked_by: LinkedBy
    is_child: bool
    """It came along with its parent."""
    is_part: bool
    """Only a stretch of the run belongs to the round."""


class CaseCost(Contract):
    """Usage and cost of a case, out of the runs that are linked to its rounds."""

    as_of: UtcTime
    task_id: str
    total: UsageTotals
    """Over the linked runs only: with `unlinked_rounds` it is a part of the whole."""
    by_round: tuple[CostGroup, ...]
    by_revision: tuple[CostGroup, ...]
    """The key is the revision a call led to; null: used in a round after its last report."""
    by_model: tuple[CostGroup, ...]
    by_agent: tuple[CostGroup, ...]
    """The key is `<run>/<agent>`."""
    linked_runs: tuple[LinkedRun, ...]
    unlinked_rounds: tuple[str, ...]
    """Rounds of which no imported run is known: their cost is not linked, which is not the same as zero."""

"""What each round of a case published, and on which rounds a run was worked on."""

from __future__ import annotations

from data_access.contracts.case_rounds import RoundOfRun, RoundWork
from data_access.store.connection import Store


def round_works(store: Store, task_id: str) -> dict[str, RoundWork]:
    """Return how much each round published, by round; a round that published nothing is left out."""
    rows = store.rows("round_works", {"task_id": task_id})
    return {row["round_id"]: RoundWork(**row) for row in rows}


def rounds_of_run(store: Store, conversation_key: str) -> tuple[RoundOfRun, ...]:
    """Return the rounds that were worked on in a run; none for most runs."""
    rows = store.rows("rounds_of_run", {"conversation_key": conversation_key})
    return tuple(RoundOfRun(**{name: row[name] for name in RoundOfRun.model_fields}) for row in rows)

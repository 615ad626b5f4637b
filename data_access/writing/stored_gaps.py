"""Reads the gaps of a case inside a write."""

from __future__ import annotations

import json

from data_access.contracts.evidence import DataGap
from data_access.writing.case_write import Writing


def gaps_as_stored(writing: Writing, task_id: str) -> tuple[DataGap, ...]:
    """Return the gaps of the task, in the order in which they were found."""
    rows = writing.transaction.run("gaps_of_task", {"task_id": task_id})
    return tuple(DataGap(**(row | {"tried": json.loads(row["tried"])})) for row in rows)

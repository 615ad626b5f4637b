"""Finds the file that a fact is stated with: one that the same case has."""

from __future__ import annotations

from data_access.contracts.case_calls import FactGiven
from data_access.errors import Problem, UnknownReference
from data_access.writing.case_write import Writing


def attachment_name(writing: Writing, call: FactGiven) -> str | None:
    """Return the name of the file of a fact; None where it has none.

    Raises: `UnknownReference` for a file that nobody gave in this case.
    """
    if call.attachment_hash is None:
        return None
    place = {"task_id": call.task_id, "attachment_hash": call.attachment_hash}
    rows = writing.keep("attachments_of_task", **place)
    if not rows:
        fix = "Give the file with add_attachment first; one that no fact names is dropped after a day."
        wrong = Problem("attachment_hash", "nobody gave such a file in this task", fix)
        raise UnknownReference(f"Task {call.task_id} has no such file.", problems=(wrong,))
    name: str = rows[0]["name"]
    return name

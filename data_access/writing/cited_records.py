"""What a write of a case may cite, and what it does to the answers it cites."""

from __future__ import annotations

from collections.abc import Iterable

from data_access.rules.citations import KnownRecords
from data_access.writing.case_write import Writing


def known_records(writing: Writing, task_id: str) -> KnownRecords:
    """Return every record of the task that can be cited."""
    return KnownRecords.of(writing.transaction.run("case_records", {"task_id": task_id}))


def apply_answers(writing: Writing, task_id: str, answer_ids: Iterable[str]) -> None:
    """Note that answers are used now, where they were not before."""
    cited = list(answer_ids)
    if cited:
        writing.keep("apply_answers", task_id=task_id, answer_ids=cited)
        writing.keep("apply_questions", task_id=task_id, answer_ids=cited)

"""Reports of a case put into the store as an import puts them: any numbers, in any order."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from data_access.store.case_tables import add_case_rows
from data_access.store.connection import Store
from data_access.writing.change_counters import touch
from tests.writing.cases import BEGIN

EMPTY = {"findings": "[]", "data_gaps": "[]", "evidence_ids": "[]", "answer_ids": "[]", "action_ids": "[]"}


def revision_row(task_id: str, revision: int, **given: Any) -> dict[str, Any]:
    """Return the row of a revision; lists are packed."""
    told = {name: json.dumps(value) if isinstance(value, list) else value for name, value in given.items()}
    own = {
        "task_id": task_id, "revision": revision, "generation": 1, "round_id": None, "stage": "interim",
        "outcome": "undetermined", "title": "T", "summary": "S", "body": "B", "reason": "R",
        "graph_updates": 0, "published_at": BEGIN + timedelta(minutes=revision),
    }  # fmt: skip
    return own | EMPTY | told


def put_revisions(store: Store, rows: Sequence[dict[str, Any]]) -> None:
    """Add rows to the reports of their cases."""
    with store.transaction() as transaction:
        for row in rows:
            add_case_rows(transaction, "report_revision", [row])
        touch(transaction, ["cases"], BEGIN)


def gap(gap_id: str, *, is_open: bool = True) -> dict[str, Any]:
    """Return a gap as a report states it."""
    told = {"missing": f"What {gap_id} lacks", "why_it_matters": "It decides.", "tried": []}
    return told | {"gap_id": gap_id, "is_open": is_open, "closed_by": None if is_open else "E-1"}

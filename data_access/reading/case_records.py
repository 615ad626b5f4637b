"""What agents published in a case: evidence, gaps, the map, plans, presentations."""

from __future__ import annotations

from typing import Any

import orjson

from data_access.contracts.evidence import DataGap, Evidence
from data_access.contracts.evidence_uses import OptionalViews
from data_access.contracts.execution_plan import ExecutionPlan
from data_access.contracts.people import HumanEvidence
from data_access.contracts.presentations import Presentation
from data_access.contracts.progress_graph import Progress, ProgressGraph, ProgressUpdate
from data_access.errors import NotFound, Problem
from data_access.reading.stored_json import unpacked
from data_access.store.connection import Store

_COMMAND = ("chart_kind", "longitude", "latitude", "zoom")


def evidence_of_task(store: Store, task_id: str) -> tuple[Evidence, ...]:
    """Return every piece of evidence with its data, in the order it was published."""
    return tuple(map(_evidence, store.rows("evidence_of_task", {"task_id": task_id, "evidence_id": None})))


def piece_of_evidence(store: Store, task_id: str, evidence_id: str) -> Evidence:
    """Return one piece of evidence. Raises: `NotFound`."""
    rows = store.rows("evidence_of_task", {"task_id": task_id, "evidence_id": evidence_id})
    if not rows:
        wrong = Problem("evidence_id", "no evidence of this task has this id", "See section `evidence`.")
        raise NotFound(f"Task {task_id[:100]} has no evidence {evidence_id[:100]}.", problems=(wrong,))
    return _evidence(rows[0])


def human_evidence_of_task(store: Store, task_id: str) -> tuple[HumanEvidence, ...]:
    """Return every fact that people stated, in order."""
    return tuple(HumanEvidence(**row) for row in store.rows("human_evidence_of_task", {"task_id": task_id}))


def gaps_of_task(store: Store, task_id: str) -> tuple[DataGap, ...]:
    """Return every gap, open and closed, in the order in which they were found."""
    rows = store.rows("gaps_of_task", {"task_id": task_id})
    return tuple(DataGap(**unpacked(row, "tried")) for row in rows)


def progress_of_task(store: Store, task_id: str) -> Progress:
    """Return the map as it stands; an empty one for a task without updates."""
    rows = store.rows("progress_of_task", {"task_id": task_id})
    if not rows:
        return Progress(updates=0, summary=None, graph=ProgressGraph(), legacy_source=None, updated_at=None)
    return Progress(**unpacked(rows[0], "graph"))


def progress_updates_of_task(store: Store, task_id: str) -> tuple[ProgressUpdate, ...]:
    """Return every update of the map, in order: replayed one by one they make it."""
    rows = store.rows("progress_updates_of_task", {"task_id": task_id})
    return tuple(ProgressUpdate(**unpacked(row, "graph_update")) for row in rows)


def plans_of_task(store: Store, task_id: str, *, limit: int = 500) -> tuple[ExecutionPlan, ...]:
    """Return the revisions of the plan, the newest first; none for a task without a plan."""
    rows = store.rows("plans_of_task", {"task_id": task_id, "limit": limit})
    return tuple(ExecutionPlan(**unpacked(row, "nodes", "edges")) for row in rows)


def presentations_of_task(store: Store, task_id: str, *, after: int = 0) -> tuple[Presentation, ...]:
    """Return what was to be shown, in order, from the one after number `after` on."""
    rows = store.rows("presentations_of_task", {"task_id": task_id, "after": after})
    return tuple(map(_presentation, rows))


def optional_views(store: Store, task_id: str) -> OptionalViews:
    """Return whether a case has a plan, and whether anything was to be shown in it."""
    return OptionalViews(**store.rows("optional_views", {"task_id": task_id})[0])


def _evidence(row: dict[str, Any]) -> Evidence:
    return Evidence(**unpacked(row, "data"))


def _presentation(row: dict[str, Any]) -> Presentation:
    shown = {name: row[name] for name in Presentation.model_fields if name in row}
    command = dict.fromkeys(_COMMAND) | orjson.loads(
        row["command"]
    )  # an imported one says what it needs only
    return Presentation(**shown, **command, evidence=orjson.loads(row["data"] or "[]"))

"""Publishes progress: what changed in the map of a case, added to the map that the desk keeps."""

from __future__ import annotations

from typing import Any

import orjson

from data_access.contracts.case_calls import PublishProgressCall
from data_access.contracts.case_receipts import ProgressReceipt
from data_access.contracts.progress_graph import GraphUpdate, ProgressGraph
from data_access.errors import InvalidInput, Problem
from data_access.rules.citations import answers_meant
from data_access.rules.progress_graph import graph_after, graph_refusals, node_references, nodes_by_status
from data_access.rules.refusals import refuse_if_any
from data_access.store.connection import Store
from data_access.writing.case_write import Author, Writing
from data_access.writing.cited_records import apply_answers, known_records
from data_access.writing.packed_json import packed
from data_access.writing.round_writes import write_in_round
from data_access.writing.task_moves import TaskStanding


def publish_task_progress(store: Store, call: PublishProgressCall, *, author: Author) -> ProgressReceipt:
    """Publish what changed since the last update. Needs the scope `publish` and the lease.

    Raises: what every write of a round raises, `UnknownReference`, `DanglingEdge`, `FailedNodeChanged`,
    `GraphTooLarge`, `InvalidInput` for an update that says nothing.
    """
    return write_in_round(
        store, "publish_task_progress", call, _publish, gives=ProgressReceipt, author=author
    )


def _publish(writing: Writing, call: PublishProgressCall, task: TaskStanding) -> dict[str, Any]:
    if call.summary is None and call.graph_update is None:
        wrong = Problem("summary", "neither summary nor graph_update is given", "Give one of them, or both.")
        raise InvalidInput("The update says nothing.", problems=(wrong,))
    update = call.graph_update or GraphUpdate()
    before = map_of_task(writing, task.task_id)
    records = known_records(writing, task.task_id)
    refuse_if_any([*node_references(update, records), *graph_refusals(before, update)], "The update")
    graph = graph_after(before, update)
    kept = writing.keep(
        "add_progress_update",
        task_id=task.task_id,
        round_id=task.round_id,
        generation=task.generation,
        summary=call.summary,
        graph_update=None if call.graph_update is None else _told(call.graph_update),
    )
    ordinal: int = kept[0]["ordinal"]
    writing.keep(
        "keep_progress_graph",
        task_id=task.task_id,
        updates=ordinal,
        summary=call.summary,
        graph=packed(graph),
    )
    answers = (one for node in update.nodes for one in node.answer_ids or ())
    apply_answers(writing, task.task_id, answers_meant(records, answers))
    return {
        "update": ordinal,
        "nodes": len(graph.nodes),
        "edges": len(graph.edges),
        "by_status": nodes_by_status(graph),
    }


def map_of_task(writing: Writing, task_id: str) -> ProgressGraph:
    """Return the map of the task as it stands; an empty one before the first update."""
    rows = writing.transaction.run("progress_of_task", {"task_id": task_id})
    return ProgressGraph.model_validate_json(rows[0]["graph"]) if rows else ProgressGraph()


def _told(update: GraphUpdate) -> str:
    return orjson.dumps(update.model_dump(mode="json", exclude_none=True)).decode()

"""Publishes execution plans: the whole plan each time, under the next revision."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

from data_access.contracts.case_calls import PublishPlanCall
from data_access.contracts.case_receipts import PlanReceipt
from data_access.contracts.execution_plan import PLAN_SCHEMA, PlanNode
from data_access.rules.execution_plan import plan_refusals, steps_by_status
from data_access.rules.refusals import refuse_if_any
from data_access.store.connection import Store
from data_access.writing.case_write import Author, Writing
from data_access.writing.cited_records import known_records
from data_access.writing.packed_json import packed
from data_access.writing.round_writes import write_in_round
from data_access.writing.task_moves import TaskStanding

_NODES = TypeAdapter(tuple[PlanNode, ...])


def publish_execution_plan(store: Store, call: PublishPlanCall, *, author: Author) -> PlanReceipt:
    """Publish the next revision of the plan. Needs the scope `publish` and the lease.

    Raises: what every write of a round raises, and the error of the first rule of `rules.execution_plan` that
    does not hold, with the problems of all of them.
    """
    return write_in_round(store, "publish_execution_plan", call, _publish, gives=PlanReceipt, author=author)


def _publish(writing: Writing, call: PublishPlanCall, task: TaskStanding) -> dict[str, Any]:
    standing = writing.transaction.run("plans_of_task", {"task_id": task.task_id, "limit": 1})
    earlier = _NODES.validate_json(standing[0]["nodes"]) if standing else ()
    records = known_records(writing, task.task_id)
    refuse_if_any([*plan_refusals(call.nodes, call.edges, earlier=earlier, records=records)], "The plan")
    revision = standing[0]["revision"] + 1 if standing else 1
    writing.keep(
        "add_execution_plan",
        task_id=task.task_id,
        revision=revision,
        round_id=task.round_id,
        generation=task.generation,
        schema_version=PLAN_SCHEMA,
        title=call.title,
        reason=call.reason,
        nodes=packed(call.nodes),
        edges=packed(call.edges),
    )
    return {
        "schema_version": PLAN_SCHEMA,
        "revision": revision,
        "by_status": steps_by_status(call.nodes),
    }

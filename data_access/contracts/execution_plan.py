"""Execution plans: optional, kept for runtimes that publish one; they never hold a task open."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from data_access.contracts.common import Contract, UtcTime
from data_access.contracts.given_values import Name, Prose
from data_access.contracts.progress_graph import NodeId

PlanActor = Literal["agent", "human"]
PlanNodeStatus = Literal["pending", "running", "waiting", "completed", "failed", "skipped", "cancelled"]
PLAN_SCHEMA = "execution-plan@1"
Ids = Annotated[tuple[Name, ...], Field(max_length=100)]


class PlanNode(Contract):
    """A step of a plan."""

    id: NodeId
    """Stable: an update keeps every node there was."""
    title: Name
    actor: PlanActor
    """`human` for a step that people do; it is never completed because an agent's reply ended."""
    description: Prose | None = None
    evidence_ids: Ids = ()
    """Needed to be `completed`; a `human` node needs human evidence or an answer."""
    answer_ids: Ids = ()
    reason: Prose | None = None
    """Needed for `failed` and `waiting`."""
    status: PlanNodeStatus = "pending"


class PlanEdge(Contract):
    """One step comes before another. `source` and `target`, as in the map, are read as `from` and `to`."""

    model_config = ConfigDict(serialize_by_alias=True, validate_by_name=True, validate_by_alias=True)

    source: Annotated[NodeId, Field(alias="from")]
    target: Annotated[NodeId, Field(alias="to")]
    label: Name | None = None
    """Under which condition."""


class ExecutionPlan(Contract):
    """One revision of the plan of a task."""

    schema_version: str
    revision: int
    round_id: str | None
    """The session that published it."""
    generation: int
    title: str
    reason: str
    nodes: tuple[PlanNode, ...]
    edges: tuple[PlanEdge, ...]
    updated_at: UtcTime

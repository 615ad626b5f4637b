"""The map of an investigation: nodes and edges that grow by what each update changes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AliasChoices, Field

from data_access.contracts.common import Contract, UtcTime
from data_access.contracts.given_values import Name, NonBlank

NodeStatus = Literal["reference", "recorded", "needs_input", "failed", "not_taken"]
LegacyNodeStatus = Literal[
    "completed", "waiting", "waiting_human", "skipped", "cancelled", "pending", "running"
]
NodeId = Annotated[str, Field(min_length=1, max_length=100), NonBlank]
Detail = Annotated[str, Field(min_length=1, max_length=5000), NonBlank]
Ids = Annotated[tuple[Name, ...], Field(max_length=100)]


class NodeChange(Contract):
    """What of a node is new; what is absent stays as it was."""

    node_id: NodeId
    """Stable: the same id is the same node for ever."""
    title: Name | None = None
    """What was or could be done, in one line."""
    detail: Detail | None = None
    """What came of it, or why it was not taken."""
    evidence_ids: Ids | None = None
    """Evidence it rests on; added to what the node has."""
    answer_ids: Ids | None = None
    """Answers it rests on; added to what the node has."""
    action_ids: Ids | None = None
    """Proposed actions that come of it; added to what the node has."""
    status: NodeStatus | LegacyNodeStatus | None = None
    """`reference` a suggested step, `recorded` a result was noted (no proof of work on site), `needs_input`
    something is missing, `failed`, `not_taken`. A failed node stays failed: a retry is a new node. Words of
    older plans are read as these: completed as recorded, waiting as needs_input, skipped and cancelled as
    not_taken, pending and running as reference."""


class GraphEdge(Contract):
    """From one node to the next. `from` and `to`, as in a plan, are read as `source` and `target`."""

    source: Annotated[NodeId, Field(validation_alias=AliasChoices("source", "from"))]
    target: Annotated[NodeId, Field(validation_alias=AliasChoices("target", "to"))]
    label: Name | None = None
    """Under which condition, or why."""


class GraphUpdate(Contract):
    """What changed in the map since the last update, and nothing else."""

    nodes: tuple[NodeChange, ...] = Field(default=(), max_length=1000)
    edges: tuple[GraphEdge, ...] = Field(default=(), max_length=2000)
    """Between nodes that the map has, this update included; the same source and target is the same edge."""


class GraphNode(Contract):
    """A node as it stands."""

    node_id: str
    title: str | None = None
    detail: str | None = None
    evidence_ids: tuple[str, ...] = ()
    answer_ids: tuple[str, ...] = ()
    action_ids: tuple[str, ...] = ()
    status: NodeStatus | None = None


class ProgressGraph(Contract):
    """The cumulative map."""

    nodes: tuple[GraphNode, ...] = ()
    """In the order in which they were first named."""
    edges: tuple[GraphEdge, ...] = ()


class ProgressUpdate(Contract):
    """One update as it was published."""

    ordinal: int
    round_id: str | None
    generation: int
    summary: str | None
    graph_update: GraphUpdate | None
    recorded_at: UtcTime


class Progress(Contract):
    """The map as it stands, and what was last said of the progress."""

    updates: int
    """How many updates there were."""
    summary: str | None
    """The newest summary; a new one clears nothing of the map."""
    graph: ProgressGraph
    legacy_source: str | None
    """The text of a map from before there were updates."""
    updated_at: UtcTime | None

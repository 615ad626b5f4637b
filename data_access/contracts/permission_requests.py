"""What runtimes asked people to permit. Shown here and answered there: control stays with the runtime."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from data_access.contracts.common import Contract, Listing, Origin, UtcTime
from data_access.contracts.given_values import GivenTime
from data_access.contracts.operations import ApprovedBy, OperationKind

PermissionState = Literal["pending", "granted", "denied", "expired", "cancelled", "not_known"]
"""`pending` while nobody answered, `expired` when its time ran out first, `cancelled` when the runtime took
it back; `not_known` when the source says that it is over and not how."""
PermissionOption = Literal["allow_once", "allow_always", "reject_once", "reject_always"]


class PermissionRequestsQuery(Contract):
    """Which requests are meant."""

    conversation_id: str | None = Field(default=None, max_length=2000)
    """Of this run alone, by native id or key; absent: of every run."""
    agent_id: str | None = Field(default=None, max_length=2000)
    """Of this agent alone."""
    state: PermissionState | None = None
    """Only those that stand so."""
    source_format: str | None = Field(default=None, max_length=100)
    """Only of runs of this format."""
    since: GivenTime | None = None
    """Asked from this moment on."""
    limit: int = Field(default=200, ge=1, le=1000)
    """At most so many, those that wait first, then the newest, 1 to 1000."""


class PermissionRequest(Contract):
    """A runtime asked whether an agent may."""

    permission_id: str
    """As its runtime names it, else `call:` or `event:` and the id of what tells of it; unique in its run."""
    is_derived: bool
    """True when nobody recorded a request: it follows from a tool call or an event of a log."""
    conversation_id: str
    conversation_key: str
    title: str | None
    """Of its run."""
    agent_id: str | None
    """Who asked; null where nobody says."""
    agent_name: str | None
    task_id: str | None
    tool: str | None
    operation: OperationKind | None
    """Null where the source does not say which, and the tool does not tell."""
    target: str
    """What for: the package, the command, the address, the path, else what the tool was given; cut after
    2,000 characters."""
    reason: str | None
    """Why, in the words of the agent or its runtime; cut after 2,000 characters."""
    options: tuple[PermissionOption, ...]
    """What could be answered; empty where nobody says."""
    state: PermissionState
    chosen: PermissionOption | None
    answered_by: ApprovedBy | None
    """`user` a person, `policy` a rule, `auto` neither was asked; null where nobody says."""
    answer: str | None
    """What was said to it, in the words of the source; cut after 2,000 characters."""
    asked_at: UtcTime | None
    expires_at: UtcTime | None
    answered_at: UtcTime | None
    tool_call_id: str | None
    event_id: str | None
    origin: Origin


class PermissionRequests(Listing[PermissionRequest]):
    """Requests, those that wait first, then the newest."""

    by_state: dict[PermissionState, int]
    """How many there are in each state, whatever the filter by state."""

"""What agents used against what the policy lets them use: limit by limit, agent by agent, run by run.

What nobody measured is "not measured", never 0 and never within its limit.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from data_access.contracts.common import Basis, Contract, Listing, Origin, UtcTime
from data_access.contracts.policy import Limits

LimitName = Literal["disk_bytes", "command_seconds", "memory_bytes", "network_bytes_per_second"]
"""The limits, by their keys in the policy and in a sample; bytes count in powers of ten (1 GB = 10^9)."""
LimitState = Literal["passed", "within", "not_measured"]
"""More was used than the limit; all that was measured is at the limit or below; nothing was measured."""
Quantity = int | float
"""Bytes, seconds, or bytes per second, as the limit says."""


class LimitStanding(Contract):
    """How an agent stands to one limit."""

    limit: LimitName
    state: LimitState
    rule: str
    """Key of the policy that lays the limit down, for example `limits.disk_bytes`."""
    most: int
    """The limit: bytes, seconds, or bytes per second."""
    highest: Quantity | None = None
    """The highest that was measured, in the same unit; null where nothing was."""
    beyond: Quantity | None = None
    """How much that is beyond the limit; null unless it was passed."""
    highest_at: UtcTime | None = None
    """When: of a command, when it began. Of several equal ones the first."""
    source_id: str | None = None
    """What that rests on: `record:` and the number of a record, `file:` and the id of an imported sample,
    `audit:` and the id of an operation of an audit log, or `call:` and the native id of a tool call."""
    event_id: str | None = None
    """The event of that tool call."""
    is_derived: bool = False
    """True when nobody measured it: it is the time from a tool call to its result, waiting included."""
    origin: Origin | None = None
    """Of what it rests on."""
    measured: int = 0
    """Samples, operations of audit logs and commands that say how much was used."""
    times_passed: int = 0
    """How many of them are beyond the limit."""
    unmeasured: int = 0
    """Samples that leave it out; of commands, those of which the length is not known."""


class AgentLimits(Contract):
    """How one agent of a run stands to every limit."""

    conversation_key: str | None
    """Null where the run is not on this desk, or several have the id that its samples give."""
    conversation_id: str
    """The run, as its source or its samples name it."""
    run_title: str | None
    project: str | None
    source_format: str | None
    origin: Origin
    """Of the run, else of its samples."""
    runs_named: int
    """How many runs of this desk have that id: 1 for a run that is known."""
    agent_id: str | None
    """Null for what is tied to no agent."""
    agent: str | None
    """What the agent is called."""
    state: LimitState
    """`passed` where one limit is, `not_measured` where nothing is, else `within`."""
    last_at: UtcTime | None
    """When something of it was measured last."""
    standings: tuple[LimitStanding, ...]
    """One for each limit, in the order of the policy."""


class LimitsQuery(Contract):
    """Of which agents the standing to the limits is asked."""

    conversation_id: str | None = Field(default=None, max_length=2000)
    """Of this run alone, by its native id or key."""
    as_named: bool = False
    """`conversation_id` is what samples of no known run name."""
    agent_id: str | None = Field(default=None, max_length=2000)
    """Of this agent alone."""
    limit_name: LimitName | None = None
    """With `state`: only those that stand so to this limit."""
    state: LimitState | None = None
    """Only those that stand so: to `limit_name`, else in all."""
    project: str | None = Field(default=None, max_length=2000)
    source_format: str | None = Field(default=None, max_length=100)
    origin: Origin | None = None
    since: UtcTime | None = None
    """Only what was used from this moment on."""
    limit: int = Field(default=100, ge=1, le=1000)
    """At most so many, 1 to 1000: who passed the most limits first, then by how far, then the newest."""


class LimitCount(Contract):
    """How many agents stand in which way to one limit."""

    limit: LimitName
    passed: int
    within: int
    not_measured: int


class LimitListing(Listing[AgentLimits]):
    """Agents with how they stand to the limits; the counts are of all that the run, project, source and
    origin let through, whatever `state` and `limit_name` say."""

    by_limit: tuple[LimitCount, ...]
    by_state: dict[LimitState, int]
    limits: Limits
    policy: str
    policy_version: str


class ResourceUseQuery(Contract):
    """Of which run and agent the samples are asked."""

    conversation_id: Annotated[str, Field(min_length=1, max_length=2000)]
    """The run: its native id or key, or whatever its samples name."""
    as_named: bool = False
    """`conversation_id` is what samples of no known run name, also where runs bear that id."""
    agent_id: str | None = Field(default=None, max_length=2000)
    """Of this agent alone."""
    without_agent: bool = False
    """Only of what is tied to no agent."""
    limit_name: LimitName | None = None
    """Only what tells of this."""
    since: UtcTime | None = None
    """Only what was used from this moment on."""
    limit: int = Field(default=400, ge=10, le=2000)
    """About so many, 10 to 2000. Of more, those are given that were the highest of their stretch of time."""


class ResourceUse(Contract):
    """What was used at one moment, as a sample says, or how long a command took, as its tool call tells."""

    source_id: str
    """`record:`, `file:`, `audit:` or `call:` with the id there."""
    is_derived: bool
    """True for a command whose length is the time from its tool call to the result, waiting included."""
    agent_id: str | None
    used_at: UtcTime
    """When it was sampled; of a derived command when it began."""
    disk_bytes: int | None
    command_seconds: float | None
    memory_bytes: int | None
    network_bytes_per_second: int | None
    """Each null where it was not measured."""
    time_is_naive: bool
    """True when the sample gave no zone and UTC was assumed."""
    passed: tuple[LimitName, ...]
    """The limits that it is beyond."""
    event_id: str | None
    """Of a derived command."""
    origin: Origin


class ResourceUses(Listing[ResourceUse]):
    """What was measured of a run or an agent, in the order of time."""

    conversation_key: str | None
    conversation_id: str
    limits: Limits
    rests_on: Basis
    """The kind of source of the run; `published` where only samples are known."""

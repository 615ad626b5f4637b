"""What agents did over the whole desk, as it was examined last, and what they added by it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from data_access.contracts.common import Contract, Listing, Origin, UtcTime
from data_access.contracts.given_values import GivenTime
from data_access.contracts.operations import Breach, OperationKind
from data_access.contracts.policy import Capability, Verdict, Zone
from data_access.contracts.queries import PageQuery, Text
from data_access.contracts.run_operations import OperationSeen

OperationOrder = Literal["newest", "oldest"]
ToldAs = Literal["recorded", "derived"]
ZoneAsked = Literal["core", "workspace", "shared_tools", "user_system", "none"]
"""`none`: no zone, or none that can be told."""
ApprovalAsked = Literal["auto", "user", "policy", "not_said"]
ResultAsked = Literal["success", "failed", "denied", "not_known"]
BreachAsked = Literal["any", "denied", "unapproved", "outside_zone", "approval_unknown"]
"""`any` of the three violations; `approval_unknown` is none, nobody says whether there was an approval."""
AdditionKind = Literal["package", "download", "file"]


class OperationsAsked(Contract):
    """Whose operations are meant, and of when."""

    conversation_id: Text | None = None
    """Native id or key of a run."""
    agent_id: Text | None = None
    """Native id of an agent; without a run that of each run."""
    source_format: Text | None = None
    """For example `claude_code`."""
    since: GivenTime | None = None
    """From this moment on."""
    until: GivenTime | None = None
    """Before this moment."""


class AgentOperationsQuery(OperationsAsked, PageQuery):
    """Which operations to list."""

    operation: OperationKind | None = None
    zone: ZoneAsked | None = None
    capability: Capability | None = None
    verdict: Verdict | None = None
    """Of which the policy says this."""
    approved_by: ApprovalAsked | None = None
    """`not_said` where nobody says, as in every log."""
    result: ResultAsked | None = None
    told_as: ToldAs | None = None
    """`recorded` by a runtime, or `derived` from a tool call."""
    breach: BreachAsked | None = None
    """That were carried out against the policy."""
    order: OperationOrder = "newest"


class OperationCountsQuery(OperationsAsked):
    """Which operations to count."""


class AdditionsQuery(OperationsAsked, PageQuery):
    """Which additions to list."""

    kind: AdditionKind | None = None
    zone: ZoneAsked | None = None


class AgentAdditionsQuery(OperationsAsked, PageQuery):
    """The additions of which agents to count."""


class PlacedOperation(Contract):
    """Where something was done."""

    conversation_id: str | None
    """Native id of the run, as it was told where there is no such run; null where none was told."""
    conversation_key: str | None
    """Null where no run, or no single one, goes by that id."""
    run_title: str | None
    origin: Origin
    source_format: str | None
    agent: str | None
    """What to call the agent: its name, else its role, else its id."""


class DeskOperation(OperationSeen, PlacedOperation):
    """One operation of an agent, as it was examined last."""

    breaches: tuple[Breach, ...]
    """How it was carried out against the policy; empty where it was not, or was not carried out."""


class DeskOperations(Listing[DeskOperation]):
    """Operations over the whole desk."""

    runs_to_examine: int
    """Runs that changed, or were examined by another policy: what they did may be missing."""
    policy: str
    policy_version: str


class OperationCount(Contract):
    """How many operations have one value."""

    value: str | None
    """Null where it cannot be told, or nobody says."""
    label: str | None = None
    """What to call it, where that is not the value."""
    operations: int


class ZoneCount(Contract):
    """How many operations of a zone the policy says something of."""

    zone: Zone | None
    verdict: Verdict
    operations: int


class OperationCounts(Contract):
    """How many operations there are, by what they can be filtered by, the most first."""

    as_of: UtcTime
    operations: int
    violations: int
    """Carried out although the policy denies them, without the approval it wants, or outside the zones."""
    derived: int
    """Those that nobody recorded: they follow from tool calls."""
    refusals: int
    """Calls of any tool, and recorded operations, that were refused: `list_refusals` says what they cost."""
    runs: int
    """Runs with operations."""
    verdicts: tuple[OperationCount, ...]
    zones: tuple[OperationCount, ...]
    capabilities: tuple[OperationCount, ...]
    kinds: tuple[OperationCount, ...]
    approvals: tuple[OperationCount, ...]
    results: tuple[OperationCount, ...]
    breaches: tuple[OperationCount, ...]
    sources: tuple[OperationCount, ...]
    agents: tuple[OperationCount, ...]
    """The busiest, at most 100."""
    agents_total: int
    zone_verdicts: tuple[ZoneCount, ...]
    runs_to_examine: int
    policy: str
    policy_version: str


class Addition(PlacedOperation):
    """One thing that an agent left behind, by all its operations on it that were carried out."""

    agent_id: str | None
    kind: AdditionKind
    """A `package` it installed, a `download`, a `file` it made, changed or removed."""
    target: str
    """Cut after 2,000 characters."""
    zone: Zone | None
    """Where it landed; null where that cannot be told."""
    verdict: Verdict
    """What the policy says of it; the strictest where that differs."""
    operations: int
    """How often."""
    recorded: int
    """How many of these a runtime recorded; the others follow from tool calls."""
    first_at: UtcTime | None
    last_at: UtcTime | None
    event_id: str | None
    """Of the last operation, where it has one."""


class AgentAdditions(PlacedOperation):
    """How much one agent left behind in one run."""

    agent_id: str | None
    packages: int
    downloads: int
    files: int
    outside: int = Field(ge=0)
    """How many of these landed outside the workspace, or where that cannot be told."""
    last_at: UtcTime | None


class AdditionListing(Listing[Addition]):
    """Additions, the newest first."""

    runs_to_examine: int


class AgentAdditionListing(Listing[AgentAdditions]):
    """Agents that added something, the busiest first."""

    runs_to_examine: int

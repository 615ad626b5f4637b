"""Operations of agents: what they installed, ran, fetched and wrote, and what the policy says of it.

The desk runs nothing and permits nothing: it says what the policy would say; control stays with the runtime.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from data_access.contracts.common import Contract
from data_access.contracts.given_values import ClockTime, Name, PlainId, WithoutNul
from data_access.contracts.isolation import IsolationLevel
from data_access.contracts.policy import Capability, Policy, Verdict, Zone

OperationKind = Literal["install", "execute", "download", "write"]
"""What an operation of the record does."""
CheckedKind = Literal["install", "execute", "download", "write", "read"]
"""What can be asked about: those of the record, and reading."""
ApprovedBy = Literal["auto", "user", "policy"]
OperationResult = Literal["success", "failed", "denied"]
Breach = Literal["denied", "unapproved", "outside_zone", "approval_unknown"]
"""How what was done goes against the policy: the policy denies it; it wants an approval and nobody was asked;
it left something outside the zones of the agent. `approval_unknown`: it wants an approval, and nobody says
whether there was one; that is no violation."""
PackageManager = Literal["npm", "python", "other"]

LONGEST_TARGET = 20_000
"""Characters of a command that are read; a longer one is `unknown`."""
Target = Annotated[str, Field(min_length=1, max_length=200_000)]
PathText = Annotated[str, Field(min_length=1, max_length=4096), WithoutNul]


def _no_yes_or_no(given: object) -> object:
    # Without this `true` would count as 1.
    if isinstance(given, bool):
        raise ValueError("it is no number; leave out what was not measured")
    return given


ResourceAmount = Annotated[int, Field(ge=0, lt=2**63), BeforeValidator(_no_yes_or_no)]
"""Whole bytes; 1 GB is 10^9 of them."""


class AgentOperation(Contract):
    """One operation of an agent, as its runtime records it."""

    conversation_id: PlainId
    """The session: its native id or key."""
    occurred_at: ClockTime
    """When it began."""
    operation: OperationKind
    target: Target
    """The package, the command, the address or the path."""
    approved_by: ApprovedBy
    """`auto` nobody was asked, `user` a person said so, `policy` a rule said so."""
    result: OperationResult
    """`denied` was not done."""
    agent_id: PlainId | None = None
    """The agent that did it, as the log of the session names it."""
    task_id: PlainId | None = None
    """The task it belongs to, as the runtime names it."""
    working_directory: PathText | None = None
    """Where it was done; relative paths of `target` begin there."""
    workspace: PathText | None = None
    """The folder that the agent was given."""
    checksum: Name | None = None
    """Of what was fetched."""


class ResourceSample(Contract):
    """What an agent used at one moment; null is "not measured", never 0."""

    conversation_id: PlainId
    """The session: its native id or key."""
    sampled_at: ClockTime
    """When it was measured."""
    agent_id: PlainId | None = None
    """Whose it is; left out for the whole session."""
    disk_bytes: ResourceAmount | None = None
    """Of its workspace."""
    command_seconds: (
        Annotated[float, Field(ge=0, allow_inf_nan=False), BeforeValidator(_no_yes_or_no)] | None
    ) = None
    """How long its command has run."""
    memory_bytes: ResourceAmount | None = None
    """What its processes held, in bytes, below 2^63."""
    network_bytes_per_second: ResourceAmount | None = None
    """What it sent and received in a second, in bytes, below 2^63."""


class Surroundings(Contract):
    """Where an operation would take place; whatever is not given is not guessed."""

    working_directory: PathText | None = None
    """Where the command begins. Null: relative paths cannot be told."""
    workspaces: Annotated[tuple[PathText, ...], Field(max_length=50)] = ()
    """Folders the agent was given, for example its worktree."""
    selected_folders: Annotated[tuple[PathText, ...], Field(max_length=50)] = ()
    """Folders that a person chose for it."""
    session_id: Name | None = None
    home: PathText | None = None
    """The user's own folder; else it is taken from the paths given here where they show it."""
    environment: (
        Annotated[dict[str, Annotated[str, Field(max_length=10_000)]], Field(max_length=500)] | None
    ) = None
    """Variables of the command. Null: not known."""
    links: Annotated[dict[PathText, PathText], Field(max_length=1000)] = Field(default_factory=dict)
    """Symbolic links known to lie there, by their own path. Others are not seen."""


class OperationEffect(Contract):
    """One thing that an operation would do, with what the policy says of it."""

    operation: CheckedKind
    capability: Capability
    target: str
    zone: Zone | None
    """Where it would act; null where that cannot be told, or it acts in no zone, as a question to a host."""
    verdict: Verdict
    rule: str
    """The key of the policy that says so, or `shell.…` where the command cannot be read."""
    why: str


class OperationCheck(Contract):
    """What the policy says of an operation. It permits nothing and nothing was run."""

    operation: CheckedKind
    target: str
    """As asked, cut after 2,000 characters."""
    verdict: Verdict
    """The strictest of its effects: denied, unknown, needs_approval, allowed."""
    rule: str
    """Of the effect that decides."""
    why: str
    zone: Zone | None
    """The outermost zone it touches; null where one of its places cannot be told."""
    capability: Capability
    """Of the effect that decides."""
    is_dangerous: bool
    """True when a command of it is on the dangerous list."""
    level_called_for: IsolationLevel | None
    """L0 for reading, L2 for writing, L3 for dangerous commands; null where it cannot be told."""
    effects: tuple[OperationEffect, ...]
    """In their order, without repeats."""
    effects_total: int
    truncated: bool
    """True when `effects` leaves some out."""
    policy: str
    """Which policy was asked."""
    policy_version: str


class OperationQuery(Contract):
    """An operation that the policy is asked about. Nothing is run; what is not given is not guessed."""

    operation: CheckedKind = "execute"
    """`execute` a command, `install` a package, `download` an address, `write` or `read` a path."""
    target: Annotated[str, Field(min_length=1, max_length=50_000)]
    """The command line, the package, the address or the path."""
    package_manager: PackageManager | None = None
    """Of a package: `npm`, `python` or `other`."""
    into: PathText | None = None
    """The folder a package or a fetched file would be put in; a package without one lands globally."""
    checksum: Name | None = None
    """What a fetched file would be held against, for example `sha256:...`."""
    working_directory: PathText | None = None
    """Where it would run. Without it relative paths cannot be told."""
    workspace: Annotated[tuple[PathText, ...], Field(max_length=50)] = ()
    """Folders the agent was given; may be repeated."""
    selected_folder: Annotated[tuple[PathText, ...], Field(max_length=50)] = ()
    """Folders a person chose for it; may be repeated."""
    session_id: Name | None = None
    """Its session, where the policy has a folder for each."""
    home: PathText | None = None
    """The user's own folder; else taken from the other paths where they show it."""
    variable: Annotated[tuple[Annotated[str, Field(max_length=10_000)], ...], Field(max_length=500)] = ()
    """Variables of the command as `NAME=value`, all there are. None given: they are not known."""
    link: Annotated[tuple[Annotated[str, Field(max_length=10_000)], ...], Field(max_length=1000)] = ()
    """Symbolic links known to lie there, as `path -> target`."""


class PolicyInForce(Contract):
    """The policy of agents that this desk goes by."""

    source: str
    """`default policy`, or the name of the owner's file."""
    version: str
    """`default:` or `file:` and the beginning of the SHA-256 of the text."""
    policy: Policy

"""What agents were not let do, and what that cost."""

from __future__ import annotations

from typing import Literal

from data_access.contracts.agent_operations import OperationsAsked, PlacedOperation
from data_access.contracts.common import Listing, UtcTime
from data_access.contracts.operations import ApprovedBy, OperationKind
from data_access.contracts.policy import Verdict
from data_access.contracts.queries import PageQuery
from data_access.contracts.usage import UsageTotals

StretchEnd = Literal["success", "refusal", "word", "end"]
"""At what the cost of a refusal ends: the agent's next move that `success`fully ended, its next `refusal`,
which counts by itself, the next `word` of a person, or the `end` of what is known."""


class RefusalsQuery(OperationsAsked, PageQuery):
    """Which refusals to list."""


class Refusal(PlacedOperation):
    """A call of a tool, or a recorded operation, that a person or a rule did not let happen."""

    refusal_id: str
    """`record:` and the number of the record, or `call:` and the native id of the tool call."""
    is_derived: bool
    """False when a runtime recorded it as an operation."""
    agent_id: str | None
    refused_at: UtcTime | None
    tool: str | None
    """Null where a runtime recorded it."""
    target: str | None
    """The command, path, address or package, else what the tool was given; cut after 2,000 characters."""
    told: str | None
    """What the agent was told; cut after 2,000 characters."""
    approved_by: ApprovedBy | None
    """Who decided, where the record says."""
    event_id: str | None
    operation: OperationKind | None
    """Null where it is no operation, such as reading, or has not been examined yet."""
    verdict: Verdict | None
    """What the policy says of the operation; null where it is none."""
    rule: str | None
    why: str | None
    ended_by: StretchEnd | None
    """Null where the cost is not known."""
    usage: UsageTotals | None
    """What the calls of its agent cost that came to nothing: from the call that asked for what was refused,
    up to the one that asked for its next move that succeeded or was refused, or to the next word of a person;
    without calls that also asked for a move that succeeded. Null where that is not known, which is not 0."""


class RefusalListing(Listing[Refusal]):
    """Refusals, the newest first."""

    unknown: int
    """Refusals of all that match whose cost is not known: it is not part of `usage`."""
    usage: UsageTotals | None
    """What all that match cost together; no call counts twice. Null where not one is known."""

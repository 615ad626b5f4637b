"""What the calls do that tell of operations over the whole desk."""

from __future__ import annotations

from dashboard.faces.caller import Caller
from dashboard.policy_in_force import policy_in_force
from data_access.contracts.agent_operations import (
    AdditionListing,
    AdditionsQuery,
    AgentAdditionListing,
    AgentAdditionsQuery,
    AgentOperationsQuery,
    DeskOperations,
    OperationCounts,
    OperationCountsQuery,
)
from data_access.contracts.refusals import RefusalListing, RefusalsQuery
from data_access.reading.agent_operations import agent_operations, operation_counts
from data_access.reading.operation_additions import agent_additions, operation_additions
from data_access.reading.operation_scope import PolicyAsked, policy_asked
from data_access.reading.refusals import refusals


def list_agent_operations(caller: Caller, query: AgentOperationsQuery) -> DeskOperations:
    """List what agents did. Raises: `NotFound`, `AmbiguousId`, `InvalidInput`, `PolicyFileInvalid`."""
    return agent_operations(caller.store, policy=_policy(caller), **query.model_dump())


def count_operations(caller: Caller, query: OperationCountsQuery) -> OperationCounts:
    """Count what agents did. Raises: `NotFound`, `AmbiguousId`, `InvalidInput`, `PolicyFileInvalid`."""
    return operation_counts(caller.store, policy=_policy(caller), **query.model_dump())


def list_additions(caller: Caller, query: AdditionsQuery) -> AdditionListing:
    """List what agents left behind. Raises: as `list_agent_operations`."""
    return operation_additions(caller.store, policy=_policy(caller), **query.model_dump())


def list_agent_additions(caller: Caller, query: AgentAdditionsQuery) -> AgentAdditionListing:
    """List how much agents left behind. Raises: as `list_agent_operations`."""
    return agent_additions(caller.store, policy=_policy(caller), **query.model_dump())


def list_refusals(caller: Caller, query: RefusalsQuery) -> RefusalListing:
    """List what was refused. Raises: `NotFound`, `AmbiguousId`, `InvalidInput`, `PolicyFileInvalid`."""
    return refusals(caller.store, policy=_policy(caller), **query.model_dump())


def _policy(caller: Caller) -> PolicyAsked:
    return policy_asked(policy_in_force(caller.desk.settings))
